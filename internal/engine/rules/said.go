package rules

import (
	"strings"

	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"
)

// What the rules ask, and why they do not do something, is said in the language of
// the request. A name stands in it as it is in the data.

// Questions. What can be answered by one word more says how.
var (
	whichMeant      = propose.Sentence{English: "Which “%s” do you mean?", French: "De quel “%s” s’agit-il ?"}
	whichOfKind     = propose.Sentence{English: "Which %s do you mean?", French: "Lequel de ces éléments (%s) ?"}
	whichKindNamed  = propose.Sentence{English: "Which %s “%s” do you mean?", French: "Quel élément (%s) “%s” ?"}
	whichList       = propose.Sentence{English: "Which list “%s” do you mean?", French: "Quelle liste “%s” ?"}
	whichProject    = propose.Sentence{English: "Which project “%s” do you mean?", French: "Quel projet “%s” ?"}
	isAllDone       = propose.Sentence{English: "“%s” is more than that. Is all of it done?", French: "“%s” dit plus que cela. Est-ce entièrement fait ?"}
	whichIsIt       = propose.Sentence{English: "Which one is “%s”?", French: "Que désigne “%s” ?"}
	whichOfID       = propose.Sentence{English: "There are several with the id %d. Which one do you mean?", French: "Plusieurs éléments ont le numéro %d. Lequel ?"}
	whichOccurrence = propose.Sentence{English: "Which occurrence of %q do you mean?", French: "Quelle date de %q ?"}
	whichRenamed    = propose.Sentence{English: "Which one is to be renamed? Put its title in quotation marks.", French: "Lequel faut-il renommer ? Mettez son titre entre guillemets."}
	nothingMatches  = propose.Sentence{English: "Nothing matches “%s”.", French: "Rien ne correspond à “%s”."}
	nothingOfThat   = propose.Sentence{English: "Nothing of that is called “%s”.", French: "Rien de cela ne s’appelle “%s”."}
	nothingCalled   = propose.Sentence{English: "Nothing is called “%s”. Which one do you mean?", French: "Rien ne s’appelle “%s”. Lequel ?"}
	nothingCalledIt = propose.Sentence{English: "Nothing is called “%s”. Which one do you mean? Say “add …” for a new one.", French: "Rien ne s’appelle “%s”. Lequel ? Dites “ajoute …” pour un nouveau."}
	noneOfKind      = propose.Sentence{English: "There is no %s that could be meant.", French: "Aucun élément de ce genre (%s) ne convient."}
	noneCalled      = propose.Sentence{English: "There is no %s called “%s”.", French: "Aucun élément (%s) ne s’appelle “%s”."}
	noProject       = propose.Sentence{English: "No project is called “%s”.", French: "Aucun projet ne s’appelle “%s”."}
	noList          = propose.Sentence{English: "No list and no project is called “%s”. Where is it to go?", French: "Ni liste ni projet ne s’appelle “%s”. Où faut-il le mettre ?"}
	whichThen       = propose.Sentence{English: " Which one do you mean?", French: " Lequel ?"}
	thereIs         = propose.Sentence{English: "There is “%s” already. Is it to be changed? Say “move %s …”, or “add …” for another one.", French: "“%s” existe déjà. Faut-il le modifier ? Dites “déplace %s …”, ou “ajoute …” pour un autre."}
	whatBecomes     = propose.Sentence{English: "There is “%s” already. What becomes of it? Say “add …” for another one.", French: "“%s” existe déjà. Qu’en faire ? Dites “ajoute …” pour un autre."}
	notDone         = propose.Sentence{English: "So “%s” is not done. What becomes of it?", French: "“%s” n’est donc pas fait. Qu’en faire ?"}
	whichDay        = propose.Sentence{English: "Which day, from %s to %s?", French: "Quel jour, du %s au %s ?"}
	dueWhichDay     = propose.Sentence{English: "Due on which day, from %s to %s?", French: "À rendre quel jour, du %s au %s ?"}
	toWhichDay      = propose.Sentence{English: "To which day?", French: "À quel jour ?"}
	occursNot       = propose.Sentence{English: "%q does not occur on %s. Which day do you mean?", French: "%q n’a pas lieu le %s. Quel jour ?"}
	allThereIs      = propose.Sentence{English: "That would be everything there is. Say which of it: of today, overdue, of a project, with a tag, or all tasks, all events.",
		French: "Ce serait tout ce qu’il y a. Précisez : d’aujourd’hui, en retard, d’un projet, avec une étiquette, ou toutes les tâches, tous les événements."}
)

// reason is why something is not done, or what is to be known about it, and what to
// do next.
type reason struct{ what, next propose.Sentence }

var (
	noTimeOfDay = reason{propose.Sentence{English: "%s has no time of day", French: "%s n’a pas d’heure"},
		propose.Sentence{English: "make it an event instead", French: "faites-en un événement"}}
	noSuchField = reason{propose.Sentence{English: "%s has no %s", French: "%s n’a pas de champ %s"},
		propose.Sentence{English: "leave it out, or make it a task", French: "omettez-le, ou faites-en une tâche"}}
	noStatus = reason{propose.Sentence{English: "%q is %s, which has no status", French: "%q est %s, sans statut"},
		propose.Sentence{English: "delete it or move it instead", French: "supprimez-le ou déplacez-le"}}
	noSuchID = reason{propose.Sentence{English: "there is no %s with the id %d", French: "aucun élément (%s) n’a le numéro %d"},
		propose.Sentence{English: "look it up with list", French: "cherchez-le avec list"}}
	repeatsWhole = reason{propose.Sentence{English: "%q repeats, and one occurrence of it cannot be moved yet", French: "%q se répète, et une seule date ne peut pas encore être déplacée"},
		propose.Sentence{English: "skip that day and add a new one, or say how the series is to repeat", French: "sautez ce jour et ajoutez-en un autre, ou dites comment la série se répète"}}
	repeatsAll = reason{propose.Sentence{English: "all of that repeats, and one occurrence of it cannot be moved yet", French: "tout cela se répète, et une seule date ne peut pas encore être déplacée"},
		propose.Sentence{English: "skip that day and add a new one", French: "sautez ce jour et ajoutez-en un autre"}}
	repeatsSwapped = reason{propose.Sentence{English: "%q repeats, and one occurrence of it cannot be exchanged", French: "%q se répète, et une seule date ne peut pas être échangée"},
		propose.Sentence{English: "move it, or the other one", French: "déplacez-le, ou l’autre"}}
	repeatsMonthEnd = reason{propose.Sentence{English: "%q repeats at the end of months, and one occurrence of it cannot be left out", French: "%q se répète en fin de mois, et une seule date ne peut pas être omise"},
		propose.Sentence{English: "say how the series is to repeat", French: "dites comment la série se répète"}}
	onNoDay = reason{propose.Sentence{English: "%q is on no day that it could be moved from", French: "%q n’a pas de jour d’où le déplacer"},
		propose.Sentence{English: "name the day", French: "dites le jour"}}
	onNoDaySwapped = reason{propose.Sentence{English: "%q is on no day that it could be exchanged for", French: "%q n’a pas de jour à échanger"},
		propose.Sentence{English: "name the day to move it to", French: "dites le jour où le mettre"}}
	sameDay = reason{propose.Sentence{English: "both are on the same day, and not both have a time", French: "les deux sont le même jour, et l’un des deux n’a pas d’heure"},
		propose.Sentence{English: "name the time to move it to", French: "dites l’heure où le mettre"}}
	atNoTime = reason{propose.Sentence{English: "%q has no time that it could be moved from", French: "%q n’a pas d’heure d’où le déplacer"},
		propose.Sentence{English: "name the time", French: "dites l’heure"}}
	withoutEnd = reason{propose.Sentence{English: "%q has no end that it could be moved from", French: "%q n’a pas de fin à déplacer"},
		propose.Sentence{English: "say when it ends, such as until 5pm", French: "dites quand il finit, par exemple jusqu’à 17h"}}
	tooLong = reason{propose.Sentence{English: "%q would take %d minutes", French: "%q durerait %d minutes"}, withoutEnd.next}
	noTime  = reason{propose.Sentence{English: "the %s is no time of day", French: "“%s” n’est pas une heure"},
		propose.Sentence{English: "name the time, such as at 6pm", French: "dites l’heure, par exemple à 18h"}}
	nothingToChange = reason{propose.Sentence{English: "none of that has what would be changed", French: "rien de cela n’a ce qui serait modifié"},
		propose.Sentence{English: "name what is to be changed", French: "dites ce qui est à modifier"}}
	tooMany = reason{propose.Sentence{English: "that has to be worked out for each of %d records, and %d is the most at once", French: "cela se calcule pour chacun des %d éléments, et %d est le maximum à la fois"},
		propose.Sentence{English: "narrow it down, by a project or a day", French: "précisez par un projet ou un jour"}}
	onlyTitle = reason{propose.Sentence{English: "an item of a list has a title and nothing else", French: "un élément de liste a un titre et rien d’autre"},
		propose.Sentence{English: "leave the rest out, or make it a task", French: "omettez le reste, ou faites-en une tâche"}}
	onlyTitled  = reason{onlyTitle.what, propose.Sentence{English: "name the item", French: "nommez l’élément"}}
	onlyChecked = reason{propose.Sentence{English: "an item of a list is checked or it is not", French: "un élément de liste est coché ou ne l’est pas"},
		propose.Sentence{English: "check it off, or delete it", French: "cochez-le, ou supprimez-le"}}
)

// Remarks beside operations.
var (
	byTheWay = reason{propose.Sentence{English: "nothing is called as in “%s”, so it is taken as said by the way", French: "rien ne s’appelle comme dans “%s”, qui est pris comme dit en passant"},
		propose.Sentence{English: "name what was done as it is called", French: "nommez ce qui a été fait comme il s’appelle"}}
	everyOccurrence = reason{propose.Sentence{English: "for every occurrence, since it repeats: %s", French: "pour toutes les dates, puisque cela se répète : %s"},
		propose.Sentence{English: "an occurrence has a day and a status of its own, and nothing else", French: "une date a son jour et son statut, et rien d’autre"}}
	leftAlone = reason{propose.Sentence{English: "left alone because it repeats: %s", French: "laissé tel quel, car cela se répète : %s"},
		propose.Sentence{English: "skip that day, or say how the series is to repeat", French: "sautez ce jour, ou dites comment la série se répète"}}
	hourSkipped = reason{propose.Sentence{English: "%s on %s does not exist in %s: the clocks go forward over it", French: "%s le %s n’existe pas à %s : on passe à l’heure d’été"},
		propose.Sentence{English: "it is taken as %s", French: "c’est compris comme %s"}}
	hourTwice = reason{propose.Sentence{English: "%s on %s exists twice in %s: the clocks go back over it", French: "%s le %s existe deux fois à %s : on passe à l’heure d’hiver"},
		propose.Sentence{English: "the first of the two is meant", French: "la première des deux est retenue"}}
	newList = reason{propose.Sentence{English: "there is no list called %q yet: it is made", French: "il n’y a pas encore de liste %q : elle est créée"},
		propose.Sentence{English: "if you meant another list, name that one", French: "s’il s’agit d’une autre liste, nommez-la"}}
	divided = reason{propose.Sentence{English: "%q ends before %s, and goes on as another series from %s: an event has no list of skipped days", French: "%q finit avant le %s, et continue en une autre série à partir du %s : un événement n’a pas de liste de jours sautés"},
		propose.Sentence{English: "undo takes both back together", French: "undo annule les deux ensemble"}}
)

// Notes of a record.
var (
	takesMinutes = propose.Sentence{English: "takes %d minutes", French: "dure %d minutes"}
	orElse       = propose.Sentence{English: " or ", French: " ou "}
	andMore      = propose.Sentence{English: "and %d more", French: "et %d de plus"}
)

// parts are the parts of a day in French; English has them as the grammar calls them.
var frenchParts = map[string]string{"morning": "matin", "afternoon": "après-midi", "evening": "soir", "night": "nuit", "lunchtime": "midi"}

// say puts a sentence into the language of the request.
func (d *drafter) say(s propose.Sentence, about ...any) string { return s.In(d.tongue, about...) }

// kind is what a record of a kind is called.
func (d *drafter) kind(name string) string { return Tongue(d.french()).Noun(name, 1) }

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
	switch {
	case !d.french():
		return k.One()
	case inFrench().noun([]string{k.Name}).feminine:
		return "une " + d.kind(k.Name)
	}
	return "un " + d.kind(k.Name)
}

func (d *drafter) french() bool { return d.tongue != nil && d.tongue.French() }

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
