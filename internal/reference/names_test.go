package reference

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language"
	"assister/internal/record"
	"assister/internal/schema"
)

// records is a finder of some records, which counts what it is asked.
type records struct {
	all   []record.Record
	asked *int
}

func (r records) Record(kind string, id int64) (record.Record, bool, error) {
	for _, x := range r.all {
		if x.Kind.Name == kind && x.ID == id {
			return x, true, nil
		}
	}
	return record.Record{}, false, nil
}

func (r records) Find(f filter.Condition, today calendar.Date) (found []record.Record, err error) {
	*r.asked++
	for _, x := range r.all {
		if f.Match(x, today) {
			found = append(found, x)
		}
	}
	return found, nil
}

func (r records) FindByTitle(text string, f filter.Condition) (found []record.Record, err error) {
	all, err := r.Find(f, 0)
	for _, x := range all {
		if strings.Contains(fulltext.Plain(x.Label()), fulltext.Plain(text)) {
			found = append(found, x)
		}
	}
	return found, err
}

// make is a record of a kind with a title and other fields.
func makeRecord(kind string, id int64, title string, fields ...any) record.Record {
	k := schema.Lookup(kind)
	x := record.New(k, id).With(k.Label, record.Text(title))
	for i := 0; i+1 < len(fields); i += 2 {
		x = x.With(fields[i].(string), fields[i+1].(record.Value))
	}
	return x
}

func TestNamesOfTheWorkspaceAreWords(t *testing.T) {
	g, err := language.Compile("xx", language.Options{}, fstest.MapFS{
		"a.lexicon": {Data: []byte("weight article 5\narticle the the | to\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	r := Resolver{Records: In(records{[]record.Record{
		makeRecord("project", 3, "Move to the new flat"), makeRecord("checklist", 1, "Noël"),
		makeRecord("task", 7, "Noël", "tags", record.Tags("garden")), makeRecord("person", 2, "Ann Lee"),
	}, &asked}, noon)}
	toks := language.Tokens("move the noel list of ann to the new flat in garden")
	names := r.NamesIn(g, toks)
	var got []string
	for i := range toks {
		for _, n := range names[i] {
			got = append(got, fmt.Sprint(toks[i].Word, "=", n.Class, ":", n.Sym, "/", n.Size, "~", n.Cost))
		}
	}
	want := "move=project-name:Move to the new flat/1~4 noel=checklist-name:Noël/1~0 ann=person-name:Ann Lee/1~4 " +
		"new=project-name:Move to the new flat/2~4 flat=project-name:Move to the new flat/1~4 garden=tag-name:garden/1~2"
	if text := strings.Join(got, " "); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	before := asked
	r.NamesIn(g, language.Tokens(strings.Repeat("word ", 1000)))
	if asked-before > 2*maxNamed {
		t.Errorf("%d questions for a long text", asked-before)
	}
}
