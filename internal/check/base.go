package check

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// A proposed operation carries in its base the revisions of the records that it
// was proposed for. It is stale if one of them has changed since.

// Stale returns a problem for each record of a base that has changed since, with the time of
// the change in the zone of the clock.
func Stale(r Reader, bases []op.Base, clock calendar.Clock) ([]problem.Problem, error) {
	return (&Draft{data: newOverlay(r), clock: clock}).moved(bases)
}

// moved compares the revisions of a base with those of the snapshot.
func (d *Draft) moved(bases []op.Base) (problems []problem.Problem, err error) {
	if d.rules.IgnoreBase {
		return nil, nil
	}
	for _, b := range bases {
		s, err := d.data.state(b.Key)
		if err != nil {
			return nil, err
		}
		if revisionOf(s.was) == b.Rev {
			continue
		}
		p, err := d.stale(b, s.was)
		if err != nil {
			return nil, err
		}
		problems = append(problems, p)
	}
	return problems, nil
}

// revisionOf returns the revision of a record, 0 if there is none.
func revisionOf(r *record.Record) int64 {
	if r == nil {
		return 0
	}
	return r.Rev
}

// named returns the base of the records that an operation names by their ids.
func (d *Draft) named(o op.Op) (bases []op.Base, err error) {
	for _, key := range o.Named() {
		s, err := d.data.state(key)
		if err != nil {
			return nil, err
		}
		bases = append(bases, op.Base{Key: key, Rev: revisionOf(s.was)})
	}
	return bases, nil
}

// stale says which fields of a record have changed since the base.
func (d *Draft) stale(b op.Base, now *record.Record) (problem.Problem, error) {
	p := problem.Problem{Code: problem.Stale, Hint: "propose again, or apply with --ignore-base"}
	since, err := d.data.reader.Since(b.Key, b.Rev)
	if err != nil {
		return p, fmt.Errorf("read what changed %s: %w", b.Key.Words(), err)
	}
	by := ""
	if n := len(since); n > 0 {
		by = " (" + since[n-1].By(d.clock) + ")"
	}
	switch {
	case now == nil:
		p.Message = b.Key.Words() + " has been deleted since the plan was made" + by
		return p, nil
	case b.Absent():
		p.Field = "id"
		p.Message = named(*now) + " has been created since the plan was made" + by
		return p, nil
	}
	var fields []string
	for _, m := range since {
		for _, c := range m.Change.Cells {
			if !slices.Contains(fields, c.Field) {
				fields = append(fields, c.Field)
			}
		}
	}
	p.Message = fmt.Sprintf("%s has changed since the plan was made", named(*now))
	if len(fields) > 0 {
		p.Field = fields[0]
		values := make([]string, len(fields))
		for i, name := range fields {
			values[i] = name + " is " + valueText(*now, name)
		}
		p.Message += ": " + strings.Join(values, ", ")
	}
	p.Message += by
	return p, nil
}

// valueText is the value of a field in a message.
func valueText(r record.Record, name string) string {
	f, _ := r.Kind.Field(name)
	v := r.Get(name)
	switch {
	case f == nil || v.IsNull():
		return "empty"
	case f.Type == schema.Date:
		return v.Date().Long()
	case f.Type.Textual():
		return quoted(v.Text())
	}
	return short(strings.Trim(string(record.AppendJSON(nil, f.Type, v)), `"`))
}
