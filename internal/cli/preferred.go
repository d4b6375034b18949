package cli

import (
	"slices"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/engine/rules"
	"assister/internal/filter"
	"assister/internal/phrase"
	"assister/internal/phrase/question"
	"assister/internal/propose"

	"assister/internal/schema"

	"assister/internal/workspace"
)

// preferred is the data as somebody likes to be answered from it: a question that
// does not say which of the tasks and events it is about is about those of the
// preferred filter. When and in what state is the question's own to say.
type preferred struct {
	propose.Library
	kinds   []*schema.Kind // that the filter speaks of
	filter  filter.Filter  // what it asks of them, but for when and in what state
	written string
	held    bool // the filter held of a query
}

// likedFrom is the data, behind the preferred filter where there is one. A filter
// that cannot be read is refused by list, which says what to do about it; a
// question has an answer without it.
func (c *call) likedFrom(r workspace.Reader) (*preferred, error) {
	f, written, err := c.byPreference(r)
	if written == "" && err != nil {
		return nil, err
	}
	return &preferred{Library: r, kinds: f.Applies(), filter: scope(f), written: written}, nil
}

// scope is a filter without its kinds and what a question says itself.
func scope(f filter.Filter) filter.Filter {
	return filter.Filter{Context: f.Context, Tag: f.Tag, Priority: f.Priority, ProjectID: f.ProjectID, TitleContains: f.TitleContains, IDs: f.IDs, ByIDs: f.ByIDs}
}

func (p *preferred) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	return p.Library.Query(p.narrowed(q), today)
}

// narrowed is a query with the filter, where that holds of it.
func (p *preferred) narrowed(q filter.Query) filter.Query {
	if p.holds(q) {
		p.held = true
		q.Where.All = append(slices.Clip(q.Where.All), filter.Condition{Filter: p.filter})
	}
	return q
}

func (p *preferred) holds(q filter.Query) bool {
	return !p.filter.Empty() && slices.Contains(p.kinds, q.Kind) && q.Kind.Planned && !scoped(q.Where, q.Kind)
}

// scoped reports whether a condition says which records it is about, and not only
// when or in what state.
func scoped(c filter.Condition, k *schema.Kind) bool {
	narrow := func(part filter.Condition) bool { return scoped(part, k) }
	return !scope(c.Filter).Empty() || slices.ContainsFunc(c.All, narrow) || slices.ContainsFunc(c.Any, narrow) ||
		slices.ContainsFunc(c.Compare, func(o filter.Comparison) bool {
			f := filter.Field(k, o.At)
			return f.Type == schema.Ref || f.Type == schema.Tags || f.Type.Textual() || f.Name == "priority" || f.Name == "context"
		})
}

// said is an answer with the filter that it was found by.
func (p *preferred) said(text string, french bool) string {
	switch {
	case !p.held || text == "":
		return text
	case french:
		return text + "\n(selon le filtre préféré " + p.written + ")"
	}
	return text + "\n(by the preferred filter " + p.written + ")"
}

// tongue is the language that a request is spoken about in: the one that is
// preferred, or its own.
func (c *call) tongue(text string) (t propose.Locale, err error) {
	err = c.view(func(snapshot workspace.Reader) error {
		t, err = c.tongueIn(snapshot, text)
		return err
	})
	return t, err
}

func (c *call) tongueIn(snapshot workspace.Reader, text string) (propose.Locale, error) {
	preferred, err := brief.Preference(snapshot, "language", c.clock.Today())
	return rules.Tongue(preferred == "fr" || preferred == "" && phrase.French(text)), err
}

// inFrench reports whether a question is answered in French: in the language that
// is preferred, or its own.
func (c *call) inFrench(text, preferred string) bool {
	return preferred == "fr" || preferred == "" && question.Read(text, c.clock).Language == question.French
}
