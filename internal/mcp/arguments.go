package mcp

import (
	"strconv"
	"strings"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// arg is an argument of a tool of this package.
type arg struct {
	name, help string
	kind       string // a type of JSON Schema, or "strings" or "objects" for an array
	required   bool
	values     []string // that a string can have; nil for any
}

// inputSchema is the JSON Schema of arguments.
func inputSchema(args []arg) ijson.Value {
	var properties, required []ijson.Member
	for _, a := range args {
		properties = append(properties, member(a.name, a.schema()))
		if a.required {
			required = append(required, member("", text(a.name)))
		}
	}
	v := object(member("type", text("object")), member("properties", object(properties...)))
	if len(required) > 0 {
		list := ijson.Value{Kind: ijson.Array}
		for _, m := range required {
			list.Items = append(list.Items, m.Value)
		}
		v.Members = append(v.Members, member("required", list))
	}
	v.Members = append(v.Members, member("additionalProperties", fact(false)))
	return v
}

func (a arg) schema() ijson.Value {
	help := member("description", text(a.help))
	list := func(of ijson.Value) ijson.Value {
		return object(member("type", text("array")), member("items", of), help)
	}
	word := object(member("type", text("string")))
	if a.values != nil {
		word.Members = append(word.Members, member("enum", texts(a.values)))
	}
	switch a.kind {
	case "strings":
		return list(word)
	case "objects":
		return list(object(member("type", text("object"))))
	case "string":
		word.Members = append(word.Members, help)
		return word
	case "integer":
		return object(member("type", text(a.kind)), member("minimum", ijson.Value{Kind: ijson.Number, Text: "0"}), help)
	}
	return object(member("type", text(a.kind)), help)
}

func texts(words []string) ijson.Value {
	v := ijson.Value{Kind: ijson.Array}
	for _, w := range words {
		v.Items = append(v.Items, text(w))
	}
	return v
}

// arguments are the arguments of a call, of the right types. Those that are null or
// missing are not among them.
type arguments map[string]ijson.Value

// parseArguments parses the arguments of a call; none are an empty object.
func parseArguments(raw []byte) (ijson.Value, *problem.Problem) {
	if len(raw) == 0 {
		return object(), nil
	}
	v, p := ijson.Parse(raw)
	if p == nil && v.Kind == ijson.Null {
		v = object()
	}
	if p == nil && v.Kind != ijson.Object {
		p = &problem.Problem{Code: "invalid_arguments", Message: "the arguments must be an object"}
	}
	return v, p
}

// readArguments reads the arguments of a call of a tool of this package.
func readArguments(raw []byte, args []arg) (arguments, *problem.Problem) {
	v, p := parseArguments(raw)
	if p != nil {
		return nil, p
	}
	a := arguments{}
	for _, m := range v.Members {
		known := knownArg(args, m.Name)
		if known == nil {
			return nil, unknownArgument(m.Name, args)
		}
		value, ok := known.read(m.Value)
		if !ok {
			return nil, &problem.Problem{Code: problem.Invalid(m.Name), Field: m.Name,
				Message: m.Name + " must be " + known.expected()}
		}
		if value.Kind != ijson.Null {
			a[m.Name] = value
		}
	}
	for _, one := range args {
		if _, given := a[one.name]; one.required && !given {
			return nil, &problem.Problem{Code: "missing_argument", Field: one.name, Message: one.name + " is missing",
				Hint: one.help}
		}
	}
	return a, nil
}

func knownArg(args []arg, name string) *arg {
	for i := range args {
		if args[i].name == name {
			return &args[i]
		}
	}
	return nil
}

func unknownArgument(name string, args []arg) *problem.Problem {
	var known []string
	for _, a := range args {
		known = append(known, a.name)
	}
	return &problem.Problem{Code: problem.UnknownField, Field: problem.Shorten(name),
		Message: "there is no argument " + problem.Quote(name),
		Hint:    problem.DidYouMean(name, known, "the arguments are "+strings.Join(known, ", "))}
}

// read reads a value. Models write numbers and truths as texts, and one text for a list of
// one, which is accepted.
func (a arg) read(v ijson.Value) (ijson.Value, bool) {
	if v.Kind == ijson.Null {
		return v, true
	}
	switch a.kind {
	case "string":
		return v, v.Kind == ijson.String
	case "integer":
		n, err := strconv.ParseInt(strings.TrimSpace(v.Text), 10, 32)
		isText := v.Kind == ijson.String || v.Kind == ijson.Number
		return ijson.Value{Kind: ijson.Number, Text: strconv.FormatInt(n, 10)}, isText && err == nil && n >= 0
	case "boolean":
		if on, err := strconv.ParseBool(v.Text); err == nil && v.Kind == ijson.String {
			return fact(on), true
		}
		return v, v.Kind == ijson.Bool
	case "object":
		return v, v.Kind == ijson.Object
	case "strings":
		return listOf(v, ijson.String)
	}
	return listOf(v, ijson.Object)
}

func listOf(v ijson.Value, kind ijson.Kind) (ijson.Value, bool) {
	if v.Kind == kind {
		return ijson.Value{Kind: ijson.Array, Items: []ijson.Value{v}}, true
	}
	for _, item := range v.Items {
		if item.Kind != kind {
			return v, false
		}
	}
	return v, v.Kind == ijson.Array
}

func (a arg) expected() string {
	switch a.kind {
	case "integer":
		return "a whole number from 0"
	case "boolean":
		return "true or false"
	case "object":
		return "an object"
	case "strings":
		return "an array of texts"
	case "objects":
		return "an array of objects"
	}
	return "a text"
}

func (a arguments) text(name string) string { return a[name].Text }

func (a arguments) on(name string) bool { return a[name].Bool }

func (a arguments) number(name string, usual int) int {
	v, given := a[name]
	if !given {
		return usual
	}
	n, _ := v.Int()
	return int(n)
}

func (a arguments) texts(name string) (words []string) {
	for _, v := range a[name].Items {
		words = append(words, v.Text)
	}
	return words
}
