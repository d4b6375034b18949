package event

import (
	"slices"

	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
)

// entryLength is about what an operation with its preview comes to, bytes.
const entryLength = 640

// ops writes the list; cut leaves out what can be asked for again.
func (e *encoder) ops(o Ops, cut bool) {
	e.buf = slices.Grow(e.buf, min(entryLength*len(o.Operations), MaxLine))
	e.number("version", int64(o.Version))
	e.name("operations")
	e.open('[')
	valid := 0
	for i := range o.Operations {
		entry := &o.Operations[i]
		if entry.Valid() {
			valid++
		}
		e.entry(entry, cut)
	}
	e.close(']')
	e.number("validCount", int64(valid))
	e.number("invalidCount", int64(len(o.Operations)-valid))
	warnings := o.Warnings
	if cut {
		warnings = append(warnings[:len(warnings):len(warnings)], problem.Problem{
			Code:    PreviewsCut,
			Message: "previews are left out, since the line would be longer than readers accept",
			Hint:    "run dryrun on fewer operations to see them",
		})
	}
	e.problems("warnings", warnings)
	e.optional("engine", o.Engine)
}

func (e *encoder) entry(entry *Entry, cut bool) {
	e.item('{')
	e.name("op")
	e.operation(entry, cut)
	e.problems("errors", entry.Errors)
	e.problems("warnings", entry.Warnings)
	bulk := entry.Raw == nil && entry.Op.Verb.Bulk()
	if bulk && entry.Targets != nil || len(entry.Targets) > 0 {
		e.targets(entry, bulk, cut)
	}
	e.counted("line", int64(entry.Line))
	if entry.Result != nil {
		e.result(*entry.Result, cut)
	}
	e.close('}')
}

func (e *encoder) operation(entry *Entry, cut bool) {
	if entry.Raw == nil {
		e.buf = entry.Op.AppendJSON(e.buf)
		return
	}
	before := len(e.buf)
	e.buf = ijson.AppendValue(e.buf, *entry.Raw)
	if cut && len(e.buf)-before > rawKept {
		e.buf = append(e.buf[:before], "null"...)
	}
}

// targets writes what the operation would change: of the record that it names
// before and after; how many there are in all, and the first of them.
func (e *encoder) targets(entry *Entry, bulk, cut bool) {
	// The ids of a rehearsal are provisional, so a new record shows its id only
	// once there is a result.
	made := entry.Result != nil
	if !bulk && !cut {
		e.name("preview")
		e.open('{')
		e.sides(entry.Targets[0], made, true)
		e.close('}')
	}
	e.name("targets")
	e.open('{')
	e.number("count", int64(len(entry.Targets)))
	if !cut {
		e.name("sample")
		e.open('[')
		for i, t := range entry.Targets[:min(len(entry.Targets), sampled)] {
			e.item('{')
			e.text("kind", t.Change.Kind.Name)
			if t.Change.Was || made {
				e.number("id", t.Change.ID)
			}
			e.text("title", t.Label)
			if bulk || i > 0 {
				e.sides(t, made, false)
			}
			e.close('}')
		}
		e.close(']')
	}
	e.close('}')
}

// sides writes before and after. A record that stays shows what changes and,
// where nothing else says whom it is about, its id and label.
func (e *encoder) sides(t check.Target, made, named bool) {
	c := t.Change
	for _, before := range [...]bool{true, false} {
		name, there := "after", c.Is
		if before {
			name, there = "before", c.Was
		}
		if !there {
			e.null(name)
			continue
		}
		e.name(name)
		e.open('{')
		if named && (c.Was || made) {
			e.number("id", c.ID)
		}
		if _, relabelled := c.Cell(c.Kind.Label); named && c.Was && c.Is && !relabelled {
			e.text(c.Kind.Label, t.Label)
		}
		for i := range c.Cells {
			e.cell(&c, &c.Cells[i], before)
		}
		e.close('}')
	}
}

func (e *encoder) cell(c *ledger.Change, cell *ledger.Cell, before bool) {
	f, _ := c.Kind.Field(cell.Field)
	if f == nil {
		panic("event: " + c.Kind.Name + " has no field " + cell.Field)
	}
	v := cell.After
	if before {
		v = cell.Before
	}
	e.name(f.Name)
	e.buf = record.AppendJSON(e.buf, f.Type, v)
}

// result writes kind and id for one record, and a list for any other number.
func (e *encoder) result(r Result, cut bool) {
	e.name("result")
	e.open('{')
	e.flag("ok", r.OK)
	if len(r.IDs) == 1 {
		e.text("kind", r.Kinds[0])
		e.number("id", r.IDs[0])
	} else {
		e.number("count", int64(len(r.IDs)))
		shown := len(r.IDs)
		if cut {
			shown = min(shown, sampled)
		}
		e.name("records")
		e.open('[')
		for i := range shown {
			e.item('{')
			e.text("kind", r.Kinds[i])
			e.number("id", r.IDs[i])
			e.close('}')
		}
		e.close(']')
	}
	e.close('}')
}
