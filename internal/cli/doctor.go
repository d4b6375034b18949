package cli

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/config"
	"assister/internal/doctor"
	"assister/internal/problem"
	"assister/internal/store"
	"assister/internal/terminal"
	"assister/internal/workspace"
)

func doctorCommand(p *program) *cobra.Command {
	var verify bool
	cmd := &cobra.Command{
		Use: "doctor", Short: "Check the workspace, the settings and the engines",
		Long: `Check the workspace, the settings and the engines. Nothing is changed. A server
is asked for its version, its models and their capabilities, with a time limit
of ` + doctor.Probing.String() + `; no records are sent to it.

Each row has a check, a status (ok, warn or fail), what was found, and what to
do next. The exit code is 1 if a check failed; warnings do not count.

With --verify, doctor only compares the records with the ledger, and each row is
a difference: the record, the field, and both values.`,
		Example: "  assister doctor\n  assister doctor --engine rules --output ndjson\n  assister doctor --verify",
		Args:    arguments(0, 0, "the only command is rebuild"),
		RunE: p.perform(func(ctx context.Context, c *call, _ []string) error {
			if err := c.begin(""); err != nil {
				return err
			}
			if verify {
				return c.outcome(assist.VerifyRecords(ctx, c.environment(ctx)))
			}
			return runDoctor(ctx, c)
		}),
	}
	cmd.Flags().BoolVar(&verify, "verify", false, "show each difference between the records and the ledger")
	cmd.AddCommand(rebuildCommand(p))
	return cmd
}

func runDoctor(ctx context.Context, c *call) error {
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
	defaultFile, _ := config.DefaultFile(c.env)
	defaultHeads, _ := config.DefaultHeads(c.env)
	return doctor.Subject{
		Program:  doctor.Program{Build: b.String(), Version: b.version, Commit: b.commit},
		Settings: doctor.Settings{Settings: c.set, Default: defaultFile, Variables: c.unknownVariables()},
		Terminal: doctor.Terminal{
			Attached: terminal.Is(c.Out), Columns: terminal.Width(c.Out),
			Colour: terminal.Colour(c.env, true), Locale: localeName(c.env),
		},
		Clock: doctorClock(c),
		Workspace: doctor.Workspace{
			At: c.place.at,
			Open: func(ctx context.Context) (store.Store, error) {
				return c.place.open(ctx, workspace.Opening{Mode: workspace.ToInspect})
			},
			Kept:  c.keptHeads(),
			Heads: doctor.Heads{Default: defaultHeads, File: cmp.Or(c.set.File, defaultFile)},
		},
		Engines:   doctor.EnginesOf(c.engines),
		Embedding: doctor.EmbeddingOf(c.engines),
	}
}

func doctorClock(c *call) doctor.Clock {
	clock := doctor.Clock{Clock: c.Clock, ZoneFrom: c.set.Origin("tz"), Machine: c.Now}
	if clock.ZoneFrom == "default" {
		clock.ZoneFrom = "the machine"
		if environ, _ := c.env("TZ"); environ != "" {
			clock.ZoneFrom = "environment TZ"
		}
	}
	if c.fixed {
		clock.NowFrom = c.set.Origin("now")
	}
	return clock
}

// localeName is the locale of the characters that are shown; "" if none is set.
func localeName(env config.Env) string {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v, _ := env(name); v != "" {
			return v
		}
	}
	return ""
}
