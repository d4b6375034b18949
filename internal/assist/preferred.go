package assist

import (
	"slices"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/message"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// preferred is the data behind the preferred filter: a question that does not say
// which tasks and events it is about, is about those that the filter matches. Their
// days and states are left to the question. In the same way it is about the records of
// the project that the person works in.
type preferred struct {
	propose.Library
	language string           // of answers, by the preference; "" for none
	kinds    []*schema.Kind   // that the filter is about
	filter   filter.Condition // without days and states
	written  string           // as the preference has it
	used     bool             // a query was narrowed by it

	project   record.Record // that the person works in; the zero Record for none
	inProject bool          // a query was narrowed to it
}

// preferredData is the data, behind the preferred filter if there is one, and the
// preferred language. A filter that cannot be parsed is refused by List, which says what
// to do about it; a question is answered without it.
func preferredData(r workspace.Reader, clock calendar.Clock, project record.Record) (*preferred, error) {
	language, err := brief.Preference(r, "language", clock.Today())
	if err != nil {
		return nil, err
	}
	f, written, err := preferredFilter(r, clock)
	if written == "" && err != nil {
		return nil, err
	}
	return &preferred{Library: r, language: language, kinds: f.Applies(), filter: scope(f), written: written,
		project: project}, nil
}

// preferredFilter is the filter of a list without any, and how it is written; "" if
// none is preferred.
func preferredFilter(r workspace.Reader, clock calendar.Clock) (f filter.Condition, written string, err error) {
	written, err = brief.Preference(r, "filter", clock.Today())
	if err != nil || written == "" {
		return f, "", err
	}
	f, p := filter.Read(written, clock)
	if p != nil {
		p.Message = "the preference filter: " + p.Message
		p.Hint = "remove it with `assister config unset filter`, or list without it, such as with --today"
		return f, written, &problem.Refusal{Class: problem.Usage, Problem: *p}
	}
	return f, written, nil
}

// scope is a filter without its kinds and what a question says itself.
func scope(f filter.Condition) filter.Condition {
	which := filter.Condition{Any: f.Any, Not: f.Not}
	which.Compare = slices.DeleteFunc(slices.Clone(f.Compare), func(o filter.Comparison) bool {
		return o.Field == "deadline" || o.Field == "recurrence" || o.Field == "status"
	})
	for _, part := range f.All {
		if part = scope(part); !part.Empty() {
			which.All = append(which.All, part)
		}
	}
	return which
}

func (p *preferred) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	return p.Library.Query(p.narrowed(q), today)
}

// narrowed is a query with the project and the filter, if they apply to it.
func (p *preferred) narrowed(q filter.Query) filter.Query {
	scoped := isScoped(q.Where, q.Kind)
	if f, _ := q.Kind.Field("projectId"); f != nil && p.project.Kind != nil && !scoped {
		p.inProject = true
		here := filter.Comparing(filter.Is(f.Name, record.ID(p.project.ID)))
		q.Where.All = append(slices.Clip(q.Where.All), here)
	}
	if !scoped && p.appliesTo(q.Kind) {
		p.used = true
		q.Where.All = append(slices.Clip(q.Where.All), p.filter)
	}
	return q
}

func (p *preferred) appliesTo(k *schema.Kind) bool {
	return !p.filter.Empty() && slices.Contains(p.kinds, k) && k.Planned
}

// isScoped reports whether a condition says which records it is about, besides their
// days and states.
func isScoped(c filter.Condition, k *schema.Kind) bool {
	part := func(c filter.Condition) bool { return isScoped(c, k) }
	if slices.ContainsFunc(slices.Concat(c.All, c.Any, c.Not), part) {
		return true
	}
	return slices.ContainsFunc(c.Compare, func(o filter.Comparison) bool {
		at, ok := filter.At(k, o.Field)
		if !ok {
			return false
		}
		f := filter.Field(k, at)
		isName := f.Type == schema.Ref || f.Type == schema.Tags || f.Type.Textual()
		return isName || f.Name == "priority" || f.Name == "context"
	})
}

// mention adds the project and the filter to an answer that was found by them.
func (p *preferred) mention(text string, l *message.Language) string {
	if text == "" {
		return text
	}
	if p.inProject {
		text = l.Text("answer.in-project", "text", text, "project", p.project.Label())
	}
	if p.used {
		text = l.Text("answer.by-filter", "text", text, "filter", p.written)
	}
	return text
}
