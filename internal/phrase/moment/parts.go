package moment

// reading reads something larger than a word at i, leaves its value in the match,
// and says where it ends; i where it is not there.
type reading func(r *reader, i int, m *match) (to int)

const (
	counts   = 1<<numeral | 1<<some | 1<<a | 1<<cardinal
	ordinals = 1<<numeral | 1<<ordinal | 1<<cardinal
	numbers  = counts | ordinals
	whiches  = 1<<this | 1<<next | 1<<last
	periods  = counts | whiches | 1<<the | 1<<unit | 1<<weekend
	lengths  = counts | 1<<half | 1<<quarter | 1<<approx | 1<<stretch
)

// readings are the larger parts that a pattern may name, and the classes of the
// word that each may begin with.
var readings = [...]struct {
	name  string
	first tags
	read  reading
}{
	// numbers
	{"COUNT", counts, readCount},              // 3, three, a, a few
	{"CARDINAL", 1 << cardinal, readCardinal}, // twenty-one
	{"NTH", ordinals, readNth},                // third, 3rd, second to last
	{"ORDINALS", ordinals, readOrdinals},      // 3rd, 5th and last
	{"DAY", numbers, readDay},                 // 27, 27th
	{"YEAR", 1<<numeral | 1<<cardinal, readYear},
	{"OFYEAR", 0, readOfYear}, // what may follow a date: ", 2026", "of 2026"
	// days and periods
	{"WHICH", whiches, readWhich}, // this, next, last
	{"DATE", numbers | 1<<the | 1<<month, readDate},
	{"WRITTEN", 1<<numeral | 1<<month, readWritten},                       // 27/11, 2026-11-27
	{"MONTH", numbers | 1<<the | 1<<month, readMonth},                     // november, 27 november, november 2026
	{"PERIOD", periods, readPeriod},                                       // next week, the last 3 days
	{"WITHIN", periods | 1<<month | 1<<numeral | 1<<cardinal, readWithin}, // what days are counted in
	{"ANYDAY", ^tags(0), readAnyDay},
	{"WEEKDAYS", 1<<weekday | 1<<weekdays | 1<<weekend | 1<<workday, readWeekdays}, // mondays, mon-fri, weekends
	{"SOMEDAYS", 1 << weekday, readSomeDays},                                       // monday and friday
	{"MONTHS", 1 << month, readMonths},                                             // june, july and august
	{"STOP", 0, readStop},
	// lengths, times of day, what repeats
	{"LENGTH", lengths, readLength}, // half an hour
	{"AMOUNT", lengths, readAmount}, // 2 hours and 15 minutes
	{"CLOCK", ^tags(0), readClock},
	{"HOUR", ^tags(0), readHour},                              // a time that says its hour first
	{"HOURS", 1<<numeral | 1<<cardinal | 1<<clock, readHours}, // an hour and the word for it
	{"EVERY", 1 << every, readEvery},                          // every, every other, every 3
	{"EACH", 1 << every, readEach},                            // all that begins with "every"
}

func readCount(r *reader, i int, m *match) int { n, to := r.count(i); return m.number(n, i, to) }

func readCardinal(r *reader, i int, m *match) int { n, to := r.cardinal(i); return m.number(n, i, to) }

func readNth(r *reader, i int, m *match) int { n, to := r.nth(i); return m.number(n, i, to) }

func readOrdinals(r *reader, i int, m *match) (to int) { m.nth, to = r.ordinals(i); return to }

func readYear(r *reader, i int, m *match) (to int) { m.year, to = r.year(i); return to }

func readOfYear(r *reader, i int, m *match) (to int) { m.year, to = r.yearAfter(i); return to }

func readWhich(r *reader, i int, m *match) (to int) { m.which, to = r.which(i); return to }

func readDate(r *reader, i int, m *match) (to int) { m.day, to = r.dates(i); return to }

func readWritten(r *reader, i int, m *match) (to int) { m.day, to = r.numeric(i); return to }

func readMonth(r *reader, i int, m *match) (to int) { m.day, to = r.monthForm(i); return to }

func readPeriod(r *reader, i int, m *match) (to int) { m.day, to = r.period(i); return to }

func readWithin(r *reader, i int, m *match) (to int) { m.day, to = r.enclosing(i); return to }

func readAnyDay(r *reader, i int, m *match) (to int) { m.day, to = r.elementDay(i, 1<<on); return to }

func readWeekdays(r *reader, i int, m *match) (to int) {
	m.days, to = r.weekdayList(i, true)
	return to
}

func readSomeDays(r *reader, i int, m *match) (to int) {
	m.days, to = r.weekdayList(i, false)
	return to
}

func readMonths(r *reader, i int, m *match) (to int) { m.months, to = r.monthList(i); return to }

func readLength(r *reader, i int, m *match) (to int) {
	m.amount, m.grain, to = r.oneAmount(i)
	return to
}

func readAmount(r *reader, i int, m *match) (to int) { m.amount, m.grain, to = r.amount(i); return to }

func readClock(r *reader, i int, m *match) (to int) { m.clock, to = r.clock(i, true); return to }

func readHour(r *reader, i int, m *match) (to int) { m.clock, to = r.plainClock(i, true); return to }

func readEach(r *reader, i int, m *match) (to int) {
	m.rule, to = r.lang.tables.every.read(r, i, 0)
	return to
}

// number keeps the value of a number that was read.
func (m *match) number(n, i, to int) int {
	if to > i && m.num < len(m.nums) {
		m.nums[m.num] = n
		m.num++
	}
	return to
}

// readStop reads the full stop of an abbreviation: "fri. the 3rd".
func readStop(r *reader, i int, _ *match) int {
	if r.mark(i, '.') && r.glued(i) && i > 0 && r.toks[i-1].end-r.toks[i-1].start <= 4 && i+1 < len(r.toks) {
		return i + 1
	}
	return i
}

func readDay(r *reader, i int, m *match) int {
	n, sure, to := r.dayNumber(i)
	m.sure = sure
	return m.number(n, i, to)
}

// classes are the words that patterns call the tags by.
var classes = [...]string{
	weekday: "weekday", weekdays: "weekdays", month: "month", relative: "relative", cardinal: "cardinal",
	ordinal: "ordinal", unit: "unit", often: "often", part: "part", clock: "clock", meridiem: "meridiem",
	letter: "letter", this: "this", next: "next", last: "last", every: "every", other: "other", the: "the", a: "a",
	and: "and", of: "of", in: "in", on: "on", at: "at", from: "from", upto: "upto", between: "between",
	before: "before", after: "after", since: "since", by: "by", forr: "for", within: "within", ago: "ago",
	hence: "hence", present: "present", half: "half", quarter: "quarter", past: "past", till: "till",
	oclock: "oclock", approx: "approx", weekend: "weekend", workday: "workday", holiday: "holiday", end: "end",
	begin: "begin", times: "times", start: "start", until: "until", suffix: "suffix", except: "except",
	rest: "rest", open: "open", weekOf: "weekof", toward: "toward", fuzzy: "fuzzy",
	filler: "filler", some: "some", doubt: "doubt", meal: "meal", stretch: "stretch", outof: "outof",
}
