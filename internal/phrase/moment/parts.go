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
	lengths  = counts | 1<<half | 1<<approx | 1<<stretch
)

// readings are the larger parts that a pattern may name, and the classes of the
// word that each may begin with.
var readings = [...]struct {
	name  string
	first tags
	read  reading
}{
	{"COUNT", counts, func(r *reader, i int, m *match) int { n, to := r.count(i); return m.number(n, i, to) }},
	{"CARDINAL", 1 << cardinal, func(r *reader, i int, m *match) int { n, to := r.cardinal(i); return m.number(n, i, to) }},
	{"ORDINAL", ordinals, func(r *reader, i int, m *match) int { n, to := r.ordinal(i); return m.number(n, i, to) }},
	{"NTH", ordinals, func(r *reader, i int, m *match) int { n, to := r.nth(i); return m.number(n, i, to) }},
	{"DAY", numbers, readDay},
	{"YEAR", 1<<numeral | 1<<cardinal, func(r *reader, i int, m *match) (to int) { m.year, to = r.year(i); return to }},
	{"OFYEAR", 0, func(r *reader, i int, m *match) (to int) { m.year, to = r.yearAfter(i); return to }},
	{"WHICH", whiches, func(r *reader, i int, m *match) (to int) { m.which, to = r.which(i); return to }},
	{"PERIOD", periods, func(r *reader, i int, m *match) (to int) { m.day, to = r.period(i); return to }},
	{"WITHIN", periods | 1<<month | 1<<numeral | 1<<cardinal, func(r *reader, i int, m *match) (to int) { m.day, to = r.enclosing(i); return to }},
	{"DATE", numbers | 1<<the | 1<<month, func(r *reader, i int, m *match) (to int) { m.day, to = r.dates(i); return to }},
	{"MONTH", numbers | 1<<the | 1<<month, func(r *reader, i int, m *match) (to int) { m.day, to = r.monthForm(i); return to }},
	{"ANYDAY", ^tags(0), func(r *reader, i int, m *match) (to int) { m.day, to = r.elementDay(i, 1<<on); return to }},
	{"AMOUNT", lengths, readAmount},
	{"LENGTH", lengths, readLength},
	{"CLOCK", ^tags(0), func(r *reader, i int, m *match) (to int) { m.clock, to = r.clock(i, true); return to }},
	{"HOUR", ^tags(0), func(r *reader, i int, m *match) (to int) { m.clock, to = r.plainClock(i, true); return to }},
	{"WEEKDAYS", 1<<weekday | 1<<weekdays | 1<<weekend | 1<<workday, func(r *reader, i int, m *match) (to int) { m.days, to = r.weekdayList(i, true); return to }},
	{"SOMEDAYS", 1 << weekday, func(r *reader, i int, m *match) (to int) { m.days, to = r.weekdayList(i, false); return to }},
	{"ORDINALS", ordinals, func(r *reader, i int, m *match) (to int) { m.nth, to = r.ordinals(i); return to }},
	{"MONTHS", 1 << month, func(r *reader, i int, m *match) (to int) { m.months, to = r.monthList(i); return to }},
	{"EVERY", 1 << every, readEvery},
	{"EACH", 1 << every, func(r *reader, i int, m *match) (to int) {
		m.rule, to = r.lang.tables.every.read(r, i, 0)
		return to
	}},
	{"WRITTEN", 1<<numeral | 1<<month, func(r *reader, i int, m *match) (to int) { m.day, to = r.numeric(i); return to }},
	{"HOURS", 1<<numeral | 1<<cardinal | 1<<clock, readHours},
	{"STOP", 0, readStop},
	{"PRESENT", 1 << present, func(r *reader, i int, _ *match) int { return r.skip(i, present) }},
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

func readAmount(r *reader, i int, m *match) (to int) {
	m.amount, m.grain, to = r.amount(i)
	return to
}

func readLength(r *reader, i int, m *match) (to int) {
	m.amount, m.grain, to = r.oneAmount(i)
	return to
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
