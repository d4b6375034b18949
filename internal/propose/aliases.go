package propose

import (
	"slices"
	"strconv"
	"strings"

	"assister/internal/brief"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// A model never sees the ids of records. Each record that is put before it has an alias,
// the letters of its kind and a number in the order of showing: "t1" for the first task.
// Every id in a reply is read as an alias (op.Notation), so that a number which a model
// guesses, or takes from a text that somebody stored, is no record. Aliases are those of
// one request: whatever else a model may know, it cannot name what it has not been shown.

// aliases are the names by which a model and the program call records in one request.
type aliases struct {
	named  map[string][]named // by kind; the alias of the first has the number 1
	places map[record.Key]int // in named
}

// named is a record that has an alias.
type named struct {
	id, rev int64 // rev is the revision that was shown first
	seen    seen
}

// seen is what a model has seen of a record.
type seen uint8

const (
	nothing  seen = iota // the record is only referred to
	itsTitle             // and no more
	contents
)

func newAliases() *aliases {
	return &aliases{named: map[string][]named{}, places: map[record.Key]int{}}
}

// find returns a record that has an alias, or nil.
func (a *aliases) find(key record.Key) *named {
	if at, known := a.places[key]; known {
		return &a.named[key.Kind][at]
	}
	return nil
}

// of returns the alias of a record, which has one from now on.
func (a *aliases) of(key record.Key) string {
	at, known := a.places[key]
	if !known {
		at = len(a.named[key.Kind])
		a.named[key.Kind] = append(a.named[key.Kind], named{id: key.ID})
		a.places[key] = at
	}
	return schema.Lookup(key.Kind).Alias + strconv.Itoa(at+1)
}

// show returns the alias of a record whose contents the model is shown.
func (a *aliases) show(b op.Base) string { return a.showAs(b, contents) }

// showTitle returns the alias of a record of which the model is shown no more than the title.
func (a *aliases) showTitle(b op.Base) string { return a.showAs(b, itsTitle) }

func (a *aliases) showAs(b op.Base, as seen) string {
	name, r := a.of(b.Key), a.find(b.Key)
	if r.seen == nothing {
		r.rev = b.Rev
	}
	r.seen = max(r.seen, as)
	return name
}

// hide takes back that a record was shown.
func (a *aliases) hide(key record.Key) {
	if r := a.find(key); r != nil {
		r.seen = nothing
	}
}

// baseOf is a record as it is when it is shown.
func baseOf(r record.Record) op.Base {
	return op.Base{Key: record.Key{Kind: r.Kind.Name, ID: r.ID}, Rev: r.Rev}
}

// shown returns the revision of a record that was shown.
func (a *aliases) shown(key record.Key) (rev int64, shown bool) {
	if r := a.find(key); r != nil && r.seen != nothing {
		return r.rev, true
	}
	return 0, false
}

func (a *aliases) hasShown(key record.Key) bool {
	_, shown := a.shown(key)
	return shown
}

// hasShownContents reports whether the model has seen more of a record than its title.
func (a *aliases) hasShownContents(key record.Key) bool {
	r := a.find(key)
	return r != nil && r.seen == contents
}

// called returns the record with an alias.
func (a *aliases) called(alias string) (record.Key, bool) {
	letters := strings.TrimRight(alias, "0123456789")
	if letters == alias {
		return record.Key{}, false
	}
	number, _ := strconv.Atoi(alias[len(letters):])
	for kind, list := range a.named {
		if schema.Lookup(kind).Alias == letters && number > 0 && number <= len(list) {
			return record.Key{Kind: kind, ID: list[number-1].id}, alias == letters+strconv.Itoa(number)
		}
	}
	return record.Key{}, false
}

// Key implements record.Aliases.
func (a *aliases) Key(v ijson.Value) (record.Key, *problem.Problem) {
	text := strings.ToLower(strings.TrimSpace(v.Text))
	kind, name, withKind := strings.Cut(text, ":") // "task:t1"
	if withKind && schema.Lookup(kind) != nil {
		text = name
	}
	text = strings.TrimPrefix(text, "#")
	if key, known := a.called(text); known && v.Kind == ijson.String && (!withKind || key.Kind == kind) {
		return key, nil
	}
	p := &problem.Problem{Code: problem.MissingOrInvalidID, Message: "valid ID is required", Hint: aliasHint}
	letters := strings.TrimRight(text, "0123456789")
	numeric := v.Kind == ijson.Number || strings.TrimLeft(text, "0123456789") == "" && text != ""
	if numeric || letters != text && isAliasOfKind(letters) {
		p.Code = problem.IDNotInContext
		p.Message = problem.Quote(v.Text) + " is not the id of a record that was shown"
	}
	return record.Key{}, p
}

const aliasHint = "use the id of a record that was shown, such as t1; " + record.NameIt

func isAliasOfKind(letters string) bool {
	return slices.ContainsFunc(schema.Kinds, func(k *schema.Kind) bool { return k.Alias == letters })
}

// The functions below change the ids in values and texts between the two sides.

// conceal returns the JSON of an operation or a condition with aliases in place of ids,
// for the model. kinds are those of the records that the value is about, if it does not
// say itself.
func (a *aliases) conceal(v ijson.Value, kinds ...string) ijson.Value {
	return mapIDs(v, kinds, func(kinds []string, v ijson.Value) (out []ijson.Value) {
		id, ok := v.Int()
		for _, kind := range kinds {
			if key := (record.Key{Kind: kind, ID: id}); ok && a.find(key) != nil {
				out = append(out, ijson.Value{Kind: ijson.String, Text: a.of(key)})
			}
		}
		if len(out) == 0 {
			return []ijson.Value{v}
		}
		return out
	})
}

// reveal returns the JSON of a model with ids in place of aliases, for people.
func (a *aliases) reveal(v ijson.Value) ijson.Value {
	return mapIDs(v, nil, func(_ []string, v ijson.Value) []ijson.Value {
		if key, p := a.Key(v); p == nil {
			v = ijson.Value{Kind: ijson.Number, Text: formatID(key.ID)}
		}
		return []ijson.Value{v}
	})
}

// mapIDs replaces every scalar that stands where an id does: under "id" and "ids", of the
// kinds that the object around it is about, and under the fields that refer to a kind. In
// a list, one may become several.
func mapIDs(v ijson.Value, kinds []string, fn func(kinds []string, v ijson.Value) []ijson.Value) ijson.Value {
	switch v.Kind {
	case ijson.Array:
		items := make([]ijson.Value, len(v.Items))
		for i, item := range v.Items {
			items[i] = mapIDs(item, kinds, fn)
		}
		v.Items = items
	case ijson.Object:
		kinds = kindsOf(v, kinds)
		members := slices.Clone(v.Members)
		for i, m := range members {
			switch of := referredKind(m.Name); {
			case m.Name == "id" || m.Name == "ids":
				members[i].Value = mapScalars(m.Value, kinds, fn)
			case of != "":
				members[i].Value = mapScalars(m.Value, []string{of}, fn)
			default:
				members[i].Value = mapIDs(m.Value, kinds, fn)
			}
		}
		v.Members = members
	}
	return v
}

func mapScalars(v ijson.Value, kinds []string, fn func(kinds []string, v ijson.Value) []ijson.Value) ijson.Value {
	switch v.Kind {
	case ijson.String, ijson.Number:
		return fn(kinds, v)[0]
	case ijson.Array:
		var items []ijson.Value
		for _, item := range v.Items {
			if item.Kind == ijson.String || item.Kind == ijson.Number {
				items = append(items, fn(kinds, item)...)
				continue
			}
			items = append(items, mapScalars(item, kinds, fn))
		}
		v.Items = items
	case ijson.Object: // operators, or the name of a record to come
		members := slices.Clone(v.Members)
		for i, m := range members {
			if m.Name != "ref" && m.Name != "var" {
				members[i].Value = mapScalars(m.Value, kinds, fn)
			}
		}
		v.Members = members
	}
	return v
}

// kindsOf returns the kinds of the records that an object is about: those of its
// operation or its condition, otherwise those around it.
func kindsOf(v ijson.Value, around []string) []string {
	name, _ := v.Get("op")
	if kind, _, single := strings.Cut(name.Text, "."); single && schema.Lookup(kind) != nil {
		return []string{kind}
	}
	kind, given := v.Get("kind")
	switch {
	case given && kind.Kind == ijson.Array:
		around = nil
		for _, k := range kind.Items {
			around = append(around, k.Text)
		}
	case given:
		around = []string{kind.Text}
	case len(around) == 0:
		for _, k := range schema.Kinds {
			if k.Planned {
				around = append(around, k.Name)
			}
		}
	}
	return around
}

// referredKind returns the kind that fields and arguments of a name refer to; "" if there
// are none.
func referredKind(name string) string {
	is := func(f schema.Field) bool {
		return f.Type == schema.Ref && (f.Name == name || slices.Contains(f.Aliases, name))
	}
	for _, k := range schema.Kinds {
		if i := slices.IndexFunc(k.Fields, is); i >= 0 {
			return k.Fields[i].Of
		}
		for _, o := range k.Operations {
			if i := slices.IndexFunc(o.Args, is); i >= 0 {
				return o.Args[i].Of
			}
		}
		if name == strings.ReplaceAll(k.Name, "_", "")+"Id" || name == camelCase(k.Name)+"Id" {
			return k.Name // what tools call the record that they change
		}
	}
	return ""
}

// camelCase returns a name in camel case: "checklistItem".
func camelCase(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// inMessage returns a message of the program for the model: "task #12" is "task t1", or
// without its number if the model does not know the record.
func (a *aliases) inMessage(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "#")
		digits := len(after) - len(strings.TrimLeft(after, "0123456789"))
		if b.WriteString(before); !found {
			return b.String()
		}
		kind := kindBefore(before)
		id, err := strconv.ParseInt(after[:digits], 10, 64)
		switch key := (record.Key{Kind: kind, ID: id}); {
		case err != nil || kind == "":
			b.WriteByte('#')
			digits = 0
		case a.find(key) != nil:
			b.WriteString(a.of(key))
		default:
			b.WriteString("that was not shown")
		}
		text = after[digits:]
	}
}

// kindBefore returns the kind whose name a text ends with; "" if there is none.
func kindBefore(text string) (kind string) {
	text = strings.ToLower(strings.TrimSuffix(text, " "))
	for _, k := range schema.Kinds {
		if strings.HasSuffix(text, strings.ReplaceAll(k.Name, "_", " ")) && len(k.Name) > len(kind) {
			kind = k.Name
		}
	}
	return kind
}

// inProse returns a text of the model for people: "t1" is "task #12".
func (a *aliases) inProse(text string) string {
	if a == nil || len(a.places) == 0 {
		return text
	}
	var b strings.Builder
	for from := 0; from < len(text); {
		n := 0
		for from+n < len(text) && isWordByte(text[from+n]) {
			n++
		}
		word := text[from : from+n]
		if key, known := a.called(word); known && a.hasShown(key) {
			word = key.Words()
			if kindBefore(text[:from]) == key.Kind {
				word = "#" + formatID(key.ID)
			}
		}
		b.WriteString(word)
		if from += n; from < len(text) {
			b.WriteByte(text[from])
			from++
		}
	}
	return b.String()
}

// isWordByte reports whether a byte belongs to a word, as all bytes of letters beyond
// ASCII do.
func isWordByte(c byte) bool {
	letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
	return letter || c >= '0' && c <= '9' || c == '_'
}

// numbered says what the model calls the records that people name by their ids in the
// request and the turns: "#12 is t3".
func (a *aliases) numbered(s promptData) (lines []string) {
	texts := []string{s.Request}
	for _, t := range s.Turns {
		texts = append(texts, t.Text)
	}
	for _, n := range brief.RecordNumbers(strings.Join(texts, "\n")) {
		var names []string
		for _, k := range schema.Kinds {
			key := record.Key{Kind: k.Name, ID: n.ID}
			if (n.Kind == "" || n.Kind == k.Name) && a.hasShown(key) {
				names = append(names, a.of(key))
			}
		}
		if len(names) > 0 {
			lines = append(lines, strings.TrimSpace(n.Kind+" #"+formatID(n.ID))+" is "+strings.Join(names, " or "))
		}
	}
	return lines
}

// notation is how the model's reply writes operations.
func (m *Model) notation() op.Notation { return op.Notation{Clock: m.clock, Aliases: m.aliases} }
