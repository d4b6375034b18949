package assist

import (
	"assister/internal/language/message"
	"assister/internal/propose"
	"assister/internal/route"
)

// asksTheDay asks which day is right if a text names a date beside another weekday. Such a text is
// not understood, and no record is the reason. It reports false if there is no such date.
func asksTheDay(r *request, l *message.Language) (asked bool, err error) {
	text := r.topic.text
	found := r.Languages().Misdated(text, r.Clock)
	if !found.Misdated.Valid() {
		return false, nil
	}
	said, date := text[found.Start:found.End], l.Date(found.Misdated)
	return true, propose.Ask(r, l, l.Text("ask.misdated", "words", said, "date", date), nil)
}

// redate makes a request of its own of the one that was asked about, with the day of the reply in
// the place of the date that is beside another weekday.
func redate(r *request, reply *route.Reply) {
	found := r.Languages().Misdated(reply.Text, r.Clock)
	if day := reply.Selection.Day; day.Valid() && found.Misdated.Valid() && reply.Sense == route.Answered {
		text := reply.Text[:found.Start] + day.String() + reply.Text[found.End:]
		*reply = route.Reply{Sense: route.Anew, Text: text}
	}
}
