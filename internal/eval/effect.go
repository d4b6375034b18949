package eval

import (
	"slices"
	"strconv"
	"strings"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// effect is what a list of operations changes, without order.
type effect []touched

// touched is what becomes of one record.
type touched struct {
	of     string // "task:3 “Buy milk”", for people
	kind   *schema.Kind
	id     int64
	made   bool
	gone   bool
	fields map[string]record.Value // after it; null where a field is cleared
	words  map[string]string       // the same in words
}

// batch is the number that a rehearsal gives its changes; it is not written.
const batch = 1

// effectOf reads a plan. Ids of records that it makes follow from the order of
// the operations, so what points to one is told by its name; name says what the
// others are called.
func effectOf(p check.Plan, name func(kind string, id int64) string) effect {
	changes := p.Changes(batch)
	made := map[record.Key]string{}
	for _, c := range changes {
		if cell, labelled := c.Cell(c.Kind.Label); !c.Was && labelled {
			made[c.Key()] = cell.After.Text()
		}
	}
	var e effect
	for _, c := range changes {
		if c.Empty() {
			continue
		}
		t := touched{kind: c.Kind, id: c.ID, made: !c.Was, gone: !c.Is, fields: map[string]record.Value{}, words: map[string]string{}}
		if t.made {
			t.of = "new " + c.Kind.Name
		} else {
			t.of = c.Kind.Name + ":" + strconv.FormatInt(c.ID, 10) + " “" + name(c.Kind.Name, c.ID) + "”"
		}
		for _, cell := range c.Cells {
			t.note(c, cell, made)
		}
		e = append(e, t)
	}
	return e
}

// note keeps a cell. What a new record has without anybody saying so tells
// nothing, and when it was made is the clock's.
func (t *touched) note(c ledger.Change, cell ledger.Cell, made map[record.Key]string) {
	f, _ := c.Kind.Field(cell.Field)
	if t.gone || f == nil || t.made && (cell.After == record.Default(f) || f.Type == schema.Instant) {
		return
	}
	t.fields[f.Name] = cell.After
	t.words[f.Name] = string(record.AppendJSON(nil, f.Type, cell.After))
	if f.Type != schema.Ref {
		return
	}
	if label, new := made[record.Key{Kind: f.Of, ID: cell.After.ID()}]; new {
		t.fields[f.Name], t.words[f.Name] = record.Text(label), "new "+f.Of+" “"+label+"”"
	}
}

// deleted is the name under which the end of a record is told among its fields.
const deleted = "deleted"

// against holds an effect against the one that was expected: the fields that
// were expected or came, each right or not, and what is not right.
func (got effect) against(want effect) (fields map[string]bool, misses []event.Miss) {
	s := comparison{fields: map[string]bool{}}
	left := slices.Clone(got)
	for _, w := range want {
		i := slices.IndexFunc(left, w.is)
		if i < 0 {
			i = slices.IndexFunc(left, w.mayBe)
		}
		if i < 0 {
			s.compare(w, touched{})
			continue
		}
		s.compare(w, left[i])
		left = slices.Delete(left, i, i+1)
	}
	for _, g := range left {
		s.compare(touched{}, g)
	}
	return s.fields, s.misses
}

// is reports whether another is the same record: of new ones, the one of that
// name.
func (t touched) is(other touched) bool {
	if t.made != other.made || t.kind != other.kind {
		return false
	}
	if !t.made {
		return t.id == other.id
	}
	return same(t.kind.Label, t, other)
}

// mayBe reports whether a new record may be the one that was expected under
// another name.
func (t touched) mayBe(other touched) bool { return t.made && other.made && t.kind == other.kind }

type comparison struct {
	fields map[string]bool
	misses []event.Miss
}

// compare holds one record against the one expected; either may be none.
func (s *comparison) compare(want, got touched) {
	of, kind := want.of, want.kind
	if kind == nil {
		of, kind = got.of, got.kind
	}
	if want.gone || got.gone {
		s.add(of, deleted, want.gone == got.gone, said(want.gone), said(got.gone))
	}
	for i := range kind.Fields {
		name := kind.Fields[i].Name
		w, wanted := want.words[name]
		g, came := got.words[name]
		if wanted || came {
			s.add(of, name, same(name, want, got), w, g)
		}
	}
}

func said(gone bool) string {
	if gone {
		return "yes"
	}
	return ""
}

func (s *comparison) add(of, field string, right bool, want, got string) {
	before, known := s.fields[field]
	s.fields[field] = right && (before || !known)
	if !right {
		s.misses = append(s.misses, event.Miss{Of: of, Field: field, Expected: want, Got: got})
	}
}

// same compares a field. Texts are alike in any case of letters and any blanks,
// tags in any order; everything else is equal or not.
func same(field string, a, b touched) bool {
	x, wanted := a.fields[field]
	y, came := b.fields[field]
	if !wanted || !came {
		return wanted == came
	}
	f, _ := a.kind.Field(field)
	switch f.Type {
	case schema.Text, schema.Ref:
		return x.ID() == y.ID() && strings.EqualFold(plain(x.Text()), plain(y.Text()))
	case schema.Tags:
		return slices.Equal(folded(x.Tags()), folded(y.Tags()))
	}
	return x == y
}

func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

func folded(words []string) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		out = append(out, strings.ToLower(w))
	}
	slices.Sort(out)
	return out
}
