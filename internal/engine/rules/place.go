package rules

import (
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/phrase/question"
	"assister/internal/problem"

	"assister/internal/record"
	"assister/internal/schema"
)

// place finds the project that the question names, or what else its records are
// parts of. Where there is none of that name, said is the answer; unless the name
// may be a word of a title, or a list's may be a tag.
func (a *answerer) place(there *spot) (said string, err error) {
	if said, err = a.project(); said != "" || err != nil {
		return said, err
	}
	if err := a.team(); err != nil {
		return "", err
	}
	if said, err = a.partOf(); said != "" || err != nil {
		return said, err
	}
	if there != nil {
		if a.projects, a.q.Project = there.projects, there.name; a.projects == nil {
			a.q.About = append(slices.Clone(a.q.About), there.about...)
		}
	}
	return "", a.subjectsOf()
}

func (a *answerer) project() (said string, err error) {
	if a.q.Project == "" {
		return "", nil
	}
	found, err := a.called("project", a.q.Project)
	if err != nil {
		return "", err
	}
	for _, p := range found {
		a.projects = append(a.projects, p.ID)
		a.q.Project = p.Label()
	}
	switch {
	case len(found) > 0:
		return "", nil
	case a.q.Perhaps:
		a.q.About = append(slices.Clone(a.q.About), a.q.Project)
		a.q.Project = ""
		return "", nil
	}
	return a.unnamed("project", a.q.Project)
}

// team takes the noun for people in a situation for the name of a team, where a
// question names no situation and a team is called so: "who are the actors".
func (a *answerer) team() error {
	if a.q.Noun == "" || !slices.Contains(a.q.Kinds, "situation_actor") || a.q.Of.Kind != "" || len(a.q.About) > 0 {
		return nil
	}
	found, err := a.called("team", a.q.Noun)
	if err == nil && len(found) > 0 {
		a.q.Kinds, a.q.Of = []string{"person"}, question.Whole{Kind: "team", Name: a.q.Noun, Said: a.q.Noun}
	}
	return err
}

// partOf finds the checklist, team or situation that the question names.
func (a *answerer) partOf() (said string, err error) {
	if a.q.Of.Kind == "" {
		return "", nil
	}
	found, err := a.called(a.q.Of.Kind, a.q.Of.Name)
	if err != nil {
		return "", err
	}
	for _, r := range found {
		a.whole = append(a.whole, r.ID)
		a.q.Of.Name = r.Label()
	}
	if len(found) > 0 {
		return "", nil
	}
	if a.q.Of.Kind == "checklist" {
		task := schema.Lookup("task")
		tagged, err := a.find(filter.Query{Kind: task, Where: filter.Comparing(filter.Tagged(a.q.Of.Name)), Count: true})
		if err != nil || tagged.Total > 0 {
			a.q.Tag, a.q.Kinds, a.q.Of = a.q.Of.Name, []string{"task"}, question.Whole{}
			return "", err
		}
	}
	return a.saidSo()
}

// saidSo takes the name of a list, team or situation that there is not for words
// of a title, with the noun beside it, where one thing is asked about: "when did I
// last back up the customer list". Otherwise there is none of that name.
func (a *answerer) saidSo() (said string, err error) {
	of := a.q.Of
	asks := a.q.Asks
	if a.q.Wants != "" {
		asks = question.When
	}
	switch asks {
	case question.When, question.Where, question.Last, question.LastTime, question.Length, question.Until, question.Whether:
		known, err := a.mentioned(subject{words: distinctive(of.Said)})
		if err != nil {
			return "", err
		}
		if known {
			a.q.About, a.q.Of = append(slices.Clone(a.q.About), of.Said), question.Whole{}
			if slices.Equal(a.q.Kinds, question.PartsOf(of.Kind)) {
				a.q.Kinds = nil
			}
			return "", nil
		}
	}
	return a.unnamed(of.Kind, of.Name)
}

// called are the records of a kind with a name; of a list, "packing" is the
// Packing list too.
func (a *answerer) called(kind, name string) ([]record.Record, error) {
	k := schema.Lookup(kind)
	found, err := a.find(filter.Query{Kind: k, Where: nameIs(k, name)})
	if err != nil || len(found.Records) > 0 {
		return found.Records, err
	}
	return a.partlyCalled(k, name)
}

func nameIs(k *schema.Kind, name string) filter.Condition {
	c := filter.Comparison{Field: k.Label, Op: filter.In, Values: []record.Value{record.Text(name)}}
	if k.Name == "checklist" {
		for _, noun := range []string{" list", " checklist"} {
			c.Values = append(c.Values, record.Text(name+noun))
		}
	}
	return filter.Comparing(c)
}

// partlyCalled is the one record of a kind that has all the words in its name,
// where there is one: "the catalogue project" of a Spring catalogue.
func (a *answerer) partlyCalled(k *schema.Kind, name string) ([]record.Record, error) {
	s := subject{words: distinctive(name)}
	found, err := a.find(filter.Query{Kind: k, Where: filter.Condition{All: s.within(k, []int{at(k, k.Label)})}})
	if err != nil {
		return nil, err
	}
	fit := slices.DeleteFunc(slices.Clone(found.Records), func(r record.Record) bool { return !hasAll(fulltext.Fold(r.Label()), s.words) })
	if len(fit) != 1 {
		return nil, nil
	}
	return fit, nil
}

// unnamed says that nothing of a kind has a name, and what comes closest.
func (a *answerer) unnamed(kind, name string) (string, error) {
	k := schema.Lookup(kind)
	all, err := a.find(filter.Query{Kind: k, Sort: []filter.Order{{At: at(k, k.Label)}}})
	if err != nil {
		return "", err
	}
	return a.noSuch(kind, name, closest(name, all.Records)), nil
}

// closest are the names that are most like one that does not exist; the first
// ones where none is like it.
func closest(name string, records []record.Record) (names []string) {
	const most = 5
	for _, r := range records {
		names = append(names, oneLine(r.Label()))
	}
	like := problem.Closest(name, names, most)
	for _, n := range names {
		if len(like) < most && !slices.Contains(like, n) && strings.Contains(fulltext.Fold(n), fulltext.Fold(name)) {
			like = append(like, n)
		}
	}
	if len(like) > 0 {
		return like
	}
	return names[:min(len(names), most)]
}

// spot is where earlier items are: their projects or, where they are in none,
// what they are about.
type spot struct {
	projects []int64
	name     string
	about    []string
}

func (l lookup) spot(items []item, about []string) (s spot, err error) {
	for _, r := range records(items) {
		project, err := l.projectOf(r)
		if err != nil {
			return s, err
		}
		if project != 0 && !slices.Contains(s.projects, project) {
			s.projects = append(s.projects, project)
		}
	}
	if len(s.projects) == 0 {
		s.about = about
		return s, nil
	}
	found, err := l.find(filter.Query{Kind: schema.Lookup("project"), Where: filter.Comparing(filter.IDs(s.projects...))})
	var names []string
	for _, p := range found.Records {
		names = append(names, oneLine(p.Label()))
	}
	s.name = strings.Join(names, ", ")
	return s, err
}

// projectOf is the project that a record is in, itself or as part of what is; 0
// is none.
func (l lookup) projectOf(r record.Record) (int64, error) {
	if r.Kind.Name == "project" {
		return r.ID, nil
	}
	if id := r.Get("projectId"); !id.IsNull() {
		return id.ID(), nil
	}
	for i := range r.Kind.Fields {
		f := &r.Kind.Fields[i]
		if f.Type != schema.Ref || !f.Required || r.Values[i].IsNull() {
			continue
		}
		whole, err := l.find(filter.Query{Kind: schema.Lookup(f.Of), Where: filter.Comparing(filter.IDs(r.Values[i].ID()))})
		if err != nil || len(whole.Records) == 0 {
			return 0, err
		}
		return l.projectOf(whole.Records[0])
	}
	return 0, nil
}
