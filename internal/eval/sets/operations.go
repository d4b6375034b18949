package sets

import (
	"slices"
	"strings"

	"assister/internal/eval"
	"assister/internal/ijson"
)

// The rules for operations. A title is right when every content word of the
// expected one is in it, and every other content word of it is one of
// title_extra, which are people and places. A date is equal, or one of date_any;
// a time likewise. What stands in none must be empty. A case is right when all
// of its fields are.

// fieldTargets are the targets of the fields of an operation.
var fieldTargets = [...]struct {
	field string
	right float64
}{
	{"op", 0}, {"kind", 0}, {"title", 85}, {"date", 93}, {"time", 93}, {"end_time", 0}, {"recurrence", 0},
	{"no_date", 0}, {"no_time", 0}, {"no_recurrence", 0},
	{"set_date", 0}, {"set_time", 0}, {"set_title", 0}, {"where_date", 0},
}

// operations scores the fields of requests; without an answer no field is right.
func operations(results []Result) []Row {
	var sources []string
	for i := range results {
		r := &results[i]
		pred, _ := r.Got.Get("pred")
		r.Fields, r.Outcome = scoreFields(r.Expected, pred), eval.Right
		switch {
		case len(r.Missed()) == 0:
		case has(pred, "op"):
			r.Outcome = eval.Wrong
		default:
			r.Outcome = eval.None
		}
		r.Part = str(r.row, "source")
		if !slices.Contains(sources, r.Part) {
			sources = append(sources, r.Part)
		}
	}
	rows := []Row{rowOf("ops", "all fields", results, Target{75, 0})}
	for _, t := range fieldTargets {
		for _, f := range rows[0].Fields {
			if f.Name == t.field {
				row := Row{Set: "ops", Part: t.field, Target: Target{t.right, 0}}
				row.Right, row.Wrong = f.Of, f.N-f.Of
				rows = append(rows, row)
			}
		}
	}
	slices.Sort(sources)
	for _, source := range sources {
		part := only(results, func(r Result) bool { return r.Part == source })
		rows = append(rows, rowOf("ops", source, settled(part, func(r Result) eval.Outcome { return r.Outcome }), Target{}))
	}
	return rows
}

// scoreFields holds each field that is expected against the prediction.
func scoreFields(gold, pred ijson.Value) map[string]bool {
	fields := map[string]bool{"op": str(pred, "op") == str(gold, "op") && has(pred, "op")}
	add := func(name string, right bool) { fields[name] = right }
	if kind := str(gold, "kind"); kind != "" && kind != "any" {
		add("kind", str(pred, "kind") == kind)
	}
	if has(gold, "title") {
		add("title", titleRight(gold, pred))
	}
	for _, k := range []string{"date", "time", "end_time"} {
		if right, asked := picked(gold, pred, k); asked {
			add(k, right)
		}
	}
	if want, ok := gold.Get("recurrence"); ok {
		p, _ := pred.Get("recurrence")
		g, q := ruleOf(want), ruleOf(p)
		add("recurrence", str(want, "freq") == str(p, "freq") && g.interval == q.interval && g.days == q.days)
	}
	for _, k := range strs(gold, "none") {
		add("no_"+k, !has(pred, k))
	}
	if want, ok := gold.Get("set"); ok {
		set, _ := pred.Get("set")
		for _, k := range []string{"date", "time", "title"} {
			if right, asked := picked(want, set, k); asked {
				if k == "title" {
					right = titleRight(want, set)
				}
				add("set_"+k, right)
			}
		}
	}
	if want, ok := gold.Get("where"); ok && len(want.Members) > 0 {
		p, _ := pred.Get("where")
		right, _ := picked(want, p, "date")
		add("where_date", right)
	}
	return fields
}

// picked compares a field that has one right value, or several.
func picked(gold, pred ijson.Value, k string) (right, asked bool) {
	if has(gold, k) {
		return str(pred, k) == str(gold, k), true
	}
	if has(gold, k+"_any") {
		return slices.Contains(strs(gold, k+"_any"), str(pred, k)), true
	}
	return false, false
}

// titleRight compares titles by their content words, without the s of plurals
// and genitives.
func titleRight(gold, pred ijson.Value) bool {
	want, got := contentWords(str(gold, "title")), contentWords(str(pred, "title"))
	if len(want) == 0 {
		return true
	}
	var extra []string
	for _, x := range strs(gold, "title_extra") {
		extra = append(extra, contentWords(x)...)
	}
	for _, w := range want {
		if !slices.Contains(got, w) {
			return false
		}
	}
	for _, w := range got {
		if !slices.Contains(want, w) && !slices.Contains(extra, w) {
			return false
		}
	}
	return true
}

// emptyWords do not count in the comparison of titles.
const emptyWords = " a an the my our your this that to for of in on at with and or please me i get have go do " +
	"be is going about called named titled event reminder "

func contentWords(s string) []string {
	s = strings.ToLower(strings.ReplaceAll(s, "’", "'"))
	words := strings.FieldsFunc(s, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '\''
	})
	var out []string
	for _, w := range words {
		if strings.Contains(emptyWords, " "+w+" ") {
			continue
		}
		short, genitive := strings.CutSuffix(w, "'s")
		if !genitive {
			short = strings.TrimSuffix(w, "s")
		}
		out = append(out, short)
	}
	return out
}
