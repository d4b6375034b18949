package op

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"assister/internal/diag"
	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/where"
)

// Decode reads an operation in any spelling that people, models and the older
// programs write it in (contract section 3) and says what is wrong with its
// shape: everything that can be seen without looking at the data. Problems come
// in the order of facts 1.2, what is unknown last. With problems, the operation
// holds what could be read and is for showing only; when not even its kind and
// verb could, it is the zero Op.
func Decode(v ijson.Value) (Op, []diag.Problem) {
	if v.Kind != ijson.Object {
		return Op{}, []diag.Problem{{Code: diag.InvalidOperationObject,
			Message: "an operation must be an object", Hint: `such as {"op":"task.create","title":"Buy milk"}`}}
	}
	e, p := open(v)
	if p != nil {
		return Op{}, []diag.Problem{*p}
	}
	d := decoder{rest: e}
	if p := d.verb(); p != nil {
		return Op{}, []diag.Problem{*p}
	}
	if d.op.Verb.Bulk() {
		d.bulk()
	} else {
		d.single()
	}
	d.base()
	d.reason()
	d.unknown()
	return d.op, d.problems
}

type decoder struct {
	op       Op
	kind     *schema.Kind // nil for a bulk operation
	spelled  schema.Verb  // as it came: complete means set_status and a status
	rest     envelope     // what has not been read yet
	problems []diag.Problem
}

func (d *decoder) problem(code, field, message, hint string) {
	d.problems = append(d.problems, diag.Problem{Code: code, Field: field, Message: message, Hint: hint})
}

// verb finds out which operation it is.
func (d *decoder) verb() *diag.Problem {
	kind, verb := spelled(d.rest.name)
	switch {
	case kind == "":
		kind = d.rest.kind
	case d.rest.kind != "" && d.rest.kind != kind:
		return conflict("op", "kind")
	}
	if kind == "" && !(verb.Bulk() || verb == bulkComplete) {
		kind = soleKind(verb)
	}
	if d.kind = schema.Lookup(kind); d.kind == nil && kind != "" {
		return &diag.Problem{Code: diag.UnknownKind, Field: "kind",
			Message: "there is no kind " + diag.Quote(kind), Hint: kindsHint(kind)}
	}
	if verb == "" {
		if verb = d.infer(); verb == "" {
			return &diag.Problem{Code: diag.InvalidOp, Field: "op",
				Message: "it does not say what to do", Hint: operationsHint()}
		}
	}
	d.spelled = verb
	switch verb {
	case complete, completeOccurrence:
		verb = schema.SetStatus
	case bulkComplete:
		verb = schema.BulkSetStatus
	case schema.Update:
		if d.onlyCompletes() {
			verb, d.spelled = schema.SetStatus, complete
		}
	}
	if verb.Bulk() {
		d.op.Verb = verb
		return nil
	}
	if verb == schema.Append && d.addsPart() {
		verb = schema.Create
	}
	if d.kind.Operation(verb) == nil {
		return d.noSuchVerb(verb)
	}
	d.op.Kind, d.op.Verb = d.kind.Name, verb
	return nil
}

// addsPart reports whether an append names no record to add to, but what a new
// one is to be a part of: a line is appended to a session by making it.
func (d *decoder) addsPart() bool {
	if id, _ := d.rest.get("id"); !blank(id) {
		return false
	}
	return slices.ContainsFunc(d.kind.Fields, func(f schema.Field) bool { return f.Part && d.given(&f) })
}

// soleKind is the kind that a verb without one speaks of: the only one that has
// it, or else a task.
func soleKind(verb schema.Verb) string {
	var found []string
	for _, k := range schema.Kinds {
		if k.Operation(verb) != nil {
			found = append(found, k.Name)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return "task"
}

func (d *decoder) noSuchVerb(verb schema.Verb) *diag.Problem {
	if !verbKnown(verb) {
		hint := operationsHint()
		if near := diag.Nearest(d.rest.name, append(operationNames(), "create", "update", "delete", "set_status")); near != "" {
			hint = "did you mean " + near
		}
		return &diag.Problem{Code: diag.InvalidOp, Field: "op",
			Message: "there is no operation " + diag.Quote(d.rest.name), Hint: hint}
	}
	var verbs []string
	for i := range d.kind.Operations {
		verbs = append(verbs, string(d.kind.Operations[i].Verb))
	}
	return &diag.Problem{Code: diag.InvalidOp, Field: "op",
		Message: fmt.Sprintf("%s has no %s", d.kind.Name, d.spelled),
		Hint:    "it has " + strings.Join(verbs, ", ")}
}

// infer says what an operation without a name must be (facts 1.9), and nothing
// when it could be several things. A record that is named is never created,
// even where its id cannot be read.
func (d *decoder) infer() schema.Verb {
	id, _ := d.rest.get("id")
	_, readable := readTarget(d.kind.Name, id)
	if blank(id) {
		for _, name := range []string{d.kind.Label, "scheduledFor", "priority"} {
			f, _ := d.kind.Field(name)
			if f != nil && d.given(f) {
				return schema.Create
			}
		}
		return ""
	}
	var fields []string
	for _, m := range d.rest.members {
		if m.Name != "id" && m.Name != "base" && m.Name != "reason" {
			fields = append(fields, m.Name)
		}
	}
	settles := d.kind.Settles() && (slices.Contains(fields, "completed") || slices.Contains(fields, "status"))
	beside := slices.ContainsFunc(fields, func(name string) bool {
		return name != "completed" && name != "status" && name != "occurrenceDate"
	})
	switch {
	case settles && !beside:
		return schema.SetStatus
	case len(fields) > 0 || !readable:
		return schema.Update
	}
	return ""
}

func (d *decoder) given(f *schema.Field) bool {
	return d.rest.has(f.Name) || slices.ContainsFunc(f.Aliases, d.rest.has)
}

// onlyCompletes reports whether an update has completed and nothing else to
// say, as older programs write it.
func (d *decoder) onlyCompletes() bool {
	if !d.kind.Settles() || !d.rest.has("completed") {
		return false
	}
	return !slices.ContainsFunc(d.rest.members, func(m ijson.Member) bool {
		switch m.Name {
		case "id", "completed", "occurrenceDate", "base", "reason":
			return false
		}
		return true
	})
}

func (d *decoder) single() {
	o := d.kind.Operation(d.op.Verb)
	if o.Verb == schema.Create || o.Verb == schema.Update {
		d.start()
		d.op.Args = d.fields(d.kind.Fields, "")
	}
	if o.Verb == schema.Create {
		d.name()
	} else {
		d.target()
	}
	d.op.Args = append(d.op.Args, d.arguments(o)...)
	d.times(d.op.Args, "")
	if o.Verb == schema.Create {
		d.anchor()
	}
}

// start takes a date-time apart into the day and the time that it stands for.
func (d *decoder) start() {
	s := d.kind.Start
	if s == nil {
		return
	}
	for _, name := range s.Names {
		v, ok := d.rest.take(name)
		if !ok || blank(v) {
			continue
		}
		value, p := record.Parse(&schema.Field{Name: name, Type: schema.Moment}, v)
		if p != nil {
			d.problems = append(d.problems, *p)
			continue
		}
		day, at := value.Moment()
		for _, part := range []ijson.Member{{Name: s.Day, Value: stringOf(day.String())}, {Name: s.Time, Value: stringOf(at.String())}} {
			if said, ok := d.rest.get(part.Name); ok && !blank(said) && said.Text != part.Value.Text {
				d.problems = append(d.problems, *conflict(part.Name, name))
			} else if !ok || blank(said) {
				d.rest.take(part.Name)
				d.rest.members = append(d.rest.members, part)
			}
		}
	}
}

func stringOf(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

// fields reads the fields that the operation gives, in the table's order. A part
// is the object they stand in: "set", or nothing for the operation itself.
func (d *decoder) fields(fields []schema.Field, part string) (args []Arg) {
	for i := range fields {
		f := &fields[i]
		if f.Kept {
			continue
		}
		a, given, problems := d.field(f, part == "" && d.op.Verb == schema.Create)
		for _, p := range problems {
			d.problems = append(d.problems, within(part, p))
		}
		if given && len(problems) == 0 {
			args = append(args, a)
		}
	}
	return args
}

// within is a problem of a part of the operation: "set.priority".
func within(part string, p diag.Problem) diag.Problem {
	if part == "" {
		return p
	}
	p.Field = part + "." + p.Field
	if rest, ok := strings.CutPrefix(p.Code, "invalid_"); ok {
		p.Code = diag.InvalidIn(part, rest)
	}
	return p
}

// field reads one field under its name or another it is accepted under. given
// is false when the operation leaves it as it is.
func (d *decoder) field(f *schema.Field, creating bool) (a Arg, given bool, problems []diag.Problem) {
	a.Name = f.Name
	if f.Name == "status" && f.Type == schema.Enum {
		if word, ok, p := d.completed(); p != nil {
			problems = append(problems, *p)
		} else if ok {
			a.Value, given = record.Text(word), true
		}
	}
	for _, name := range append([]string{f.Name}, f.Aliases...) {
		v, ok := d.rest.take(name)
		if !ok {
			continue
		}
		if creating && blank(v) && (f.Default != "" || f.From != "") {
			continue // said nothing: create writes what it takes
		}
		read, p := argument(f, v)
		if p != nil {
			if creating && f.Required && (v.Kind != ijson.String || blank(v)) {
				p.Message = missing(f)
			}
			problems = append(problems, *p)
			continue
		}
		if read.Value.IsNull() && read.Ref == "" && f.Default != "" {
			// What is cleared goes back to what a new record has.
			read.Value = record.Default(f)
		}
		if given && read != a {
			problems = append(problems, *conflict(f.Name, name))
			continue
		}
		a, given = read, true
	}
	if creating && f.MustGive() && !given && len(problems) == 0 && !d.misread(f) {
		problems = append(problems, diag.Problem{Code: diag.Invalid(f.Name), Field: f.Name, Message: missing(f), Hint: "say " + f.Help})
	}
	return a, given, problems
}

// misread reports whether a field was given as part of a date-time that could
// not be read, which has been told.
func (d *decoder) misread(f *schema.Field) bool {
	s := d.kind.Start
	return s != nil && (f.Name == s.Day || f.Name == s.Time) &&
		slices.ContainsFunc(s.Names, func(name string) bool { return d.has(diag.Invalid(name)) })
}

// missing says that a create has to give a field.
func missing(f *schema.Field) string {
	switch f.Type {
	case schema.Text, schema.URL:
		return f.Name + " is required and must be a non-empty string"
	case schema.Ref:
		return f.Name + " is required and must be the id of a " + f.Of
	}
	return f.Name + " is required"
}

// argument reads one value: of its type, or the name of a record made earlier
// in the batch.
func argument(f *schema.Field, v ijson.Value) (Arg, *diag.Problem) {
	if f.Type == schema.Ref {
		if ref, ok := readRef(v); ok {
			return Arg{Name: f.Name, Ref: ref}, nil
		}
	}
	value, p := record.Parse(f, v)
	if p == nil {
		return Arg{Name: f.Name, Value: value}, nil
	}
	if p.Hint == "" && f.Type == schema.Enum {
		if near := diag.Nearest(v.Text, f.Values); near != "" {
			p.Hint = "did you mean " + near
		}
	}
	return Arg{}, p
}

// completed is the older way to say status: true, or false for pending.
func (d *decoder) completed() (status string, given bool, p *diag.Problem) {
	v, ok := d.rest.take("completed")
	switch {
	case !ok || blank(v):
		return "", false, nil
	case v.Kind != ijson.Bool:
		return "", false, &diag.Problem{Code: diag.Invalid("completed"), Field: "completed",
			Message: "completed must be true or false", Hint: "or give status"}
	case v.Bool:
		return "completed", true, nil
	}
	return "pending", true, nil
}

// arguments reads what the verb has of its own, beside the fields of its kind.
func (d *decoder) arguments(o *schema.Operation) (args []Arg) {
	for i := range o.Args {
		f := &o.Args[i]
		a, given, problems := d.field(f, false)
		if f.Name == "status" && !given && len(problems) == 0 && (d.spelled == complete || d.spelled == completeOccurrence || d.spelled == bulkComplete) {
			a, given = Arg{Name: "status", Value: record.Text("completed")}, true
		}
		required := f.Required || f.Name == "occurrenceDate" && d.spelled == completeOccurrence
		if required && len(problems) == 0 && (!given || a.Value.IsNull() && a.Ref == "") {
			strict := *f
			strict.Required = true
			_, p := record.Parse(&strict, ijson.Value{})
			if f.Type == schema.Date {
				p.Message, p.Hint = f.Name+" must be a valid date in YYYY-MM-DD format", "say which occurrence"
			}
			problems, given = append(problems, *p), false
		}
		d.problems = append(d.problems, problems...)
		if given && len(problems) == 0 && (!a.Value.IsNull() || a.Ref != "") {
			args = append(args, a)
		}
	}
	if len(args) == 3 {
		d.problems = append(d.problems, *conflict(args[1].Name, args[2].Name))
	}
	return args
}

// times looks at the two times of an event as far as the operation gives both
// (facts section 5, 32).
func (d *decoder) times(args []Arg, part string) {
	start, hasStart := find(args, "startTime")
	end, hasEnd := find(args, "endTime")
	switch {
	case !hasEnd || end.Value.IsNull():
	case hasStart && start.Value == end.Value:
		d.problems = append(d.problems, within(part, diag.Problem{Code: diag.EndNotAfterStart, Field: "endTime",
			Message: "endTime must be after startTime", Hint: "an endTime before startTime is on the next day; an equal one is refused"}))
	case d.op.Verb == schema.Create && (!hasStart || start.Value.IsNull()) && !d.has(diag.Invalid("startTime")):
		d.problem(diag.EndWithoutStart, "endTime", "endTime needs a startTime", "give startTime, or leave endTime out")
	}
}

// anchor misses the day that a new series repeats from.
func (d *decoder) anchor() {
	recurrence, _ := d.op.Arg("recurrence")
	day, _ := d.op.Arg(d.kind.Day)
	repeats := recurrence.Value.Recurrence().Repeats() || d.has(diag.Invalid("recurrence"))
	if d.kind.Day == "" || !repeats || day.Value.Date().Valid() {
		return
	}
	d.problem(diag.MissingAnchor, d.kind.Day, "a repeating "+d.kind.Name+" needs "+d.kind.Day+", the day it repeats from", "give its first day")
}

func (d *decoder) has(code string) bool {
	return slices.ContainsFunc(d.problems, func(p diag.Problem) bool { return p.Code == code })
}

// name reads what a create calls its record for later operations. The id is the
// program's to choose.
func (d *decoder) name() {
	if id, ok := d.rest.take("id"); ok && !blank(id) {
		d.problem(diag.UnknownField, "id", "a create has no id", `leave id out: the program chooses it, and "as" names the record for later operations`)
	}
	as, ok := d.rest.take("as")
	if !ok || blank(as) {
		return
	}
	if as.Kind != ijson.String || !goodName(as.Text) {
		d.problem(diag.Invalid("as"), "as", "as must be a short word", `such as "p", for {"ref":"p"} later on`)
		return
	}
	d.op.As = strings.TrimSpace(as.Text)
}

func (d *decoder) target() {
	id, _ := d.rest.take("id")
	if in, ok := d.rest.get("where"); ok && in.Kind == ijson.Object && len(in.Members) == 1 {
		if inner, ok := in.Get("id"); ok {
			d.rest.take("where")
			if blank(id) {
				id = inner
			}
		}
	}
	target, ok := readTarget(d.kind.Name, id)
	if !ok {
		d.problem(diag.MissingOrInvalidID, "id", "valid ID is required", "ids are whole numbers from 1")
		return
	}
	d.op.ID = target
}

// readTarget reads what names a record: an id, the same as a string, an id with
// its kind ("task:3"), or the name of a record made earlier in the batch.
func readTarget(kind string, v ijson.Value) (Target, bool) {
	if ref, ok := readRef(v); ok {
		return Target{Ref: ref}, true
	}
	if before, after, ok := strings.Cut(v.Text, ":"); ok && v.Kind == ijson.String && kind != "" && kindOf(before) == kind {
		v.Text = after
	}
	id, ok := record.ParseID(v)
	if !ok {
		return Target{}, false
	}
	return Target{ID: id}, true
}

// readRef reads {"ref":"p"}.
func readRef(v ijson.Value) (string, bool) {
	if v.Kind != ijson.Object || len(v.Members) != 1 || v.Members[0].Name != "ref" {
		return "", false
	}
	ref := v.Members[0].Value
	return strings.TrimSpace(ref.Text), ref.Kind == ijson.String && goodName(ref.Text)
}

func goodName(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && utf8.RuneCountInString(s) <= 64 && !strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 || r >= 0x7f && r <= 0x9f })
}

func (d *decoder) bulk() {
	o := schema.BulkOperation(d.op.Verb)
	d.op.Args = d.arguments(o)
	d.filter()
	if d.op.Verb == schema.BulkUpdate {
		d.settings()
	}
}

func (d *decoder) filter() {
	v, _ := d.rest.take("where")
	f, problems := where.Parse(v)
	d.op.Where = f
	d.problems = append(d.problems, problems...)
	switch {
	case d.kind == nil || len(problems) > 0:
	case f.Empty():
		// The kind beside it must not make an empty filter look like a filter.
		d.problem(diag.EmptyWhere, "where", "an empty where means everything",
			fmt.Sprintf(`to mean every %s, write "where":{"kind":"%s"}`, d.kind.Name, d.kind.Name))
	case len(f.Kinds) > 0 && !slices.Equal(f.Kinds, []string{d.kind.Name}):
		d.problems = append(d.problems, *conflict("kind", "where.kind"))
	default:
		d.op.Where.Kinds = []string{d.kind.Name}
	}
	if f.ByIDs && len(d.op.Where.Kinds) == 0 {
		// Ids are per kind, and an id that names none is a task's, as elsewhere.
		d.op.Where.Kinds = []string{"task"}
	}
}

func (d *decoder) settings() {
	set, _ := d.rest.take("set")
	if set.Kind != ijson.Object {
		d.problem(diag.MissingSet, "set", "set must be an object", `such as {"priority":"high"}`)
		return
	}
	fields := settable(d.op.Where)
	outer := d.rest
	d.rest = envelope{members: append([]ijson.Member(nil), set.Members...)}
	d.op.Set = d.fields(fields, "set")
	d.times(d.op.Set, "set")
	for i, m := range d.rest.members {
		if i == unknownMax {
			d.problems = append(d.problems, moreUnknown("set", len(d.rest.members)-i))
			break
		}
		if p := unknownField(m, fields, nil, speaksOfTasks(d.op.Where)); p != nil {
			d.problems = append(d.problems, within("set", *p))
		}
	}
	d.rest = outer
}

// settable is every field of the kinds that a filter speaks of, in the table's
// order. Whether each kind has all that is set is for check to see.
func settable(f where.Filter) []schema.Field {
	var fields []schema.Field
	for _, k := range f.Applies() {
		for _, field := range k.Fields {
			if !slices.ContainsFunc(fields, func(g schema.Field) bool { return g.Name == field.Name }) {
				fields = append(fields, field)
			}
		}
	}
	return fields
}

func speaksOfTasks(f where.Filter) bool {
	return slices.ContainsFunc(f.Applies(), func(k *schema.Kind) bool { return k.Name == "task" })
}

// base reads the revisions that the proposer saw: {"task:3":17}.
func (d *decoder) base() {
	v, ok := d.rest.take("base")
	if !ok || v.Kind == ijson.Null {
		return
	}
	bad := func() {
		d.op.Base = nil
		d.problem(diag.InvalidBase, "base", `base must give a revision for each record`, `such as {"task:3":17}`)
	}
	if v.Kind != ijson.Object {
		bad()
		return
	}
	for _, m := range v.Members {
		kind, number, _ := strings.Cut(m.Name, ":")
		id, err := strconv.ParseInt(number, 10, 64)
		rev, ok := m.Value.Int()
		if schema.Lookup(kind) == nil || err != nil || id < 1 || strconv.FormatInt(id, 10) != number || !ok || rev < 0 {
			bad()
			return
		}
		d.op.Base = append(d.op.Base, Base{record.Key{Kind: kind, ID: id}, rev})
	}
	slices.SortFunc(d.op.Base, func(a, b Base) int {
		if a.Key.Kind != b.Key.Kind {
			return kindIndex(a.Key.Kind) - kindIndex(b.Key.Kind)
		}
		return int(a.Key.ID - b.Key.ID)
	})
}

func kindIndex(name string) int {
	return slices.IndexFunc(schema.Kinds, func(k *schema.Kind) bool { return k.Name == name })
}

// reason is a model's; it is for reading and not kept.
func (d *decoder) reason() {
	if v, ok := d.rest.take("reason"); ok && !blank(v) && v.Kind != ijson.String {
		d.problem(diag.Invalid("reason"), "reason", "reason must be a string", "")
	}
}

// unknown refuses what is left. A name that is not understood may be the very
// thing that was asked for.
func (d *decoder) unknown() {
	var fields []schema.Field
	var others []string
	if d.kind != nil && !d.op.Verb.Bulk() {
		o := d.kind.Operation(d.op.Verb)
		fields = slices.Clone(o.Args)
		if o.Verb == schema.Create || o.Verb == schema.Update {
			fields = d.kind.Fields
		}
		others = []string{"id"}
		if o.Verb == schema.Create {
			others = []string{"as"}
		}
	} else {
		fields = schema.BulkOperation(d.op.Verb).Args
		others = []string{"where", "set"}
	}
	for i, m := range d.rest.members {
		if i == unknownMax {
			d.problems = append(d.problems, moreUnknown("", len(d.rest.members)-i))
			break
		}
		p := unknownField(m, fields, others, d.op.Kind == "task")
		switch {
		case p == nil:
			continue
		case p.Code != diag.UnknownField:
		case d.op.Verb.Bulk() && m.Name == "id":
			p.Hint = `put it into where: {"ids":[3]}`
		case d.op.Verb.Bulk() && slices.Contains(where.Keys[:], m.Name):
			p.Hint = "put it into where"
		case d.op.Verb == schema.BulkUpdate && slices.ContainsFunc(settable(d.op.Where), func(f schema.Field) bool { return f.Name == m.Name }):
			p.Hint = "put it into set"
		case !d.op.Verb.Bulk() && (m.Name == "where" || m.Name == "ids" || m.Name == "set"):
			p.Hint = "an operation on one record has an id; bulk_update, bulk_set_status and bulk_delete have where"
		case m.Name == "completed":
			p.Hint = d.op.Kind + " cannot be completed"
		}
		d.problems = append(d.problems, *p)
	}
}

// unknownMax is how many unknown names of one operation are told one by one. A
// line has room for a hundred thousand, and what is said of each is longer than
// the name.
const unknownMax = 16

func moreUnknown(part string, n int) diag.Problem {
	return diag.Problem{Code: diag.UnknownField, Field: part, Message: fmt.Sprintf("there are %d more names here that are not known", n), Hint: "leave them out"}
}

// unknownField says what is wrong with a member that was not read; nothing when
// it only says that a task has no time.
func unknownField(m ijson.Member, fields []schema.Field, others []string, timeless bool) *diag.Problem {
	if timeless && timeWord(m.Name) {
		if blank(m.Value) {
			return nil
		}
		return &diag.Problem{Code: diag.TimeNotSupportedForTask, Field: diag.Shorten(m.Name),
			Message: "a task has no time of day", Hint: "use an event, which has startTime and endTime"}
	}
	p := &diag.Problem{Code: diag.UnknownField, Field: diag.Shorten(m.Name), Message: "there is no " + diag.Quote(m.Name) + " here"}
	names := slices.Clone(others)
	for i := range fields {
		switch f := &fields[i]; {
		case f.Name == m.Name && f.Kept:
			p.Message, p.Hint = m.Name+" is kept by the program", "leave it out"
			return p
		case !f.Kept:
			names = append(names, f.Name)
		}
	}
	near := diag.Nearest(m.Name, names)
	if near == "" && timeWord(m.Name) && slices.Contains(names, "startTime") {
		near = "startTime"
	}
	switch {
	case near != "":
		p.Hint = "did you mean " + near
	case ownerOf(m.Name) != "":
		p.Hint = m.Name + " belongs to " + ownerOf(m.Name)
	case len(names) > 0:
		p.Hint = "there is " + strings.Join(names, ", ")
	}
	return p
}

// timeWord reports whether a name is one that older programs and models give
// the time of a task.
func timeWord(name string) bool {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "") {
	case "timeofday", "time", "starttime", "endtime", "duetime", "start", "end":
		return true
	}
	return false
}

// ownerOf is the first kind that has such a field.
func ownerOf(field string) string {
	for _, k := range schema.Kinds {
		if f, _ := k.Field(field); f != nil && !f.Kept {
			return k.Name
		}
	}
	return ""
}
