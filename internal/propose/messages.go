package propose

import (
	"strconv"
	"strings"

	"assister/internal/language/message"
	"assister/internal/record"
)

// asked is a question; if it is "", which of the options, or for another wording.
func asked(l *message.Language, question string, options []record.Record) string {
	question = strings.TrimSpace(question)
	switch {
	case question != "":
		return question
	case len(options) > 0:
		return l.Text("ask.which-item")
	}
	return l.Text("ask.details")
}

// Question is a question with its options written out:
//
//	Which item do you mean? Options: #3 “Buy milk” @2026-11-21; #4 “Milk the cow”.
//
// If they are of several kinds the kind stands before the number. Without a question it is
// which of the options, or what to do.
func Question(l *message.Language, question string, options []record.Record) string {
	question = asked(l, question, options)
	if len(options) == 0 {
		return question
	}
	mixed := false
	for _, r := range options {
		mixed = mixed || r.Kind != options[0].Kind
	}
	written := make([]string, len(options))
	for i, r := range options {
		if mixed {
			written[i] = l.Kind(r.Kind.Name, 1) + " "
		}
		written[i] += "#" + strconv.FormatInt(r.ID, 10) + " " + l.Text("list.quoted", "name", shortTitle(r.Label()))
		if d := r.Day(); d.Valid() {
			written[i] += " @" + d.String()
		}
		if begins := r.Begins(); begins.Valid() {
			written[i] += " " + begins.String()
		}
	}
	return l.Text("ask.options", "question", question, "options", strings.Join(written, "; "))
}

// titleShown is how many characters of a title a question shows.
const titleShown = 40

// shortTitle is a title on one line, cut to titleShown characters.
func shortTitle(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	if r := []rune(title); len(r) > titleShown {
		return string(r[:titleShown])
	}
	return title
}
