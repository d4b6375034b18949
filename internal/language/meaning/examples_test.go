package meaning

import (
	"io/fs"
	"strings"
	"testing"

	"assister/internal/language"
)

// TestExamplesHaveAMeaning decodes what the examples of the forms of each language mean, as requests and as
// what goes on from one. That they are read by their forms is tested with the forms.
func TestExamplesHaveAMeaning(t *testing.T) {
	for _, g := range BuiltIn() {
		files, err := fs.Glob(language.Files(g.Name), "*.forms")
		if err != nil || len(files) == 0 {
			t.Fatal(g.Name, files, err)
		}
		means := 0
		for _, name := range files {
			text, err := fs.ReadFile(language.Files(g.Name), name)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				_, examples, _ := strings.Cut(line, " -- ")
				for example := range strings.SplitSeq(examples, ";") {
					example = strings.TrimSpace(example)
					all := Readings(g, Root, example, saturday(), nil)
					all = append(all, Readings(g, Likewise, example, saturday(), nil)...)
					all = append(all, Readings(g, Rewording, example, saturday(), nil)...)
					Readings(g, Addition, example, saturday(), nil)
					if len(all) > 0 {
						means++
					}
				}
			}
		}
		if means < 300 {
			t.Errorf("%s: %d examples mean something by themselves", g.Name, means)
		}
	}
}
