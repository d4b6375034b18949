package phrase

import (
	"strings"

	"assister/internal/calendar"
)

// everythings are the words that a request about everything there is calls it by, and how
// an answer stands behind them.
var everythings = [...]struct{ word, with string }{
	{"everything", "everything "}, {"everything", "everything that is "}, {"all", "all "},
	{"tout", "tout ce qui est "}, {"tout", "tout "},
}

// Narrowed is a request about everything there is with the answer to which of it: "delete
// everything" and "overdue" are "delete everything overdue". False where the two come to
// no request, or to one about everything still.
func Narrowed(request, answer string, c calendar.Clock) (string, bool) {
	r := newReader(request, c)
	first, _, _ := strings.Cut(strings.ToLower(answer), " ")
	instead := isOneOf(first, []string{"all", "every", "everything", "the", "tous", "toutes", "tout", "les"})
	for _, t := range r.toks {
		for _, e := range everythings {
			if said := strings.ToLower(t.Of(request)); t.Shape != Word || said != e.word {
				continue
			}
			if instead {
				e.with = ""
			}
			text := request[:t.Start] + e.with + answer + request[t.End:]
			read := Parse(text, c)
			if len(read.NotUnderstood) == 0 && len(read.Requests) == 1 && read.Requests[0].Target.Every && !read.Requests[0].Target.Everything() && read.Requests[0].Target.Title == "" {
				return text, true
			}
		}
	}
	return "", false
}
