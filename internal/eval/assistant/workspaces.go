package assistant

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"assister/fixtures"
	"assister/internal/eval"
	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// builtIn begins the names of built-in files, so that no file of the user is taken for
// one of them.
const builtIn = "built-in/"

// BuiltIn returns the built-in cases.
func BuiltIn() (cases []eval.Case, err error) {
	names, err := fs.Glob(fixtures.Files, "*.jsonl")
	for _, name := range names {
		f, err := fixtures.Files.Open(name)
		if err != nil {
			return nil, err
		}
		more, err := eval.Read(builtIn+name, f)
		if err != nil {
			return nil, err
		}
		cases = append(cases, more...)
	}
	return cases, err
}

// workspaces creates the workspaces of cases in a temporary directory, each when it is
// first needed.
type workspaces struct {
	ctx    context.Context
	dir    string
	stores map[string]*sqlite.Store // by the folder of the cases and the name
}

func newWorkspaces(ctx context.Context) (*workspaces, error) {
	dir, err := os.MkdirTemp("", "assister-eval-")
	if err != nil {
		return nil, fmt.Errorf("make a directory for workspaces: %w", err)
	}
	return &workspaces{ctx: ctx, dir: dir, stores: map[string]*sqlite.Store{}}, nil
}

func (w *workspaces) close() {
	for _, store := range w.stores {
		_ = store.Close() // nothing in it is needed any more
	}
	_ = os.RemoveAll(w.dir)
}

func (w *workspaces) open(c eval.Case) (workspace.Store, error) { return w.store(c) }

func (w *workspaces) store(c eval.Case) (*sqlite.Store, error) {
	place := path.Join(path.Dir(filepath.ToSlash(c.File)), c.Workspace)
	if store, made := w.stores[place]; made {
		return store, nil
	}
	name, from, err := records(c)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	store, err := sqlite.Open(filepath.Join(w.dir, strconv.Itoa(len(w.stores))+".db"), workspace.ToWrite)
	if err != nil {
		return nil, err
	}
	w.stores[place] = store
	if err := eval.Fill(w.ctx, store, name, from); err != nil {
		return store, err
	}
	return store, store.Reindex(w.ctx) // else each case would index the records again, as they are so few
}

// records is the file of a case's workspace: beside the file of the case or, if there
// is none, a built-in one.
func records(c eval.Case) (name string, from io.ReadCloser, err error) {
	if c.Workspace == "" {
		return "", io.NopCloser(strings.NewReader("")), nil
	}
	file := path.Join("workspaces", c.Workspace+".jsonl")
	beside := filepath.Join(filepath.Dir(c.File), filepath.FromSlash(file))
	if !strings.HasPrefix(c.File, builtIn) {
		f, err := os.Open(beside)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return beside, f, err
		}
	}
	if f, err := fixtures.Files.Open(file); err == nil {
		return builtIn + file, f, nil
	}
	r := problem.Refuse(problem.Usage, "no_such_workspace",
		"there is no workspace "+problem.Quote(c.Workspace)+" for the case "+c.ID,
		"create "+beside+", or use home, office or family")
	r.Path, r.Line = c.File, c.Line
	return "", nil, r
}
