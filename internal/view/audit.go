package view

import (
	"strconv"
	"strings"

	"assister/internal/ijson"
	"assister/internal/ledger"
)

// wordShown is how much of a word is shown on a line: a tool's name whole, and of
// a digest enough to tell it from others.
const wordShown = 20

// audit is a row of the trail. What was done comes before the correlation id: a
// person looks for the one, a program reads the other from the stream.
func audit(p *printer, e ledger.Entry) {
	spans := []span{
		styled(faint, pad(strconv.FormatInt(e.Seq, 10), -6)+"  "),
		styled(plain, e.At.UTC().Format("2006-01-02 15:04:05Z")+"  "),
		styled(bold, pad(e.Action, 8)+"  "),
	}
	if e.Batch != 0 {
		spans = append(spans, styled(plain, "batch "+strconv.FormatInt(e.Batch, 10)+"  "))
	}
	p.line(append(spans, styled(plain, membersOf(e.Detail)), styled(faint, "  "+e.CorrelationID))...)
}

// membersOf says the members of a JSON object but for what is none, zero or no,
// with digests cut: the stream has them whole. Any other text stands as it is.
func membersOf(detail string) string {
	object, problem := ijson.Parse([]byte(detail))
	if problem != nil || object.Kind != ijson.Object {
		return detail
	}
	var all []string
	for _, m := range object.Members {
		text := plainText(m.Value)
		switch {
		case text == "" || text == "0" || text == "no":
			continue
		case !strings.ContainsAny(text, " {"):
			text = cut(text, wordShown)
		}
		all = append(all, m.Name+" "+text)
	}
	return strings.Join(all, "  ")
}
