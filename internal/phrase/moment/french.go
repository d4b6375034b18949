package moment

import (
	"time"

	"assister/internal/calendar"
)

// french is the words of time in French, as english is. They stand here without
// their accents, with which a text may be written or not.
var french = Language{
	Code:      "fr",
	spoken:    &spokenFrench,
	elided:    true,
	hoursSaid: true,
	forms:     frenchForms,
	misspelt:  []string{"mercredi", "vendredi", "dimanche", "septembre", "novembre", "decembre", "aujourd'hui", "prochain", "prochaine"},
	words: []gloss{
		{"&", and, 0},
		{"@", at, 0},
		{"a", upto, 0},
		{"a", at, 0},
		{"a compter de", start, 0},
		{"a compter de", from, 0},
		{"a compter du", from, 0},
		{"a compter du", start, 0},
		{"a l'exception de", except, 0},
		{"a la premiere heure", part, int16(Morning)},
		{"a partir d", from, 0},
		{"a partir d", start, 0},
		{"a partir de", start, 0},
		{"a partir de", from, 0},
		{"a partir de maintenant", hence, 0},
		{"a partir du", from, 0},
		{"a partir du", start, 0},
		{"a venir", next, 0},
		{"an", unit, int16(Year)},
		{"annee", unit, int16(Year)},
		{"annees", unit, int16(Year)},
		{"annuel", often, 12000},
		{"annuelle", often, 12000},
		{"annuellement", often, 12000},
		{"ans", unit, int16(Year)},
		{"aout", month, 8},
		{"aprem", part, int16(Afternoon)},
		{"apres", after, 0},
		{"apres demain", relative, 2},
		{"apres le", after, 0},
		{"apres midi", part, int16(Afternoon)},
		{"apres midis", part, plural + int16(Afternoon)},
		{"armistice", holiday, 1111},
		{"ascension", holiday, ascension},
		{"assomption", holiday, 815},
		{"au", upto, 0},
		{"au", in, 0},
		{"au cours des", within, 0},
		{"au mois d", in, 0},
		{"au mois de", in, 0},
		{"au plus tard", by, 0},
		{"au plus tard le", by, 0},
		{"aujourd hui", relative, 0},
		{"aujourd'hui", relative, 0},
		{"automne", except, altering},
		{"autour de", approx, 0},
		{"avant", before, 0},
		{"avant dernier", ordinal, -2},
		{"avant derniere", ordinal, -2},
		{"avant hier", relative, -2},
		{"avant le", before, 0},
		{"avr", month, 4},
		{"avril", month, 4},
		{"ca fait", ago, 0},
		{"ce", this, 0},
		{"ce soir", toward, int16(Evening)},
		{"cela fait", ago, 0},
		{"cent", cardinal, 100},
		{"ces", this, 0},
		{"ces jours ci", filler, 0},
		{"cet", this, 0},
		{"cette", this, 0},
		{"cette nuit", toward, int16(Night)},
		{"chandeleur", holiday, 202},
		{"chaque", every, 0},
		{"cinq", cardinal, 5},
		{"cinquante", cardinal, 50},
		{"cinquante et un", cardinal, 51},
		{"cinquante et une", cardinal, 51},
		{"cinquieme", ordinal, 5},
		{"couple de", some, 2},
		{"d", of, 0},
		{"d ici", by, 0},
		{"d'ici", by, 0},
		{"d'ici a", by, 0},
		{"d'ici au", by, 0},
		{"d'ici la", by, 0},
		{"d'ici le", by, 0},
		{"dans", in, 0},
		{"dans environ", in, 0},
		{"dans les", within, 0},
		{"dans un delai de", within, 0},
		{"de", from, 0},
		{"de", of, 0},
		{"de l apres midi", part, int16(Afternoon)},
		{"de l'apres midi", part, int16(Afternoon)},
		{"de temps en temps", filler, 0},
		{"debut", begin, 0},
		{"dec", month, 12},
		{"decembre", month, 12},
		{"demain", relative, 1},
		{"demi", half, 0},
		{"demie", half, 0},
		{"demies", half, 0},
		{"demis", half, 0},
		{"depuis", since, 0},
		{"depuis le", since, 0},
		{"dernier", ordinal, -1},
		{"dernier", last, 0},
		{"derniere", ordinal, -1},
		{"derniere", last, 0},
		{"dernieres", ordinal, -1},
		{"dernieres", last, 0},
		{"derniers", last, 0},
		{"derniers", ordinal, -1},
		{"des", from, 0},
		{"des", start, 0},
		{"des", of, 0},
		{"des le", start, 0},
		{"deux", cardinal, 2},
		{"deuxieme", ordinal, 2},
		{"dim", weekday, 0},
		{"dim", doubt, 0},
		{"dimanche", weekday, 0},
		{"dimanche de paques", holiday, easter},
		{"dimanches", weekdays, 0},
		{"dix", cardinal, 10},
		{"dix huit", cardinal, 18},
		{"dix neuf", cardinal, 19},
		{"dix sept", cardinal, 17},
		{"dixieme", ordinal, 10},
		{"douze", cardinal, 12},
		{"douzieme", ordinal, 12},
		{"du", of, 0},
		{"du", from, 0},
		{"du matin", part, int16(Morning)},
		{"du soir", part, int16(Evening)},
		{"durant", forr, 0},
		{"duree", forr, 0},
		{"duree de", forr, 0},
		{"e", suffix, 0},
		{"eme", suffix, 0},
		{"en", in, 0},
		{"en ce moment", present, 0},
		{"en matinee", part, int16(Morning)},
		{"en semaine", workday, 1},
		{"en soiree", part, int16(Evening)},
		{"entre", between, 0},
		{"environ", approx, 0},
		{"epiphanie", holiday, 106},
		{"er", suffix, 0},
		{"ere", suffix, 0},
		{"et", and, 0},
		{"ete", except, altering},
		{"exactement", approx, 0},
		{"excepte", except, 0},
		{"fete de la musique", holiday, 621},
		{"fete des morts", holiday, 1102},
		{"fete des peres", holiday, fathersDay},
		{"fete du travail", holiday, 501},
		{"fete nationale", holiday, 714},
		{"fev", month, 2},
		{"fevr", month, 2},
		{"fevrier", month, 2},
		{"fin", end, 0},
		{"fin de semaine", weekend, 0},
		{"fins de semaine", weekend, 1},
		{"fiscale", except, 0},
		{"fois", times, 0},
		{"h", letter, 4},
		{"h", doubt, 0},
		{"h", unit, int16(Hour)},
		{"halloween", holiday, 1031},
		{"hebdomadaire", often, 7},
		{"hebdomadairement", often, 7},
		{"heure", unit, int16(Hour)},
		{"heure", oclock, 0},
		{"heure du dejeuner", part, int16(Lunch)},
		{"heures", unit, int16(Hour)},
		{"heures", oclock, 0},
		{"hier", relative, -1},
		{"hier soir", toward, -int16(Evening)},
		{"hiver", except, altering},
		{"hormis", except, 0},
		{"huit", cardinal, 8},
		{"huit jours", stretch, 7},
		{"huitante", cardinal, 80},
		{"huitieme", ordinal, 8},
		{"ieme", suffix, 0},
		{"il y a", ago, 0},
		{"immediatement", present, 0},
		{"janv", month, 1},
		{"janvier", month, 1},
		{"jeu", doubt, 0},
		{"jeu", weekday, 4},
		{"jeudi", weekday, 4},
		{"jeudi de l'ascension", holiday, ascension},
		{"jeudis", weekdays, 4},
		{"jour", unit, int16(DayGrain)},
		{"jour de l an", holiday, 101},
		{"jour de l'an", holiday, 101},
		{"jour de noel", holiday, 1225},
		{"jour de semaine", workday, 0},
		{"jour ouvrable", workday, 0},
		{"jour ouvre", workday, 0},
		{"journalier", often, 1},
		{"journee", unit, int16(DayGrain)},
		{"journee de la femme", holiday, 308},
		{"journees", unit, int16(DayGrain)},
		{"jours", unit, int16(DayGrain)},
		{"jours de semaine", workday, 1},
		{"jours ouvrables", workday, 1},
		{"jours ouvres", workday, 1},
		{"juil", month, 7},
		{"juillet", month, 7},
		{"juin", month, 6},
		{"jusqu a", until, 0},
		{"jusqu au", until, 0},
		{"jusqu en", until, 0},
		{"jusqu'a", upto, 0},
		{"jusqu'a", until, 0},
		{"jusqu'au", until, 0},
		{"jusqu'au", upto, 0},
		{"jusqu'au mois de", until, 0},
		{"jusqu'aux", until, 0},
		{"jusqu'en", until, 0},
		{"jusque", until, 0},
		{"l", the, 0},
		{"la", the, 0},
		{"le", the, 0},
		{"lendemain", relative, 1},
		{"les", the, 0},
		{"lun", weekday, 1},
		{"lun", doubt, 0},
		{"lundi", weekday, 1},
		{"lundi de paques", holiday, easterMonday},
		{"lundi de pentecote", holiday, whitMonday},
		{"lundis", weekdays, 1},
		{"mai", month, 5},
		{"mai", doubt, 0},
		{"maintenant", present, 0},
		{"mar", doubt, 0},
		{"mar", weekday, 2},
		{"mardi", weekday, 2},
		{"mardi gras", holiday, shroveTuesday},
		{"mardis", weekdays, 2},
		{"mars", month, 3},
		{"mars", doubt, 0},
		{"matin", part, int16(Morning)},
		{"matinee", part, int16(Morning)},
		{"matinees", part, plural + int16(Morning)},
		{"matins", part, plural + int16(Morning)},
		{"mensuel", often, 1000},
		{"mensuelle", often, 1000},
		{"mensuellement", often, 1000},
		{"mer", weekday, 3},
		{"mer", doubt, 0},
		{"mercredi", weekday, 3},
		{"mercredi des cendres", holiday, ashWednesday},
		{"mercredis", weekdays, 3},
		{"mi", except, altering},
		{"midi", clock, 720},
		{"milieu", except, altering},
		{"mille", cardinal, 1000},
		{"min", unit, int16(Minute)},
		{"minuit", clock, 0},
		{"minute", unit, int16(Minute)},
		{"minutes", unit, int16(Minute)},
		{"mn", unit, int16(Minute)},
		{"moins", till, 0},
		{"mois", unit, int16(Month)},
		{"nd", suffix, 0},
		{"nde", suffix, 0},
		{"neuf", cardinal, 9},
		{"neuvieme", ordinal, 9},
		{"noel", holiday, 1225},
		{"nonante", cardinal, 90},
		{"nouvel an", holiday, 101},
		{"nov", month, 11},
		{"novembre", month, 11},
		{"nuit", part, int16(Night)},
		{"nuit derniere", toward, -int16(Night)},
		{"nuit prochaine", toward, int16(Night)},
		{"nuits", part, plural + int16(Night)},
		{"occurrences", times, 0},
		{"oct", month, 10},
		{"octante", cardinal, 80},
		{"octobre", month, 10},
		{"onze", cardinal, 11},
		{"onzieme", ordinal, 11},
		{"ou", except, choosing},
		{"paire de", some, 2},
		{"paques", holiday, easter},
		{"par", every, 0},
		{"passe", last, behind},
		{"passe de", past, 0},
		{"passee", last, behind},
		{"passees", last, behind},
		{"passes", last, behind},
		{"pause dejeuner", part, int16(Lunch)},
		{"pendant", forr, 0},
		{"pentecote", holiday, pentecost},
		{"pile", approx, 0},
		{"plus tard", hence, 0},
		{"plusieurs", some, 3},
		{"poisson d'avril", holiday, 401},
		{"pour", forr, 0},
		{"pour le", on, 0},
		{"precedent", last, 0},
		{"precedente", last, 0},
		{"precedentes", last, 0},
		{"precedents", last, 0},
		{"precise", approx, 0},
		{"precises", approx, 0},
		{"premier", ordinal, 1},
		{"premier de l'an", holiday, 101},
		{"premiere", ordinal, 1},
		{"premieres", ordinal, 1},
		{"premiers", ordinal, 1},
		{"printemps", except, altering},
		{"prochain", next, 0},
		{"prochaine", next, 0},
		{"prochaines", next, 0},
		{"prochains", next, 0},
		{"quarante", cardinal, 40},
		{"quarante et un", cardinal, 41},
		{"quarante et une", cardinal, 41},
		{"quart", quarter, 0},
		{"quarts", quarter, 0},
		{"quatorze", cardinal, 14},
		{"quatorzieme", ordinal, 14},
		{"quatre", cardinal, 4},
		{"quatre vingt", cardinal, 80},
		{"quatre vingt dix", cardinal, 90},
		{"quatre vingt douze", cardinal, 92},
		{"quatre vingt onze", cardinal, 91},
		{"quatre vingt quatorze", cardinal, 94},
		{"quatre vingt quinze", cardinal, 95},
		{"quatre vingt seize", cardinal, 96},
		{"quatre vingt treize", cardinal, 93},
		{"quatre vingts", cardinal, 80},
		{"quatrieme", ordinal, 4},
		{"quelques", some, 3},
		{"quinzaine", unit, fortnight},
		{"quinzaine de jours", unit, fortnight},
		{"quinzaines", unit, fortnight},
		{"quinze", cardinal, 15},
		{"quinze jours", stretch, 14},
		{"quinzieme", ordinal, 15},
		{"quotidien", often, 1},
		{"quotidienne", often, 1},
		{"quotidiennement", often, 1},
		{"re", suffix, 0},
		{"restant", rest, 0},
		{"reste", rest, 0},
		{"reveillon de noel", holiday, 1224},
		{"reveillon du nouvel an", holiday, 1231},
		{"saint nicolas", holiday, 1206},
		{"saint patrick", holiday, 317},
		{"saint sylvestre", holiday, 1231},
		{"saint valentin", holiday, 214},
		{"sam", weekday, 6},
		{"sam", doubt, 0},
		{"samedi", weekday, 6},
		{"samedis", weekdays, 6},
		{"sauf", except, 0},
		{"scolaire", except, 0},
		{"sec", doubt, 0},
		{"sec", unit, int16(Second)},
		{"second", ordinal, 2},
		{"seconde", unit, int16(Second)},
		{"seconde", ordinal, 2},
		{"secondes", unit, int16(Second)},
		{"seize", cardinal, 16},
		{"seizieme", ordinal, 16},
		{"semaine", unit, int16(Week)},
		{"semaine commencant le", weekOf, 0},
		{"semaine du", weekOf, 0},
		{"semaines", unit, int16(Week)},
		{"semestriel", often, 6000},
		{"semestrielle", often, 6000},
		{"sept", doubt, 0},
		{"sept", cardinal, 7},
		{"sept", month, 9},
		{"septante", cardinal, 70},
		{"septembre", month, 9},
		{"septieme", ordinal, 7},
		{"six", cardinal, 6},
		{"sixieme", ordinal, 6},
		{"soir", part, int16(Evening)},
		{"soiree", part, int16(Evening)},
		{"soirees", part, plural + int16(Evening)},
		{"soirs", part, plural + int16(Evening)},
		{"soixante", cardinal, 60},
		{"soixante dix", cardinal, 70},
		{"soixante douze", cardinal, 72},
		{"soixante et onze", cardinal, 71},
		{"soixante et un", cardinal, 61},
		{"soixante et une", cardinal, 61},
		{"soixante quatorze", cardinal, 74},
		{"soixante quinze", cardinal, 75},
		{"soixante seize", cardinal, 76},
		{"soixante treize", cardinal, 73},
		{"sous", within, 0},
		{"suivant", next, 0},
		{"suivante", next, 0},
		{"suivantes", next, 0},
		{"suivants", next, 0},
		{"sur", outof, 0},
		{"surlendemain", relative, 2},
		{"tous les", every, 0},
		{"toussaint", holiday, 1101},
		{"tout de suite", present, 0},
		{"tout les", every, 0},
		{"toutes les", every, 0},
		{"treize", cardinal, 13},
		{"treizieme", ordinal, 13},
		{"trente", cardinal, 30},
		{"trente et un", cardinal, 31},
		{"trente et une", cardinal, 31},
		{"trentieme", ordinal, 30},
		{"trimestre", unit, int16(Quarter)},
		{"trimestres", unit, int16(Quarter)},
		{"trimestriel", often, 3000},
		{"trimestrielle", often, 3000},
		{"trois", cardinal, 3},
		{"troisieme", ordinal, 3},
		{"un", a, 0},
		{"un", cardinal, 1},
		{"un de ces jours", filler, 0},
		{"une", a, 0},
		{"une fois", times, 1},
		{"veille", relative, -1},
		{"veille de noel", holiday, 1224},
		{"veille du nouvel an", holiday, 1231},
		{"ven", weekday, 5},
		{"ven", doubt, 0},
		{"vendredi", weekday, 5},
		{"vendredi saint", holiday, goodFriday},
		{"vendredis", weekdays, 5},
		{"vers", at, 0},
		{"vers", approx, 0},
		{"vingt", cardinal, 20},
		{"vingt et un", cardinal, 21},
		{"vingt et une", cardinal, 21},
		{"vingtieme", ordinal, 20},
		{"week end", weekend, 0},
		{"week ends", weekend, 1},
		{"weekend", weekend, 0},
		{"weekends", weekend, 1},
	},
}

// French is the second language of the program.
func French() *Language { return &french }

// frenchForms are what French says in an order of its own: "lundi prochain", "il y
// a trois jours", "neuf heures et demie", "un jeudi sur deux".
func frenchForms() forms {
	return forms{
		amounts: []form[length]{
			{"approx? stretch", stretchOfDays},                 // quinze jours
			{"approx? a? half -? unit", halfUnit},              // une demi-heure
			{"approx? COUNT unit and quarter", unitAndQuarter}, // une heure et quart
		},
		clocks: []form[clockTime]{
			{"HOURS and half", halfHourOn}, // neuf heures et demie
			{"HOURS and quarter", quarterHourOn},
			{"HOURS till the? quarter", quarterHourBack}, // dix heures moins le quart
			{"HOURS till CARDINAL", minutesBack},
			{"HOURS till #2", minutesBack},
			{"HOURS #2 !unit|month|oclock|letter", minutesOn}, // 9 heures 30
			{"HOURS CARDINAL !unit|month|oclock", minutesOn},
			{"#2 ~letter !of|unit", hourOfDay}, // 15h
		},
		offsets: []form[span]{
			{"ago AMOUNT", back},                        // il y a trois jours
			{"in the AMOUNT", withinAmount},             // dans les trois jours
			{"the? relative of the? ANYDAY", dayBeside}, // la veille de noël
		},
		days: []form[days]{
			{"the? weekday STOP? WHICH !unit|weekday", weekdayWhich},                              // lundi prochain
			{"the? weekday in CARDINAL !unit", weekdayInEight},                                    // lundi en huit
			{"the? COUNT NTH unit of|in WITHIN", unitsOfEdge},                                     // les trois premiers jours de mars
			{"the? end|begin WITHIN", edgeOf},                                                     // fin mars
			{"the #2 !month|unit|weekday|part|next|last|suffix|oclock|letter|ordinal", dayOfThis}, // le 3
		},
		periods: []form[days]{
			{"the? COUNT unit WHICH", unitsToCome}, // les 3 jours suivants
			{"the? unit WHICH", whichUnit},         // la semaine prochaine
			{"the? weekend WHICH", whichWeekend},
		},
		rules: []form[Rule]{
			{"a weekday outof COUNT", oneOutOf}, // un jeudi sur deux
			{"a unit outof COUNT", oneOutOf},
			{"every stretch", everyStretch},
			{"every ORDINALS WEEKDAYS of the? unit", nthOfMonth}, // tous les premiers lundis du mois
			{"every #2 of the? unit", numberOfEvery},             // tous les 15 du mois
			{"the? #2 of EVERY unit", numberOfEvery},             // le 15 de chaque mois
		},
	}
}

// --- lengths

func stretchOfDays(r *reader, m *match) (length, bool) {
	return length{Amount{Days: r.value(m, stretch)}, DayGrain}, true
}

func unitAndQuarter(r *reader, m *match) (length, bool) { return r.units(m, 4*m.nums[0]+1, 4) }

// --- times of day

// readHours reads an hour with the word that says that it is one: "neuf heures",
// "9 h", "midi".
func readHours(r *reader, i int, m *match) (to int) {
	n, k := 0, i
	switch {
	case r.has(i, clock):
		m.clock = clockTime{h: r.n(i, clock) / 60, exact: true, strong: true, grain: Hour}
		return i + 1
	case r.digit(i) && r.toks[i].digits <= 2:
		n, k = r.toks[i].num, i+1
	default:
		n, k = r.cardinal(i)
	}
	if k == i || n > 23 || !r.has(k, oclock) && !(r.has(k, letter) && r.has(k, unit)) {
		return i
	}
	m.clock = clockTime{h: n, exact: n > 12 || n == 0, strong: true, grain: Hour}
	return k + 1
}

// shifted is the form's hour and some minutes.
func shifted(c clockTime, minutes int) (clockTime, bool) {
	total := (c.h*60 + minutes + 24*60) % (24 * 60)
	c.h, c.m, c.grain, c.strong = total/60, total%60, Minute, true
	return c, minutes > -60 && minutes < 60
}

func halfHourOn(_ *reader, m *match) (clockTime, bool) { return shifted(m.clock, 30) }

func quarterHourOn(_ *reader, m *match) (clockTime, bool) { return shifted(m.clock, 15) }

func quarterHourBack(_ *reader, m *match) (clockTime, bool) { return shifted(m.clock, -15) }

// minutesSaid is the number behind the form's hour.
func (r *reader) minutesSaid(m *match) int {
	if m.num > 0 {
		return m.nums[0]
	}
	return r.toks[m.words[m.size-1]].num
}

func minutesOn(r *reader, m *match) (clockTime, bool) { return shifted(m.clock, r.minutesSaid(m)) }

func minutesBack(r *reader, m *match) (clockTime, bool) { return shifted(m.clock, -r.minutesSaid(m)) }

// hourOfDay is 15h beside a day, or where it is too late to be a length of time.
func hourOfDay(r *reader, m *match) (clockTime, bool) {
	n := r.toks[m.at].num
	c := clockTime{h: n, exact: !r.has(m.to, part), strong: true, grain: Hour}
	lasts := r.has(m.at-1, forr) || r.has(m.at-1, in) || r.has(m.at-1, within)
	return c, n < 24 && r.has(m.at+1, unit) && !lasts && (n >= 7 || m.prep.has(at) || r.dayBefore(m.at) || r.has(m.to, part))
}

// --- days

// weekdayWhich is a weekday of this week, the next or the last.
func weekdayWhich(r *reader, m *match) (days, bool) {
	wd := r.value(m, weekday)
	if m.which == 0 {
		return days{wd: wd + 1, grain: DayGrain}, true
	}
	return r.weekdayAt(m.which, wd), true
}

// weekdayInEight is the one a week after the soonest, or two weeks: in French a
// week has eight days, the first and the last included.
func weekdayInEight(r *reader, m *match) (d days, ok bool) {
	wd := soonest(r.today.AddDays(1), time.Weekday(r.value(m, weekday)))
	switch m.nums[0] {
	case 8:
		return days{first: wd.AddDays(7), grain: DayGrain}, true
	case 15:
		return days{first: wd.AddDays(14), grain: DayGrain}, true
	}
	return d, false
}

// unitsOfEdge counts before it says from where.
func unitsOfEdge(r *reader, m *match) (days, bool) {
	m.nums[0], m.nums[1] = m.nums[1], m.nums[0]
	return firstUnits(r, m)
}

// dayOfThis is "le 3", which nothing else can be.
func dayOfThis(r *reader, m *match) (days, bool) {
	n := r.toks[m.words[1]].num
	return days{d: n, grain: DayGrain}, n >= 1 && n <= 31 && r.endsDay(m.to) && !r.counts(m.to)
}

// dayBeside is the day before or after another.
func dayBeside(r *reader, m *match) (p span, ok bool) {
	n, d := r.value(m, relative), m.day
	if n == 0 || d.free || !r.resolve(&d) || d.last.Valid() || d.clock > 0 {
		return p, false
	}
	return span{mod: on, hasDay: true, day: days{first: d.first.AddDays(n), grain: DayGrain}}, true
}

// --- what repeats

func oneOutOf(r *reader, m *match) (rule Rule, ok bool) {
	n := m.nums[0]
	if n < 2 || n > 12 {
		return rule, false
	}
	if r.wordOf(m, weekday) >= 0 {
		return Rule{Freq: Weekly, Interval: n, Days: calendar.Days(1 << r.value(m, weekday))}, true
	}
	return everyUnit(n, r.value(m, unit))
}

func everyStretch(r *reader, m *match) (Rule, bool) {
	return everyUnit(r.value(m, stretch)/7, int(Week))
}

func numberOfEvery(r *reader, m *match) (rule Rule, ok bool) {
	var nth nths
	k := r.wordOf(m, numeral)
	if r.has(m.words[m.size-1], unit) && r.n(m.words[m.size-1], unit) != int(Month) || !nth.add(r.toks[k].num) {
		return rule, false
	}
	rule = Rule{Freq: Monthly, Interval: max(m.every, 1)}
	return rule, rule.nth(nth, 0)
}
