package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/phrase/question"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/schema"
)

// locale has the words of answers in one language.
type locale struct {
	french bool
	nouns  map[string]noun // by kind; the others have the names of schema
	thing  noun            // of several kinds
	states map[question.State]adjective
	levels [3]adjective // of schema.Priorities
	stamps map[string]adjective
	active adjective // of an alarm
	words  map[string]string
	days   [7]string // Sunday first
}

type noun struct {
	one, many string
	feminine  bool
}

// adjective has the forms of one and many, and those for feminine nouns.
type adjective [4]string

func same(word string) adjective { return adjective{word, word, word, word} }

func (w adjective) of(n noun, many bool) string {
	at := 0
	if many {
		at = 1
	}
	if n.feminine {
		at += 2
	}
	return w[at]
}

// A locale is built when it is first used: its tables take a twentieth of a
// millisecond, which every start of the program would spend.
var inEnglish = sync.OnceValue(func() *locale {
	return &locale{
		nouns: map[string]noun{
			"checklist": {one: "list", many: "lists"}, "checklist_item": {one: "item", many: "items"}, "situation_question": {one: "question", many: "questions"},
			"situation_actor": {one: "person", many: "people"}, "situation_note": {one: "note", many: "notes"}, "situation_summary": {one: "summary", many: "summaries"},
		},
		thing: noun{one: "thing", many: "things"},
		states: map[question.State]adjective{
			question.Open: same("open"), question.Pending: same("pending"), question.Doing: same("started"), question.Finished: same("completed"),
			question.Skipped: same("skipped"), question.Overdue: same("overdue"), question.Off: same("switched-off"),
		},
		active: same("active"),
		stamps: map[string]adjective{"arrivalDate": same("who came"), "createdAt": same("added"), "updatedAt": same("changed")},
		levels: [3]adjective{same("low-priority"), same("medium-priority"), same("high-priority")},
		words: map[string]string{
			"no": "no", "yes": "Yes", "not": "No", "repeats": "repeating", "due": "due", "with a deadline": "with a deadline", "undated": "without a date",
			"project": "in project", "about": "with", "tag": "tagged", "school": "for school", "work": "for work", "personal": "for personal matters",
			"nothing": "nothing", "on": "on", "from": "from", "to": "to", "until": "until", "between": "between", "and": "and", "after": "after", "before": "before",
			"today": "today", "tomorrow": "tomorrow", "yesterday": "yesterday", "at": "at", "deadline": "deadline",
			"next": "Next", "last": "Last", "first": "First", "urgent": "Most urgent first", "free": "You are free", "busy": "You are not free",
			"all day": "all day", "no place": "no place is set", "overdue besides": "overdue", "backlog": "without a date",
			"last time": "The last time", "no end": "No end is set", "on list": "on the list", "in team": "in team", "in situation": "in situation", "no deadline": "without a deadline",
			"elsewhere": "for all of them, use --output ndjson", "planned": "planned for then: %d", "days": "in %d days", "day away": "in 1 day", "days ago": "%d days ago", "day ago": "1 day ago",
			"frame": ", looked at from %s to %s", "no gap": "You have no free time", "clash": "At the same time", "no clash": "Nothing takes place at the same time",
			"context=personal": "personal", "context=school": "school", "context=work": "work", "over": "longer than", "under": "shorter than", "with notes": "with notes", "no notes": "without notes", "in all": "%s in all", "average": "%s on average", "no day": "no day is set", "none noted": "none is set", "but not": "but not", "nor": "nor", "or": "or", "targetDate": "by", "arrivalDate": "since",
			"most progressPercent": "Furthest along", "least progressPercent": "Least far along", "most arrivalDate": "The last to come", "least arrivalDate": "The first to come", "least createdAt": "The oldest", "most createdAt": "The newest", "most updatedAt": "Changed last", "least updatedAt": "Longest unchanged", "least endTime": "The shortest", "most endTime": "The longest", "least size": "The smallest", "most size": "The biggest",
			"riskLevel=high": "high risk", "riskLevel=medium": "medium risk", "riskLevel=low": "low risk", "isFavorite=true": "favourite",
			"left=true": "has left", "enabled=false": "off", "enabled=true": "",
			"no projectId": "without a project", "no targetDate": "without a target date", "no location": "without a place", "no tags": "without a tag", "no teamId": "without a team", "no email": "without an email address",
			"no answer": "without an answer", "no endTime": "without an end", "no startTime": "all day", "no context": "without a context", "no checklistId": "on no list",
			"with projectId": "with a project", "with teamId": "with a team", "with location": "with a place", "with answer": "with an answer", "with email": "with an email address", "with tags": "with a tag",
			"more": "and %s more", "low": "low", "medium": "medium", "high": "high", "doing": "started", "completed": "completed", "skipped": "skipped", "checked": "checked",
		},
		days: [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
	}
})

var inFrench = sync.OnceValue(func() *locale {
	return &locale{
		french: true,
		nouns: map[string]noun{
			"task": {"tâche", "tâches", true}, "event": {"événement", "événements", false}, "project": {"projet", "projets", false},
			"checklist": {"liste", "listes", true}, "checklist_item": {"élément de liste", "éléments de liste", false}, "note": {"note", "notes", true},
			"link": {"lien", "liens", false}, "person": {"personne", "personnes", true}, "team": {"équipe", "équipes", true}, "file": {"fichier", "fichiers", false},
			"alarm": {"alarme", "alarmes", true}, "situation": {"situation", "situations", true}, "situation_question": {"question", "questions", true},
			"situation_actor": {"acteur", "acteurs", false}, "situation_note": {"note", "notes", true}, "situation_summary": {"résumé", "résumés", false},
			"note_session": {"séance", "séances", true}, "note_line": {"note", "notes", true},
		},
		thing: noun{"élément", "éléments", false},
		states: map[question.State]adjective{
			question.Open: {"ouvert", "ouverts", "ouverte", "ouvertes"}, question.Pending: same("en attente"), question.Doing: same("en cours"),
			question.Finished: {"terminé", "terminés", "terminée", "terminées"}, question.Skipped: {"sauté", "sautés", "sautée", "sautées"}, question.Overdue: same("en retard"),
			question.Off: {"éteint", "éteints", "éteinte", "éteintes"},
		},
		active: adjective{"actif", "actifs", "active", "actives"},
		stamps: map[string]adjective{"arrivalDate": {"arrivé", "arrivés", "arrivée", "arrivées"}, "createdAt": {"ajouté", "ajoutés", "ajoutée", "ajoutées"}, "updatedAt": {"modifié", "modifiés", "modifiée", "modifiées"}},
		levels: [3]adjective{same("de basse priorité"), same("de priorité moyenne"), same("de haute priorité")},
		words: map[string]string{
			"no": "aucun", "no f": "aucune", "yes": "Oui", "not": "Non", "repeats": "qui se répètent", "due": "à échéance", "with a deadline": "avec une échéance", "undated": "sans date",
			"project": "dans le projet", "about": "avec", "tag": "avec l’étiquette", "school": "pour l’école", "work": "pour le travail", "personal": "à titre personnel",
			"nothing": "rien", "on": "le", "from": "du", "to": "au", "until": "jusqu’au", "between": "entre", "and": "et", "after": "après", "before": "avant",
			"today": "aujourd’hui", "tomorrow": "demain", "yesterday": "hier", "at": "à", "deadline": "échéance",
			"next": "Ensuite", "last": "En dernier", "first": "En premier", "urgent": "Le plus urgent d’abord", "free": "Vous êtes libre", "busy": "Vous n’êtes pas libre",
			"all day": "toute la journée", "no place": "aucun lieu n’est noté", "overdue besides": "en retard", "backlog": "sans date",
			"last time": "La dernière fois", "no end": "Aucune fin n’est notée", "on list": "sur la liste", "in team": "dans l’équipe", "in situation": "dans la situation", "no deadline": "sans échéance",
			"elsewhere": "pour tout voir : --output ndjson", "planned": "prévus alors : %d", "days": "dans %d jours", "day away": "dans 1 jour", "days ago": "il y a %d jours", "day ago": "il y a 1 jour",
			"frame": ", de %s à %s", "no gap": "Vous n’avez pas de temps libre", "clash": "En même temps", "no clash": "Rien n’a lieu en même temps",
			"context=personal": "personnel", "context=school": "école", "context=work": "travail", "over": "de plus de", "under": "de moins de", "with notes": "avec des notes", "no notes": "sans notes", "in all": "%s en tout", "average": "%s en moyenne", "no day": "aucun jour n’est noté", "none noted": "rien n’est noté", "but not": "mais pas", "nor": "ni", "or": "ou", "targetDate": "pour le", "arrivalDate": "depuis le",
			"most progressPercent": "Le plus avancé", "least progressPercent": "Le moins avancé", "most arrivalDate": "En dernier", "least arrivalDate": "En premier", "least createdAt": "Le plus ancien", "most createdAt": "Le plus récent", "most updatedAt": "Le dernier modifié", "least updatedAt": "Le plus longtemps inchangé", "least endTime": "Le plus court", "most endTime": "Le plus long", "least size": "Le plus petit", "most size": "Le plus gros",
			"riskLevel=high": "risque élevé", "riskLevel=medium": "risque moyen", "riskLevel=low": "risque faible", "isFavorite=true": "favori",
			"left=true": "n’est plus là", "enabled=false": "éteinte", "enabled=true": "",
			"no projectId": "sans projet", "no targetDate": "sans date cible", "no location": "sans lieu", "no tags": "sans étiquette", "no teamId": "sans équipe", "no email": "sans adresse mail",
			"no answer": "sans réponse", "no endTime": "sans fin", "no startTime": "toute la journée", "no context": "sans contexte", "no checklistId": "sur aucune liste",
			"with projectId": "avec un projet", "with teamId": "avec une équipe", "with location": "avec un lieu", "with answer": "avec une réponse", "with email": "avec une adresse mail", "with tags": "avec une étiquette",
			"more": "et %s de plus", "low": "priorité basse", "medium": "priorité moyenne", "high": "priorité haute", "doing": "en cours", "completed": "terminé", "skipped": "sauté", "checked": "coché",
		},
		days: [7]string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."},
	}
})

func (a *answerer) locale() *locale {
	if a.language == "fr" || a.language == "" && a.q.Language == question.French {
		return inFrench()
	}
	return inEnglish()
}

// Locale returns the words of answers in French or in English.
func Locale(french bool) propose.Locale {
	if french {
		return inFrench()
	}
	return inEnglish()
}

// French implements propose.Locale.
func (t *locale) French() bool { return t.french }

// Noun is what n records of a kind are called.
func (t *locale) Noun(kind string, n int) string {
	if w := t.noun([]string{kind}); t.plural(n) {
		return w.many
	} else {
		return w.one
	}
}

// plural: in French nothing and one are singular, in English nothing is plural.
func (t *locale) plural(n int) bool { return n != 1 && (n != 0 || !t.french) }

// Value is one of the few values of a field in words. English has it as it is.
func (t *locale) Value(word string) string {
	if said, known := t.words[word]; known && t.french {
		return said
	}
	return word
}

// noun is what the records of an answer are called.
func (t *locale) noun(kinds []string) noun {
	if len(kinds) != 1 {
		return t.thing
	}
	if n, ok := t.nouns[kinds[0]]; ok {
		return n
	}
	k := schema.Lookup(kinds[0])
	return noun{one: k.Noun(1), many: k.Noun(2)}
}

// many says how many there are of what the question asks for: "2 open tasks in
// project Data today (Sat 2026-11-21)".
func (t *locale) many(a *answerer, n int) string {
	what := t.noun(a.kindNames())
	plural := t.plural(n)
	name, number := what.one, t.number(n)
	if plural {
		name = what.many
	}
	if n == 0 {
		number = t.words["no"]
		if t.french && what.feminine {
			number = t.words["no f"]
		}
	}
	adjectives := t.adjectives(a, what, plural)
	words := []string{number}
	switch {
	case n == 0 && what == t.thing && len(adjectives) == 0:
		words[0] = t.words["nothing"]
	case t.french:
		words = append(append(words, name), adjectives...)
	default:
		words = append(append(words, adjectives...), name)
	}
	if s := a.q.Stamp; s.Field != "" {
		words = append(words, t.stamps[s.Field].of(what, plural), t.time(s.Time, a.today))
	}
	return capital(strings.Join(append(words, t.tail(a)...), " ")) + t.orElse(a)
}

func (t *locale) adjectives(a *answerer, what noun, many bool) []string {
	state := a.q.State
	if state == question.Usual && a.settling() && a.open() {
		state = question.Open
	}
	return t.qualities(a, state, what, many)
}

// qualities are the state and the priority of what is asked for, and whether it
// repeats.
func (t *locale) qualities(a *answerer, state question.State, what noun, many bool) (list []string) {
	switch w, ok := t.states[state]; {
	case state == question.Open && slices.Equal(a.kindNames(), []string{"alarm"}):
		list = append(list, t.active.of(what, many))
	case ok && (state != question.Open || a.opens()):
		list = append(list, w.of(what, many))
	}
	for i, p := range schema.Priorities {
		if a.q.Priority == p {
			list = append(list, t.levels[i].of(what, many))
		}
	}
	if a.q.Repeats {
		list = append(list, t.words["repeats"])
	}
	return list
}

// opens reports whether something that is asked for can be open.
func (a *answerer) opens() bool {
	return slices.ContainsFunc(a.kinds(), func(k *schema.Kind) bool {
		answer, _ := k.Field("answer")
		enabled, _ := k.Field("enabled")
		return k.Settles() || k.Done != "" || answer != nil || enabled != nil || k.Day != ""
	})
}

// tail is where, about what and when.
func (t *locale) tail(a *answerer) (words []string) {
	add := func(list ...string) { words = append(words, list...) }
	lacking := a.q.Undated || a.q.NoDeadline
	add(t.scope(a)...)
	for _, f := range a.q.Facts {
		if lacking && f.Is == question.Missing {
			add(t.words["and"]) // "without a date and without a tag"
		}
		add(t.fact(f)...)
		lacking = lacking || f.Is == question.Missing
	}
	add(t.lasting(a)...)
	for i, about := range a.q.About {
		if i == 0 {
			add(t.words["about"])
		} else if a.q.Any {
			add(t.words["or"])
		} else {
			add(t.words["and"])
		}
		add(quote(about))
	}
	switch {
	case a.q.Due && !a.when.Set():
		add(t.words["with a deadline"])
	case a.q.Due:
		add(t.words["due"])
	}
	if a.when.Set() {
		add(t.time(a.when, a.today))
	}
	for i, not := range a.not {
		word := "but not"
		if i > 0 {
			word = "nor"
		}
		add(t.words[word])
		add(t.excepting(not)...)
	}
	return words
}

// scope is what it belongs to, and what it has not.
func (t *locale) scope(a *answerer) (words []string) {
	add := func(list ...string) { words = append(words, list...) }
	if a.q.Undated {
		add(t.words["undated"])
	}
	if a.q.Undated && a.q.NoDeadline {
		add(t.words["and"])
	}
	if a.q.NoDeadline {
		add(t.words["no deadline"])
	}
	if a.q.Context != "" {
		add(t.words[a.q.Context])
	}
	if a.q.Tag != "" {
		add(t.words["tag"], quote(a.q.Tag))
	}
	if a.q.Project != "" {
		add(t.words["project"], oneLine(a.q.Project))
	}
	if of := a.q.Of; of.Kind != "" {
		word := map[string]string{"checklist": "on list", "team": "in team", "situation": "in situation"}[of.Kind]
		add(t.words[word], quote(of.Name))
	}
	return words
}

// fact says what a single field has to be.
func (t *locale) fact(f question.Fact) []string {
	said := t.words[f.Field+"="+f.Value]
	switch {
	case f.Is == question.Missing:
		return []string{t.lacking(f.Field)}
	case f.Is == question.Given:
		return []string{t.words["with "+f.Field]}
	case f.Field == "tags":
		return []string{t.words["and"], quote(f.Value)} // beside the tag that is said before
	case said != "":
		return []string{"(" + said + ")"}
	}
	return nil
}

// lasting says how long something takes at least, or at most.
func (t *locale) lasting(a *answerer) (words []string) {
	if a.q.Over > 0 {
		words = append(words, t.words["over"], span(a.q.Over))
	}
	if a.q.Under > 0 {
		words = append(words, t.words["under"], span(a.q.Under))
	}
	return words
}

// lacking says that a field has no value.
func (t *locale) lacking(field string) string { return t.words["no "+field] }

// excepting says what is not meant.
func (t *locale) excepting(not *answerer) (words []string) {
	what := t.noun(not.q.Kinds)
	if len(not.q.Kinds) > 0 {
		words = append(words, what.many)
	}
	not.when = not.q.When
	words = append(words, t.adjectives(not, what, true)...)
	return append(words, t.tail(not)...)
}

// time says which days and hours are looked at.
func (t *locale) time(w question.Time, today calendar.Date) string {
	var words []string
	switch {
	case w.Days == w.Last:
		words = append(words, t.day(w.Days, today))
	case !w.Last.Valid():
		words = append(words, t.since(w.Days))
	case !w.Days.Valid():
		words = append(words, t.words["until"], t.date(w.Last))
	default:
		words = append(words, t.words["from"], t.date(w.Days), t.words["to"], t.date(w.Last))
	}
	switch {
	case w.From.Valid() && w.From == w.To:
		words = append(words, t.words["at"], w.From.String())
	case w.From.Valid() && w.To.Valid():
		words = append(words, t.words["between"], w.From.String(), t.words["and"], w.To.String())
	case w.From.Valid():
		words = append(words, t.words["after"], w.From.String())
	case w.To.Valid():
		words = append(words, t.words["before"], w.To.String())
	}
	return strings.Join(words, " ")
}

func (t *locale) since(d calendar.Date) string {
	if t.french {
		return "à partir du " + t.date(d)
	}
	return "from " + t.date(d) + " on"
}

// day is one day, by its own word where it is near.
func (t *locale) day(d, today calendar.Date) string {
	for word, n := range map[string]int{"today": 0, "tomorrow": 1, "yesterday": -1} {
		if d == today.AddDays(n) {
			return t.words[word] + " (" + t.date(d) + ")"
		}
	}
	return t.words["on"] + " " + t.date(d)
}

// Near is a day with its weekday, with a word where it is close to today; "" for no
// day.
func (t *locale) Near(d, today calendar.Date) string {
	if !d.Valid() {
		return ""
	}
	return strings.TrimPrefix(t.day(d, today), t.words["on"]+" ")
}

// date is a day with its weekday, which people plan by.
func (t *locale) date(d calendar.Date) string { return t.days[d.Weekday()] + " " + d.String() }

// noSuch says that nothing of a kind has a name, and what the nearest are called.
func (t *locale) noSuch(kind, name string, closest []string) string {
	n := t.noun([]string{kind})
	for i, c := range closest {
		closest[i] = quote(c)
	}
	list := strings.Join(closest, ", ")
	switch {
	case t.french && list == "" && n.feminine:
		return "Il n’y a pas " + elided("de", n.one) + " " + quote(name) + ", ni aucune autre."
	case t.french && list == "":
		return "Il n’y a pas " + elided("de", n.one) + " " + quote(name) + ", ni aucun autre."
	case t.french:
		return "Il n’y a pas " + elided("de", n.one) + " " + quote(name) + " ; les plus proches : " + list + "."
	case list == "":
		return "There is no " + n.one + " " + quote(name) + ", and no other."
	}
	return "There is no " + n.one + " " + quote(name) + "; the closest: " + list + "."
}

// elided is a small word before another, which takes its vowel: "d’équipe".
func elided(small, word string) string {
	first, _ := utf8.DecodeRuneInString(unaccented(word))
	if strings.ContainsRune("aeiou", first) {
		return small[:len(small)-1] + "’" + word
	}
	return small + " " + word
}

// number is n with separators: "4,000", in French "4 000".
func (t *locale) number(n int) string {
	said := problem.Number(n)
	if t.french {
		said = strings.ReplaceAll(said, ",", "\u202f")
	}
	return said
}

// planned says how many are planned for a time.
func (t *locale) planned(n int) string { return fmt.Sprintf(t.words["planned"], n) }

// away is how many days it is until a day, or since.
func (t *locale) away(d, today calendar.Date) string {
	n := int(d - today)
	word, count := "days", n
	switch {
	case n == 0:
		return t.day(d, today)
	case n < 0:
		word, count = "days ago", -n
	}
	if count == 1 {
		return t.words[map[string]string{"days": "day away", "days ago": "day ago"}[word]] + " (" + t.date(d) + ")"
	}
	return fmt.Sprintf(t.words[word], count) + " (" + t.date(d) + ")"
}

// length says how long an item takes.
func (t *locale) length(i item) string {
	to := i.record.Get("endTime").Time()
	if !to.Valid() || !i.begins.Valid() {
		return t.words["no end"]
	}
	minutes, _ := lasts(i)
	return span(minutes)
}

func quote(s string) string { return "“" + shortened(oneLine(s)) + "”" }

// capital begins a sentence.
func capital(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(first)) + s[n:]
}
