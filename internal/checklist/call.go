package checklist

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Codes of the problems of a call.
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

// NewTitle is the title of a checklist that is created because none exists, and NewName
// its name in later operations of the batch.
const (
	NewTitle = "TODOs"
	NewName  = "new_checklist"
)

// Result is the result of a call. It may have both operations and problems: an item that
// is too long is left out and reported, and the others are added.
type Result struct {
	Ops       []op.Op
	Response  string // for the model
	Problems  []problem.Problem
	Attempted string   // the content of a refused call, shortened
	There     []string // requested titles that the checklist already has
	Known     Existing // including the requested items

	duplicates []string // There, and titles that an earlier call requested
	list       string   // a list that was refused as one item, not shortened
}

// Call turns a call of one of the tools into operations. The arguments are JSON as the
// model wrote them. A call of a tool that was not offered is accepted too, because its
// meaning is clear. The answer to any other name names the tool to use.
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
		message := fmt.Sprintf(`function name mismatch: expected "%s", got "%s"`, Add, problem.Shorten(name))
		c.problem(UnknownTool, "", message, "")
		c.Response = "Unknown function. Please use " + Add + " to create checklist items."
	}
	return c.Result
}

type toolCall struct {
	Result
	about string // what the tool handles, in messages to the model
}

func (c *toolCall) problem(code, field, message, hint string) {
	c.Problems = append(c.Problems, problem.Problem{Code: code, Field: field, Message: message, Hint: hint})
}

// refuse adds a problem that is also the whole response.
func (c *toolCall) refuse(code, field, message string) {
	c.problem(code, field, asMessage(message), "")
	c.Response = c.failed(message)
}

func (c *toolCall) failed(message string) string {
	return "Error processing checklist " + c.about + ": " + message
}

// asMessage turns a sentence for the model into a message in our style.
func asMessage(message string) string {
	message = strings.TrimSuffix(message, ".")
	return strings.ToLower(message[:1]) + message[1:]
}

// read parses the arguments, which models often put between code fences.
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

// addOne handles the tool that adds one item. A list of items is refused and not split:
// only the model knows what it meant, so the answer tells it how to write it.
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

// write checks an operation that the model has written itself: a list as one item is
// refused, and an item that the checklist already has is left out.
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

// missing refuses a call without a description, and names the field that the model
// probably used instead.
func (c *toolCall) missing(v ijson.Value) {
	for _, m := range v.Members {
		if text := strings.TrimSpace(m.Value.Text); m.Value.Kind == ijson.String && text != "" && m.Name != single {
			name := problem.Shorten(m.Name)
			c.Attempted = attempted(text)
			c.refuse(WrongField, name, fmt.Sprintf(`Found "%s" instead of "%s"`, name, single))
			return
		}
	}
	c.refuse(MissingField, single, `Missing required field "`+single+`"`)
}

// refuseSeveral refuses a list as one item.
func (c *toolCall) refuseSeveral(list string) {
	c.list, c.Attempted = list, attempted(list)
	c.problem(MultipleItems, single, isList, "add the items one by one")
	c.Response = c.failed(severalInOne)
}

// attempted shortens an item that is repeated to the model.
func attempted(text string) string {
	const enough = 120
	return problem.Cut(text, enough)
}

// entry is an item of a call.
type entry struct {
	title   string
	checked bool
}

// addSeveral handles the tool that adds several items: an array, or a text to split.
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

// entries returns the entries of an array of texts or {title, isChecked}, without the
// empty ones.
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
	c.refuse(problem.Invalid("items"), "items",
		`Each item must be a text or an object with a title. Example: {"items": ["Buy milk", "Call Anna"]}`)
}

// create adds the operations for new items, and for a new checklist if none exists. It
// leaves out items that the checklist already has, regardless of case.
func (c *toolCall) create(entries []entry) {
	var made, there []string
	for _, e := range entries {
		switch {
		case c.Known.has(e.title):
			there = append(there, e.title)
		case utf8.RuneCountInString(e.title) > TitleMax:
			message := fmt.Sprintf("left out because it has more than %d characters: %s", TitleMax, problem.Quote(e.title))
			c.problem(ItemTooLong, "items", message, "shorten it")
		case c.item(e):
			made = append(made, e.title)
		}
	}
	c.respond(made, there)
}

// item adds the operation for one item, and reports whether it is valid.
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
	o, problems := op.Decode(object(members...), calendar.Clock{})
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

// respond writes the response: what will be created, what exists and what was left out.
func (c *toolCall) respond(made, there []string) {
	c.duplicates = there
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

// object returns an object of alternating names and values.
func object(pairs ...any) ijson.Value {
	v := ijson.Value{Kind: ijson.Object}
	for i := 0; i < len(pairs); i += 2 {
		member := ijson.Member{Name: pairs[i].(string), Value: pairs[i+1].(ijson.Value)}
		v.Members = append(v.Members, member)
	}
	return v
}
