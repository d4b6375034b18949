package op

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// name reads the name that a create gives its record for later operations. The
// program chooses the id.
func (d *decoder) name() {
	if id, ok := d.rest.take("id"); ok && !blank(id) {
		d.problem(problem.UnknownField, "id", "a create has no id",
			`leave id out: the program chooses it, and "as" names the record for later operations`)
	}
	as, ok := d.rest.take("as")
	if !ok || blank(as) {
		return
	}
	if as.Kind != ijson.String || !goodName(as.Text) {
		d.problem(problem.Invalid("as"), "as", "as must be a short word", `such as "p", for {"ref":"p"} later on`)
		return
	}
	d.op.As = strings.TrimSpace(as.Text)
}

// target reads the id. Models also write it as a filter: {"where":{"id":3}}.
func (d *decoder) target() {
	id, _ := d.rest.take("id")
	if in, ok := d.rest.get("where"); ok && in.Kind == ijson.Object && len(in.Members) == 1 {
		if inner, ok := in.Get("id"); ok {
			d.rest.take("where")
			if blank(id) {
				id = inner
			}
		}
	}
	target, p := readTarget(d.notation.Aliases, d.kind.Name, id)
	if p != nil {
		p.Field = "id"
		d.problems = append(d.problems, *p)
		return
	}
	d.op.ID = target
}

// readTarget reads an id as a number or a string, an id with its kind ("task:3"),
// or the name of a record that is created earlier in the batch.
func readTarget(aliases record.Aliases, kind string, v ijson.Value) (Target, *problem.Problem) {
	if ref, ok := readRef(v); ok {
		return Target{Ref: ref}, nil
	}
	if before, after, ok := strings.Cut(v.Text, ":"); ok && v.Kind == ijson.String {
		if kind != "" && kindOf(before) == kind {
			v.Text = after
		}
	}
	id, p := record.ReadID(aliases, kind, v)
	if p != nil {
		return Target{}, p
	}
	return Target{ID: id}, nil
}

// readRef reads {"ref":"p"}.
func readRef(v ijson.Value) (string, bool) {
	if v.Kind != ijson.Object || len(v.Members) != 1 || v.Members[0].Name != "ref" {
		return "", false
	}
	ref := v.Members[0].Value
	return strings.TrimSpace(ref.Text), ref.Kind == ijson.String && goodName(ref.Text)
}

// goodName reports whether s can name a record within a batch.
func goodName(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && utf8.RuneCountInString(s) <= 64 && !strings.ContainsFunc(s, unicode.IsControl)
}

// base reads the revisions that the proposer saw: {"task:3":17}, or
// {"task:3":"absent"} if there was no such record.
func (d *decoder) base() {
	v, ok := d.rest.take("base")
	if !ok || v.Kind == ijson.Null {
		return
	}
	bad := func() {
		d.op.Base = nil
		d.problem(problem.InvalidBase, "base", `base must give the revision of each record, or "absent"`,
			`such as {"task:3":17}`)
	}
	if v.Kind != ijson.Object {
		bad()
		return
	}
	d.op.Base = make([]Base, 0, len(v.Members))
	for _, m := range v.Members {
		key, known := readKey(m.Name)
		rev, ok := readRevision(m.Value)
		if !known || !ok {
			bad()
			return
		}
		d.op.Base = append(d.op.Base, Base{key, rev})
	}
	slices.SortFunc(d.op.Base, func(a, b Base) int {
		if a.Key.Kind != b.Key.Kind {
			return kindIndex(a.Key.Kind) - kindIndex(b.Key.Kind)
		}
		return int(a.Key.ID - b.Key.ID)
	})
}

// readKey reads "task:3". Other spellings of the same id are refused, so that a base
// cannot name a record twice.
func readKey(s string) (record.Key, bool) {
	kind, number, _ := strings.Cut(s, ":")
	id, err := strconv.ParseInt(number, 10, 64)
	canonical := err == nil && strconv.FormatInt(id, 10) == number
	return record.Key{Kind: kind, ID: id}, canonical && id >= 1 && schema.Lookup(kind) != nil
}

// readRevision reads the revision of a record; 0 if there was none.
func readRevision(v ijson.Value) (rev int64, ok bool) {
	if v.Kind == ijson.String && v.Text == "absent" {
		return 0, true
	}
	rev, whole := v.Int()
	return rev, whole && rev > 0
}

func kindIndex(name string) int {
	return slices.IndexFunc(schema.Kinds, func(k *schema.Kind) bool { return k.Name == name })
}
