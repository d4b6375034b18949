package rules

// Where nothing is as a question says, the records may say it in another way.

import (
	"slices"
	"strings"

	"assister/internal/phrase/question"
)

// found are the items that the question is about. What is not ahead may have
// been, what is not in the state that was named is in another, and words are the
// same without their accents or with a letter mended. What was done is called by its
// object alone, where the verb is inflected: "have I paid the rent".
func (a *answerer) found() (items []item, err error) {
	for _, way := range []func() ([]item, error){a.any, a.accentless, a.undone, a.either, a.dueOnly, a.amongOthers, a.respelt, a.otherwise} {
		if items, err = way(); len(items) > 0 || err != nil {
			return items, err
		}
	}
	return nil, nil
}

// accentless are the items as they are asked for, or as they are when accents are
// not looked at.
func (a *answerer) accentless() (items []item, err error) {
	a.plainly = false
	if items, err = a.items(); len(items) > 0 || err != nil {
		return items, err
	}
	if a.plainly = a.accented(); a.plainly {
		return a.items()
	}
	return nil, nil
}

// either are the items that one of several names is of, where none has all of them:
// "tasks for the club and the sale".
func (a *answerer) either() (all []item, err error) {
	if !a.q.Joined || len(a.subjects) < 2 {
		return nil, nil
	}
	subjects := a.subjects
	for _, s := range subjects {
		a.subjects = []subject{s}
		found, err := a.accentless()
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	a.subjects, a.q.Any = subjects, true
	return distinct(all), nil
}

// any are the items that one of several names is of, where one of them is enough:
// "with Ann or with Tom".
func (a *answerer) any() ([]item, error) {
	if !a.q.Any {
		return nil, nil
	}
	return a.either()
}

// dueOnly are items that have no day but perhaps a deadline, where it is asked when or
// where they are.
func (a *answerer) dueOnly() (items []item, err error) {
	if a.q.Due || a.q.When.Set() {
		return nil, nil
	}
	due := *a
	switch due.when = (question.Time{}); a.q.Asks {
	case question.When, question.Until:
		due.q.Due, due.q.State = true, question.Usual
	case question.Where:
	default:
		return nil, nil
	}
	if items, err = due.accentless(); len(items) > 0 {
		*a = due
	}
	return items, err
}

// titled are the items that are called so themselves, where it is asked when or where one
// is that has a name: what belongs to the trip is not the trip. Where none is called so,
// it may be a project with a day that it aims at.
func (a *answerer) titled(items []item) ([]item, error) {
	switch a.q.Asks {
	case question.When, question.Where, question.Until, question.Length:
	default:
		return items, nil
	}
	if len(a.subjects) == 0 || len(items) == 0 || a.q.Average || a.q.By != "" {
		return items, nil
	}
	if own := slices.DeleteFunc(slices.Clone(items), func(i item) bool { return !a.calls(i) }); len(own) > 0 {
		return own, nil
	}
	if len(a.q.Kinds) > 0 || a.q.When.Set() || a.q.Asks != question.When && a.q.Asks != question.Until {
		return items, nil
	}
	aim := *a
	aim.q.Kinds, aim.q.Due, aim.when = []string{"project"}, true, question.Time{}
	projects, err := aim.items()
	if projects = slices.DeleteFunc(projects, func(i item) bool { return !aim.calls(i) }); len(projects) > 0 {
		*a = aim
		return projects, err
	}
	return items, err
}

// calls reports whether an item has in its own name all that the question is about.
func (a *answerer) calls(i item) bool {
	return !slices.ContainsFunc(a.subjects, func(s subject) bool { return !hasAll(unaccented(i.label), unaccentedAll(s.words)) })
}

// undone are the items that the object alone of what was done is the name of.
func (a *answerer) undone() ([]item, error) {
	if !a.verbless() {
		return nil, nil
	}
	return a.items()
}

// otherwise are items that were, where none is ahead, or that are in another state.
func (a *answerer) otherwise() (items []item, err error) {
	switch a.q.Asks {
	case question.When, question.Where, question.Length:
		if a.q.When.Set() {
			return nil, nil
		}
		if a.when = (question.Time{Last: a.today}); a.q.Asks != question.Length {
			a.q.Asks = question.Last
		}
	case question.Whether:
		a.q.State, a.contrary = question.AnyState, true
	case question.Exists:
		return a.ticked()
	case question.List:
		if a.q.State != question.Usual || len(a.q.About) == 0 || a.q.When.Set() {
			return nil, nil
		}
		a.q.State = question.AnyState // it is done, and its line says so
	default:
		return nil, nil
	}
	if items, err = a.accentless(); len(items) == 0 && err == nil && a.q.Asks == question.Whether {
		items, err = a.amongOthers()
	}
	if len(items) == 0 && (a.q.Asks == question.Last || a.q.Asks == question.Length) {
		a.when = question.Time{} // neither then nor before
	}
	return items, err
}

// ticked are the items of lists that are checked: who asks whether there is coffee does
// not ask whether it is still to be bought.
func (a *answerer) ticked() ([]item, error) {
	if a.q.State != question.Usual || a.q.When.Set() || len(a.q.Kinds) > 0 || len(a.q.About) == 0 {
		return nil, nil
	}
	list := *a
	list.q.Kinds, list.q.State = []string{"checklist_item"}, question.AnyState
	found, err := list.accentless()
	if len(found) > 0 {
		*a = list
	}
	return found, err
}

// respelt are the items that are called nearly as the question says, where no record
// has its word: "docter".
func (a *answerer) respelt() ([]item, error) {
	changed := false
	for n, s := range a.subjects {
		known, err := a.mentioned(s)
		if err != nil || known {
			return nil, err
		}
		words, err := a.spelling(s.words)
		if err != nil {
			return nil, err
		}
		if words != nil {
			a.subjects[n].words, a.q.About[n], changed = words, strings.Join(words, " "), true
		}
	}
	if !changed {
		return nil, nil
	}
	a.plainly = false
	return a.items()
}
