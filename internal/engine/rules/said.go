package rules

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"
)

// Questions and reasons are in the language of the request. Titles are quoted as they
// are in the data.

// Questions.
var (
	whichMeant      = propose.Sentence{English: "Which “%s” do you mean?", French: "De quel “%s” s’agit-il ?"}
	whichOfKind     = propose.Sentence{English: "Which %s do you mean?", French: "Lequel de ces éléments (%s) ?"}
	whichKindNamed  = propose.Sentence{English: "Which %s “%s” do you mean?", French: "Quel élément (%s) appelé “%s” ?"}
	whichList       = propose.Sentence{English: "Which list “%s” do you mean?", French: "Quelle liste “%s” ?"}
	whichProject    = propose.Sentence{English: "Which project “%s” do you mean?", French: "Quel projet “%s” ?"}
	isAllDone       = propose.Sentence{English: "“%s” is more than that. Is all of it done?", French: "“%s” dit plus que cela. Est-ce entièrement fait ?"}
	whichIsIt       = propose.Sentence{English: "Which one is “%s”?", French: "Que désigne “%s” ?"}
	whichOfID       = propose.Sentence{English: "Several records have the id %d. Which one do you mean?", French: "Plusieurs éléments ont le numéro %d. Lequel ?"}
	whichOccurrence = propose.Sentence{English: "Which occurrence of “%s” do you mean?", French: "Quelle date de “%s” ?"}
	whichRenamed    = propose.Sentence{English: "Which one should be renamed? Put its title in quotation marks.", French: "Lequel faut-il renommer ? Mettez son titre entre guillemets."}
	nothingMatches  = propose.Sentence{English: "Nothing matches “%s”.", French: "Rien ne correspond à “%s”."}
	nothingOfThat   = propose.Sentence{English: "None of those is called “%s”.", French: "Aucun d’eux ne s’appelle “%s”."}
	nothingCalled   = propose.Sentence{English: "Nothing is called “%s”. Which one do you mean?", French: "Rien ne s’appelle “%s”. Lequel ?"}
	nothingCalledIt = propose.Sentence{English: "Nothing is called “%s”. Which one do you mean? To add a new one, say “add …”.", French: "Rien ne s’appelle “%s”. Lequel ? Pour en ajouter un, dites “ajoute …”."}
	noneOfKind      = propose.Sentence{English: "No %s matches.", French: "Aucun élément de ce genre (%s) ne convient."}
	noneCalled      = propose.Sentence{English: "There is no %s called “%s”.", French: "Aucun élément (%s) ne s’appelle “%s”."}
	noProject       = propose.Sentence{English: "No project is called “%s”.", French: "Aucun projet ne s’appelle “%s”."}
	noList          = propose.Sentence{English: "No list or project is called “%s”. Where should it go?", French: "Ni liste ni projet ne s’appelle “%s”. Où faut-il le mettre ?"}
	whichThen       = propose.Sentence{English: " Which one do you mean?", French: " Lequel ?"}
	thereIs         = propose.Sentence{English: "“%s” already exists. To change it, say “move %s …”. To add another one, say “add …”.", French: "“%s” existe déjà. Pour le modifier, dites “déplace %s …”. Pour en ajouter un autre, dites “ajoute …”."}
	whatBecomes     = propose.Sentence{English: "“%s” already exists. What should change? To add another one, say “add …”.", French: "“%s” existe déjà. Que faut-il changer ? Pour en ajouter un autre, dites “ajoute …”."}
	notDone         = propose.Sentence{English: "So “%s” is not done. What should happen to it?", French: "“%s” n’est donc pas fait. Qu’en faire ?"}
	whichDay        = propose.Sentence{English: "Which day, from %s to %s?", French: "Quel jour, du %s au %s ?"}
	dueWhichDay     = propose.Sentence{English: "Due on which day, from %s to %s?", French: "À rendre quel jour, du %s au %s ?"}
	toWhichDay      = propose.Sentence{English: "To which day?", French: "À quel jour ?"}
	occursNot       = propose.Sentence{English: "“%s” does not occur on %s. Which day do you mean?", French: "“%s” n’a pas lieu le %s. Quel jour ?"}
	allThereIs      = propose.Sentence{English: "That matches every record. Say which ones: today’s, overdue, those of a project or with a tag, all tasks, or all events.",
		French: "Cela concerne tous les éléments. Précisez lesquels : ceux d’aujourd’hui, en retard, d’un projet ou avec une étiquette, toutes les tâches ou tous les événements."}
)

// reason is why something is not done, or a remark, and what to do next.
type reason struct{ what, next propose.Sentence }

var (
	noTimeOfDay = reason{propose.Sentence{English: "%s has no time of day", French: "%s n’a pas d’heure"},
		propose.Sentence{English: "make it an event instead", French: "faites-en un événement"}}
	noSuchField = reason{propose.Sentence{English: "%s has no %s", French: "%s n’a pas de champ %s"},
		propose.Sentence{English: "leave it out, or make it a task", French: "omettez-le, ou faites-en une tâche"}}
	noStatus = reason{propose.Sentence{English: "“%s” is %s, and has no status", French: "“%s” est %s, et n’a pas de statut"},
		propose.Sentence{English: "delete it or move it instead", French: "supprimez-le ou déplacez-le"}}
	noSuchID = reason{propose.Sentence{English: "there is no %s with the id %d", French: "aucun élément (%s) n’a le numéro %d"},
		propose.Sentence{English: "find it with `assister search`", French: "cherchez-le avec `assister search`"}}
	repeatsWhole = reason{propose.Sentence{English: "“%s” repeats, and a single occurrence cannot be moved", French: "“%s” se répète, et une seule date ne peut pas être déplacée"},
		propose.Sentence{English: "skip that day and add a new one, or say how the series should repeat", French: "sautez ce jour et ajoutez-en un autre, ou dites comment la série doit se répéter"}}
	repeatsAll = reason{propose.Sentence{English: "all of those repeat, and a single occurrence cannot be moved", French: "tous se répètent, et une seule date ne peut pas être déplacée"},
		propose.Sentence{English: "skip that day and add a new one", French: "sautez ce jour et ajoutez-en un autre"}}
	repeatsSwapped = reason{propose.Sentence{English: "“%s” repeats, and a single occurrence cannot be swapped", French: "“%s” se répète, et une seule date ne peut pas être échangée"},
		propose.Sentence{English: "move one of the two instead", French: "déplacez plutôt l’un des deux"}}
	repeatsMonthEnd = reason{propose.Sentence{English: "“%s” repeats at the end of the month, and a single occurrence cannot be left out", French: "“%s” se répète en fin de mois, et une seule date ne peut pas être omise"},
		propose.Sentence{English: "say how the series should repeat", French: "dites comment la série doit se répéter"}}
	onNoDay = reason{propose.Sentence{English: "“%s” has no day to move it from", French: "“%s” n’a pas de jour d’où le déplacer"},
		propose.Sentence{English: "name the day", French: "dites le jour"}}
	onNoDaySwapped = reason{propose.Sentence{English: "“%s” has no day to swap", French: "“%s” n’a pas de jour à échanger"},
		propose.Sentence{English: "name the day to move it to", French: "dites le jour où le mettre"}}
	sameDay = reason{propose.Sentence{English: "both are on the same day, and one of them has no time", French: "les deux sont le même jour, et l’un des deux n’a pas d’heure"},
		propose.Sentence{English: "name the time to move it to", French: "dites l’heure où le mettre"}}
	atNoTime = reason{propose.Sentence{English: "“%s” has no time to move it from", French: "“%s” n’a pas d’heure d’où le déplacer"},
		propose.Sentence{English: "name the time", French: "dites l’heure"}}
	withoutEnd = reason{propose.Sentence{English: "“%s” has no end to move", French: "“%s” n’a pas de fin à déplacer"},
		propose.Sentence{English: "say when it ends, such as until 5pm", French: "dites quand il finit, par exemple jusqu’à 17h"}}
	tooLong = reason{propose.Sentence{English: "“%s” would take %d minutes", French: "“%s” durerait %d minutes"}, withoutEnd.next}
	noTime  = reason{propose.Sentence{English: "“%s” is not a time of day", French: "“%s” n’est pas une heure"},
		propose.Sentence{English: "name the time, such as at 6pm", French: "dites l’heure, par exemple à 18h"}}
	nothingToChange = reason{propose.Sentence{English: "none of those has the field to change", French: "aucun d’eux n’a le champ à modifier"},
		propose.Sentence{English: "say what to change", French: "dites ce qui est à modifier"}}
	tooMany = reason{propose.Sentence{English: "this has to be computed for each of %s records, and %s is the limit", French: "cela se calcule pour chacun des %s éléments, et la limite est de %s"},
		propose.Sentence{English: "narrow it down by a project or a day", French: "précisez par un projet ou un jour"}}
	onlyTitle = reason{propose.Sentence{English: "a list item has only a title", French: "un élément de liste n’a qu’un titre"},
		propose.Sentence{English: "leave the rest out, or make it a task", French: "omettez le reste, ou faites-en une tâche"}}
	onlyTitled  = reason{onlyTitle.what, propose.Sentence{English: "name the item", French: "nommez l’élément"}}
	onlyChecked = reason{propose.Sentence{English: "a list item is either checked or not", French: "un élément de liste est coché ou ne l’est pas"},
		propose.Sentence{English: "check it off, or delete it", French: "cochez-le, ou supprimez-le"}}
)

// Remarks on operations.
var (
	byTheWay = reason{propose.Sentence{English: "no record matches “%s”, so it was ignored", French: "aucun élément ne correspond à “%s”, qui est donc ignoré"},
		propose.Sentence{English: "to mark a record as done, use its title", French: "pour terminer un élément, donnez son titre"}}
	everyOccurrence = reason{propose.Sentence{English: "changed for every occurrence, since it repeats: %s", French: "modifié pour toutes les dates, car cela se répète : %s"},
		propose.Sentence{English: "a single occurrence has only its own day and status", French: "une seule date n’a que son jour et son statut"}}
	leftAlone = reason{propose.Sentence{English: "not changed, because it repeats: %s", French: "non modifié, car cela se répète : %s"},
		propose.Sentence{English: "skip that day, or say how the series should repeat", French: "sautez ce jour, ou dites comment la série doit se répéter"}}
	hourSkipped = reason{propose.Sentence{English: "%s on %s does not exist in %s: the clocks go forward", French: "%s le %s n’existe pas à %s : on passe à l’heure d’été"},
		propose.Sentence{English: "%s is used instead", French: "%s est retenu à la place"}}
	hourTwice = reason{propose.Sentence{English: "%s on %s exists twice in %s: the clocks go back", French: "%s le %s existe deux fois à %s : on passe à l’heure d’hiver"},
		propose.Sentence{English: "the first of the two is used", French: "la première des deux est retenue"}}
	newList = reason{propose.Sentence{English: "there is no list called “%s” yet, so it is created", French: "il n’y a pas encore de liste “%s” : elle est créée"},
		propose.Sentence{English: "if you meant another list, give its name", French: "s’il s’agit d’une autre liste, nommez-la"}}
	divided = reason{propose.Sentence{English: "“%s” is split: it ends before %s, and a new series starts on %s, since an event has no list of skipped days", French: "“%s” est divisé : il finit avant le %s, et une nouvelle série commence le %s, car un événement n’a pas de liste de jours sautés"},
		propose.Sentence{English: "undo reverts both together", French: "undo annule les deux ensemble"}}
)

// Notes of a record.
var (
	takesMinutes = propose.Sentence{English: "takes %d minutes", French: "dure %d minutes"}
	orElse       = propose.Sentence{English: " or ", French: " ou "}
	andMore      = propose.Sentence{English: "and %d more", French: "et %d de plus"}
)

// parts are the parts of a day in French; English has them as the grammar calls them.
var frenchParts = map[string]string{"morning": "matin", "afternoon": "après-midi", "evening": "soir", "night": "nuit", "lunchtime": "midi"}

// say puts a sentence into the language of the request, with the weekday of each date.
func (d *drafter) say(s propose.Sentence, about ...any) string {
	said := slices.Clone(about)
	for i, x := range said {
		if day, is := x.(calendar.Date); is {
			said[i] = d.language().date(day)
		}
	}
	return s.In(d.locale, said...)
}

func (d *drafter) language() *locale {
	if d.french() {
		return inFrench()
	}
	return inEnglish()
}

// kind is what a record of a kind is called.
func (d *drafter) kind(name string) string { return Locale(d.french()).Noun(name, 1) }

// kinds are several kinds of which one may be meant.
func (d *drafter) kinds(names []string) string {
	said := make([]string, len(names))
	for i, name := range names {
		said[i] = d.kind(name)
	}
	return strings.Join(said, d.say(orElse))
}

// a is a kind with its article.
func (d *drafter) a(k *schema.Kind) string {
	name := d.kind(k.Name)
	switch vowel := strings.ContainsRune("aeiou", rune(name[0])); {
	case d.french() && inFrench().noun([]string{k.Name}).feminine:
		return "une " + name
	case d.french():
		return "un " + name
	case vowel:
		return "an " + name
	}
	return "a " + name
}

func (d *drafter) french() bool { return d.locale != nil && d.locale.French() }

// part is a part of the day as a person writes it down.
func (d *drafter) part(p phrase.Part) string {
	if said := frenchParts[p.String()]; d.french() && said != "" {
		return said
	}
	return p.String()
}

// ask ends the draft with a question.
func (d *drafter) ask(options []record.Record, question propose.Sentence, about ...any) error {
	return &stopped{question: d.say(question, about...), options: options}
}

// unmatched says that nothing is called so, and asks only where there is something to
// choose from.
func (d *drafter) unmatched(options []record.Record, sentence propose.Sentence, about ...any) error {
	words := d.say(sentence, about...)
	if len(options) > 0 {
		words += d.say(whichThen)
	}
	return &stopped{question: words, options: options, nothing: true}
}

// refuse says which words cannot be carried out, and why.
func (d *drafter) refuse(words phrase.Span, code string, why reason, about ...any) error {
	return &stopped{words: words.Of(d.text), problem: &problem.Problem{Code: code, Message: d.say(why.what, about...), Hint: d.say(why.next)}}
}

// remark says something about what is drafted.
func (d *drafter) remark(code, field string, of reason, about ...any) {
	d.warnings = append(d.warnings, problem.Problem{Code: code, Field: field, Message: d.say(of.what, about...), Hint: d.say(of.next)})
}
