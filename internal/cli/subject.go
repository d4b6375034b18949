package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"assister/fixtures"
	"assister/internal/assist"
	"assister/internal/engine/wire"
	"assister/internal/eval"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/session"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// caseWorkspaces makes the workspaces of cases in a directory of its own, each when it
// is first needed.
type caseWorkspaces struct {
	ctx    context.Context
	dir    string
	stores map[string]*sqlite.Store // by the folder of the cases and the name
}

func newCaseWorkspaces(ctx context.Context) (*caseWorkspaces, error) {
	dir, err := os.MkdirTemp("", "assister-eval-")
	if err != nil {
		return nil, fmt.Errorf("make a directory for workspaces: %w", err)
	}
	return &caseWorkspaces{ctx: ctx, dir: dir, stores: map[string]*sqlite.Store{}}, nil
}

func (w *caseWorkspaces) close() {
	for _, store := range w.stores {
		_ = store.Close() // nothing in it is needed any more
	}
	_ = os.RemoveAll(w.dir)
}

func (w *caseWorkspaces) open(x eval.Case) (workspace.Store, error) { return w.store(x) }

func (w *caseWorkspaces) store(x eval.Case) (*sqlite.Store, error) {
	place := path.Join(path.Dir(filepath.ToSlash(x.File)), x.Workspace)
	if store, made := w.stores[place]; made {
		return store, nil
	}
	name, from, err := records(x)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	store, err := sqlite.Open(filepath.Join(w.dir, strconv.Itoa(len(w.stores))+".db"), sqlite.Write)
	if err != nil {
		return nil, err
	}
	w.stores[place] = store
	return store, eval.Fill(w.ctx, store, name, from)
}

// records is the file of a case's workspace: beside the case's own or, if there
// is none, what the program brings along.
func records(x eval.Case) (name string, from io.ReadCloser, err error) {
	if x.Workspace == "" {
		return "", io.NopCloser(strings.NewReader("")), nil
	}
	file := path.Join("workspaces", x.Workspace+".jsonl")
	beside := filepath.Join(filepath.Dir(x.File), filepath.FromSlash(file))
	if !strings.HasPrefix(x.File, builtIn) {
		f, err := os.Open(beside)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return beside, f, err
		}
	}
	if f, err := fixtures.Files.Open(file); err == nil {
		return builtIn + file, f, nil
	}
	r := problem.Refuse(problem.Usage, "no_such_workspace",
		"there is no workspace "+problem.Quote(x.Workspace)+" for the case "+x.ID, "create "+beside+", or use home, office or family")
	r.Path, r.Line = x.File, x.Line
	return "", nil, r
}

// subject is the configured engine as the subject of a trial: each case is a request of
// its own, at the time and over the workspace that the case says.
type subject struct {
	engines    *engines
	workspaces *caseWorkspaces
	prompts    []event.Body // that models were asked, each once
}

func (s *subject) Route(ctx context.Context, x eval.Case, store workspace.Store) (r route.Routing, err error) {
	err = s.try(x, store, nil, func(env assist.Environment, q assist.Request) (err error) {
		r, err = assist.Classify(ctx, env, q)
		return err
	})
	return r, err
}

func (s *subject) Propose(ctx context.Context, x eval.Case, store workspace.Store, sink event.Sink) error {
	return s.try(x, store, sink, func(env assist.Environment, q assist.Request) error {
		_, err := assist.Propose(ctx, env, q)
		return err
	})
}

func (s *subject) Chat(ctx context.Context, x eval.Case, store workspace.Store, sink event.Sink) error {
	return s.try(x, store, sink, func(env assist.Environment, q assist.Request) error {
		_, err := assist.Answer(ctx, env, q)
		return err
	})
}

// try gives a case to a use case, in an environment of its own.
func (s *subject) try(
	x eval.Case,
	store workspace.Store,
	sink event.Sink,
	fn func(assist.Environment, assist.Request) error,
) error {
	if sink == nil {
		sink = discard{}
	}
	engines := &caseEngines{engines: s.engines, replies: x.Replies}
	env := assist.Environment{
		Workspace: caseWorkspace{store.(*sqlite.Store)}, Engines: engines, Sink: sink, Log: s.engines.output.log(),
		Clock: x.Clock, Now: func() time.Time { return x.Clock.Instant }, Trial: true,
	}
	q := assist.Request{Text: x.Text}
	for _, text := range x.Before {
		turn := session.Turn{At: x.Clock.Instant, Role: session.User, Text: text}
		q.Conversation.Turns = append(q.Conversation.Turns, turn)
	}
	err := fn(env, q)
	if engines.model != nil {
		s.notePrompts(engines.model.Exchanges)
	}
	return ifEngineFails(err)
}

// caseWorkspace is the workspace of a case.
type caseWorkspace struct{ store *sqlite.Store }

// Open implements assist.Workspace.
func (w caseWorkspace) Open(context.Context, assist.Access) (assist.Store, error) {
	return w.store, nil
}

// caseEngines are the engines for a case: the configured ones, with the replies of the
// case if it has any.
type caseEngines struct {
	*engines
	replies []string
	model   *propose.Model // that was asked
}

// Model implements assist.Engines.
func (e *caseEngines) Model(text string) (m *propose.Model, err error) {
	if len(e.replies) > 0 {
		m, err = e.modelWith(&eval.Script{Replies: e.replies}, e.set.modelEngine(), text)
	} else {
		m, err = e.engines.Model(text)
	}
	if err != nil {
		return nil, engineError{err}
	}
	m.OnText = nil
	e.model = m
	return m, nil
}

// ifEngineFails marks the error of an engine that cannot be reached, or is called in a
// way that cannot work. It ends the trial, since every case would fail by it.
func ifEngineFails(err error) error {
	var r *problem.Refusal
	if !errors.As(err, &r) {
		return err
	}
	switch r.Problem.Code {
	case wire.Unreachable, wire.Refused:
		return engineError{err}
	}
	return err
}

// engineError is an error of the engine rather than an answer to a case. It hides a
// refusal from the trial, which would take it for an answer.
type engineError struct{ of error }

func (e engineError) Error() string { return e.of.Error() }

// notePrompts keeps which prompts were asked of which model.
func (s *subject) notePrompts(uses []propose.Exchange) {
	for _, u := range uses {
		row := event.Facts{
			{Name: "purpose", Value: string(u.Purpose)}, {Name: "prompt", Value: u.Template},
			{Name: "model", Value: oneLine(u.Model)},
		}
		if !slices.ContainsFunc(s.prompts, func(b event.Body) bool { return slices.Equal(b.(event.Facts), row) }) {
			s.prompts = append(s.prompts, row)
		}
	}
}
