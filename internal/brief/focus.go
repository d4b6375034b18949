package brief

import (
	"fmt"
	"slices"

	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
)

// Focus is what is known of the records that a request is about.
type Focus struct {
	Mention
	Chosen *filter.Condition // what a person has selected: the request is about nothing else; nil if nothing
	Keys   []record.Key      // the selected records; nil for all that match Chosen

	Where    *filter.Condition // the records that the request describes; nil if it describes none
	Days     []filter.Range    // that it names
	Kinds    []string          // of records, that it has a word for
	Project  string            // that it names
	Priority string
	Does     Intent
}

// Intent is what a request wants done, so far as it decides which records a model needs.
type Intent int

const (
	Unknown   Intent = iota
	Creates          // new records, and nothing else
	Completes        // or skips: only what is open can be meant
	Reopens          // only what is settled can be meant
	Changes          // or deletes: anything can be meant
)

// Reason says why a model is shown a record.
type Reason string

// The reasons, in the order of showing.
const (
	IsChosen    Reason = "Chosen by the person"
	IsRecent    Reason = "Mentioned last in the conversation"
	IsNumbered  Reason = "Named by its id"
	IsDescribed Reason = "As the request describes them"
	IsOnDay     Reason = "On a day of the request"
	IsTitled    Reason = "With words of the request"
	IsAlike     Reason = "With the project or the priority that the request names"
	IsAhead     Reason = "In the next 7 days"
	IsUndated   Reason = "Without a day"
	IsOverdue   Reason = "Overdue"
	IsOther     Reason = "Others"
	IsChecklist Reason = "Checklists, the most likely first, and items"
	IsRelated   Reason = "What others belong to"
)

// Sure reports whether a record with the reason is one that the request may mean, and not
// only one of those beside them.
func (r Reason) Sure() bool {
	return !slices.Contains([]Reason{IsAlike, IsAhead, IsUndated, IsOverdue, IsOther}, r)
}

// Limits of the records beside those that a request is about, which a model is shown in
// case that it means another than it seems to.
const (
	MaxBeside   = 20 // if it describes records, or names a day or an id
	MaxTitles   = 30 // of further records, of which only the titles are shown
	maxAlike    = 10
	maxCreating = 10 // records for a request that only creates some
)

// selection collects the records that a model is shown.
type selection struct {
	*Snapshot
	brief Brief
	of    Focus
	ahead []record.Record // upcoming ones
}

// addRanked adds the records that a request may be about, the likeliest first: those that
// were mentioned last, which it may call "it"; those that it names by number, describes,
// or names by a day; those with its words. Then come upcoming ones, some of the backlog,
// and what is overdue, since "the thing on tuesday" has no word of a title: more of them
// the less the request tells.
func (s selection) addRanked() error {
	for _, step := range [...]func() error{
		s.addRecent, s.addNumbered, s.addDescribed, s.addOfDays, s.addTitled, s.addAlike, s.addRest,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (s selection) addRecent() error {
	for _, key := range s.brief.Recent {
		r, ok, err := s.brief.Records.Record(key.Kind, key.ID)
		if err != nil {
			return fmt.Errorf("look %s %d up: %w", key.Kind, key.ID, err)
		}
		if ok {
			s.addUpTo(MaxRanked, IsRecent, r)
		}
	}
	return nil
}

func (s selection) addNumbered() error {
	found, err := s.brief.Numbered(s.of.Text)
	s.addUpTo(MaxRanked, IsNumbered, found...)
	return err
}

func (s selection) addDescribed() error {
	if s.of.Where == nil || s.of.Where.Empty() {
		return nil
	}
	found, err := s.find(*s.of.Where)
	if err != nil {
		return fmt.Errorf("find what is described: %w", err)
	}
	s.addUpTo(MaxFocused, IsDescribed, found...)
	s.Omitted = s.unlisted(found)
	return nil
}

// addOfDays adds what is planned or due on the days of the request. Of days that cannot be
// told apart from those of new records, a part is enough.
func (s selection) addOfDays() error {
	most := MaxRanked
	if s.of.Does == Creates {
		most = maxCreating
	}
	for _, days := range s.of.Days {
		due := filter.Comparing(filter.Within("deadline", days)...)
		due.Kinds = []string{"task"}
		found, err := s.find(filter.Condition{Any: []filter.Condition{{Scheduled: days}, due}})
		if err != nil {
			return fmt.Errorf("find what is on the days of the request: %w", err)
		}
		s.addUpTo(most, IsOnDay, found...)
		s.Omitted = max(s.Omitted, s.unlisted(found))
	}
	return nil
}

func (s selection) addTitled() error {
	today := s.brief.Clock.Today()
	kinds := plannedKinds()
	for _, name := range s.of.Kinds { // "the wifi note"
		if k := schema.Lookup(name); k != nil && !k.Planned {
			kinds = append(kinds, k)
		}
	}
	found, err := search.FindAny(indexed(s.brief.Records), kinds, s.of.selective(), maxMatches)
	if err != nil || len(found) == 0 {
		return err
	}
	favorites, err := FavoriteProjects(s.brief.Records, today)
	if err != nil {
		return err
	}
	favorites.SortFirst(found)
	s.addUpTo(MaxRanked, IsTitled, search.Rank(s.of.Text, found, today, MaxRanked)...)
	return nil
}

// addAlike adds records with the project or the priority that the request names, which may
// be new values of others.
func (s selection) addAlike() error {
	if s.of.Does == Creates {
		return nil
	}
	var like []filter.Condition
	if s.of.Priority != "" {
		like = append(like, filter.Condition{}.WithWord("priority", s.of.Priority))
	}
	if s.of.Project != "" {
		projects, err := s.brief.FindByTitle(s.of.Project, filter.Condition{Kinds: []string{"project"}})
		if err != nil {
			return fmt.Errorf("find the project of the request: %w", err)
		}
		for _, p := range projects[:min(len(projects), 1)] {
			like = append(like, filter.Comparing(filter.Among("projectId", []int64{p.ID})))
		}
	}
	for _, c := range like {
		found, err := s.find(c)
		if err != nil {
			return fmt.Errorf("find records like those of the request: %w", err)
		}
		s.addUpTo(min(len(s.Records)+maxAlike, MaxRanked), IsAlike, found...)
	}
	return nil
}

// addRest adds records that the request does not name, and the titles of more of them.
func (s selection) addRest() error {
	most := s.most()
	s.addUpTo(most, IsAhead, s.ahead...)
	backlog, err := indexed(s.brief.Records).Backlog(MaxRanked + MaxTitles/2)
	if err != nil {
		return fmt.Errorf("sample the backlog: %w", err)
	}
	s.addUpTo(most, IsUndated, backlog...)
	return s.addOverdue(most)
}

// addOverdue adds the overdue records, or all records of a small workspace. If there are
// too many, only the words of a request find them.
func (s selection) addOverdue(most int) error {
	wanted, why := filter.Condition{Overdue: filter.Yes}, IsOverdue
	switch {
	case s.small():
		wanted, why = filter.Condition{}, IsOther
	case s.Counts.Overdue > MaxRanked:
		return nil
	}
	found, err := s.find(wanted)
	if err != nil {
		return fmt.Errorf("find what is overdue: %w", err)
	}
	s.addUpTo(most, why, found...)
	return nil
}

// most is how many records there are at most, with those that the request does not name: all
// of a small workspace.
func (s selection) most() int {
	named, certain := len(s.Records), false
	for _, why := range s.Why {
		certain = certain || why != IsTitled && why != IsAlike
	}
	switch {
	case s.small():
	case s.of.Does == Creates:
		return max(named, maxCreating)
	case certain:
		return max(named, min(named+MaxBeside, MaxRanked))
	}
	return MaxRanked
}

// small reports whether all that is planned can be shown.
func (s selection) small() bool { return s.Counts.Scheduled+s.Counts.Backlog <= MaxRanked }

// find returns the records that a condition matches and that can be meant, those that are
// open first. Records that cannot be completed are open.
func (s selection) find(c filter.Condition) ([]record.Record, error) {
	found, err := s.brief.Records.Find(c, s.brief.Clock.Today())
	settled := func(r record.Record) bool {
		status := r.Get("status").Text()
		return status == "completed" || status == "skipped"
	}
	var open, done []record.Record
	for _, r := range found {
		if settled(r) {
			done = append(done, r)
		} else {
			open = append(open, r)
		}
	}
	switch s.of.Does {
	case Completes:
		return open, err
	case Reopens:
		return done, err
	}
	return append(open, done...), err
}
