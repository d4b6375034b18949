package assist

import (
	"assister/internal/language/message"
	"assister/internal/propose"
	"assister/internal/route"
)

// asksTheDay asks which day is right if a text names a date beside another weekday, or one that does
// not exist. Such a text is not understood, and no record is the reason. It reports false if there is
// no such date.
func asksTheDay(r *request, l *message.Language) (asked bool, err error) {
	text := r.topic.text
	found, ok := r.Languages().Misdated(text, r.Clock)
	if !ok {
		return false, nil
	}
	said := text[found.Start:found.End]
	question := l.Text("ask.no-day", "words", said)
	if found.Misdated.Valid() {
		question = l.Text("ask.misdated", "words", said, "date", l.Date(found.Misdated))
	}
	return true, propose.Ask(r, l, question, nil)
}

// redate makes a request of its own of the one that was asked about, with the day that the text
// answers in the place of the date that is beside another weekday or does not exist.
func redate(r *request, text string, reply *route.Reply) {
	found, wrong := r.Languages().Misdated(reply.Text, r.Clock)
	if !wrong || reply.Sense != route.Answered || !reply.Selection.Day.Valid() {
		return
	}
	if day, ok := r.Languages().Instead(reply.Text, text, r.Clock); ok {
		*reply = route.Reply{Sense: route.Anew, Text: reply.Text[:found.Start] + day.String() + reply.Text[found.End:]}
	}
}
