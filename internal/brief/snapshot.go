package brief

import (
	"fmt"
	"math"
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
	Titles  []record.Record // further ones, of which it sees only the titles
	Omitted int             // matches that are in no list

	Why map[record.Key]Reason // of Records
}

// Has reports whether the snapshot shows the record.
func (s Snapshot) Has(key record.Key) bool {
	return has(s.Records, key) || has(s.Week, key) || has(s.Backlog, key)
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

// ForProposal returns the records that operations may be about: those that a person has
// chosen or, if nothing is, those that the request may mean, each with the reason. It adds
// the records that these belong to, and checklists if the text may be about one.
func (b Brief) ForProposal(of Focus) (s Snapshot, err error) {
	var ahead []record.Record
	s.Why = map[record.Key]Reason{}
	if s.Counts, ahead, err = countRecords(indexed(b.Records), b.Clock.Today()); err != nil {
		return s, err
	}
	if of.Chosen != nil {
		err = s.addChosen(b, *of.Chosen, of.Keys)
	} else {
		err = selection{&s, b, of, ahead}.addRanked()
	}
	if err != nil {
		return s, err
	}
	if err := s.addChecklists(b, of.Mention, of.Chosen != nil); err != nil {
		return s, err
	}
	return s, s.addRelated(b, of.Mention)
}

// countRecords returns what Aggregates does, without reading every record. coming are
// the first open records from today to a week from today.
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
	if coming, c.Next7Days, err = records.Upcoming(today, today.AddDays(7), MaxRanked+MaxTitles/2); err != nil {
		return c, nil, fmt.Errorf("find what is ahead: %w", err)
	}
	return c, coming, nil
}

func (s *Snapshot) addChosen(b Brief, chosen filter.Condition, keys []record.Key) error {
	found, err := b.Records.Find(chosen, b.Clock.Today())
	if err != nil {
		return fmt.Errorf("find what is meant: %w", err)
	}
	if len(keys) > 0 {
		found = slices.DeleteFunc(slices.Clone(found), func(r record.Record) bool {
			return !slices.Contains(keys, record.Key{Kind: r.Kind.Name, ID: r.ID})
		})
	}
	s.addUpTo(MaxFocused, IsChosen, found...)
	s.Omitted = s.unlisted(found)
	return nil
}

// Numbered returns the records that a text names by their ids, of any kind.
func (b Brief) Numbered(text string) (found []record.Record, err error) {
	for _, n := range RecordNumbers(text) {
		for _, k := range schema.Kinds {
			if n.Kind != "" && n.Kind != k.Name {
				continue
			}
			r, ok, err := b.Records.Record(k.Name, n.ID)
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

// addRelated adds the records that others belong to, such as projects, because a request
// uses their names and an operation their ids. Of those that neither the request nor a
// shown record names, the titles are enough.
func (s *Snapshot) addRelated(b Brief, of Mention) error {
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
		s.add(IsRelated, search.Hits(of.Keywords, records, today, MaxRelated))
		ranked := search.Rank(of.Text, records, today, MaxRelated)
		s.add(IsRelated, slices.DeleteFunc(slices.Clone(ranked), func(r record.Record) bool { return !s.refersTo(r) }))
		s.addTitles(len(s.Titles)+MaxRelated, ranked)
	}
	return nil
}

// refersTo reports whether a shown record belongs to another one.
func (s *Snapshot) refersTo(r record.Record) bool {
	return slices.ContainsFunc(s.Records, func(x record.Record) bool {
		f := x.Kind.Belongs(r.Kind.Name)
		return f != nil && x.Get(f.Name).ID() == r.ID
	})
}

// add adds the records that are not there yet.
func (s *Snapshot) add(why Reason, records []record.Record) { s.addUpTo(math.MaxInt, why, records...) }

// addUpTo adds the records that are not there yet, until there are as many as most. The
// titles of the others are added instead.
func (s *Snapshot) addUpTo(most int, why Reason, records ...record.Record) {
	for i, r := range records {
		key := record.Key{Kind: r.Kind.Name, ID: r.ID}
		switch {
		case s.Has(key):
		case len(s.Records) < most:
			s.Records, s.Why[key] = append(s.Records, r), why
			s.Titles = without(s.Titles, key)
		default:
			s.addTitles(MaxTitles, records[i:])
			return
		}
	}
}

// addTitles adds the titles of the records that are not there yet, until there are as many
// as most. It returns how many are left.
func (s *Snapshot) addTitles(most int, records []record.Record) (left int) {
	for _, r := range records {
		key := record.Key{Kind: r.Kind.Name, ID: r.ID}
		switch {
		case s.Has(key) || has(s.Titles, key):
		case len(s.Titles) < most:
			s.Titles = append(s.Titles, r)
		default:
			left++
		}
	}
	return left
}

func without(list []record.Record, key record.Key) []record.Record {
	return slices.DeleteFunc(list, func(r record.Record) bool { return r.ID == key.ID && r.Kind.Name == key.Kind })
}

func has(list []record.Record, key record.Key) bool {
	return slices.ContainsFunc(list, func(r record.Record) bool { return r.ID == key.ID && r.Kind.Name == key.Kind })
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

// unlisted counts the records that are in no list.
func (s *Snapshot) unlisted(records []record.Record) (n int) {
	for _, r := range records {
		key := record.Key{Kind: r.Kind.Name, ID: r.ID}
		if !s.Has(key) && !has(s.Titles, key) {
			n++
		}
	}
	return n
}
