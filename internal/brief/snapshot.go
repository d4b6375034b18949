package brief

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
)

// Limits of the records that a model is shown.
const (
	MaxBacklog = 40 // records of the backlog, for routing
	MaxRanked  = 40 // records that match the words of the request
	MaxFocused = 50 // records of a selection
	MaxRelated = 20 // records of a kind that others belong to, such as projects
)

// Mention is the words of a request that may name records.
type Mention struct {
	Text     string
	Keywords []string // its words that may be in titles
	Lists    bool     // it has a word for a list or its items
}

// Snapshot holds the records that a model is shown. It may not use other ids.
type Snapshot struct {
	Records []record.Record // those that the request may be about
	Week    []record.Record // for routing: open, from this Monday to Sunday
	Backlog []record.Record // for routing: open, without a day
	Counts  Counts          // of the whole workspace
	Omitted int             // matches of a focus beyond MaxFocused
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

// ForRouting returns the records for the decision between chat, plan and clarify: the
// open ones of this week, Monday to Sunday, and a sample of the backlog.
func (b Brief) ForRouting() (s Snapshot, err error) {
	records, today := indexed(b.Records), b.Clock.Today()
	monday := today.StartOfWeek()
	if s.Week, _, err = records.Upcoming(monday, monday.AddDays(6), MaxFocused); err != nil {
		return s, fmt.Errorf("find what is open this week: %w", err)
	}
	if s.Backlog, err = records.Backlog(MaxBacklog); err != nil {
		return s, fmt.Errorf("sample the backlog: %w", err)
	}
	s.Counts, _, err = countRecords(records, today)
	return s, err
}

// ForProposal returns the records that operations may be about: those that match the
// focus, restricted to keys if there are some; without a focus, those that the request
// mentions by number or by words. It adds the records that these belong to, and
// checklists if the text may be about one.
func (b Brief) ForProposal(of Mention, focus *filter.Condition, keys []record.Key) (s Snapshot, err error) {
	var ahead []record.Record
	if s.Counts, ahead, err = countRecords(indexed(b.Records), b.Clock.Today()); err != nil {
		return s, err
	}
	if focus != nil {
		err = s.addFocused(b, *focus, keys)
	} else {
		err = s.addRanked(b, of, ahead)
	}
	if err != nil {
		return s, err
	}
	if err := s.addChecklists(b, of, focus != nil); err != nil {
		return s, err
	}
	return s, s.addRelated(b, of.Text)
}

// countRecords returns what Aggregates does, without reading every record. coming are
// the first open records from today to a week from today, at most MaxRanked.
func countRecords(records IndexedFinder, today calendar.Date) (c Counts, coming []record.Record, err error) {
	all, err := records.Count(filter.Condition{}, today)
	if err != nil {
		return c, nil, fmt.Errorf("count the records: %w", err)
	}
	if c.Overdue, err = records.Count(filter.Condition{Overdue: filter.Yes}, today); err != nil {
		return c, nil, fmt.Errorf("count what is overdue: %w", err)
	}
	if c.Backlog, err = records.CountUndated(); err != nil {
		return c, nil, fmt.Errorf("count what has no day: %w", err)
	}
	c.Scheduled = all - c.Backlog
	if coming, c.Next7Days, err = records.Upcoming(today, today.AddDays(7), MaxRanked); err != nil {
		return c, nil, fmt.Errorf("find what is ahead: %w", err)
	}
	return c, coming, nil
}

func (s *Snapshot) addFocused(b Brief, focus filter.Condition, keys []record.Key) error {
	found, err := b.Records.Find(focus, b.Clock.Today())
	if err != nil {
		return fmt.Errorf("find what is meant: %w", err)
	}
	for _, r := range found {
		if len(keys) > 0 && !slices.Contains(keys, record.Key{Kind: r.Kind.Name, ID: r.ID}) {
			continue
		}
		if len(s.Records) == MaxFocused {
			s.Omitted++
			continue
		}
		s.Records = append(s.Records, r)
	}
	return nil
}

// addRanked adds the records that were mentioned last, which a request may call "it",
// and those that it mentions by number, since a title need not occur in it; then those
// that match its words; then upcoming ones and some of the backlog, since "the thing
// on tuesday" has no word of a title.
func (s *Snapshot) addRanked(b Brief, of Mention, ahead []record.Record) error {
	for _, key := range b.Recent {
		r, ok, err := b.Records.Record(key.Kind, key.ID)
		if err != nil {
			return fmt.Errorf("look %s %d up: %w", key.Kind, key.ID, err)
		}
		if ok {
			s.addUpToMax([]record.Record{r})
		}
	}
	numbered, err := b.Numbered(of.Text)
	if err != nil {
		return err
	}
	s.addUpToMax(numbered)
	today := b.Clock.Today()
	found, err := search.FindAny(indexed(b.Records), plannedKinds(), of.selective(), maxMatches)
	if err != nil {
		return fmt.Errorf("find what the words name: %w", err)
	}
	if len(found) > 0 {
		favorites, err := FavoriteProjects(b.Records, today)
		if err != nil {
			return err
		}
		favorites.SortFirst(found)
		s.addUpToMax(search.Rank(of.Text, found, today, MaxRanked))
	}
	s.addUpToMax(ahead)
	if len(s.Records) == MaxRanked {
		return nil
	}
	backlog, err := indexed(b.Records).Backlog(MaxRanked)
	if err != nil {
		return fmt.Errorf("sample the backlog: %w", err)
	}
	s.addUpToMax(backlog)
	return s.addOverdue(b, today)
}

// Numbered returns the records that a text names by their ids.
func (b Brief) Numbered(text string) (found []record.Record, err error) {
	for _, n := range RecordNumbers(text) {
		kinds := []string{"task", "event", "project"}
		if n.Kind != "" {
			kinds = []string{n.Kind}
		}
		for _, kind := range kinds {
			r, ok, err := b.Records.Record(kind, n.ID)
			if err != nil {
				return nil, fmt.Errorf("look #%d up: %w", n.ID, err)
			}
			if ok {
				found = append(found, r)
			}
		}
	}
	return found, nil
}

// addOverdue adds the overdue records, or all records of a small workspace. If there are
// too many, only the words of a request find them.
func (s *Snapshot) addOverdue(b Brief, today calendar.Date) error {
	var wanted filter.Condition
	switch {
	case s.Counts.Scheduled+s.Counts.Backlog <= MaxRanked:
	case s.Counts.Overdue <= MaxRanked:
		wanted.Overdue = filter.Yes
	default:
		return nil
	}
	found, err := b.Records.Find(wanted, today)
	if err != nil {
		return fmt.Errorf("find what is overdue: %w", err)
	}
	s.addUpToMax(found)
	return nil
}

// addUpToMax adds the records that are not there yet, up to MaxRanked.
func (s *Snapshot) addUpToMax(records []record.Record) {
	for _, r := range records {
		if len(s.Records) == MaxRanked {
			return
		}
		if !s.Has(record.Key{Kind: r.Kind.Name, ID: r.ID}) {
			s.Records = append(s.Records, r)
		}
	}
}

// addRelated adds the records that others belong to, such as projects, because a request
// uses their names and an operation their ids.
func (s *Snapshot) addRelated(b Brief, text string) error {
	today := b.Clock.Today()
	favorites, err := FavoriteProjects(b.Records, today)
	if err != nil {
		return err
	}
	for _, kind := range parentKinds() {
		records, err := b.Records.Find(filter.Condition{Kinds: []string{kind}}, today)
		if err != nil {
			return fmt.Errorf("find each %s: %w", kind, err)
		}
		favorites.SortFirst(records) // among those with the same words
		s.add(search.Rank(text, records, today, MaxRelated))
	}
	return nil
}

// plannedKinds returns the kinds that a filter without kinds applies to.
func plannedKinds() (kinds []*schema.Kind) {
	for _, k := range schema.Kinds {
		if k.Planned {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// parentKinds returns the kinds that planned records refer to.
func parentKinds() (kinds []string) {
	for _, k := range schema.Kinds {
		for i := range k.Fields {
			if f := &k.Fields[i]; k.Planned && f.Type == schema.Ref && !slices.Contains(kinds, f.Of) {
				kinds = append(kinds, f.Of)
			}
		}
	}
	return kinds
}

// Limits of the numbers in a text: how many are looked up, and their length.
const (
	maxNumbers = 20
	maxDigits  = 15
)

// RecordNumbers returns the records that a text names by their ids, each once: "#12", of
// any kind, and "task 12" or "task #12".
func RecordNumbers(text string) (found []record.Key) {
	kind := "" // that the word before names
	for word := range strings.FieldsFuncSeq(text, isBetweenWords) {
		digits, marked := strings.CutPrefix(word, "#")
		id, err := strconv.ParseInt(digits, 10, 64)
		key := record.Key{Kind: kind, ID: id}
		if isNumber := err == nil && id > 0 && len(digits) <= maxDigits; isNumber && (marked || kind != "") {
			if !slices.Contains(found, key) && len(found) < maxNumbers {
				found = append(found, key)
			}
			continue
		}
		if kind = ""; schema.Lookup(strings.ToLower(word)) != nil {
			kind = strings.ToLower(word)
		}
	}
	return found
}

// isBetweenWords reports whether a character separates words, as "#" does not.
func isBetweenWords(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '#' && r != '_'
}

const (
	maxMatches  = 200 // found by words before they are ranked
	maxKeywords = 5   // words of a request that are searched
	minLetters  = 3   // of such a word
)

// selective are the most selective keywords of a request: the longest ones, with at least
// three letters.
func (m Mention) selective() []string {
	short := func(w string) bool { return utf8.RuneCountInString(w) < minLetters }
	words := slices.DeleteFunc(slices.Clone(m.Keywords), short)
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	return words[:min(len(words), maxKeywords)]
}
