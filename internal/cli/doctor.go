package cli

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"assister/internal/doctor"
	"assister/internal/engine/ollama"
	"assister/internal/engine/openai"
	"assister/internal/problem"
	"assister/internal/search"
	"assister/internal/sqlite"
)

func doctorCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "Check the workspace, the settings and the engines",
		Long: `Check the workspace, the settings and the engines. Nothing is changed. A server
is asked for its version, its models and their capabilities, with a time limit
of ` + doctor.Probing.String() + `; no records are sent to it.

Each row has a check, a status (ok, warn or fail), what was found, and what to
do next. The exit code is 1 if a check failed; warnings do not count.`,
		Example: "  assister doctor\n  assister doctor --engine rules --output ndjson",
		Args:    arguments(0, 0, ""),
		RunE:    p.perform(func(ctx context.Context, c *call, _ []string) error { return runDoctor(ctx, c) }),
	}
}

func runDoctor(ctx context.Context, c *call) error {
	if err := c.begin(""); err != nil {
		return err
	}
	report, err := doctor.Run(ctx, doctorSubject(c), c.out)
	c.done.AuditHead = report.AuditHead
	if err == nil && report.Failed > 0 {
		c.done.Status, c.done.ExitCode = ends[problem.Failed].status, ends[problem.Failed].code
	}
	return err
}

// doctorSubject is what doctor checks: the settings, and what only the command line may
// read.
func doctorSubject(c *call) doctor.Subject {
	b := buildInfo()
	return doctor.Subject{
		Program:  doctor.Program{Build: b.String(), Version: b.version, Commit: b.commit},
		Settings: doctorSettings(c),
		Terminal: doctor.Terminal{
			Attached: isTerminal(c.Out), Columns: width(c.Out), Colour: colour(c.env, true), Locale: localeName(c.env),
		},
		Clock: doctorClock(c),
		Workspace: doctor.Workspace{
			Path: c.file.path,
			Open: func(ctx context.Context) (*sqlite.Store, error) { return c.file.open(ctx, sqlite.Inspect) },
		},
		Engines:   doctorEngines(c.engines),
		Embedding: doctorEmbedding(c.engines),
	}
}

func doctorSettings(c *call) doctor.Settings {
	s := doctor.Settings{File: c.set.file, Prefix: variablePrefix}
	if dir, err := configDir(c.env); err == nil {
		s.Default = filepath.Join(dir, configNames[0])
	}
	for _, err := range c.set.invalid {
		e := errorEvent(err)
		s.Invalid = append(s.Invalid, doctor.InvalidSetting{Path: e.Path, Message: e.Message, Hint: e.Hint})
	}
	for _, u := range c.unknownVariables() {
		s.Misspelt = append(s.Misspelt, doctor.Variable{Name: u.name, Nearest: u.nearest})
	}
	return s
}

func doctorClock(c *call) doctor.Clock {
	clock := doctor.Clock{Clock: c.Clock, ZoneFrom: c.set.origin("tz"), Machine: c.Now}
	if clock.ZoneFrom == "default" {
		clock.ZoneFrom = "the machine"
		if environ, _ := c.env("TZ"); environ != "" {
			clock.ZoneFrom = "environment TZ"
		}
	}
	if c.fixed {
		clock.NowFrom = c.set.origin("now")
	}
	return clock
}

// localeName is the locale of the characters that are shown; "" if none is set.
func localeName(env Env) string {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v, _ := env(name); v != "" {
			return v
		}
	}
	return ""
}

func doctorEngines(e *engines) doctor.Engines {
	checked := doctor.Engines{
		Named: e.set.text("engine"), Used: e.set.modelEngine(),
		Ollama: e.ollama, OpenAI: e.openai, Recording: e.set.text("replay"),
		Replay: func() error {
			_, err := e.replay()
			return err
		},
	}
	for _, key := range []string{"server.tools", "server.schema"} {
		if v := e.set.text(key); v != "auto" {
			checked.Forced = append(checked.Forced, doctor.Switch{Key: key, Value: v})
		}
	}
	return checked
}

func doctorEmbedding(e *engines) doctor.Embedding {
	model := e.set.text("embedding.model")
	return doctor.Embedding{
		Model: model, Engine: e.set.embeddingEngine(),
		Ollama: func() (*ollama.Engine, error) { return e.embeddingOllama(model) },
		OpenAI: func() (*openai.Engine, error) { return e.embeddingOpenAI(model) },
		Embedder: func() (search.Model, error) {
			m, _, err := e.Embedder(0)
			return m, err
		},
	}
}
