// Package sets scores the built-in language on sets of sentences whose meaning is
// known: dates, durations, recurrences, routing and operations. The sets are
// other people's work and are not part of this repository; their directory is
// given, and a missing set is reported. forms.go makes the predictions; dates.go,
// repeats.go, operations.go and routing.go hold the rules by which they are right,
// the same for every engine. Package eval counts.
package sets

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"assister/internal/calendar"
	"assister/internal/eval"
	"assister/internal/ijson"
)

// Case is one sentence of a set.
type Case struct {
	ID       string
	Text     string
	Ref      string // the time of the sentence
	Part     string // of the set, such as its scope
	Expected ijson.Value
	row      ijson.Value
}

// Result is the scored prediction of a case.
type Result struct {
	Set string
	Case
	eval.Verdict
	Got ijson.Value // the prediction, in the form that the set's scorer reads
}

// Target is what a part of a set has to reach: at least Right and at most Wrong,
// in percent. The zero Target asks for nothing.
type Target struct{ Right, Wrong float64 }

// Row is one line of the table: a part of a set.
type Row struct {
	Set, Part string
	eval.Totals
	Whole, Any, Day eval.Share // both ends; any usual reading; the day alone. Of dates only
	Target          Target
	Read, Held      eval.Totals // the cases that developers read, and those that they do not
}

// Held reports whether a case is held out: about a third of each set, chosen by a hash of
// the text. The failures of these cases are never shown, so that nobody writes a rule for
// one of them. If a change improves the others and not these, it is a special case.
func (c Case) Held() bool {
	h := fnv.New32a()
	h.Write([]byte(strings.ToLower(strings.TrimSpace(c.Text))))
	return h.Sum32()%3 == 0
}

// Met reports whether the target is reached.
func (r Row) Met() bool {
	wrong := eval.Share{Of: r.Wrong, N: r.N()}
	return r.Share().Percent() >= r.Target.Right && (r.Target.Wrong == 0 || wrong.Percent() <= r.Target.Wrong)
}

// Report is the results of all sets that were found.
type Report struct {
	Rows    []Row
	Results []Result
	Missing []string // sets without a file
}

// set is a file of cases, with the function that predicts one and the rules that score
// them.
type set struct {
	name    string
	predict func(Case) (ijson.Value, error)
	score   func([]Result) []Row // also sets the outcomes
}

// sets are the sets.
func sets() []set {
	return []set{
		{"duckling_time_en", predictTime, dates("duckling_time_en", Target{92, 3})},
		{"recognizers_datetime_en", predictTime, dates("recognizers_datetime_en", Target{85, 5})},
		{"chrono_en", predictTime, dates("chrono_en", Target{})},
		{"duckling_duration_en", predictTime, durations("duckling_duration_en")},
		{"recurrence_en", predictTime, repeats("recurrence_en", Target{92, 3})},
		{"route", predictMeaning, routes},
		{"ops", predictRequest, operations},
	}
}

// Run scores every set in the directory. now is the clock that predictions are timed
// with.
func Run(dir string, now func() time.Time) (Report, error) {
	var report Report
	for _, s := range sets() {
		cases, err := read(filepath.Join(dir, s.name+".jsonl"))
		if errors.Is(err, fs.ErrNotExist) {
			report.Missing = append(report.Missing, s.name)
			continue
		}
		if err != nil {
			return Report{}, err
		}
		results := make([]Result, len(cases))
		for i, c := range cases {
			start := now()
			got, err := s.predict(c)
			if err != nil {
				return Report{}, fmt.Errorf("%s: %s: %w", s.name, c.ID, err)
			}
			results[i] = Result{Set: s.name, Case: c, Got: got, Verdict: eval.Verdict{Took: now().Sub(start)}}
		}
		report.Rows = append(report.Rows, s.rows(results)...)
		report.Results = append(report.Results, results...)
	}
	return report, nil
}

// rows scores the results: all of them, and those that are read and held out.
func (s set) rows(results []Result) []Row {
	rows := s.score(results)
	for _, held := range []bool{false, true} {
		part := slices.DeleteFunc(slices.Clone(results), func(r Result) bool { return r.Held() != held })
		for _, p := range s.score(part) {
			i := slices.IndexFunc(rows, func(r Row) bool { return r.Part == p.Part })
			if i < 0 {
				continue
			}
			if held {
				rows[i].Held = p.Totals
			} else {
				rows[i].Read = p.Totals
			}
		}
	}
	return rows
}

// read reads the cases of a file, one object a line. A case without an id is named
// after its line.
func read(path string) ([]Case, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var cases []Case
	for i, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		row, problem := ijson.Parse(line)
		if problem != nil {
			return nil, fmt.Errorf("%s: line %d: %s", path, i+1, problem.Message)
		}
		c := Case{ID: str(row, "id"), Text: str(row, "text"), Ref: str(row, "ref"), Part: str(row, "scope"), row: row}
		c.Expected, _ = row.Get("expected")
		c.Part = first(c.Part, "all")
		if c.ID == "" {
			c.ID = "line-" + strconv.Itoa(i+1)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// clock is the time of a case in its own zone; cases without one share a fixed
// time.
func (c Case) clock() (calendar.Clock, error) {
	ref := c.Ref
	if len(ref) < len("2006-01-02T15:04:05") {
		ref = "2026-11-21T09:00:00"
	}
	if at, err := time.Parse(time.RFC3339, ref); err == nil {
		return calendar.Clock{Instant: at, Zone: at.Location()}, nil
	}
	at, err := time.Parse("2006-01-02T15:04:05", ref)
	if err != nil {
		return calendar.Clock{}, fmt.Errorf("read the time of the case: %w", err)
	}
	return calendar.Clock{Instant: at, Zone: time.UTC}, nil
}

// rowOf adds up the results of a part of a set.
func rowOf(name, part string, results []Result, target Target) Row {
	verdicts := make([]eval.Verdict, 0, len(results))
	for _, r := range results {
		verdicts = append(verdicts, r.Verdict)
	}
	return Row{Set: name, Part: part, Totals: eval.Sum(verdicts), Target: target}
}

// str is the text of a member; "" if there is none.
func str(v ijson.Value, name string) string {
	m, _ := v.Get(name)
	if m.Kind == ijson.String || m.Kind == ijson.Number {
		return m.Text
	}
	return ""
}

func has(v ijson.Value, name string) bool { _, ok := v.Get(name); return ok }

// strs are the texts of a member: the items of a list, or a single text.
func strs(v ijson.Value, name string) []string {
	m, _ := v.Get(name)
	var out []string
	for _, item := range m.Items {
		out = append(out, item.Text)
	}
	if len(m.Items) == 0 && m.Text != "" {
		out = append(out, m.Text)
	}
	return out
}

// object builds a JSON object in the order of the calls; members without a value are
// left out.
type object struct{ ijson.Value }

func (o *object) text(name, value string) {
	if value != "" {
		o.put(name, ijson.Value{Kind: ijson.String, Text: value})
	}
}

func (o *object) number(name string, n int) {
	if n != 0 {
		o.put(name, ijson.Value{Kind: ijson.Number, Text: strconv.Itoa(n)})
	}
}

func (o *object) texts(name string, values []string) {
	if len(values) == 0 {
		return
	}
	list := ijson.Value{Kind: ijson.Array}
	for _, v := range values {
		list.Items = append(list.Items, ijson.Value{Kind: ijson.String, Text: v})
	}
	o.put(name, list)
}

func (o *object) put(name string, v ijson.Value) {
	o.Kind = ijson.Object
	if v.Kind != ijson.Null {
		o.Members = append(o.Members, ijson.Member{Name: name, Value: v})
	}
}
