package view

import (
	"strconv"
	"strings"

	"assister/internal/ijson"
	"assister/internal/ledger"
)

// wordShown is how many columns of a word are shown: enough for the name of a tool,
// and to tell one hash from another.
const wordShown = 20

// audit prints a row of the trail. The correlation id is last: people look for what
// was done, and programs read the stream.
func audit(p *printer, e ledger.Entry) {
	spans := []span{
		styled(faint, pad(strconv.FormatInt(e.Seq, 10), -6)+"  "),
		styled(plain, e.At.UTC().Format("2006-01-02 15:04:05Z")+"  "),
		styled(bold, pad(e.Action, 8)+"  "),
	}
	if e.Batch != 0 {
		spans = append(spans, styled(plain, "batch "+strconv.FormatInt(e.Batch, 10)+"  "))
	}
	p.line(append(spans, styled(plain, askedBy(e.Asked)+membersOf(e.Detail)), styled(faint, "  "+e.CorrelationID))...)
}

// membersOf prints the members of a JSON object, except those that are null, zero
// or false, and shortens hashes. Text that is not an object is printed as it is.
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
