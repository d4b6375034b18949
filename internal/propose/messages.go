package propose

import (
	"strings"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/route"
)

// Messages about a request that any engine can cause, in the language of the request.
var (
	notUnderstoodMessage = Sentence{
		English: "I did not understand %s, so nothing was changed",
		French:  "je n’ai pas compris %s ; rien n’a été modifié",
	}
	rephraseHint = Sentence{
		English: `try simpler words, such as "add buy milk tomorrow" or "move #3 to friday"`,
		French:  `essayez plus simplement, par exemple "ajoute acheter du lait demain" ou "déplace #3 à vendredi"`,
	}
	asksNothingMessage = Sentence{
		English: "nothing in it asks for a change; nothing was changed",
		French:  "rien n’y demande un changement ; rien n’a été modifié",
	}
	sayWhatHint = Sentence{
		English: `say what to do, such as "add buy milk tomorrow" or "move #3 to friday"`,
		French:  `dites quoi faire, par exemple "ajoute acheter du lait demain" ou "déplace #3 à vendredi"`,
	}
	clarifyWhich = Sentence{
		English: "Which task or event do you mean? Provide the exact title or ID.",
		French:  "Quelle tâche ou quel événement ? Donnez le titre exact ou le numéro.",
	}
	clarifyWhat = Sentence{
		English: "Could you clarify which item and fields to change?",
		French:  "Pouvez-vous préciser quel élément modifier, et quoi ?",
	}
	options = Sentence{
		English: "Options:",
		French:  "Choix :",
	}
	sayWhichHint = Sentence{
		English: "ask again and say which",
		French:  "redemandez en disant lequel",
	}
	selectHint = Sentence{
		English: "ask again with --select %s:%d, or say which by its number",
		French:  "redemandez avec --select %s:%d, ou dites lequel par son numéro",
	}
	filteredOne = Sentence{
		English: " 1 invalid operation was left out.",
		French:  " 1 opération invalide écartée.",
	}
	filteredMany = Sentence{
		English: " %d invalid operations were left out.",
		French:  " %d opérations invalides écartées.",
	}
)

// AskForDetails is the question about a request that says nothing specific.
var AskForDetails = Sentence{English: route.AskAnew, French: "Pouvez-vous préciser votre demande ?"}

// summaryWords are the words for the summary of a proposal.
func summaryWords(t Locale) check.Words {
	if t == nil || !t.French() {
		return check.Proposed()
	}
	number := func(n int) string { return strings.ReplaceAll(problem.Number(n), ",", "\u202f") }
	return check.Words{
		Verbs: [4]string{"%s à créer", "%s à modifier", "%s à supprimer", "%s à terminer"},
		Count: func(kind string, n int) string { return number(n) + " " + t.Noun(kind, n) },
		And:   " et ", Colon: " : ", Quote: "« %s »",
		More: func(n int) string { return " et " + number(n) + " de plus" },
		Now:  "désormais %s", Undated: "sans date", Nothing: "Rien à appliquer.",
		When: func(o check.Occasion, today calendar.Date) string {
			text := strings.TrimSpace(t.Near(o.Day, today) + " " + o.Time.String())
			repeats := t.Repeats(o.Repeats, o.Day)
			if text != "" && repeats != "" {
				text += ", "
			}
			return text + repeats
		},
	}
}

// questionWithOptions is a question with its options written out.
func questionWithOptions(t Locale, question string, of []record.Record) string {
	return route.Offer(question, options.In(t), of, func(kind string) string {
		if t == nil || !t.French() {
			return kind
		}
		return t.Noun(kind, 1)
	})
}
