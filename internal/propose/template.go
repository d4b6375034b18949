package propose

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"text/template/parse"
)

// promptTemplate is a file of prompts in the syntax of text/template: its parts by name.
// Fields, variables, pipelines, if, with, range, template and the functions of
// templateFunctions mean what they mean there.
//
// It is not a text/template, since that calls methods by name. A program that can do so
// keeps every exported method of every type that it uses: 4 MB of this program, of which
// 3 MB are in the memory of every process, and a fifth of the time to start.
type promptTemplate map[string]*parse.Tree

func parseTemplate(name, text string) (promptTemplate, error) {
	names := map[string]any{"and": true, "or": true} // which may not evaluate all arguments
	for name := range templateFunctions() {
		names[name] = true
	}
	return parse.Parse(name, text, "", "", names)
}

// templateFunctions are the functions besides "and" and "or".
var templateFunctions = sync.OnceValue(func() map[string]func(args []any) (any, error) {
	return map[string]func(args []any) (any, error){
		"not":    func(args []any) (any, error) { return !truth(args[0]), countOf(args, 1) },
		"len":    lengthOf,
		"eq":     comparison(func(order int) bool { return order == 0 }),
		"ne":     comparison(func(order int) bool { return order != 0 }),
		"lt":     comparison(func(order int) bool { return order < 0 }),
		"le":     comparison(func(order int) bool { return order <= 0 }),
		"gt":     comparison(func(order int) bool { return order > 0 }),
		"ge":     comparison(func(order int) bool { return order >= 0 }),
		"print":  func(args []any) (any, error) { return fmt.Sprint(args...), nil },
		"printf": formatted,
	}
})

func countOf(args []any, n int) error {
	if len(args) != n {
		return fmt.Errorf("needs %d arguments, not %d", n, len(args))
	}
	return nil
}

func lengthOf(args []any) (any, error) {
	v := reflect.ValueOf(args[0])
	switch v.Kind() {
	case reflect.Slice, reflect.String:
		return v.Len(), countOf(args, 1)
	}
	return nil, fmt.Errorf("%v has no length", args[0])
}

func formatted(args []any) (any, error) {
	format, is := args[0].(string)
	if !is {
		return nil, fmt.Errorf("%v is not a format", args[0])
	}
	return fmt.Sprintf(format, args[1:]...), nil
}

// comparison is a function of two numbers or two texts.
func comparison(holds func(order int) bool) func(args []any) (any, error) {
	return func(args []any) (any, error) {
		if err := countOf(args, 2); err != nil {
			return nil, err
		}
		a, b := reflect.ValueOf(args[0]), reflect.ValueOf(args[1])
		switch {
		case a.CanInt() && b.CanInt():
			return holds(cmp.Compare(a.Int(), b.Int())), nil
		case a.Kind() == reflect.String && b.Kind() == reflect.String:
			return holds(cmp.Compare(a.String(), b.String())), nil
		}
		return nil, fmt.Errorf("cannot compare %v with %v", args[0], args[1])
	}
}

// truth reports whether a condition holds: nothing, zero and what is empty are false.
func truth(v any) bool {
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Slice:
		return r.Len() > 0
	case reflect.Struct:
		return true
	}
	return !r.IsZero()
}

// execute returns the text of a part.
func (t promptTemplate) execute(part string, data any) (string, error) {
	if t[part] == nil {
		return "", fmt.Errorf("there is no part %q", part)
	}
	var out strings.Builder
	x := execution{templates: t, out: &out}
	err := x.run(part, data)
	return out.String(), err
}

// execution is the execution of one part.
type execution struct {
	templates promptTemplate
	out       *strings.Builder
	depth     int // parts that include this one
	tree      *parse.Tree
	variables []variable // the innermost last
}

func (x execution) run(part string, data any) error {
	x.tree = x.templates[part]
	x.variables = []variable{{"$", data}}
	return x.walk(data, x.tree.Root)
}

// include executes a part within this one.
func (x execution) include(dot any, n *parse.TemplateNode) error {
	const deepest = 100
	switch {
	case x.templates[n.Name] == nil:
		return x.failed(n, fmt.Errorf("there is no part %q", n.Name))
	case x.depth == deepest:
		return x.failed(n, fmt.Errorf("the part %q includes itself", n.Name))
	}
	v, err := x.pipeline(dot, n.Pipe)
	if err != nil {
		return err
	}
	x.depth++
	return x.run(n.Name, v)
}

type variable struct {
	name  string
	value any
}

func (x *execution) set(name string, value any) {
	x.variables = append(x.variables, variable{name, value})
}

// variable is the innermost variable of a name. The parser has made sure that there is one.
func (x *execution) variable(name string) *variable {
	i := len(x.variables) - 1
	for x.variables[i].name != name {
		i--
	}
	return &x.variables[i]
}

// failed adds the place in the file to an error.
func (x *execution) failed(at parse.Node, err error) error {
	place, text := x.tree.ErrorContext(at)
	return fmt.Errorf("%s: <%s>: %w", place, text, err)
}

// Signals that end a loop or one round of it.
var (
	errBreak    = errors.New("break")
	errContinue = errors.New("continue")
)

func (x *execution) walk(dot any, node parse.Node) error {
	switch n := node.(type) {
	case *parse.ListNode:
		if n == nil {
			return nil // a missing else
		}
		for _, each := range n.Nodes {
			if err := x.walk(dot, each); err != nil {
				return err
			}
		}
	case *parse.TextNode:
		x.out.Write(n.Text)
	case *parse.ActionNode:
		v, err := x.pipeline(dot, n.Pipe)
		if err == nil && len(n.Pipe.Decl) == 0 {
			fmt.Fprint(x.out, v)
		}
		return err
	case *parse.IfNode:
		return x.branch(dot, &n.BranchNode)
	case *parse.WithNode:
		return x.branch(dot, &n.BranchNode)
	case *parse.RangeNode:
		return x.loop(dot, n)
	case *parse.TemplateNode:
		return x.include(dot, n)
	case *parse.BreakNode:
		return errBreak
	case *parse.ContinueNode:
		return errContinue
	}
	return nil
}

// branch executes an if or a with.
func (x *execution) branch(dot any, n *parse.BranchNode) error {
	outer := len(x.variables)
	v, err := x.pipeline(dot, n.Pipe)
	switch {
	case err != nil:
	case !truth(v):
		err = x.walk(dot, n.ElseList)
	case n.NodeType == parse.NodeWith:
		err = x.walk(v, n.List)
	default:
		err = x.walk(dot, n.List)
	}
	x.variables = x.variables[:outer]
	return err
}

func (x *execution) loop(dot any, n *parse.RangeNode) error {
	outer := len(x.variables)
	v, err := x.pipeline(dot, n.Pipe)
	if err != nil {
		return err
	}
	items := reflect.ValueOf(v)
	if items.Kind() != reflect.Slice {
		return x.failed(n.Pipe, fmt.Errorf("%v is no list", v))
	}
	for i := range items.Len() {
		item := items.Index(i).Interface()
		x.variables = x.variables[:outer]
		switch names := n.Pipe.Decl; len(names) {
		case 1:
			x.set(names[0].Ident[0], item)
		case 2:
			x.set(names[0].Ident[0], i)
			x.set(names[1].Ident[0], item)
		}
		if err := x.walk(item, n.List); err == errBreak {
			break
		} else if err != nil && err != errContinue {
			return err
		}
	}
	x.variables = x.variables[:outer]
	if items.Len() == 0 {
		return x.walk(dot, n.ElseList)
	}
	return nil
}

// pipeline returns the value of commands. Each gets the value of the one before it as its
// last argument.
func (x *execution) pipeline(dot any, pipe *parse.PipeNode) (v any, err error) {
	if pipe == nil {
		return nil, nil
	}
	for i, c := range pipe.Cmds {
		args := c.Args[1:]
		if i > 0 {
			args = append(args[:len(args):len(args)], valueNode{c, v})
		}
		if v, err = x.call(dot, c.Args[0], args); err != nil {
			return nil, x.failed(c, err)
		}
	}
	for _, d := range pipe.Decl {
		if pipe.IsAssign {
			x.variable(d.Ident[0]).value = v
		} else {
			x.set(d.Ident[0], v)
		}
	}
	return v, nil
}

// valueNode is an argument that has been evaluated.
type valueNode struct {
	parse.Node
	value any
}

// call returns the value of a node with arguments, which only functions take.
func (x *execution) call(dot any, node parse.Node, args []parse.Node) (any, error) {
	if id, is := node.(*parse.IdentifierNode); is {
		return x.function(dot, id.Ident, args)
	}
	v, err := x.value(dot, node)
	if err != nil {
		return nil, err
	}
	if f, is := v.(func(string) bool); is && len(args) == 1 {
		v, err := x.value(dot, args[0])
		word, text := v.(string)
		if err == nil && !text {
			err = fmt.Errorf("%v is no text", v)
		}
		return err == nil && f(word), err
	}
	if len(args) > 0 {
		return nil, errors.New("takes no argument")
	}
	return v, nil
}

func (x *execution) function(dot any, name string, args []parse.Node) (any, error) {
	if len(args) == 0 {
		return nil, errors.New("needs an argument")
	}
	f := templateFunctions()[name]
	var values []any
	for _, a := range args {
		v, err := x.value(dot, a)
		if err != nil {
			return nil, err
		}
		if f == nil && truth(v) == (name == "or") {
			return v, nil
		}
		values = append(values, v)
	}
	if f == nil {
		return values[len(values)-1], nil
	}
	return f(values)
}

// value returns the value of a node without arguments.
func (x *execution) value(dot any, node parse.Node) (any, error) {
	switch n := node.(type) {
	case valueNode:
		return n.value, nil
	case *parse.DotNode:
		return dot, nil
	case *parse.StringNode:
		return n.Text, nil
	case *parse.BoolNode:
		return n.True, nil
	case *parse.NumberNode:
		if n.IsInt {
			return int(n.Int64), nil
		}
	case *parse.FieldNode:
		return fieldOf(dot, n.Ident)
	case *parse.VariableNode:
		return fieldOf(x.variable(n.Ident[0]).value, n.Ident[1:])
	case *parse.ChainNode:
		v, err := x.value(dot, n.Node)
		if err != nil {
			return nil, err
		}
		return fieldOf(v, n.Field)
	case *parse.PipeNode:
		return x.pipeline(dot, n)
	case *parse.IdentifierNode:
		return x.function(dot, n.Ident, nil)
	}
	return nil, fmt.Errorf("a prompt cannot use %s", node)
}

// fieldOf returns a nested field of a value.
func fieldOf(v any, names []string) (any, error) {
	for _, name := range names {
		r := reflect.ValueOf(v)
		if r.Kind() != reflect.Struct {
			return nil, fmt.Errorf("%v has no field %s", v, name)
		}
		f := r.FieldByName(name)
		if !f.IsValid() || !f.CanInterface() {
			return nil, fmt.Errorf("there is no field %s", name)
		}
		v = f.Interface()
	}
	return v, nil
}
