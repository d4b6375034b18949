package cli

import (
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/config"
	"assister/internal/problem"
	"assister/internal/terminal"
	"assister/internal/view"
)

// program is one invocation.
type program struct {
	Streams
	args []string
	env  config.Env
	code int
	live *view.Live // nil where nobody watches
}

// watched has a live line say what is going on, if somebody watches in a terminal that can
// show one and wants to. Stdout and stderr are guarded then.
func (p *program) watched(s config.Settings) {
	type file interface {
		io.Writer
		Fd() uintptr
	}
	if p.live != nil || s.Text("output") == "ndjson" || s.On("quiet") || !terminal.Colour(p.env, true) {
		return
	}
	if dumb, _ := p.env("TERM"); dumb == "dumb" || !terminal.Is(p.Out) || !terminal.Is(p.Err) {
		return
	}
	out, stderr := p.Out.(file), p.Err.(file)
	ticks := p.Ticker
	if ticks == nil {
		ticks = func(every time.Duration) (<-chan time.Time, func()) {
			t := time.NewTicker(every)
			return t.C, t.Stop
		}
	}
	p.live = &view.Live{Out: p.Err, Now: p.Now, Ticks: ticks, Width: func() int { return terminal.Width(stderr) }}
	p.Out, p.Err = p.live.Guard(out), p.live.Guard(stderr)
}

// group is a command that only holds others.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return problem.Misuse("`"+cmd.CommandPath()+"` needs a command", "the commands are "+strings.Join(names(cmd), ", "))
			}
			return unknownCommand(cmd, args[0])
		},
	}
	cmd.AddCommand(commands...)
	return cmd
}

func unknownCommand(cmd *cobra.Command, word string) error {
	hint := "`" + cmd.Root().Name() + " help` lists the commands"
	if near := problem.Nearest(word, names(cmd)); near != "" {
		hint = "did you mean `" + cmd.CommandPath() + " " + near + "`?"
	}
	return problem.Misuse("unknown command "+problem.Quote(word), hint)
}

func names(cmd *cobra.Command) []string {
	var words []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			words = append(words, c.Name())
		}
	}
	return words
}

// arguments allows from least to most of them.
func arguments(least, most int, hint string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return problem.Misuse("`"+cmd.CommandPath()+"` needs an argument", hint)
		case len(args) > most:
			return problem.Misuse("`"+cmd.CommandPath()+"` does not take "+problem.Quote(args[most]), hint)
		}
		return nil
	}
}

// exclusive allows one flag of each group at most. cobra knows them too,
// and completes none of the others after one.
func exclusive(cmd *cobra.Command, groups ...[]string) {
	for _, flags := range groups {
		cmd.MarkFlagsMutuallyExclusive(flags...)
	}
	cmd.PreRunE = func(*cobra.Command, []string) error {
		for _, flags := range groups {
			var given []string
			for _, name := range flags {
				if cmd.Flags().Changed(name) {
					given = append(given, "--"+name)
				}
			}
			if len(given) > 1 {
				return problem.Misuse(strings.Join(given, " and ")+" cannot be used together", "give only one of them")
			}
		}
		return nil
	}
}
