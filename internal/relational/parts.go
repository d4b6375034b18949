package relational

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/schema"
)

// parts returns the two parts of a query; nil for an empty one.
func (d *Dialect) parts(q filter.Query, today calendar.Date) (sure, doubtful *clauses) {
	t := translation{dialect: d, kind: q.Kind, today: today}
	unsure := t.doubts(q.Where)
	sure, doubtful = &clauses{}, &clauses{}
	sure.wide, sure.much = d.hints() && !t.narrow(q.Where), t.much(q.Where)
	sure.covered = sure.wide && daily(q.Kind) && t.covered(q.Where)
	if unsure.series {
		sure.and("recurrence IS NULL")
	}
	t.all(sure, q.Where)
	for _, condition := range unsure.columns {
		sure.and("NOT (" + condition + ")") // after the others, which leave fewer rows
	}
	if either := unsure.either(); either != "" {
		doubtful.and(either)
		t.broad = true
		t.all(doubtful, q.Where)
	}
	repeating := q.Where.Repeats()
	if sure.impossible() || unsure.series && repeating == filter.Yes {
		sure = nil
	}
	if len(doubtful.conditions) == 0 || doubtful.impossible() || len(unsure.columns) == 0 && repeating == filter.No {
		doubtful = nil
	}
	if sure != nil && doubtful == nil && sure.wide && daily(q.Kind) {
		sure.divided = t.divided(q.Where)
	}
	return sure, doubtful
}

// doubts are the rows that SQL cannot decide.
type doubts struct {
	series  bool     // repeating records
	columns []string // and those that match a condition
}

func (d doubts) either() string {
	list := slices.Clone(d.columns)
	if d.series {
		list = append(list, "recurrence IS NOT NULL")
	}
	return strings.Join(list, " OR ")
}

func (t translation) doubts(c filter.Condition) (d doubts) {
	_, repeats := t.kind.Field("recurrence")
	d.series = repeats >= 0 && (c.Scheduled.Set || c.Overdue != filter.Any)
	unsure := func(condition string) {
		if !slices.Contains(d.columns, condition) {
			d.columns = append(d.columns, condition)
		}
	}
	if status, _ := t.kind.Field("status"); c.Status != "" && status != nil && status.Type == schema.Text {
		unsure(status.Column + " IS NOT NULL")
	}
	if t.dialect.Mentions == nil {
		for _, o := range c.Compare {
			if f := t.field(o); f != nil && o.Op == filter.Contains && f.Type != schema.Tags {
				unsure(t.undecided(f.Column, fulltext.Plain(o.Values[0].Text())))
			}
		}
	}
	for _, part := range slices.Concat(c.All, c.Any, c.Not) {
		more := t.doubts(part)
		d.series = d.series || more.series
		for _, condition := range more.columns {
			unsure(condition)
		}
	}
	return d
}

// daily reports whether a kind has indexes by day: one for repeating records and one for
// the others.
func daily(k *schema.Kind) bool {
	_, day := k.Field(k.Day)
	_, repeats := k.Field("recurrence")
	return repeats >= 0 && day >= 0
}
