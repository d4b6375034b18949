package sets

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"assister/internal/eval"
	"assister/internal/ijson"
)

// WriteTable writes a line for each part of each set. A missed target is marked
// with !.
func (r Report) WriteTable(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%-24s %-28s %5s %7s %7s %7s  %-13s %-13s %7s %7s %7s  %-14s %s\n", "set", "part", "n",
		"right%", "wrong%", "none%", "read r/w", "held r/w", "whole%", "any%", "day%", "target", "median")
	last := ""
	for _, row := range r.Rows {
		if row.Set != last && last != "" {
			fmt.Fprintln(out)
		}
		last = row.Set
		line := fmt.Sprintf("%-24s %-28s %5d %7s %7s %7s  %-13s %-13s %7s %7s %7s  %-14s", row.Set, row.Part, row.N(),
			percent(row.Share()), percent(wrongOf(row.Totals)), percent(eval.Share{Of: row.None, N: row.N()}),
			rightWrong(row.Read), rightWrong(row.Held),
			percent(row.Whole), percent(row.Any), percent(row.Day), row.Target.mark(row.Met()))
		if row.Median > 0 {
			line += fmt.Sprintf(" %.1f µs", float64(row.Median.Nanoseconds())/1000)
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
	r.writeConventions(out)
	for _, name := range r.Missing {
		fmt.Fprintf(out, "%s: no such file; skipped\n", name)
	}
	return out.Flush()
}

func wrongOf(t eval.Totals) eval.Share { return eval.Share{Of: t.Wrong, N: t.N()} }

func rightWrong(t eval.Totals) string { return percent(t.Share()) + "/" + percent(wrongOf(t)) }

func percent(s eval.Share) string {
	if s.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", s.Percent())
}

func (t Target) mark(met bool) string {
	var out []string
	if t.Right > 0 {
		out = append(out, fmt.Sprintf("≥%g", t.Right))
	}
	if t.Wrong > 0 {
		out = append(out, fmt.Sprintf("wrong ≤%g", t.Wrong))
	}
	if len(out) > 0 && !met {
		out = append(out, "!")
	}
	return strings.Join(out, " ")
}

// shown reports whether a case is listed among those that are not right.
func (r Result) shown() bool {
	return r.Outcome != eval.Right && r.Outcome != eval.Skipped && !r.Held()
}

// WriteDifferences writes the cases that are not right, for people: the text, the
// expected value and the prediction.
func (r Report) WriteDifferences(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, x := range r.Results {
		if !x.shown() {
			continue
		}
		fmt.Fprintf(out, "%s %s %s (%s) at %s\n  text     %s\n",
			x.Set, x.ID, x.Outcome, x.Part, x.Ref, ijson.AppendString(nil, x.Text))
		if len(x.Missed()) > 0 {
			fmt.Fprintf(out, "  missed   %s\n", strings.Join(x.Missed(), ", "))
		}
		fmt.Fprintf(out, "  expected %s\n  got      %s\n", ijson.AppendValue(nil, x.Expected), ijson.AppendValue(nil, x.Got))
	}
	return out.Flush()
}

// WriteFailures writes the cases that are not right as NDJSON.
func (r Report) WriteFailures(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, x := range r.Results {
		if !x.shown() {
			continue
		}
		var o object
		o.text("set", x.Set)
		o.text("id", x.ID)
		o.text("scope", x.Part)
		o.text("outcome", string(x.Outcome))
		o.text("text", x.Text)
		o.text("ref", x.Ref)
		o.texts("missed", x.Missed())
		o.put("expected", x.Expected)
		o.put("got", x.Got)
		if _, err := out.Write(append(ijson.AppendValue(nil, o.Value), '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// WritePredictions writes the predictions for one set, one object a line, as the
// scorers of other programs read them.
func (r Report) WritePredictions(w io.Writer, set string) error {
	out := bufio.NewWriter(w)
	for _, x := range r.Results {
		if x.Set != set {
			continue
		}
		if _, err := out.Write(append(ijson.AppendValue(nil, x.Got), '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Sets are the names of the sets that were scored.
func (r Report) Sets() []string {
	var names []string
	for _, x := range r.Results {
		if len(names) == 0 || names[len(names)-1] != x.Set {
			names = append(names, x.Set)
		}
	}
	return names
}
