package brief

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

// Preference is what is preferred by a name; "" where nothing is. Of several,
// which only an undo can bring back, the newest counts.
func Preference(records Finder, name string, today calendar.Date) (value string, err error) {
	found, err := records.Find(filter.Condition{Kinds: []string{"preference"}}, today)
	for _, r := range found {
		if r.Get("name").Text() == name {
			value = r.Get("value").Text()
		}
	}
	return value, err
}

// Language is the one that answers are preferred in, by its name; "" for that of
// the question.
func (b Brief) Language() (string, error) {
	code, err := Preference(b.Records, "language", b.Clock.Today())
	return schema.Languages[code], err
}

// Favorites are the ids of the projects that somebody likes best, the first
// first. None is no preference.
type Favorites []int64

// FavoriteProjects are those that are marked, by their ranks; those without one
// come last, by their ids.
func FavoriteProjects(records Finder, today calendar.Date) (ids Favorites, err error) {
	found, err := records.Find(filter.Condition{Kinds: []string{"project"}}, today)
	if err != nil {
		return nil, fmt.Errorf("find the favorite projects: %w", err)
	}
	found = slices.DeleteFunc(found, func(r record.Record) bool { return !r.Get("isFavorite").Bool() })
	slices.SortStableFunc(found, func(a, b record.Record) int { return cmp.Compare(favoriteRank(a), favoriteRank(b)) })
	for _, r := range found {
		ids = append(ids, r.ID)
	}
	return ids, nil
}

func favoriteRank(project record.Record) int64 {
	if rank := project.Get("favoriteRank"); !rank.IsNull() {
		return rank.Integer()
	}
	return math.MaxInt64
}

// rank is that of the project that a record is or belongs to; behind all of
// them for any other.
func (f Favorites) rank(r record.Record) int {
	id := r.Get("projectId").ID()
	if r.Kind.Name == "project" {
		id = r.ID
	}
	if at := slices.Index(f, id); at >= 0 {
		return at
	}
	return len(f)
}

// SortFirst puts records of favorite projects before the others, which stay in their
// order.
func (f Favorites) SortFirst(records []record.Record) {
	if len(f) > 0 {
		slices.SortStableFunc(records, func(a, b record.Record) int { return cmp.Compare(f.rank(a), f.rank(b)) })
	}
}
