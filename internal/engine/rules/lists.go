package rules

import (
	"slices"
	"strconv"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Checklists are found by their names. What goes on a list that there is becomes
// items of it; where there is none of that name, it is made with them, for a
// person to approve.

// lists are the checklists of a name: "shopping" is the Shopping list.
func (d *drafter) lists(name string) ([]record.Record, error) {
	for _, title := range []string{name, name + " list", name + " checklist"} {
		found, err := d.find(filter.Condition{Kinds: []string{"checklist"}}.With(filter.TitleContains(title)))
		if err != nil {
			return nil, err
		}
		exact := slices.DeleteFunc(slices.Clone(found), func(r record.Record) bool { return fulltext.Fold(r.Label()) != fulltext.Fold(title) })
		if len(exact) > 0 {
			return exact, nil
		}
	}
	return d.listsLike(name)
}

// listsLike are the checklists of a name in another number: "the grocery list" is
// Groceries.
func (d *drafter) listsLike(name string) ([]record.Record, error) {
	root := fulltext.Fold(name)
	for _, end := range [...]string{"ies", "es", "s", "y"} {
		if r, ok := strings.CutSuffix(root, end); ok {
			root = r
			break
		}
	}
	if len(root) < 4 {
		return nil, nil
	}
	found, err := d.find(filter.Condition{Kinds: []string{"checklist"}}.With(filter.TitleContains(root)))
	return slices.DeleteFunc(slices.Clone(found), func(r record.Record) bool {
		rest, begins := strings.CutPrefix(fulltext.Fold(r.Label()), root)
		return !begins || rest != "" && rest != "s" && rest != "es" && rest != "ies" && rest != "y"
	}), err
}

// onto puts a new record on the list that it is said to go on. False where it is
// no item of a list.
func (d *drafter) onto(r *phrase.Request) (done bool, err error) {
	for _, to := range r.Onto {
		if to.It {
			return d.ontoIt(r, to)
		}
		lists, err := d.lists(to.List)
		if err != nil {
			return false, err
		}
		if lists, err = d.oneList(to.List, lists); err != nil {
			return false, err
		}
		if len(lists) == 1 {
			return true, d.addItems(*r, to.Items, op.Arg{Name: "checklistId", Value: record.ID(lists[0].ID)})
		}
		if r.Listed {
			continue
		}
		if d.asList(r, to) {
			return true, d.makeList(*r, to)
		}
		if err := d.ontoProject(r, to); err != nil {
			return false, err
		}
	}
	return false, nil
}

// ontoIt adds to the one list, or else the one project, of what was spoken of last.
func (d *drafter) ontoIt(r *phrase.Request, to phrase.Listing) (done bool, err error) {
	spoken, err := d.spokenOf()
	if err != nil {
		return false, err
	}
	var lists []int64
	var projects []record.Record
	for _, rec := range spoken {
		switch rec.Kind.Name {
		case "checklist":
			lists = append(lists, rec.ID)
		case "checklist_item":
			lists = append(lists, rec.Get("checklistId").ID())
		case "project":
			projects = append(projects, rec)
		}
	}
	slices.Sort(lists)
	switch lists = slices.Compact(lists); {
	case len(lists) == 1:
		return true, d.addItems(*r, to.Items, op.Arg{Name: "checklistId", Value: record.ID(lists[0])})
	case len(lists) == 0 && len(projects) == 1:
		r.Title, r.Set.Project = to.Title, projects[0].Label()
		return false, nil
	}
	return false, d.ask(spoken, "ask.which-is-it", "name", to.List)
}

// ontoProject puts a new record into the project that it is said to go on, where one is
// called exactly that: "add order tiles to garden". What was quoted ends with the quotes,
// and wants a list or a project behind it.
func (d *drafter) ontoProject(r *phrase.Request, to phrase.Listing) error {
	if to.Sure || r.Set.Project != "" {
		return nil
	}
	found, err := d.find(filter.Condition{Kinds: []string{"project"}}.With(filter.TitleContains(to.List)))
	if err != nil {
		return err
	}
	exact := slices.DeleteFunc(slices.Clone(found), func(p record.Record) bool { return fulltext.Fold(p.Label()) != fulltext.Fold(to.List) })
	switch {
	case len(exact) > 0:
		r.Title, r.Set.Project = to.Title, to.List
	case r.Quoted:
		return d.ask(nil, "ask.no-list", "name", shortened(to.List))
	}
	return nil
}

// asList reports whether a list that there is not is to be made: where it was said
// to be one, or several things go on it. What has a day of its own is something to
// do, on a list that everything of its context is on.
func (d *drafter) asList(r *phrase.Request, to phrase.Listing) bool {
	plain := r.Set
	plain.List = ""
	if name := fulltext.Fold(to.List); !plain.Empty() && slices.Contains(contexts, name) {
		r.Set.List, r.Set.Context = "", name
		return false
	}
	return to.Sure || len(to.Items) > 1 && plain.Empty()
}

// oneList is the list that is meant of several by one name.
func (d *drafter) oneList(name string, lists []record.Record) ([]record.Record, error) {
	if len(lists) < 2 {
		return lists, nil
	}
	for _, l := range lists {
		if slices.Contains(d.selection.Records, record.Key{Kind: l.Kind.Name, ID: l.ID}) {
			return []record.Record{l}, nil
		}
	}
	return nil, d.ask(lists, "ask.which-list", "name", shortened(name))
}

// addItems drafts an operation for each item. What an item cannot have, such as
// a day, is refused.
func (d *drafter) addItems(r phrase.Request, titles []string, list op.Arg) error {
	kind := schema.Lookup("checklist_item")
	plain := r.Set
	plain.List = ""
	if !plain.Empty() {
		return d.refuse(r.Span, problem.UnknownField, "refuse.only-title")
	}
	for _, title := range titles {
		d.add(op.Op{Kind: kind.Name, Verb: schema.Create, Args: []op.Arg{list, {Name: "title", Value: record.Text(title)}}})
	}
	d.last = nil
	return nil
}

// makeList drafts a list that there is not yet, with what is to go on it, and says
// so.
func (d *drafter) makeList(r phrase.Request, to phrase.Listing) error {
	r.Title, r.Onto, r.Quoted = to.List, []phrase.Listing{to}, false
	d.remark(problem.NoSuchList, "", "remark.new-list", "name", to.List)
	return d.createList(r)
}

// createList drafts a checklist, and its items where they were named.
func (d *drafter) createList(r phrase.Request) error {
	at := len(d.ops)
	d.add(op.Op{Kind: "checklist", Verb: schema.Create, Args: []op.Arg{{Name: "title", Value: record.Text(written(r))}}})
	if len(r.Onto) == 0 {
		return nil
	}
	d.ops[at].As = "list" + strconv.Itoa(at+1)
	return d.addItems(r, r.Onto[0].Items, op.Arg{Name: "checklistId", Ref: d.ops[at].As})
}

// itemsOf are the items of checklists that a description names: of the list that
// was said, or, where something is checked off, of any list that has it by
// exactly that name.
func (d *drafter) itemsOf(t phrase.Target, r phrase.Request) ([]record.Record, error) {
	title := t.Title
	if title == "" || t.Kind == "event" || t.Kind == "project" || t.List == "" && !settles(r.Action) {
		return nil, nil
	}
	found, exact, err := d.itemsNamed(title)
	if err != nil || t.List == "" {
		return open(exact, r), err
	}
	lists, err := d.lists(t.List)
	if err == nil && len(lists) == 0 { // what stands on it tells which is meant
		lists, err = d.named(t.List, filter.Condition{Kinds: []string{"checklist"}}, false)
	}
	if err != nil || len(lists) == 0 {
		return nil, err
	}
	on := func(items []record.Record) []record.Record {
		return slices.DeleteFunc(slices.Clone(items), func(item record.Record) bool {
			return !slices.ContainsFunc(lists, func(l record.Record) bool { return item.Get("checklistId").ID() == l.ID })
		})
	}
	if items := open(on(exact), r); len(items) > 0 {
		return items, nil
	}
	return open(on(found), r), nil
}

func (d *drafter) itemsNamed(title string) (found, exact []record.Record, err error) {
	f := filter.Condition{Kinds: []string{"checklist_item"}}
	if found, err = d.named(title, f, false); err != nil {
		return nil, nil, err
	}
	for _, item := range found {
		if fit(item.Label(), title) == whole {
			exact = append(exact, item)
		}
	}
	return found, exact, nil
}

// open are the items that can still be checked, or unchecked again; all of them
// where there is none.
func open(items []record.Record, r phrase.Request) []record.Record {
	if !settles(r.Action) {
		return items
	}
	kept := slices.DeleteFunc(slices.Clone(items), func(item record.Record) bool {
		return item.Get("isChecked").Bool() == (r.Action == phrase.Complete)
	})
	if len(kept) == 0 {
		return items
	}
	return kept
}

// check checks an item off, or takes the check away.
func (d *drafter) check(r phrase.Request, item record.Record) error {
	checked, err := d.checked(r)
	if err != nil {
		return err
	}
	d.add(on(item, schema.Update, []op.Arg{checked}))
	return nil
}

// checked is what an action makes of an item, which is checked or is not.
func (d *drafter) checked(r phrase.Request) (op.Arg, error) {
	switch r.Action {
	case phrase.Complete, phrase.Reopen:
		return op.Arg{Name: "isChecked", Value: record.Bool(r.Action == phrase.Complete)}, nil
	}
	return op.Arg{}, d.refuse(r.Span, problem.InvalidOp, "refuse.only-checked")
}

// wholeList drafts an operation on everything on a list, by its ids since no key
// of a filter names a list.
func (d *drafter) wholeList(r phrase.Request) error {
	lists, err := d.lists(r.Target.List)
	if err != nil {
		return err
	}
	if lists, err = d.oneList(r.Target.List, lists); err != nil {
		return err
	}
	if len(lists) == 0 {
		tagged := r
		tagged.Target.List, tagged.Target.Tag = "", r.Target.List
		return d.bulk(tagged)
	}
	f, err := d.itemsOn(lists[0], r.Target)
	if err != nil {
		return err
	}
	switch {
	case r.Action == phrase.Delete:
		d.add(op.Op{Verb: schema.BulkDelete, Where: f})
		return nil
	case settles(r.Action):
		checked, err := d.checked(r)
		if err != nil {
			return err
		}
		d.add(op.Op{Verb: schema.BulkUpdate, Where: f, Set: []op.Arg{checked}})
		return nil
	}
	return d.refuse(r.Span, problem.UnknownField, "refuse.only-titled")
}

// itemsOn is the filter of what is on a list, of which a description may want
// what is checked, or is not, or has a word in its title.
func (d *drafter) itemsOn(list record.Record, t phrase.Target) (filter.Condition, error) {
	f := filter.Condition{Kinds: []string{"checklist_item"}}
	found, err := d.find(f.WithWord(filter.LabelField, t.Title))
	if err != nil {
		return f, err
	}
	var ids []int64
	for _, item := range found {
		checked := item.Get("isChecked").Bool()
		if item.Get("checklistId").ID() == list.ID && !(t.Completed && !checked) && !(t.Pending && checked) {
			ids = append(ids, item.ID)
		}
	}
	return f.With(filter.IDs(ids...)), nil
}
