package trial

import (
	"slices"
	"time"
)

// Share is a number of cases that hold, of those that are asked for it.
type Share struct{ Of, N int }

// Percent is the share in percent; 0 of nothing.
func (s Share) Percent() float64 { return 100 * float64(s.Of) / float64(max(1, s.N)) }

// Score sums up the cases of a skill, of one file or of all.
type Score struct {
	Skill              Skill
	File               string // "" is all of them
	Right, Wrong, None int
	Fields             []Field // by name
	Repaired, Helped   int     // repairs that were tried, and those that brought something

	// How long an answer took: of half of the cases at most, of nineteen of
	// twenty, of all.
	Median, Most, Longest time.Duration
}

// Field is how often one field was right, of the cases that have it.
type Field struct {
	Name string
	Share
}

// N is how many cases there are.
func (s Score) N() int { return s.Right + s.Wrong + s.None }

// Share of the cases that are right.
func (s Score) Share() Share { return Share{s.Right, s.N()} }

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
	shares := map[string]Share{}
	var took []time.Duration
	for _, r := range results {
		switch r.Outcome {
		case Right:
			s.Right++
		case Wrong:
			s.Wrong++
		default:
			s.None++
		}
		for name, right := range r.Fields {
			f := shares[name]
			if f.N++; right {
				f.Of++
			}
			shares[name] = f
		}
		if r.Repaired {
			s.Repaired++
		}
		if r.Helped {
			s.Helped++
		}
		took = append(took, r.Took)
	}
	for name, share := range shares {
		s.Fields = append(s.Fields, Field{name, share})
	}
	slices.SortFunc(s.Fields, func(a, b Field) int {
		if a.N != b.N {
			return b.N - a.N
		}
		return compare(a.Name, b.Name)
	})
	slices.Sort(took)
	s.Median, s.Most, s.Longest = at(took, 50), at(took, 95), at(took, 100)
	return s
}

func compare(a, b string) int {
	if a < b {
		return -1
	}
	return 1
}

// at is the value that so many percent of the sorted values do not exceed.
func at(sorted []time.Duration, percent int) time.Duration {
	return sorted[max((len(sorted)*percent+99)/100-1, 0)]
}
