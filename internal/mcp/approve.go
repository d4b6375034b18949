package mcp

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assister/internal/assist"
	"assister/internal/check"
	"assister/internal/door"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/view"
)

// A person approves by an elicitation of the client. The protocol has no place for a
// question in the middle of a call, so a call that needs an approval is carried out twice:
// the first one ends with the question and changes nothing; the client puts it to the
// person and calls again with the answer. What the second call would do has to be what the
// question showed.

// approver puts the approval of a request to the person at the client. It implements
// assist.Approver.
type approver struct {
	answer *answer // of the first call's question; nil in the first call
	asking bool    // the question has to be put

	shown       string   // what Approve was given, in words
	picks       []string // its operations in a line each, if the person may pick some
	destructive bool     // and whether it needs a confirmation
}

// answer is what the person said to a question.
type answer struct {
	question
	action  string // accept, decline or cancel
	yes     bool   // the box of the form is ticked
	confirm bool   // so is that of destructive changes
	left    []int  // the operations whose boxes are not, by their indexes
}

var errAsking = errors.New("the person has to be asked first")

// Attended implements assist.Approver: what is not clear is a result, not a question.
func (a *approver) Attended() bool { return false }

// Shows implements assist.Approver.
func (a *approver) Shows() bool { return true }

// Place implements assist.Approver.
func (a *approver) Place() string { return "client" }

// Answer implements assist.Approver.
func (a *approver) Answer(context.Context, event.Clarify) (string, error) {
	return "", assist.NobodyError{Reason: "the client asks nothing in words"}
}

// Approve implements assist.Approver.
func (a *approver) Approve(_ context.Context, ops event.Ops, _ assist.Recheck) (assist.Choice, error) {
	var err error
	if a.shown, err = inWords(ops); err != nil {
		return assist.Choice{}, err
	}
	if a.picks, err = linesOf(ops); err != nil {
		return assist.Choice{}, err
	}
	choice := assist.Choice{Ops: ops}
	a.destructive = check.CountsOf(ops.Findings()).Destructive()
	switch {
	case a.answer == nil:
		a.asking = true
		return choice, errAsking
	case a.answer.action == "cancel":
		return choice, assist.NobodyError{Reason: "the person closed the question without an answer"}
	case a.answer.action != "accept" || !a.answer.yes:
		return choice, nil // declined
	case a.answer.shown != a.shown:
		return choice, problem.Refuse(problem.Conflict, problem.Stale,
			"the records have changed since the person was asked; nothing was changed", "call the tool again")
	}
	for i := range ops.Operations {
		if ops.Operations[i].Valid() && !slices.Contains(a.answer.left, i) {
			choice.Picked = append(choice.Picked, i)
		}
	}
	return choice, nil
}

// Confirm implements assist.Approver.
func (a *approver) Confirm(context.Context, string) (bool, error) {
	return a.answer != nil && a.answer.confirm, nil
}

// inWords is a list of operations as a terminal shows it, without escape sequences.
func inWords(ops event.Ops) (string, error) {
	var b strings.Builder
	err := view.NewText(&b, view.Options{}).Emit(ops)
	return strings.TrimRight(b.String(), "\n"), err
}

// picksMost is up to how many operations a form has a box for each.
const picksMost = 20

// linesOf are operations in a line each; nil if they are one, or too many to pick from.
func linesOf(ops event.Ops) (lines []string, err error) {
	if n := len(ops.Operations); n < 2 || n > picksMost {
		return nil, nil
	}
	for i := range ops.Operations {
		one := ops
		one.Operations = ops.Operations[i : i+1]
		words, err := inWords(one)
		if err != nil {
			return nil, err
		}
		first, _, _ := strings.Cut(strings.TrimLeft(words, " 1"), "\n")
		lines = append(lines, strconv.Itoa(i+1)+"  "+first)
	}
	return lines, nil
}

// linesMost is how many lines of operations a question has.
const linesMost = 40

// message is the question for the person.
func (q question) message() string {
	lines := strings.Split(q.shown, "\n")
	text := q.shown
	if more := len(lines) - linesMost; more > 0 {
		text = strings.Join(lines[:linesMost], "\n") + "\n… and " + problem.Count(more, "line") + " more"
	}
	if q.summary != "" {
		text += "\n\n" + view.Safe(q.summary)
	}
	return "assister: " + q.title + "\n\n" + text
}

// form is the JSON Schema of the answer. The operations are ticked already, so that a client
// which shows only the first box applies what the message shows.
func (q question) form() json.RawMessage {
	box := func(name, title string, ticked bool) ijson.Member {
		return member(name, object(member("type", text("boolean")), member("title", text(title)),
			member("default", fact(ticked))))
	}
	boxes := []ijson.Member{box("apply", "Apply these changes", false)}
	if q.destructive {
		boxes = append(boxes, box("confirm", "Confirm that this many records are deleted or changed", false))
	}
	for i, line := range q.picks {
		boxes = append(boxes, box(pickKey(i), line, true))
	}
	return ijson.AppendValue(nil, object(member("type", text("object")), member("properties", object(boxes...)),
		member("required", texts([]string{"apply"}))))
}

// pickKey is the name of the box of an operation.
func pickKey(i int) string { return "operation" + strconv.Itoa(i+1) }

// question is a question that was put to a person.
type question struct {
	title       string
	call        string // the call that it belongs to
	shown       string // what it showed, in words
	summary     string
	picks       []string
	destructive bool
	plan        *plan // nil for an undo or redo
}

// questionsMost is how many questions may be open.
const questionsMost = 100

// questions are those without an answer yet, by a random state that the client sends back.
type questions struct {
	mu    sync.Mutex
	open  map[string]question
	order []string
}

func (q *questions) put(one question) (state string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.open == nil {
		q.open = map[string]question{}
	}
	state = rand.Text()
	q.open[state] = one
	if q.order = append(q.order, state); len(q.order) > questionsMost {
		delete(q.open, q.order[0])
		q.order = q.order[1:]
	}
	return state
}

// take returns the question of a state, for its call, once.
func (q *questions) take(state, call string) (question, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	one, found := q.open[state]
	if !found || one.call != call {
		return question{}, false
	}
	delete(q.open, state)
	return one, true
}

// planOf returns the plan that the question of a call is about; nil if there is none.
func (q *questions) planOf(req *sdk.CallToolRequest) *plan {
	q.mu.Lock()
	defer q.mu.Unlock()
	if one, found := q.open[req.Params.RequestState]; found && one.call == callOf(req) {
		return one.plan
	}
	return nil
}

// canAsk reports whether the client of a call can put a form to a person.
func canAsk(req *sdk.CallToolRequest) bool {
	c := req.ClientCapabilities()
	if c == nil || c.Elicitation == nil {
		return false
	}
	// An empty capability is one for forms.
	return c.Elicitation.Form != nil || c.Elicitation.URL == nil
}

// callOf identifies a call, so that the answer to the question of one does not count for
// another.
func callOf(req *sdk.CallToolRequest) string {
	return req.Params.Name + " " + string(req.Params.Arguments)
}

// answered is the answer that a call brings with it; nil if it brings none.
func (s *changes) answered(req *sdk.CallToolRequest) (*answer, *problem.Problem) {
	if req.Params.RequestState == "" {
		return nil, nil
	}
	asked, found := s.questions.take(req.Params.RequestState, callOf(req))
	given, _ := req.Params.InputResponses[approvalKey].(*sdk.ElicitResult)
	if !found || given == nil {
		return nil, &problem.Problem{Code: "approval_needed",
			Message: "the answer belongs to no open question; nothing was changed", Hint: "call the tool again"}
	}
	yes, _ := given.Content["apply"].(bool)
	confirm, _ := given.Content["confirm"].(bool)
	var left []int
	for i := range asked.picks {
		if ticked, there := given.Content[pickKey(i)].(bool); there && !ticked {
			left = append(left, i)
		}
	}
	return &answer{asked, given.Action, yes, confirm, left}, nil
}

const approvalKey = "approval"

// ask carries out a request that a person approves: asks, or does it if the person has
// said yes.
func (s *changes) ask(
	ctx context.Context, req *sdk.CallToolRequest, q question, said *answer, r door.Request,
) *sdk.CallToolResult {
	a := &approver{answer: said}
	work := r.Do
	r.Do = func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
		env.Approver = a
		return work(ctx, env)
	}
	out := s.run(ctx, req, r)
	if !a.asking {
		if said != nil {
			out.left = len(said.left)
		}
		return s.changed(out)
	}
	q.call, q.shown, q.destructive = callOf(req), a.shown, a.destructive
	if q.plan != nil { // an undo is made as a whole
		q.picks = a.picks
	}
	return &sdk.CallToolResult{
		RequestState: s.questions.put(q),
		InputRequests: sdk.InputRequestMap{approvalKey: &sdk.ElicitParams{
			Mode: "form", Message: q.message(), RequestedSchema: q.form(),
		}},
	}
}
