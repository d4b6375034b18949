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

	"assister/fixtures"
	"assister/internal/engine/wire"
	"assister/internal/eval"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/session"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// shelf keeps the workspaces of cases in a directory of its own, each made when
// it is first needed.
type shelf struct {
	ctx    context.Context
	dir    string
	stores map[string]*sqlite.Store // by the folder of the cases and the name
}

func newShelf(ctx context.Context) (*shelf, error) {
	dir, err := os.MkdirTemp("", "assister-eval-")
	if err != nil {
		return nil, fmt.Errorf("make a place for workspaces: %w", err)
	}
	return &shelf{ctx: ctx, dir: dir, stores: map[string]*sqlite.Store{}}, nil
}

func (s *shelf) close() {
	for _, store := range s.stores {
		_ = store.Close() // nothing in it is needed any more
	}
	_ = os.RemoveAll(s.dir)
}

func (s *shelf) open(x eval.Case) (workspace.Store, error) { return s.store(x) }

func (s *shelf) store(x eval.Case) (*sqlite.Store, error) {
	place := path.Join(path.Dir(filepath.ToSlash(x.File)), x.Workspace)
	if store, known := s.stores[place]; known {
		return store, nil
	}
	name, from, err := records(x)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	store, err := sqlite.Open(filepath.Join(s.dir, strconv.Itoa(len(s.stores))+".db"), sqlite.Write)
	if err != nil {
		return nil, err
	}
	s.stores[place] = store
	return store, eval.Fill(s.ctx, store, name, from)
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
	r := problem.Refuse(problem.Usage, "no_such_workspace", "there is no workspace "+problem.Quote(x.Workspace)+" for the case "+x.ID, "put it at "+beside)
	r.Path, r.Line = x.File, x.Line
	return "", nil, r
}

// subject is the engine of a command as the subject of a trial: each case is a
// call of its own, as if it had been typed at the moment and over the workspace
// that the case says.
type subject struct {
	of      *call
	shelf   *shelf
	answers propose.Completer // of the engine, made when it is first needed
	prompts []event.Body
}

func (s *subject) Route(_ context.Context, x eval.Case, _ workspace.Store) (r route.Routing, err error) {
	err = s.ask(x, nil, func(c *call) (err error) {
		r, _, err = c.routing(x.Text, record.Selection{})
		return err
	})
	return r, err
}

func (s *subject) Propose(_ context.Context, x eval.Case, _ workspace.Store, sink event.Sink) error {
	return s.ask(x, sink, func(c *call) error {
		_, err := c.propose(x.Text, record.Selection{})
		return err
	})
}

func (s *subject) Chat(_ context.Context, x eval.Case, _ workspace.Store, sink event.Sink) error {
	return s.ask(x, sink, func(c *call) error { return c.chat(x.Text, "auto", applyOptions{}) })
}

// ask has a call of its own for a case.
func (s *subject) ask(x eval.Case, sink event.Sink, fn func(*call) error) error {
	store, err := s.shelf.store(x)
	if err != nil {
		return err
	}
	c := &call{
		program: s.of.program, cmd: s.of.cmd, set: s.of.set, form: "ndjson", clock: x.Clock, fixed: true,
		engine: s.of.engine, decider: s.of.decider, store: store, sink: aside{s.of, sink}, mute: true, trial: true,
	}
	for _, text := range x.Before {
		c.talk.before = append(c.talk.before, session.Turn{At: c.now(), Role: session.User, Text: text})
	}
	if c.answers, err = s.completer(x); err != nil {
		return lost{err}
	}
	err = fn(c)
	s.note(c)
	return gone(err)
}

// completer is that of the engine, one for all cases, or the replies of a case.
func (s *subject) completer(x eval.Case) (propose.Completer, error) {
	if len(x.Replies) > 0 {
		return &eval.Script{Replies: x.Replies}, nil
	}
	if s.answers == nil && s.of.modelEngine() != "" {
		made, err := s.of.completer(s.of.modelEngine())
		if err != nil {
			return nil, err
		}
		s.answers = made
	}
	return s.answers, nil
}

// gone tells an engine that is not there, or is called in a way that cannot work,
// from one that has no answer: the former ends the trial, since it would have
// none to any case.
func gone(err error) error {
	var r *problem.Refusal
	if !errors.As(err, &r) {
		return err
	}
	switch r.Problem.Code {
	case "usage", wire.Unreachable, wire.Refused:
		return lost{err}
	}
	return err
}

// lost is an error that is about the engine and no answer to a case; what it
// hides is a refusal to the command and none to the trial.
type lost struct{ of error }

func (l lost) Error() string { return l.of.Error() }

// note keeps which prompts were asked of which model, each once.
func (s *subject) note(c *call) {
	if c.mind == nil {
		return
	}
	for _, u := range c.mind.Exchanges {
		row := event.Facts{{Name: "purpose", Value: string(u.Purpose)}, {Name: "prompt", Value: u.Template}, {Name: "model", Value: oneLine(u.Model)}}
		if !slices.ContainsFunc(s.prompts, func(b event.Body) bool { return slices.Equal(b.(event.Facts), row) }) {
			s.prompts = append(s.prompts, row)
		}
	}
}

func (s *subject) promptRows() []event.Body { return s.prompts }

// aside gives events to whoever judges them, and the sign that a model is still
// waited for to whoever watches.
type aside struct {
	watching *call
	to       event.Sink
}

func (a aside) Emit(b event.Body) error {
	if _, beat := b.(event.Heartbeat); beat {
		return a.watching.Emit(b)
	}
	if a.to == nil {
		return nil
	}
	return a.to.Emit(b)
}
