package view

import (
	"strconv"

	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/schema"
)

// whole prints a record with each of its fields on a line, nothing cut.
func whole(p *printer, b event.Row) {
	r := b.Record
	p.flow([]span{styled(faint, r.Kind.Name+":"+strconv.FormatInt(r.ID, 10)+"  ")}, bold, r.Label())
	wide := columns("updatedAt")
	for _, f := range r.Kind.Fields {
		wide = max(wide, columns(f.Name))
	}
	f := format{labels: b.Labels, zone: p.zone}
	field := func(of schema.Field, text string) {
		p.prose(styled(faint, "  "+pad(of.Name, wide)+"  "), plain, text)
	}
	for i, of := range r.Kind.Fields {
		switch v := r.Values[i]; {
		case of.Name == r.Kind.Label:
		case of.Type == schema.Text && !v.IsNull():
			field(of, v.Text())
		default:
			field(of, f.value(&r.Kind.Fields[i], v))
		}
	}
	if !r.Changed.IsNull() {
		updated := schema.Field{Name: "updatedAt", Type: schema.Instant}
		field(updated, f.value(&updated, r.Changed))
	}
}

// history prints one change of a record and the batch that made it.
func history(p *printer, b event.HistoryRow) {
	plan := newPlan(p, b.Labels)
	text := "batch " + strconv.FormatInt(b.Batch, 10) + "  " + instant(b.At, p.zone) + "  "
	head := styled(faint, text+askedBy(b.Asked)+undoing(b))
	switch {
	case !b.Change.Was:
		plan.line(head, styled(added, "created"))
	case !b.Change.Is:
		plan.line(head, styled(removed, "deleted"))
	default:
		plan.differences([]span{head}, styled(changed, "changed"), b.Change, "")
	}
}

// askedBy says who asked for a batch, and in which words.
func askedBy(a ledger.Asked) (text string) {
	if a.Actor != "" {
		text = a.Actor + "  "
	}
	if a.Words != "" {
		text += quoted(a.Words) + "  "
	}
	return text
}

// undoing says what a batch has undone, and whether it was undone itself.
func undoing(b event.HistoryRow) string {
	switch {
	case b.UndoneBy != 0:
		return "undone by batch " + strconv.FormatInt(b.UndoneBy, 10) + "  "
	case b.Undoes != 0:
		return "undo of batch " + strconv.FormatInt(b.Undoes, 10) + "  "
	}
	return ""
}
