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

// Preference returns the value of a preference; "" if it is not set. If there are several
// of one name, which only an undo can cause, the newest counts.
func Preference(records Finder, name string, today calendar.Date) (value string, err error) {
	found, err := records.Find(filter.Condition{Kinds: []string{"preference"}}, today)
	for _, r := range found {
		if r.Get("name").Text() == name {
			value = r.Get("value").Text()
		}
	}
	return value, err
}

// Language returns the name of the preferred language of answers; "" for the language of
// the question.
func (b Brief) Language() (string, error) {
	code, err := Preference(b.Records, "language", b.Clock.Today())
	return schema.Languages[code], err
}

// Favorites are the ids of the favorite projects, best first. Empty means no preference.
type Favorites []int64

// FavoriteProjects returns the projects marked as favorites, by rank; those without a rank
// come last, by id.
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

// rank returns the rank of the project that a record is or belongs to; the last rank for
// any other record.
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
