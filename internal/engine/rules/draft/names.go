package draft

import (
	"slices"
	"strings"

	"assister/internal/fulltext"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// resolveNames replaces the names in a description by what they are of. Those that are of
// titles are returned.
func (c *bulk) resolveNames(m meaning.Record) (resolved meaning.Record, titles []meaning.Attribute) {
	resolved = m
	resolved.Where, resolved.Name = nil, ""
	names := m.Where
	if as, ok := c.nounTag(m); ok {
		resolved.Where = append(resolved.Where, as)
	}
	if m.Name != "" {
		own := meaning.Attribute{Field: meaning.Title, Text: m.Name, Words: m.Words}
		names = append([]meaning.Attribute{own}, m.Where...)
	}
	for _, a := range names {
		if a.Field == meaning.Did || a.Field == meaning.Titled && !a.Not {
			titles = append(titles, a)
			continue
		}
		mayName := a.Field == meaning.Title || a.Field == meaning.Part || a.Field == meaning.About
		if a.Not || !mayName && !c.isNamed(a) {
			resolved.Where = append(resolved.Where, a)
			continue
		}
		as, ok := c.resolver().Naming(a, reference.Described(&m))
		switch {
		case ok:
			resolved.Where = append(resolved.Where, as)
		case a.Field == meaning.Part && c.do.Act == meaning.Delete: // "remove overdue from the rent" deletes nothing
			c.noneCalled(nil, "project", a.Text)
		default:
			titles = append(titles, a)
		}
	}
	return resolved, titles
}

// nounTag is the tag that a word for a kind may be, too: "errands" are tasks.
func (c *bulk) nounTag(m meaning.Record) (meaning.Attribute, bool) {
	own := m.Noun == "" || m.Kind == "" || schema.Lookup(m.Kind) == nil
	for n := 1; !own && n <= 2; n++ {
		own = fulltext.Plain(m.Noun) == fulltext.Plain(c.language.Noun(m.Kind, n))
	}
	if own {
		return meaning.Attribute{}, false
	}
	return c.resolver().TagNamed(m.Noun)
}

// isNamed reports whether an expression of time is the whole name of a project, such as
// that of a feast.
func (c *bulk) isNamed(a meaning.Attribute) bool {
	if a.Field != meaning.When || len(a.Words) == 0 {
		return false
	}
	name := strings.Join(a.Words, " ")
	found := c.called("project", name)
	return len(found) == 1 && isCalled(found[0], name)
}

// inTitles are those of some records whose titles fit all of the names, and begin with what
// was done.
func inTitles(g *language.Grammar, found []record.Record, names []meaning.Attribute) []record.Record {
	return slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool {
		return slices.ContainsFunc(names, func(a meaning.Attribute) bool {
			if a.Field == meaning.Did {
				return !saysTo(g, rec.Label(), a.Text)
			}
			return reference.FitOf(rec.Label(), a.Text, a.Words) > reference.Begins
		})
	})
}

// ofContents makes the change of all that a project or a tag holds, if no record is called
// so, or several are, and then only if the tag is called exactly so: "mark today's homework
// done". It reports false if there is no such project or tag.
func (c *bulk) ofContents(several bool) bool {
	m := c.on
	// A project that does not exist is no tag: "delete the project home".
	oneRecord := m.Kind == "event" || m.Kind == "project" || c.do.Act == meaning.Rename || verbs[c.do.Act] != ""
	// "The movers are at 8 next week" is about no project of moving.
	takesPlace := c.do.Manner == meaning.Told && c.do.Act == meaning.Move && m.Where.Has(meaning.When)
	dropped := c.do.Manner == meaning.Told && c.do.Act == meaning.Delete // "the report is cancelled"
	many := m.Both || len(m.Each) > 0 || dropped
	if m.Name == "" || oneRecord || takesPlace || many {
		return false
	}
	as, ok := c.resolver().TagNamed(m.Name)
	if ok && several && fulltext.Plain(as.Text) != fulltext.Plain(m.Name) {
		ok = false
	}
	if !ok && !several {
		as, ok = c.resolver().OwnerNamed(m.Name, reference.Described(m))
	}
	if !ok {
		return false
	}
	all := *m
	all.Every, all.Name, all.Words, all.Full = true, "", nil, ""
	all.Where = append(slices.Clone(m.Where), as)
	c.on = &all
	c.draft()
	return true
}

// ofProject makes a change of a project one of all that is in it, if a project has nothing
// like it. It reports false if the description is of no project.
func (c *bulk) ofProject() bool {
	m := c.on
	if m.Kind != "project" || m.Name == "" && len(m.Where) == 0 || c.can(schema.Lookup("project")) {
		return false
	}
	project := *m
	project.Every = false
	f := c.search().candidates(&project)
	if len(f.Records) != 1 || f.Records[0].Kind.Name != "project" {
		return false
	}
	in := meaning.Attribute{Field: meaning.Project, Text: f.Records[0].Label()}
	c.on = &meaning.Record{Every: true, Where: []meaning.Attribute{in}, Except: m.Except}
	c.draft()
	return true
}
