package doctor

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/config"
	"assister/internal/engine/ollama"
	"assister/internal/engine/openai"
	"assister/internal/engine/wire"
	"assister/internal/engine/wire/wiretest"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/store"
	"assister/internal/workspace"
)

// rows collects the rows of doctor.
type rows struct {
	checks  []event.CheckRow
	summary string
	full    bool // every write fails
}

func (r *rows) Emit(b event.Body) error {
	switch b := b.(type) {
	case event.CheckRow:
		if r.full {
			return errors.New("no space left")
		}
		r.checks = append(r.checks, b)
	case event.Summary:
		r.summary = b.Text
	}
	return nil
}

// of returns the only row of a check.
func (r *rows) of(t *testing.T, name string) (found event.CheckRow) {
	t.Helper()
	n := 0
	for _, c := range r.checks {
		if c.Name == name {
			found = c
			n++
		}
	}
	if n != 1 {
		t.Fatalf("%d rows of %s in %v", n, name, r.checks)
	}
	return found
}

// healthy returns a subject without a workspace and without a server.
func healthy(t *testing.T) Subject {
	path := filepath.Join(t.TempDir(), "a.db")
	return Subject{
		Settings: Settings{Default: "/home/ann/.config/assister/config.yaml"},
		Terminal: Terminal{Attached: true, Columns: 80, Colour: true, Locale: "C.UTF-8"},
		Clock: Clock{
			Clock:    calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC},
			ZoneFrom: "the machine", Machine: time.Now,
		},
		Workspace: at(t, path),
		Engines:   Engines{Named: assist.ByRules},
	}
}

// at is the workspace in a file.
func at(t *testing.T, path string) Workspace {
	t.Helper()
	l, err := store.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	return Workspace{At: l, Open: func(ctx context.Context) (store.Store, error) {
		return l.Open(ctx, workspace.Opening{Mode: workspace.ToInspect, Wait: sqlite.Wait})
	}}
}

func run(t *testing.T, s Subject) (Report, *rows) {
	t.Helper()
	var found rows
	report, err := Run(t.Context(), s, &found)
	if err != nil {
		t.Fatal(err)
	}
	return report, &found
}

func TestAHealthySubjectHasNoFailureAndNoWarning(t *testing.T) {
	_, found := run(t, healthy(t))
	for _, row := range found.checks {
		if row.Status != event.CheckOK && row.Name != "space" { // it depends on the machine
			t.Errorf("got %+v", row)
		}
	}
	if row := found.of(t, "database"); !strings.HasPrefix(row.Found, "there is no workspace yet") {
		t.Errorf("got %+v", row)
	}
}

func TestEachInvalidSettingIsAFailure(t *testing.T) {
	s := healthy(t)
	s.Settings.Invalid = []error{
		&problem.Refusal{Path: "/c.yaml", Problem: problem.Problem{Message: "unknown setting “x”", Hint: "remove it"}},
		errors.New("bad"),
	}
	report, found := run(t, s)
	if report.Failed != 2 || found.summary != "2 checks failed, 0 warnings." {
		t.Errorf("got %+v, %q", report, found.summary)
	}
	want := "/c.yaml: unknown setting “x”; checked with the default instead"
	if row := found.checks[1]; row.Found != want || row.Next != "remove it" || row.Status != event.CheckFail {
		t.Errorf("got %+v", row)
	}
}

func TestAMisspeltVariableIsAWarning(t *testing.T) {
	s := healthy(t)
	s.Settings.Variables = []config.UnknownVariable{{Name: "ASSISTER_ENGIN", Nearest: "ASSISTER_ENGINE"}}
	report, found := run(t, s)
	row := found.of(t, "environment")
	if report.Warned != 1 || row.Next != "rename it to ASSISTER_ENGINE, or unset it" {
		t.Errorf("got %+v, %+v", report, row)
	}
}

func TestALocaleWithoutUTF8IsAWarning(t *testing.T) {
	s := healthy(t)
	s.Terminal.Locale = ""
	_, found := run(t, s)
	if row := found.of(t, "terminal"); row.Status != event.CheckWarn || !strings.Contains(row.Found, "the locale is not set") {
		t.Errorf("got %+v", row)
	}
}

func TestAFileThatOthersCanWriteIsAFailure(t *testing.T) {
	if !hasModes {
		t.Skip("this system has no file permissions that doctor could check")
	}
	s := healthy(t)
	if err := os.WriteFile(s.Workspace.At.File(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(s.Workspace.At.File(), 0o622); err != nil {
		t.Fatal(err)
	}
	_, found := run(t, s)
	row := found.of(t, "permissions")
	if row.Status != event.CheckFail || row.Next != "chmod 600 "+s.Workspace.At.File() {
		t.Errorf("got %+v", row)
	}
}

func TestAWorkspaceThatDoesNotOpenIsReported(t *testing.T) {
	s := healthy(t)
	s.Workspace.Open = func(context.Context) (store.Store, error) {
		return nil, problem.Refuse(problem.Failed, "broken", "it is broken", "mend it")
	}
	report, found := run(t, s)
	row := found.of(t, "database")
	if report.Failed != 1 || row.Found != "it is broken" || row.Next != "mend it" {
		t.Errorf("got %+v, %+v", report, row)
	}
}

func TestLostOutputEndsTheChecks(t *testing.T) {
	found := rows{full: true}
	if _, err := Run(t.Context(), healthy(t), &found); err == nil || found.summary != "" {
		t.Errorf("got %v, %q", err, found.summary)
	}
}

func TestASignalEndsTheChecks(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	signal := errors.New("interrupted")
	cancel(signal)
	var found rows
	if _, err := Run(ctx, healthy(t), &found); err != signal || len(found.checks) != 0 {
		t.Errorf("got %v, %v", err, found.checks)
	}
}

func withOllama(t *testing.T, show, named, used, model string) Subject {
	s := healthy(t)
	server := wire.Server{Name: "ollama", Base: wiretest.Catalog(t, show)}
	s.Engines = Engines{Named: named, Used: used, Ollama: func() (*ollama.Engine, error) {
		return &ollama.Engine{Server: server, Model: model}, nil
	}}
	return s
}

func TestAModelThatRunsElsewhereIsAWarning(t *testing.T) {
	s := withOllama(t, `{"capabilities":["completion"],"remote_host":"https://far.example:443"}`, "ollama", "ollama", "tiny")
	s.Engines.Forced = []Switch{{"server.tools", "off"}}
	_, found := run(t, s)
	row := found.of(t, "ollama.model")
	if row.Status != event.CheckWarn || !strings.Contains(row.Found, "server.tools is off. It runs on https://far.example:443") {
		t.Errorf("got %+v", row)
	}
}

func TestWithoutAModelTheServersModelsAreNamed(t *testing.T) {
	_, found := run(t, withOllama(t, "", assist.ByAuto, "", ""))
	row := found.of(t, "ollama.model")
	if !strings.Contains(row.Found, "tiny:latest, small:1b") || !strings.Contains(row.Next, "--model") {
		t.Errorf("got %+v", row)
	}
}

func TestAServerWithoutAModelNamedIsAFailure(t *testing.T) {
	s := healthy(t)
	server := wire.Server{Name: "openai", Base: wiretest.Catalog(t, "").JoinPath("v1")}
	s.Engines = Engines{Named: "openai", Used: "openai", OpenAI: func() (*openai.Engine, error) {
		return &openai.Engine{Server: server}, nil
	}}
	_, found := run(t, s)
	if row := found.of(t, "openai.model"); row.Status != event.CheckFail || !strings.Contains(row.Next, "small") {
		t.Errorf("got %+v", row)
	}
}

// A command is only advised if it cannot spoil the configuration file.
func TestTheAdviceForHeadsFitsTheConfigurationFile(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		name, content string
		command       bool
	}{
		{"none.yaml", "", true},
		{"other.yaml", "engine: rules", true},
		{"audit.yaml", "audit:\n  head-command: cat\n", false},
		{"config.toml", "engine = 'rules'\n", false},
	} {
		file := filepath.Join(dir, tt.name)
		if tt.content != "" {
			if err := os.WriteFile(file, []byte(tt.content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got := Heads{Default: filepath.Join(dir, "state", "heads"), File: file}.advice()
		if strings.Contains(got, ">>"+file) != tt.command || !strings.Contains(got, file) {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}
