package event

import (
	"slices"

	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
)

const (
	sampled     = 10   // targets of a bulk operation that are shown
	rawKept     = 4096 // bytes of an undecodable operation that are kept when the line is cut
	entryLength = 640  // bytes, about, of an operation with its preview
)

func (o Ops) encode(e *encoder) {
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
		entry.encode(e, o.cut)
	}
	e.close(']')
	e.number("validCount", int64(valid))
	e.number("invalidCount", int64(len(o.Operations)-valid))
	e.text("digest", o.digest)
	warnings := o.Warnings
	if o.cut {
		warnings = append(warnings[:len(warnings):len(warnings)], problem.Problem{
			Code:    PreviewsCut,
			Message: "previews are left out because the line would be too long",
			Hint:    "run dryrun on fewer operations to see them",
		})
	}
	encodeProblems(e, "warnings", warnings)
	e.optional("engine", o.Engine)
	e.optional("language", o.Language)
	e.optional("words", o.Words)
}

func (entry *Entry) encode(e *encoder, cut bool) {
	e.item('{')
	e.name("op")
	entry.encodeOperation(e, cut)
	e.text("source", entry.Op.Source.String())
	encodeProblems(e, "errors", entry.Errors)
	encodeProblems(e, "warnings", entry.Warnings)
	bulk := entry.Raw == nil && entry.Op.Verb.Bulk()
	if bulk && entry.Targets != nil || len(entry.Targets) > 0 {
		entry.encodeTargets(e, bulk, cut)
	}
	e.counted("line", int64(entry.Line))
	if entry.Result != nil {
		entry.Result.encode(e, cut)
	}
	e.close('}')
}

func (entry *Entry) encodeOperation(e *encoder, cut bool) {
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

// encodeTargets writes the preview of an operation on one record, the number of
// records that it changes, and a sample of them.
func (entry *Entry) encodeTargets(e *encoder, bulk, cut bool) {
	// The ids of new records are provisional until the operation is applied, so a
	// dry run does not show them.
	made := entry.Result != nil
	if !bulk && !cut {
		e.name("preview")
		e.open('{')
		encodeSides(e, entry.Targets[0], made, true)
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
				encodeSides(e, t, made, false)
			}
			e.close('}')
		}
		e.close(']')
	}
	e.close('}')
}

// encodeSides writes before and after of a record. A record that stays has the
// fields that change; named adds its id and label. made is false if the id of a new
// record is provisional.
func encodeSides(e *encoder, t check.Target, made, named bool) {
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
			encodeCell(e, &c, &c.Cells[i], before)
		}
		e.close('}')
	}
}

func encodeCell(e *encoder, c *ledger.Change, cell *ledger.Cell, before bool) {
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

// encode writes kind and id of one record, and a list of any other number.
func (r Result) encode(e *encoder, cut bool) {
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
