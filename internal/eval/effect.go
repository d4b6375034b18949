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

// effect is the changes of a list of operations, in no order.
type effect []touched

// touched is one changed record and its new values.
type touched struct {
	of     string // "task:3 “Buy milk”", for people
	kind   *schema.Kind
	id     int64
	made   bool
	gone   bool
	fields map[string]record.Value // values after the change; null if the field is cleared
	words  map[string]string       // the same as JSON, for people
}

// batch is the batch number of changes that are computed and never written.
const batch = 1

// effectOf returns the effect of a plan. Ids of created records depend on the order of
// the operations, so a reference to one is compared by its label; name returns the
// label of an existing record.
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
		t := touched{
			kind: c.Kind, id: c.ID, made: !c.Was, gone: !c.Is,
			fields: map[string]record.Value{}, words: map[string]string{},
		}
		if t.made {
			t.of = "new " + c.Kind.Name
		} else {
			t.of = c.Kind.Name + ":" + strconv.FormatInt(c.ID, 10) + " “" + name(c.Kind.Name, c.ID) + "”"
		}
		for _, cell := range c.Cells {
			t.add(c, cell, made)
		}
		e = append(e, t)
	}
	return e
}

// add adds a changed field. Default values of a new record are left out, since no
// operation states them, and so are instants, which come from the clock.
func (t *touched) add(c ledger.Change, cell ledger.Cell, made map[record.Key]string) {
	f, _ := c.Kind.Field(cell.Field)
	if t.gone || f == nil {
		return
	}
	if unstated := cell.After == record.Default(f) || f.Type == schema.Instant; t.made && unstated {
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

// deleted is the field name that stands for the deletion of a record.
const deleted = "deleted"

// against compares an effect with the expected one. It returns all fields that occur
// in either, each right or not, and the differences. Several new records may have one
// label, and then those that are equal belong together, in any order.
func (got effect) against(want effect) (fields map[string]bool, misses []event.Miss) {
	s := comparison{fields: map[string]bool{}}
	left, missing := slices.Clone(got), slices.Clone(want)
	for _, belongs := range []func(w, g touched) bool{touched.equals, touched.is, touched.mayBe} {
		missing = slices.DeleteFunc(missing, func(w touched) bool {
			i := slices.IndexFunc(left, func(g touched) bool { return belongs(w, g) })
			if i < 0 {
				return false
			}
			s.compare(w, left[i])
			left = slices.Delete(left, i, i+1)
			return true
		})
	}
	for _, w := range missing {
		s.compare(w, touched{})
	}
	for _, g := range left {
		s.compare(touched{}, g)
	}
	return s.fields, s.misses
}

// equals reports whether another is the same record with the same changes.
func (t touched) equals(other touched) bool {
	if !t.is(other) {
		return false
	}
	s := comparison{fields: map[string]bool{}}
	s.compare(t, other)
	return len(s.misses) == 0
}

// is reports whether another is the same record. New records are the same if their
// labels are.
func (t touched) is(other touched) bool {
	if t.made != other.made || t.kind != other.kind {
		return false
	}
	if !t.made {
		return t.id == other.id
	}
	return same(t.kind.Label, t, other)
}

// mayBe reports whether both are new records of one kind, so that one may be the
// expected one with a wrong label.
func (t touched) mayBe(other touched) bool { return t.made && other.made && t.kind == other.kind }

type comparison struct {
	fields map[string]bool
	misses []event.Miss
}

// compare compares one record with the expected one; either may be the zero value.
func (s *comparison) compare(want, got touched) {
	of, kind := want.of, want.kind
	if kind == nil {
		of, kind = got.of, got.kind
	}
	if want.gone || got.gone {
		s.add(of, deleted, want.gone == got.gone, yesIf(want.gone), yesIf(got.gone))
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

func yesIf(gone bool) string {
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

// same reports whether both have the same value of a field. Case and white space of
// texts do not matter, nor does the order of tags.
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
