package checklist

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Codes of what is wrong with a call.
const (
	UnknownTool   = "unknown_tool"
	InvalidJSON   = "invalid_json"
	MissingField  = "missing_field"
	WrongField    = "wrong_field"
	EmptyItem     = "empty_item"
	MultipleItems = "multiple_items"
	TooManyItems  = "too_many_items"
	ItemTooLong   = "item_too_long"
	NoItems       = "no_items"
)

// NewTitle is what a checklist is called that is made because there is none,
// and NewName what later operations of the batch call it by.
const (
	NewTitle = "TODOs"
	NewName  = "new_checklist"
)

// Result is what comes of a call. It may have both operations and problems: an
// item that is too long is left out and said, the others are taken.
type Result struct {
	Ops       []op.Op
	Response  string // for the model
	Problems  []problem.Problem
	Attempted string   // of a call that was refused: what it was about, cut
	There     []string // titles that it asked for and that are on the checklist already
	Known     Existing // with what the call asks for

	again []string // There, and what an earlier call has asked for
	whole string   // Attempted of a list that was refused as one item, not cut
}

// Call turns a call of one of the tools into operations. The arguments are JSON
// as the model wrote them. A tool that was not offered is taken as well: what
// it says is clear. Any other name is answered with the one to use.
func Call(name, arguments string, known Existing) Result {
	c := toolCall{Result: Result{Known: known}}
	switch name {
	case Add:
		c.about = "item"
		c.addOne(arguments)
	case AddSeveral:
		c.about = "items"
		c.addSeveral(arguments)
	case Suggest:
		c.about = "suggestion"
		c.suggest(arguments)
	default:
		c.problem(UnknownTool, "", fmt.Sprintf(`function name mismatch: expected "%s", got "%s"`, Add, problem.Shorten(name)), "")
		c.Response = "Unknown function. Please use " + Add + " to create checklist items."
	}
	return c.Result
}

type toolCall struct {
	Result
	about string // what the tool is for, as the model is told
}

func (c *toolCall) problem(code, field, message, hint string) {
	c.Problems = append(c.Problems, problem.Problem{Code: code, Field: field, Message: message, Hint: hint})
}

// refuse is problem, and all that the model is told.
func (c *toolCall) refuse(code, field, message string) {
	c.problem(code, field, plain(message), "")
	c.Response = c.failed(message)
}

func (c *toolCall) failed(message string) string {
	return "Error processing checklist " + c.about + ": " + message
}

// plain is a message of the facts as ours are written.
func plain(message string) string {
	message = strings.TrimSuffix(message, ".")
	return strings.ToLower(message[:1]) + message[1:]
}

// read reads the arguments, which models like to put between fences. What
// cannot be read is not repeated.
func (c *toolCall) read(arguments string) (ijson.Value, bool) {
	text := strings.TrimSpace(arguments)
	if inside, fenced := strings.CutPrefix(text, "```"); fenced {
		inside, _ = strings.CutSuffix(inside, "```")
		text = inside[max(0, strings.IndexByte(inside, '{')):]
	}
	if text == "" {
		text = "{}"
	}
	v, p := ijson.Parse([]byte(text))
	switch {
	case p != nil:
		c.refuse(InvalidJSON, "", "Invalid JSON: "+p.Message)
	case v.Kind != ijson.Object:
		c.refuse(InvalidJSON, "", "Invalid JSON: the arguments must be an object")
	default:
		return v, true
	}
	return v, false
}

const single = "actionItemDescription"

// addOne is the tool for one item. Several in its text are refused and not split:
// the model knows what it meant, and is told how to say it (facts 3.2).
func (c *toolCall) addOne(arguments string) {
	v, ok := c.read(arguments)
	if !ok {
		return
	}
	given, _ := v.Get(single)
	title := strings.TrimSpace(given.Text)
	switch {
	case given.Kind == ijson.Array:
		c.refuseSeveral(string(ijson.AppendValue(nil, given)))
	case given.Kind != ijson.String:
		c.missing(v)
	case title == "":
		c.refuse(EmptyItem, single, "Empty description provided. Please provide a meaningful description.")
	case CheckTitle(title) != nil:
		c.refuseSeveral(title)
	case utf8.RuneCountInString(title) > TitleMax:
		c.Attempted = attempted(title)
		c.refuse(ItemTooLong, single, fmt.Sprintf("Description too long: max %d characters.", TitleMax))
	default:
		c.create([]entry{{title: title}})
	}
}

// write is an operation on items as an answer of its own: what is there already
// is left out, and a list is no item.
func write(o op.Op, known Existing) Result {
	c := toolCall{Result: Result{Known: known}, about: "item"}
	title := titleOf(o)
	switch list, _ := o.Arg("checklistId"); {
	case CheckOperation(o) != nil:
		c.refuseSeveral(title)
		c.Problems = []problem.Problem{*CheckOperation(o)}
	case o.Kind != "checklist_item" || o.Verb != schema.Create:
		c.Ops, c.Response = []op.Op{o}, "Ready"
	case list.Ref != known.As || list.Value.ID() != known.ID:
		c.Ops = []op.Op{o} // on another list
		c.respond([]string{title}, nil)
	case known.has(title):
		c.respond(nil, []string{title})
	default:
		c.Ops = []op.Op{o}
		c.Known.add(title)
		c.respond([]string{title}, nil)
	}
	return c.Result
}

// missing says which field was probably meant for the one that is not there.
func (c *toolCall) missing(v ijson.Value) {
	for _, m := range v.Members {
		if text := strings.TrimSpace(m.Value.Text); m.Value.Kind == ijson.String && text != "" && m.Name != single {
			c.Attempted = attempted(text)
			c.refuse(WrongField, problem.Shorten(m.Name), fmt.Sprintf(`Found "%s" instead of "%s"`, problem.Shorten(m.Name), single))
			return
		}
	}
	c.refuse(MissingField, single, `Missing required field "`+single+`"`)
}

// refuseSeveral refuses a list as one item.
func (c *toolCall) refuseSeveral(list string) {
	c.whole, c.Attempted = list, attempted(list)
	c.problem(MultipleItems, single, plain(severalInOne), "ask for the items one by one")
	c.Response = c.failed(severalInOne)
}

// attempted is as much of an item as is repeated to the model.
func attempted(text string) string {
	const enough = 120
	if r := []rune(text); len(r) > enough {
		return string(r[:enough-1]) + "…"
	}
	return text
}

// entry is an item as a call gives it.
type entry struct {
	title   string
	checked bool
}

// addSeveral is the tool for several items: an array, or else a text that is
// split (facts 3.4).
func (c *toolCall) addSeveral(arguments string) {
	v, ok := c.read(arguments)
	if !ok {
		return
	}
	given, _ := v.Get("items")
	var entries []entry
	switch {
	case given.Kind == ijson.Array:
		if entries, ok = c.entries(given.Items); !ok {
			return
		}
	case given.Kind == ijson.String && given.Text != "":
		for _, title := range Split(given.Text) {
			entries = append(entries, entry{title: title})
		}
	default:
		c.refuse(MissingField, "items", `Missing required field "items" or empty list`)
		return
	}
	switch {
	case len(entries) == 0:
		c.refuse(NoItems, "items", "No valid items found in the list")
	case len(entries) > ItemsMax:
		c.refuse(TooManyItems, "items", fmt.Sprintf("Too many items: max %d per call.", ItemsMax))
	default:
		c.create(entries)
	}
}

// entries of an array: texts, or {title, isChecked}. What says nothing is left
// out.
func (c *toolCall) entries(items []ijson.Value) (entries []entry, ok bool) {
	for _, item := range items {
		e := entry{title: strings.TrimSpace(item.Text)}
		switch item.Kind {
		case ijson.Null:
			continue
		case ijson.Bool:
			e.title = strconv.FormatBool(item.Bool)
		case ijson.Array:
			c.badEntry()
			return nil, false
		case ijson.Object:
			title, _ := item.Get("title")
			checked, _ := item.Get("isChecked")
			if title.Kind != ijson.String {
				c.badEntry()
				return nil, false
			}
			e = entry{strings.TrimSpace(title.Text), checked.Kind == ijson.Bool && checked.Bool}
		}
		if e.title != "" && e.title != "null" {
			entries = append(entries, e)
		}
	}
	return entries, true
}

func (c *toolCall) badEntry() {
	c.refuse(problem.Invalid("items"), "items", `Each item must be a text or an object with a title. Example: {"items": ["Buy milk", "Call Anna"]}`)
}

// create makes the operations for new items, and for a checklist when there is
// none. Items that are there already are left out, in whatever case they are
// written; the first of equals counts.
func (c *toolCall) create(entries []entry) {
	var made, there []string
	for _, e := range entries {
		switch {
		case c.Known.has(e.title):
			there = append(there, e.title)
		case utf8.RuneCountInString(e.title) > TitleMax:
			c.problem(ItemTooLong, "items", fmt.Sprintf("left out, since it is longer than %d characters: %s", TitleMax, problem.Quote(e.title)), "say it shorter")
		case c.item(e):
			made = append(made, e.title)
		}
	}
	c.respond(made, there)
}

// item makes the operation for one item, and reports whether it is one.
func (c *toolCall) item(e entry) bool {
	list := ijson.Value{Kind: ijson.Number, Text: strconv.FormatInt(c.Known.ID, 10)}
	if c.Known.ID == 0 {
		list = object("ref", text(NewName))
		if c.Known.As != "" {
			list = object("ref", text(c.Known.As))
		}
	}
	members := []any{"op", text("checklist_item.create"), "checklistId", list, "title", text(e.title)}
	if e.checked {
		members = append(members, "isChecked", ijson.Value{Kind: ijson.Bool, Bool: true})
	}
	o, problems := op.Decode(object(members...))
	if len(problems) > 0 {
		c.Problems = append(c.Problems, problems...)
		return false
	}
	if c.Known.ID == 0 && c.Known.As == "" {
		c.Known.As = NewName
		c.Ops = append(c.Ops, op.Op{Kind: "checklist", Verb: schema.Create, As: NewName,
			Args: []op.Arg{{Name: "title", Value: record.Text(NewTitle)}}})
	}
	c.Ops = append(c.Ops, o)
	c.Known.add(e.title)
	return true
}

// respond says what will be made, what is there already and what was left out.
func (c *toolCall) respond(made, there []string) {
	c.again = there
	for _, title := range there {
		if item, _ := c.Known.find(title); item.ID != 0 {
			c.There = append(c.There, title)
		}
	}
	var parts []string
	switch len(made) {
	case 0:
	case 1:
		parts = append(parts, "Ready to create 1 checklist item: "+made[0])
	default:
		parts = append(parts, fmt.Sprintf("Ready to create %d checklist items: %s", len(made), strings.Join(made, ", ")))
	}
	if len(there) > 0 {
		parts = append(parts, "Already on the checklist: "+strings.Join(there, ", "))
	}
	for _, p := range c.Problems {
		parts = append(parts, c.failed(p.Message))
	}
	c.Response = strings.Join(parts, "\n")
}

func text(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

// object is made of names and values in turn.
func object(pairs ...any) ijson.Value {
	v := ijson.Value{Kind: ijson.Object}
	for i := 0; i < len(pairs); i += 2 {
		member := ijson.Member{Name: pairs[i].(string), Value: pairs[i+1].(ijson.Value)}
		v.Members = append(v.Members, member)
	}
	return v
}
