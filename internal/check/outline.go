package check

import (
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/schema"
)

// learning reports whether the plan does not count.
func (d *Draft) learning() bool {
	l, ok := d.data.reader.(Learner)
	return ok && l.Learning()
}

// asksForID reports whether an operation asks for no more than the id of a new record, and no
// other operation can refer to that.
func asksForID(o op.Op) bool {
	if o.Verb != schema.Create || o.As != "" || len(o.Base) > 0 {
		return false
	}
	for f := range o.Given() {
		if f.Type == schema.Ref {
			return false
		}
	}
	return len(schema.Lookup(o.Kind).Unique) == 0
}

// outline is Operation for such an operation in a plan that does not count. The record has its
// default values, and the change no cells: these take most of the time of a plan.
func (d *Draft) outline(o op.Op) (Finding, error) {
	r, err := d.newRecord(schema.Lookup(o.Kind))
	c := ledger.Change{Kind: r.Kind, ID: r.ID, Is: true}
	d.data.put(c.Key(), &r, c)
	return Finding{Op: o, Targets: []Target{{Change: c}}}, err
}
