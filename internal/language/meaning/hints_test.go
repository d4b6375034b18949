package meaning

import (
	"regexp"
	"strings"
	"testing"

	"assister/internal/language"
)

// quotedHint is a text in quotation marks that a message tells a person to say.
var quotedHint = regexp.MustCompile(`\\"([^"\\]+)\\"`)

// hints are the texts that the messages of a language say are understood: those in quotes
// and those in the list of the help.
func hints(code string) (texts []string) {
	for line := range strings.Lines(language.Messages(code)) {
		line = strings.TrimSpace(line)
		if example, ok := strings.CutPrefix(line, "- "); ok {
			texts = append(texts, example)
		}
		for _, m := range quotedHint.FindAllStringSubmatch(line, -1) {
			texts = append(texts, m[1])
		}
	}
	return texts
}

// TestWhatMessagesSuggestIsUnderstood reads each example in the messages in the language of
// the messages: it is a change or a question, and not a title without a verb.
func TestWhatMessagesSuggestIsUnderstood(t *testing.T) {
	for _, code := range language.WithMessages() {
		all := hints(code)
		if len(all) < 10 {
			t.Errorf("%s: only %d examples", code, len(all))
		}
		for _, text := range all {
			said, ok := BuiltIn().Read(text, saturday(), nil)
			understood := ok && said.Language == code && len(said.Do)+len(said.Ask) == 1
			for _, d := range said.Do {
				understood = understood && d.Manner == Asked
			}
			for _, a := range said.Ask {
				understood = understood && a.What != Other
			}
			if !understood {
				t.Errorf("%s: %q means %s in %q", code, text, said, said.Language)
			}
		}
	}
}
