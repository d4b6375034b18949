package meaning

import (
	"slices"
	"strings"

	"assister/internal/language"
)

// regarding decodes a change of something named before it: "the calls are done, tick them
// off", "I am ill today, move everything to monday".
func (d requesting) regarding(n *language.Node) []Do {
	topic, all := d.topicOf(n.Arg(0)), d.clause(n.Arg(1))
	for i := range all {
		if topic == nil || !all[i].regard(*topic) {
			d.fail()
			break
		}
		all[i].On.Near = d.words(n.Arg(0))
	}
	return all
}

// topicOf is what a description, or a clause, is about. What was done says of one record
// which it is, and of many no more than that they are done.
func (d requesting) topicOf(n *language.Node) *Record {
	if n.Is("record") || n.Is("within") {
		return d.record(n)
	}
	topic := d.record(n.Arg(0))
	if topic != nil && !topic.Every {
		return d.clause(n)[0].On
	}
	return topic
}

// regard makes a change one of a topic. It reports false if the change says itself what it is about.
func (do *Do) regard(topic Record) bool {
	on := do.On
	if on == nil || on.Name != "" || on.Rank != (Rank{}) {
		return false
	}
	if i := on.Where.Index(There); i >= 0 {
		on.Where[i] = Attribute{Field: Part, Text: topic.Name}
		return topic.Name != ""
	}
	plain := len(on.Where)+len(on.IDs) == 0 && !do.Set.Has(From)
	otherKind := on.Kind != "" && topic.Kind+topic.Name != ""
	if !plain || otherKind || !on.It && !on.Every {
		return false
	}
	if on.Kind != "" {
		topic.Kind, topic.Noun, topic.Where = on.Kind, on.Noun, topic.Where.Without(Did)
	}
	topic.Every, topic.Except = topic.Every || on.Every, append(slices.Clone(topic.Except), on.Except...)
	do.On = &topic
	return true
}

// tells reports whether a change is none of a verb that the language does not know: "unzorble the garage, delete it".
func (do *Do) tells() bool { return do.Manner != Bare || do.Clause || do.Known || do.heads }

// isUnnamed reports whether words before a change may name what it is about: a kind or, in the first one, "it" of what
// is asked for, moves or follows from them: "I've been to the library, so that one is finished".
func (do *Do) isUnnamed(first bool) bool {
	kind := do.On.Kind != "" && do.On.IsBare()
	asks := do.Manner != Told || do.follows || do.Act == Move
	return kind || first && do.On.It && asks
}

// settled are changes without those that only say more of the records that changes before them
// make: "add a and b, both on friday". Of several new records, "it" may be another one. What is left out on a day and
// then moved is only moved: "I can't make yoga on friday. Move it to monday".
func settled(all []Do) []Do {
	out := all[:0]
	for _, do := range all {
		again := do.On != nil && do.On.It && do.On.IsBare() && len(do.Set) == 0
		n := len(out)
		if again && n > 0 && out[n-1].On != nil && isSameAct(do, out[n-1]) {
			on := *out[n-1].On
			out[n-1].Act = do.Act                                 // "I won't be at yoga on friday, delete it"
			on.Near = strings.TrimSpace(on.Near + "\n" + do.Said) // "I watered the ferns, did it on friday"
			out[n-1].On = &on
			continue // "yoga is cancelled on friday, delete it"
		}
		moved := do.Act == Move && do.On != nil && do.On.IsIt()
		if moved && n > 0 && out[n-1].Act == Skip {
			do.On = out[n-1].On
			out[n-1] = do
			continue
		}
		made := len(out)
		for made > 0 && out[made-1].Act == Create {
			made--
		}
		several := do.On != nil && (do.On.Every || do.On.Them)
		if made == len(out) || !do.addsToNew() || !several && len(out)-made > 1 {
			out = append(out, do)
			continue
		}
		for i := range out[made:] {
			out[made+i] = out[made+i].Amended(do.Set)
		}
	}
	return out
}

// IsDescribed reports whether a description says more than a kind.
func (r *Record) IsDescribed() bool { return r.Name != "" || !r.Where.Only(Kind, Any) }

// IsBare reports whether a description has no condition beside its kind.
func (r *Record) IsBare() bool {
	return r.Name == "" && len(r.IDs)+len(r.Where)+len(r.Except) == 0 && r.Rank == (Rank{})
}

// addsToNew reports whether a change only sets values of new records before it.
func (d Do) addsToNew() bool {
	on := d.On
	if d.Act != Move && d.Act != Change || on == nil || !on.It {
		return false
	}
	return on.Kind == "" && on.IsBare() && !d.Set.Has(From, There)
}

// place says of changes that put something into "it" what that is: the project or list that a
// change before them makes.
func place(all []Do) bool {
	for i, do := range all {
		for j, a := range do.Set {
			made := slices.IndexFunc(all[:i], func(x Do) bool { return x.Act == Create && within[x.Kind] != "" })
			switch {
			case a.Field != There:
			case made >= 0:
				do.Set[j] = Attribute{Field: within[all[made].Kind], Text: all[made].Title}
			case do.Act != Create: // something new is in what the conversation was about
				return false
			}
		}
	}
	return true
}

// within are the fields of records in a project or on a list.
var within = map[string]Field{"project": Project, "list": List}
