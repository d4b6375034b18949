package ledger

import (
	"fmt"
	"slices"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Created is the change that makes a record.
func Created(r record.Record) Change {
	return Change{Kind: r.Kind, ID: r.ID, Is: true, Cells: whole(r, false)}
}

// Deleted is the change that removes a record.
func Deleted(r record.Record) Change {
	return Change{Kind: r.Kind, ID: r.ID, Was: true, RevBefore: r.Rev, Cells: whole(r, true)}
}

func whole(r record.Record, before bool) []Cell {
	n := 0
	for _, v := range r.Values {
		if !v.IsNull() {
			n++
		}
	}
	cells := make([]Cell, 0, n)
	for i, v := range r.Values {
		if v.IsNull() {
			continue
		}
		c := Cell{Field: r.Kind.Fields[i].Name, After: v}
		if before {
			c.Before, c.After = v, record.Null
		}
		cells = append(cells, c)
	}
	return cells
}

// Diff is the change from one state of a record to another.
func Diff(before, after record.Record) Change {
	c := Change{Kind: before.Kind, ID: before.ID, Was: true, Is: true, RevBefore: before.Rev}
	for i, v := range after.Values {
		if v != before.Values[i] {
			c.Cells = append(c.Cells, Cell{Field: before.Kind.Fields[i].Name, Before: before.Values[i], After: v})
		}
	}
	return c
}

// Empty reports whether nothing changes.
func (c Change) Empty() bool { return c.Was == c.Is && len(c.Cells) == 0 }

// Then returns the change and a later one of the same record as one change; itself if the
// later one is the zero Change. The record may have had other changes in between.
func (c Change) Then(later Change) Change {
	if later.Kind == nil {
		return c
	}
	both := c
	both.Is, both.RevAfter, both.Cells = later.Is, later.RevAfter, slices.Clone(c.Cells)
	for _, cell := range later.Cells {
		i := slices.IndexFunc(both.Cells, func(first Cell) bool { return first.Field == cell.Field })
		if i < 0 {
			both.Cells = append(both.Cells, cell)
		} else {
			both.Cells[i].After = cell.After
		}
	}
	return both
}

// cancels reports whether each value is in the end what it was at first.
func (c Change) cancels() bool {
	return c.Was == c.Is && !slices.ContainsFunc(c.Cells, func(cell Cell) bool { return cell.Before != cell.After })
}

// Cell finds the cell of a field.
func (c Change) Cell(field string) (Cell, bool) {
	for _, cell := range c.Cells {
		if cell.Field == field {
			return cell, true
		}
	}
	return Cell{}, false
}

// EncodeCells writes the cells as JSON, compactly, since every change is kept
// for ever: {"field":value} for a record that is made or deleted, otherwise
// {"field":[before,after]}. Was and Is are not in it.
func (c Change) EncodeCells() []byte { return c.AppendCells(make([]byte, 0, 64+32*len(c.Cells))) }

// AppendCells appends what EncodeCells returns.
func (c Change) AppendCells(dst []byte) []byte {
	dst = append(dst, '{')
	for i, cell := range c.Cells {
		f, _ := c.Kind.Field(cell.Field)
		if f == nil {
			panic("ledger: " + c.Kind.Name + " has no field " + cell.Field)
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), cell.Field...), '"', ':')
		switch {
		case !c.Was:
			dst = record.AppendJSON(dst, f.Type, cell.After)
		case !c.Is:
			dst = record.AppendJSON(dst, f.Type, cell.Before)
		default:
			dst = record.AppendJSON(append(dst, '['), f.Type, cell.Before)
			dst = append(record.AppendJSON(append(dst, ','), f.Type, cell.After), ']')
		}
	}
	return append(dst, '}')
}

// DecodeCells reads what EncodeCells wrote. A field that the kind no longer has
// is an error: a ledger that is read in part would undo in part.
func DecodeCells(kind *schema.Kind, was, is bool, text []byte) ([]Cell, error) {
	v, p := ijson.Parse(text)
	if p != nil {
		return nil, fmt.Errorf("read the cells of a %s: %w", kind.Name, *p)
	}
	cells := make([]Cell, 0, len(v.Members))
	for _, m := range v.Members {
		f, _ := kind.Field(m.Name)
		if f == nil {
			return nil, fmt.Errorf("read the cells of a %s: it has no field %s", kind.Name, m.Name)
		}
		cell := Cell{Field: f.Name}
		var p1, p2 *problem.Problem
		switch {
		case !was:
			cell.After, p1 = stored(f, m.Value)
		case !is:
			cell.Before, p1 = stored(f, m.Value)
		case len(m.Value.Items) != 2:
			return nil, fmt.Errorf("read the cells of a %s: %s is no pair", kind.Name, f.Name)
		default:
			cell.Before, p1 = stored(f, m.Value.Items[0])
			cell.After, p2 = stored(f, m.Value.Items[1])
		}
		if p1 != nil || p2 != nil {
			return nil, fmt.Errorf("read the cells of a %s: %s is no value of its type", kind.Name, f.Name)
		}
		cells = append(cells, cell)
	}
	return cells, nil
}

// stored reads a value that was once accepted: limits and words that have
// changed since do not make history unreadable.
func stored(f *schema.Field, v ijson.Value) (record.Value, *problem.Problem) {
	if v.Kind == ijson.Null {
		return record.Null, nil
	}
	switch f.Type {
	case schema.Text, schema.Enum, schema.URL:
		return record.Text(v.Text), nil
	case schema.Tags:
		words := make([]string, len(v.Items))
		for i, item := range v.Items {
			words[i] = item.Text
		}
		return record.Tags(words...), nil
	}
	return record.Parse(f, v)
}
