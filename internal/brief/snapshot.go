package brief

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
	"assister/internal/where"
)

// How much of a workspace a model is shown (facts 1.6, 1.9 and 1.21).
const (
	BacklogMax = 40 // of the backlog, to the router
	RankedMax  = 40 // found by the request's words
	FocusedMax = 50 // named by a selection
	BesideMax  = 20 // of a kind that others belong to, such as projects
)

// Snapshot is the records that a model is shown. Ids that are not in it are not
// its to use.
type Snapshot struct {
	Records []record.Record // what the request may be about
	Week    []record.Record // for routing: open, from this Monday to Sunday
	Backlog []record.Record // for routing: open, without a day
	Counts  Counts          // of the whole workspace
	Left    int             // that a focus matches beyond FocusedMax
}

// Has reports whether the snapshot shows the record.
func (s Snapshot) Has(key record.Key) bool {
	for _, list := range [...][]record.Record{s.Records, s.Week, s.Backlog} {
		if slices.ContainsFunc(list, func(r record.Record) bool { return r.ID == key.ID && r.Kind.Name == key.Kind }) {
			return true
		}
	}
	return false
}

// ForRouting is what decides between chat, plan and clarify: what is open this
// week, Monday to Sunday, and a sample of the backlog.
func (b Brief) ForRouting() (s Snapshot, err error) {
	today := b.Clock.Today()
	all, err := b.Records.Find(where.Filter{}, today)
	if err != nil {
		return s, fmt.Errorf("look the workspace over: %w", err)
	}
	monday := today.StartOfWeek()
	week := where.Filter{Scheduled: where.Range{Set: true, From: monday, To: monday.AddDays(6)}, Completed: where.No}
	open := where.Filter{Completed: where.No}
	for _, r := range all {
		switch {
		case week.Match(r, today):
			s.Week = append(s.Week, r)
		case !r.Day().Valid() && len(s.Backlog) < BacklogMax && open.Match(r, today):
			s.Backlog = append(s.Backlog, r)
		}
	}
	s.Counts = Aggregates(all, today)
	return s, nil
}

// ForProposal is what operations may be about: what a focus matches, only keys
// where some are given; without a focus what the words find, and what they
// number. What the records belong to is shown beside them.
func (b Brief) ForProposal(text string, focus *where.Filter, keys []record.Key) (s Snapshot, err error) {
	today := b.Clock.Today()
	all, err := b.Records.Find(where.Filter{}, today)
	if err != nil {
		return s, fmt.Errorf("look the workspace over: %w", err)
	}
	s.Counts = Aggregates(all, today)
	if focus != nil {
		err = s.focus(b, *focus, keys)
	} else {
		err = s.rank(b, text, all)
	}
	if err != nil {
		return s, err
	}
	return s, s.beside(b, text)
}

func (s *Snapshot) focus(b Brief, focus where.Filter, keys []record.Key) error {
	found, err := b.Records.Find(focus, b.Clock.Today())
	if err != nil {
		return fmt.Errorf("find what is meant: %w", err)
	}
	for _, r := range found {
		if len(keys) > 0 && !slices.Contains(keys, record.Key{Kind: r.Kind.Name, ID: r.ID}) {
			continue
		}
		if len(s.Records) == FocusedMax {
			s.Left++
			continue
		}
		s.Records = append(s.Records, r)
	}
	return nil
}

// rank takes first what the request numbers, since no word of it need be in a
// title, then what its words find, then what is open from this Monday on, since
// "the thing on tuesday" has no word of a title in it.
func (s *Snapshot) rank(b Brief, text string, all []record.Record) error {
	for _, id := range Numbers(text) {
		for _, kind := range []string{"task", "event", "project"} {
			r, ok, err := b.Records.Record(kind, id)
			if err != nil {
				return fmt.Errorf("look #%d up: %w", id, err)
			}
			if ok && len(s.Records) < RankedMax {
				s.Records = append(s.Records, r)
			}
		}
	}
	today := b.Clock.Today()
	s.fill(search.Rank(text, all, today, RankedMax), where.Filter{}, today)
	monday := today.StartOfWeek()
	s.fill(all, where.Filter{Completed: where.No, Scheduled: where.Range{Set: true, From: monday, To: monday.AddDays(13)}}, today)
	s.fill(all, where.Filter{Completed: where.No}, today)
	return nil
}

// fill adds what matches and is not there yet, as long as there is room.
func (s *Snapshot) fill(records []record.Record, f where.Filter, today calendar.Date) {
	for _, r := range records {
		if len(s.Records) == RankedMax {
			return
		}
		if f.Match(r, today) && !s.Has(record.Key{Kind: r.Kind.Name, ID: r.ID}) {
			s.Records = append(s.Records, r)
		}
	}
}

// beside shows the records that others belong to, such as projects, since a
// request names them by their names and an operation by their ids.
func (s *Snapshot) beside(b Brief, text string) error {
	today := b.Clock.Today()
	for _, kind := range belonging() {
		records, err := b.Records.Find(where.Filter{Kinds: []string{kind}}, today)
		if err != nil {
			return fmt.Errorf("find the %ss: %w", kind, err)
		}
		for _, r := range search.Rank(text, records, today, BesideMax) {
			if !s.Has(record.Key{Kind: kind, ID: r.ID}) {
				s.Records = append(s.Records, r)
			}
		}
	}
	return nil
}

// belonging are the kinds that planned records point to.
func belonging() (kinds []string) {
	for _, k := range schema.Kinds {
		for i := range k.Fields {
			if f := &k.Fields[i]; k.Planned && f.Type == schema.Ref && !slices.Contains(kinds, f.Of) {
				kinds = append(kinds, f.Of)
			}
		}
	}
	return kinds
}

// numbersMax is how many numbers of a text are looked up.
const numbersMax = 20

// Numbers are the ids that a text writes as "#12", each once.
func Numbers(text string) (ids []int64) {
	for len(ids) < numbersMax {
		_, rest, ok := strings.Cut(text, "#")
		if !ok {
			return ids
		}
		var id int64
		n := 0
		for n < len(rest) && n < 15 && rest[n] >= '0' && rest[n] <= '9' {
			id = id*10 + int64(rest[n]-'0')
			n++
		}
		if id > 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		text = rest
	}
	return ids
}
