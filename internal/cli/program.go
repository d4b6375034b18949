package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/config"
	"assister/internal/problem"
)

// program is one invocation.
type program struct {
	Streams
	args []string
	env  config.Env
	code int
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
