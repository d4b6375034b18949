package view

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assister/internal/event"
	"assister/internal/record"
	"assister/internal/schema"
)

// screenful is how many rows are measured to find the width of the columns. Later
// rows are printed as they come, so that a long list needs no memory.
const screenful = 200

// table aligns rows under the same columns. A column's heading is shown unless
// it is empty.
type table struct {
	group  string // rows of another group have columns of their own
	day    event.Group
	heads  []string
	rows   []row
	widths []int // once they are known
	shown  bool  // the heading
}

type row struct {
	cells   []string
	faint   bool
	bold    []string // words that stand out in the cells
	heading string   // of the rows below, in place of cells
}

func (t *table) add(p *printer, heads []string, r row) {
	if !slices.Equal(heads, t.heads) {
		t.flush(p)
		t.heads = heads
	}
	t.rows = append(t.rows, r)
	if len(t.rows) >= screenful || t.widths != nil {
		t.write(p)
	}
}

// flush prints the rows that are held back, and forgets the columns.
func (t *table) flush(p *printer) {
	t.write(p)
	*t = table{}
}

func (t *table) write(p *printer) {
	if len(t.rows) == 0 {
		return
	}
	if t.widths == nil {
		t.measure(p)
	}
	if !t.shown && strings.Join(t.heads, "") != "" {
		t.line(p, row{cells: t.heads, faint: true})
	}
	t.shown = true
	for _, r := range t.rows {
		t.line(p, r)
	}
	t.rows = t.rows[:0]
}

// measure makes each column as wide as its widest cell, and narrows the widest
// column when the line is too long. The last one may be cut by the end of the line.
func (t *table) measure(p *printer) {
	t.widths = make([]int, len(t.heads))
	for _, r := range append(t.rows, row{cells: t.heads}) {
		for i, c := range r.cells {
			t.widths[i] = max(t.widths[i], columns(Safe(c)))
		}
	}
	if p.width == 0 {
		return
	}
	total := 2 * (len(t.widths) - 1)
	widest := 0
	for i, w := range t.widths {
		total += w
		if w > t.widths[widest] {
			widest = i
		}
	}
	if over := total - p.width; over > 0 {
		t.widths[widest] = max(min(labelLeast, t.widths[widest]), t.widths[widest]-over)
	}
}

func (t *table) line(p *printer, r row) {
	if r.heading != "" {
		p.line(styled(bold, r.heading))
		return
	}
	s := plain
	if r.faint {
		s = faint
	}
	var spans []span
	for i, c := range r.cells {
		if t.widths[i] == 0 {
			continue // no row has a day, for example
		}
		text := cut(Safe(c), t.widths[i])
		spans = append(spans, highlight(text, r.bold, s)...)
		if i < len(r.cells)-1 {
			spans = append(spans, span{strings.Repeat(" ", t.widths[i]-columns(text)+2), plain})
		}
	}
	p.line(spans...)
}

// highlight splits a text so that some of its words stand out.
func highlight(text string, words []string, s style) (spans []span) {
	said := 0
	for i := range text {
		if i < said {
			continue
		}
		for _, w := range words {
			if n := len(Safe(w)); n > 0 && wordAt(text, i, Safe(w)) {
				spans = append(spans, span{text[said:i], s}, span{text[i : i+n], bold})
				said = i + n
				break
			}
		}
	}
	return append(spans, span{text[said:], s})
}

// wordAt reports whether a whole word begins at an index of a text. Scripts beyond
// ASCII may put no space between words.
func wordAt(text string, at int, w string) bool {
	if !strings.HasPrefix(text[at:], w) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+len(w):])
	return w[0] >= utf8.RuneSelf || !inWord(before) && !inWord(after)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// recordColumns are the columns of records: key, day and time, label, details.
var recordColumns = []string{"", "", "", ""}

// group names the rows that share their columns. In a list, kinds with a day share
// them and every other kind has its own, since their fields differ; results of a
// search are in no order of kinds.
func group(b event.Row) string {
	if b.Record.Kind.Planned || b.Match != nil {
		return ""
	}
	return b.Record.Kind.Name
}

// addRecord adds the row of an event.
func (t *table) addRecord(p *printer, b event.Row) {
	if group(b) != t.group {
		t.flush(p)
	}
	f := format{labels: b.Labels, most: valueShown, zone: p.zone}
	switch {
	case b.Select != nil:
		t.add(p, b.Select, f.selectedRow(b.Record, b.Select))
	case b.NoIDs:
		t.add(p, recordColumns[1:], f.namelessRow(b))
	case b.Group != (event.Group{}):
		if b.Group != t.day {
			t.add(p, recordColumns, row{heading: heading(b.Group)})
		}
		t.add(p, recordColumns, f.groupedRow(b))
	default:
		t.add(p, recordColumns, f.recordRow(b))
	}
	t.group, t.day = group(b), b.Group
}

// heading is "Today (Sat 2026-11-21)".
func heading(g event.Group) string {
	name := g.Name
	if name == "" {
		return g.Day.Long()
	}
	name = strings.ToUpper(name[:1]) + name[1:]
	if !g.Day.Valid() {
		return name
	}
	return name + " (" + g.Day.Long() + ")"
}

// groupedRow is recordRow without the day that the heading says.
func (f format) groupedRow(b event.Row) row {
	r := f.recordRow(b)
	r.cells[0] = "  " + r.cells[0]
	if b.Group.Day.Valid() {
		r.cells[1] = times(b.Record)
	}
	return r
}

func (f format) recordRow(e event.Row) row {
	r := e.Record
	shown := row{
		cells: []string{r.Kind.Name + ":" + strconv.FormatInt(r.ID, 10), when(r), r.Label(), f.details(r)},
		faint: settled(r) != "",
	}
	if m := e.Match; m != nil {
		shown.cells[3], shown.bold = matchText(r, m), m.Words
	}
	return shown
}

// settled is "completed" or "skipped" of a record that is one of them.
func settled(r record.Record) string {
	switch status := r.Get("status").Text(); status {
	case "completed", "skipped":
		return status
	}
	return ""
}

// namelessRow is recordRow without ids, the record's own and those of others.
func (f format) namelessRow(e event.Row) row {
	for i := range e.Record.Kind.Fields {
		if field := &e.Record.Kind.Fields[i]; field.Type == schema.Ref {
			e.Record = e.Record.With(field.Name, record.Null)
		}
	}
	shown := f.recordRow(e)
	shown.cells = shown.cells[1:]
	return shown
}

// matchText says why a record was found: where the words are, unless that is its
// label, and whether it is completed.
func matchText(r record.Record, m *event.Match) string {
	switch {
	case m.Near && m.Excerpt == r.Label():
		return joined("  ", settled(r), "similar meaning")
	case m.Near:
		return joined("  ", settled(r), "similar meaning: "+quoted(m.Excerpt))
	case m.Field == r.Kind.Label || m.Field == "":
		return settled(r)
	}
	return joined("  ", settled(r), m.Field+" "+quoted(m.Excerpt))
}

// selectedRow has the selected members of a record.
func (f format) selectedRow(r record.Record, names []string) row {
	var cells []string
	for _, name := range names {
		switch name {
		case "kind":
			cells = append(cells, r.Kind.Name)
		case "id":
			cells = append(cells, strconv.FormatInt(r.ID, 10))
		case "rev":
			cells = append(cells, strconv.FormatInt(r.Rev, 10))
		case "updatedAt": // not a field of the kind: the revision says when it was
			cells = append(cells, f.cell(&schema.Field{Type: schema.Instant}, r.Changed))
		default:
			field, _ := r.Kind.Field(name)
			cells = append(cells, f.cell(field, r.Get(name)))
		}
	}
	return row{cells: cells}
}

func factColumns(facts event.Facts) []string {
	var heads []string
	for _, f := range facts {
		heads = append(heads, f.Name)
	}
	return heads
}

func factRow(facts event.Facts) row {
	var r row
	for _, f := range facts {
		r.cells = append(r.cells, fact(f.Value))
	}
	return r
}

func fact(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []string:
		return strings.Join(v, ", ")
	case []int:
		var words []string
		for _, n := range v {
			words = append(words, strconv.Itoa(n))
		}
		return strings.Join(words, ", ")
	case event.Facts:
		var words []string
		for _, f := range v {
			words = append(words, f.Name+" "+fact(f.Value))
		}
		return strings.Join(words, ", ")
	}
	return "–"
}
