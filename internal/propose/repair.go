package propose

import (
	"context"
	"slices"
	"strings"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// There is one attempt at a repair. Valid operations stay as they are; an invalid one
// is replaced by its correction, or stays refused. A repair adds no operation and
// widens none: it does not exchange a record for another, does not turn anything into
// a deletion, and does not make a filter match more. So a prompt injection in a title
// can do no more through the repair than through the refused operation.

// repair asks once for corrections of the invalid operations, and reports whether any
// was accepted. If the engine fails here, the proposal stays as it is.
func (m *Model) repair(ctx context.Context, r Request, src Source, v validator,
	list []proposal, entries []event.Entry, sink event.Sink) ([]proposal, bool, error) {
	places := repairable(entries)
	if m.repaired || len(places) == 0 {
		return nil, false, nil
	}
	if err := sink.Emit(event.Stage{Stage: event.Repairing}); err != nil {
		return nil, false, err
	}
	m.repaired = true
	s := m.newPromptData(r.Text, src)
	kinds := m.relevantKinds(r)
	for _, p := range list {
		if k := schema.Lookup(p.op.Kind); k != nil && !slices.Contains(kinds, k) {
			kinds = append(kinds, k) // proposed although it was not offered
		}
	}
	s.Operations, s.Records = operationSyntax(kinds), m.aliases.lines(m.snapshot.Records, m.snapshot.Why)
	s.Titles = m.aliases.titles(m.snapshot.Titles)
	for n, at := range places {
		x := refused{Number: n + 1, Operation: sanitize(m.aliases.asWritten(list[at]), operationMax)}
		for _, p := range entries[at].Errors {
			x.Problems = append(x.Problems, sanitize(m.aliases.inMessage(describe(p)), notesMax))
		}
		s.Refused = append(s.Refused, x)
	}
	reply, err := m.askForRepair(ctx, s, kinds)
	if err != nil {
		if canceled(ctx, err) {
			return nil, false, err
		}
		return nil, false, nil
	}
	answer, fault := parseReply(reply, m.notation())
	if fault != nil {
		return nil, false, nil
	}
	mended, changed, err := v.merge(ctx, list, entries, places, answer.list)
	return mended, changed, err
}

// repairable returns the indexes of the invalid operations that can be corrected. A
// list that was written as one item cannot: a repair adds no operations, so the other
// items would be lost. Neither can an operation on a record that has changed since the
// model saw it.
func repairable(entries []event.Entry) (places []int) {
	for i, e := range entries {
		if !e.Valid() && !e.Stale() && !isItemList(e.Errors) {
			places = append(places, i)
		}
	}
	return places
}

// operationMax is how many characters of a refused operation are shown to the model.
const operationMax = 1000

func (m *Model) askForRepair(ctx context.Context, s promptData, kinds []*schema.Kind) (Reply, error) {
	caps, err := m.loadCapabilities(ctx)
	if err != nil {
		return Reply{}, err
	}
	p, digest, err := fitted(ctx, m, ForRepair, s, nil, planTokens, m.Prompts.of(ForRepair))
	if err != nil {
		return Reply{}, err
	}
	return m.ask(ctx, withAnswerFormat(caps, p, kinds), digest, nil)
}

// asWritten returns a proposal as the model wrote it, or would have written it.
func (a *aliases) asWritten(p proposal) string {
	if p.raw != nil {
		return string(ijson.AppendValue(nil, *p.raw))
	}
	v, fault := ijson.Parse(p.op.Canonical())
	if fault != nil {
		panic("propose: an operation writes itself as JSON")
	}
	return string(ijson.AppendValue(nil, a.conceal(v)))
}

// describe writes a problem with its hint: "missing_set (set): set must be an object; such
// as …".
func describe(p problem.Problem) string {
	text := p.Code
	if p.Field != "" {
		text += " (" + p.Field + ")"
	}
	text += ": " + p.Message
	if p.Hint != "" {
		text += "; " + p.Hint
	}
	return text
}

// merge replaces operations by their corrections. A correction that does not fix its
// operation, or breaks another, is left out. Operations that become the same are one: the
// model has tried twice to say it.
func (r validator) merge(ctx context.Context, list []proposal, before []event.Entry, places []int,
	answers []proposal) ([]proposal, bool, error) {
	merged, changed := slices.Clone(list), false
	for n, at := range places {
		a, ok := correctionFor(list, places, n, answers)
		if !ok || len(a.problems) > 0 || !r.isNarrower(list[at], before[at], a.op) {
			continue
		}
		tried := slices.Clone(merged)
		tried[at] = a
		entries, _, _, err := r.validate(ctx, tried)
		if err != nil {
			return nil, false, err
		}
		wider, err := r.touchesMore(ctx, list[at], before[at], entries[at])
		if err != nil {
			return nil, false, err
		}
		if !entries[at].Valid() || wider || breaks(before, entries) {
			continue
		}
		merged, changed = tried, true
	}
	return distinct(merged), changed, nil
}

// breaks reports whether a valid operation has become invalid.
func breaks(before, after []event.Entry) bool {
	for i := range before {
		if before[i].Valid() && !after[i].Valid() {
			return true
		}
	}
	return false
}

// correctionFor finds the correction of the n-th refused operation: by its index if there
// are as many corrections as refused operations, or as operations in total; else by its
// operation and record.
func correctionFor(list []proposal, places []int, n int, answers []proposal) (proposal, bool) {
	switch len(answers) {
	case len(places):
		return answers[n], true
	case len(list):
		return answers[places[n]], true
	}
	for _, a := range answers {
		if len(a.problems) == 0 && list[places[n]].op.Verb != "" && sameEffect(list[places[n]].op, a.op) {
			return a, true
		}
	}
	return proposal{}, false
}

// isNarrower reports whether the correction requests no more than the refused operation,
// as far as that can be decided without the data.
func (r validator) isNarrower(was proposal, found event.Entry, o op.Op) bool {
	name, raw := was.op.Verb, was.raw
	if name == "" {
		// Its name could not be decoded. It may only become a new record, or set
		// fields of a record that it named.
		if o.Verb != schema.Create && o.Verb != schema.Update {
			return false
		}
	} else if !sameVerb(was.op, o) {
		return false
	}
	if o.Verb != schema.Create && !o.Verb.Bulk() && !r.sameRecord(was, found, o) {
		return false
	}
	if o.Verb.Bulk() && !r.keepsFilter(was, o.Where) {
		return false
	}
	return raw == nil || onlyNamedFields(*raw, found.Errors, o)
}

// sameRecord requires the same id. An id that was the problem may be corrected, except for
// a deletion.
func (r validator) sameRecord(was proposal, found event.Entry, o op.Op) bool {
	if was.op.ID == o.ID && o.ID != (op.Target{}) {
		return true
	}
	if was.op.Verb == "" && was.raw != nil {
		id, _ := was.raw.Get("id")
		if key, p := r.scope.aliases.Key(id); p == nil {
			return key == record.Key{Kind: o.Kind, ID: o.ID.ID}
		}
	}
	return o.Verb != schema.Delete && o.Kind == was.op.Kind && isIDProblem(found.Errors)
}

// keepsFilter reports whether a filter has every key of the refused one. If that could not
// be decoded, or was empty, there is nothing to compare with.
func (r validator) keepsFilter(was proposal, f filter.Condition) bool {
	if f.Empty() {
		return false
	}
	if was.raw == nil {
		return false
	}
	before, ok := was.raw.Get("where")
	if !ok {
		for _, nested := range []string{"arguments", "args", "data"} {
			if inner, found := was.raw.Get(nested); found && !ok {
				before, ok = inner.Get("where")
			}
		}
	}
	if !ok || before.Kind != ijson.Object || len(before.Members) == 0 {
		return false
	}
	after := r.filterMembers(f)
	for _, m := range before.Members {
		if known, value := findMember(after, m.Name); !known || !sameValue(m.Value, value) {
			return false
		}
	}
	return true
}

// filterMembers returns the members of a filter of the model.
func (r validator) filterMembers(f filter.Condition) []ijson.Member {
	v, p := ijson.Parse(f.AppendJSON(nil))
	if p != nil {
		panic("propose: a filter writes itself as JSON")
	}
	return r.scope.aliases.conceal(v).Members
}

// findMember finds a member by its name or a misspelling of it.
func findMember(members []ijson.Member, name string) (bool, ijson.Value) {
	var names []string
	for _, m := range members {
		if m.Name == name {
			return true, m.Value
		}
		names = append(names, m.Name)
	}
	near := problem.Nearest(name, names)
	for _, m := range members {
		if near != "" && m.Name == near {
			return true, m.Value
		}
	}
	return false, ijson.Value{}
}

// sameValue compares values of two filters, ignoring case and quotes. A value that could
// not be decoded may be corrected; of ids, some may be left out.
func sameValue(was, is ijson.Value) bool {
	switch {
	case was.Kind == ijson.Array && is.Kind == ijson.Array:
		for _, item := range is.Items {
			if !slices.ContainsFunc(was.Items, func(x ijson.Value) bool { return sameValue(x, item) }) {
				return false
			}
		}
		return true
	case was.Kind == ijson.Object && is.Kind == ijson.Object:
		for _, m := range was.Members {
			if known, value := findMember(is.Members, m.Name); !known || !sameValue(m.Value, value) {
				return false
			}
		}
		return true
	}
	return strings.EqualFold(plainWord(was), plainWord(is))
}

func plainWord(v ijson.Value) string {
	switch v.Kind {
	case ijson.String, ijson.Number:
		return strings.TrimSpace(v.Text)
	}
	return string(ijson.AppendValue(nil, v))
}

// touchesMore reports whether a corrected bulk operation touches records that the refused
// one did not, if that could be tried.
func (r validator) touchesMore(ctx context.Context, was proposal, before, after event.Entry) (bool, error) {
	if !after.Op.Verb.Bulk() || len(was.problems) > 0 {
		return false, nil
	}
	var records []record.Record
	if err := r.view(ctx, func(snapshot check.Reader) (err error) {
		records, err = snapshot.Find(was.op.Where, r.clock.Today())
		return err
	}); err != nil {
		return false, err
	}
	for _, t := range after.Targets {
		touched := func(x record.Record) bool { return x.Kind == t.Change.Kind && x.ID == t.Change.ID }
		if !slices.ContainsFunc(records, touched) {
			return true, nil
		}
	}
	return false, nil
}
