package eval

import (
	"fmt"
	"math"
	"path"
	"slices"
	"time"

	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/stats"
)

// Selector selects the cases to run.
type Selector struct {
	Skills []string // none is every skill
	Only   []string // ids, or patterns of package path; none is every id

	// Scripted cases bring the replies of a model. Each engine can run them, or the
	// others, or both.
	Scripted, Unscripted bool
}

// Select returns the cases that are selected, and how many the engine cannot run.
func (s Selector) Select(cases []Case) (selected []Case, skipped int) {
	for _, c := range cases {
		runs := s.Unscripted
		if len(c.Replies) > 0 {
			runs = s.Scripted
		}
		switch {
		case !s.takes(c):
		case !runs:
			skipped++
		default:
			selected = append(selected, c)
		}
	}
	return selected, skipped
}

func (s Selector) takes(c Case) bool {
	if len(s.Skills) > 0 && !slices.Contains(s.Skills, string(c.Skill)) {
		return false
	}
	return len(s.Only) == 0 || slices.ContainsFunc(s.Only, func(pattern string) bool {
		matches, _ := path.Match(pattern, c.ID) // a bad pattern matches nothing
		return matches || pattern == c.ID
	})
}

// Report is what a run came to.
type Report struct {
	Engine  string
	Results []Result
	Skipped int           // cases that the engine cannot run
	Prompts []event.Facts // that models were given, each once
}

// Emit emits rows with scores, then the prompts, and with thresholds those recommended
// for the router; and a summary.
func (r Report) Emit(sink event.Sink, scores []Score, thresholds bool) error {
	rows := slices.Concat(scoreRows(scores), fieldRows(scores), r.Prompts)
	if thresholds {
		found := Calibrate(r.Results)
		if found.N == 0 {
			return problem.Misuse("there is no route case to find thresholds with",
				"leave out --skill and --only, or select route cases")
		}
		rows = append(rows, stats.ThresholdRows(found)...)
	}
	for _, row := range rows {
		if err := sink.Emit(row); err != nil {
			return err
		}
	}
	total := len(r.Results)
	return sink.Emit(event.Summary{Text: r.summary(scores), Total: &total})
}

// summary is the result in a sentence.
func (r Report) summary(scores []Score) string {
	var all Score
	for _, s := range scores {
		if s.File == "" {
			all.Right, all.Wrong, all.None = all.Right+s.Right, all.Wrong+s.Wrong, all.None+s.None
		}
	}
	text := fmt.Sprintf("%s with %s: %s right, %s wrong, %s without an answer.",
		problem.Count(all.N(), "case"), r.Engine, all.Share(),
		Share{Of: all.Wrong, N: all.N()}, Share{Of: all.None, N: all.N()})
	if r.Skipped > 0 {
		text += fmt.Sprintf(" Skipped %s for another engine.", problem.Count(r.Skipped, "case"))
	}
	return text
}

func scoreRows(scores []Score) (rows []event.Facts) {
	for _, s := range scores {
		file := s.File
		if file == "" {
			file = "all"
		}
		rows = append(rows, event.Facts{
			{Name: "skill", Value: string(s.Skill)}, {Name: "file", Value: file}, {Name: "cases", Value: s.N()},
			{Name: "right", Value: s.Right}, {Name: "wrong", Value: s.Wrong}, {Name: "none", Value: s.None},
			{Name: "percent", Value: tenth(s.Share().Percent())},
			{Name: "p50Ms", Value: milliseconds(s.Median)}, {Name: "p95Ms", Value: milliseconds(s.P95)},
			{Name: "maxMs", Value: milliseconds(s.Longest)},
			{Name: "repaired", Value: s.Repaired}, {Name: "helped", Value: s.Helped},
		})
	}
	return rows
}

func tenth(f float64) float64 { return math.Round(f*10) / 10 }

func milliseconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e6) / 1e3 }

func fieldRows(scores []Score) (rows []event.Facts) {
	for _, s := range scores {
		for _, f := range s.Fields {
			if s.File == "" {
				rows = append(rows, event.Facts{
					{Name: "skill", Value: string(s.Skill)}, {Name: "field", Value: f.Name},
					{Name: "cases", Value: f.N},
					{Name: "right", Value: f.Of}, {Name: "percent", Value: tenth(f.Percent())},
				})
			}
		}
	}
	return rows
}
