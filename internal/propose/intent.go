package propose

import (
	"slices"

	"assister/internal/brief"
	"assister/internal/language/meaning"
	"assister/internal/route"
	"assister/internal/schema"
)

// What a request wants done, if it was understood, decides which records a model is shown
// and which operations it is offered: to delete something, it needs no tool that creates.
// Of a request that was not understood nothing is known, and the model is offered all.

// verbsOf are the verbs of the operations that an act may need.
func verbsOf(a meaning.Act) []schema.Verb {
	switch a {
	case meaning.Create:
		return []schema.Verb{schema.Create}
	case meaning.Append:
		return []schema.Verb{schema.Append, schema.Edit, schema.Update, schema.Create}
	case meaning.Replace:
		return []schema.Verb{schema.Edit, schema.Update}
	case meaning.Complete:
		return []schema.Verb{schema.SetStatus, schema.BulkSetStatus, schema.SuggestCompletion, schema.Update, schema.Dismiss}
	case meaning.Dismiss:
		return []schema.Verb{schema.Dismiss, schema.SetStatus, schema.Update}
	case meaning.Delete:
		return []schema.Verb{schema.Delete, schema.BulkDelete}
	case meaning.Snooze:
		return []schema.Verb{schema.Snooze, schema.Update}
	case meaning.Enable, meaning.Disable:
		return []schema.Verb{schema.SetEnabled, schema.Update, schema.BulkUpdate}
	}
	return []schema.Verb{schema.Update, schema.BulkUpdate, schema.SetStatus, schema.BulkSetStatus}
}

// acts returns what a request wants done; nil if that is not certain.
func (r Request) acts() (acts []meaning.Act) {
	if !r.asksForChange() {
		return nil
	}
	for _, t := range append([]meaning.Text{*r.Said}, r.Also...) {
		if len(t.Ask)+len(t.Reply) > 0 {
			return nil
		}
		for _, d := range t.Do {
			acts = append(acts, d.Act)
			if d.Act == meaning.Create && d.Manner != meaning.Asked {
				acts = append(acts, meaning.Change) // of one that there is
			}
		}
	}
	return acts
}

// verbs returns the verbs of the operations that a request may need; nil for all.
func (r Request) verbs() (verbs []schema.Verb) {
	for _, a := range r.acts() {
		for _, v := range verbsOf(a) {
			if !slices.Contains(verbs, v) {
				verbs = append(verbs, v)
			}
		}
	}
	return verbs
}

// intent returns what a request wants done with records, if it is one thing.
func (r Request) intent() brief.Intent {
	acts := r.acts()
	all := func(some ...meaning.Act) bool {
		return !slices.ContainsFunc(acts, func(a meaning.Act) bool { return !slices.Contains(some, a) })
	}
	switch {
	case len(acts) == 0:
		return brief.Unknown
	case all(meaning.Create):
		return brief.Creates
	case all(meaning.Complete, meaning.Start, meaning.Skip):
		return brief.Completes
	case all(meaning.Reopen):
		return brief.Reopens
	}
	return brief.Changes
}

// focus returns what is known of the records that a request is about.
func (r Request) focus() brief.Focus {
	named := r.entities()
	kinds := slices.Concat(r.Kinds, named.Kinds) // "garden ideas" may be the name of a note
	return brief.Focus{
		Mention: r.mention(), Chosen: route.Forced(route.Routing{}, r.Selection).Where, Keys: r.Selection.Records,
		Where: r.Where, Days: r.Days, Kinds: kinds, Project: named.Project, Priority: named.Priority, Does: r.intent(),
	}
}
