package eval

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Outcome is how an answer compares with what was expected.
type Outcome string

const (
	Right   Outcome = "right"
	Wrong   Outcome = "wrong"   // a change that was not asked for, or a false answer
	None    Outcome = "none"    // no answer where one was expected: nothing has changed
	Skipped Outcome = "skipped" // the rules of a set do not score the case
)

// Verdict is the outcome of one case.
type Verdict struct {
	Outcome Outcome
	Fields  map[string]bool // expected or answered fields: right or not
	Took    time.Duration
}

// Missed returns the names of the fields that are not right, sorted.
func (v Verdict) Missed() (names []string) {
	for name, right := range v.Fields {
		if !right {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Share counts the cases for which something holds.
type Share struct{ Of, N int }

// Add counts one more case.
func (s *Share) Add(holds bool) {
	s.N++
	if holds {
		s.Of++
	}
}

// Percent is the share in percent; 0 without cases.
func (s Share) Percent() float64 { return 100 * float64(s.Of) / float64(max(1, s.N)) }

func (s Share) String() string { return fmt.Sprintf("%.1f %%", s.Percent()) }

// Totals adds up verdicts. Every scorer of this project counts with it.
type Totals struct {
	Right, Wrong, None int
	Fields             []Field // by how many cases have them, then by name

	Median, P95, Longest time.Duration // of one answer
}

// Field is how often one field was right, of the cases that have it.
type Field struct {
	Name string
	Share
}

// N is the number of scored cases.
func (t Totals) N() int { return t.Right + t.Wrong + t.None }

// Share of the cases that are right.
func (t Totals) Share() Share { return Share{t.Right, t.N()} }

// Sum adds up verdicts, the skipped ones left out.
func Sum(verdicts []Verdict) (t Totals) {
	shares := map[string]Share{}
	var took []time.Duration
	for _, v := range verdicts {
		switch v.Outcome {
		case Right:
			t.Right++
		case Wrong:
			t.Wrong++
		case None:
			t.None++
		default:
			continue
		}
		for name, right := range v.Fields {
			share := shares[name]
			share.Add(right)
			shares[name] = share
		}
		took = append(took, v.Took)
	}
	for name, share := range shares {
		t.Fields = append(t.Fields, Field{name, share})
	}
	slices.SortFunc(t.Fields, func(a, b Field) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Name, b.Name))
	})
	if len(took) > 0 {
		slices.Sort(took)
		t.Median, t.P95, t.Longest = percentile(took, 50), percentile(took, 95), percentile(took, 100)
	}
	return t
}

// percentile is the value that percent of the sorted values do not exceed.
func percentile(sorted []time.Duration, percent int) time.Duration {
	return sorted[max((len(sorted)*percent+99)/100-1, 0)]
}

// Score is the totals of a skill, of one file of cases or of all.
type Score struct {
	Skill Skill
	File  string // "" for all files
	Totals
	Repaired, Helped int // repairs that were tried, and those that improved the answer
}

// Scores are those of each skill and, where a skill's cases come from several
// files, of each file.
func Scores(results []Result) (scores []Score) {
	for _, skill := range Skills {
		of := only(results, func(r Result) bool { return string(r.Skill) == skill })
		if len(of) == 0 {
			continue
		}
		scores = append(scores, score(Skill(skill), "", of))
		var files []string
		for _, r := range of {
			if !slices.Contains(files, r.File) {
				files = append(files, r.File)
			}
		}
		if len(files) == 1 {
			continue
		}
		for _, file := range files {
			scores = append(scores, score(Skill(skill), file, only(of, func(r Result) bool { return r.File == file })))
		}
	}
	return scores
}

func only(results []Result, holds func(Result) bool) (out []Result) {
	for _, r := range results {
		if holds(r) {
			out = append(out, r)
		}
	}
	return out
}

func score(skill Skill, file string, results []Result) Score {
	s := Score{Skill: skill, File: file}
	verdicts := make([]Verdict, 0, len(results))
	for _, r := range results {
		verdicts = append(verdicts, r.Verdict)
		if r.Repaired {
			s.Repaired++
		}
		if r.Helped {
			s.Helped++
		}
	}
	s.Totals = Sum(verdicts)
	return s
}
