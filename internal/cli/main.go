// Package cli is the command line: commands, flags, configuration, wiring and
// exit codes. It alone reads arguments, environment, clock and configuration;
// beneath it these are values. Only cmd/assister imports it.
//
// Every command speaks events: `start` first, `done` last and exactly once, on
// every path, usage errors included. Help, version in a terminal and completion
// scripts are text for people and shells, and no stream.
package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assister/internal/config"
	"assister/internal/problem"
	"assister/internal/rows"
	"assister/internal/terminal"
)

// inOrder makes help list the commands in the order of their table. Programs that run at once in one
// process, as tests do, share the library's variable, so that only the first may write it.
var inOrder = sync.OnceFunc(func() { cobra.EnableCommandSorting = false })

// Main runs one command and returns its exit code; `assister help exit-codes` says
// what each means.
func Main(ctx context.Context, args []string, env config.Env, streams Streams) int {
	p := &program{args: args, env: env, Streams: streams}
	cmd, err := p.tree().ExecuteContextC(ctx)
	if err != nil {
		// No command has begun: what cobra refuses is the invocation.
		return p.refuse(ctx, cmd, err)
	}
	return p.code
}

// tree is the commands that an invocation can be about. It is built for each
// invocation, so that two in one process share nothing.
func (p *program) tree() *cobra.Command {
	root := &cobra.Command{
		Use:           "assister",
		Short:         "Turn plain words into reviewed changes of a workspace",
		Long:          rootHelp,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			if !terminal.Is(p.Out) {
				return problem.Misuse("no command was given", "`assister help` lists the commands")
			}
			_, err := io.WriteString(p.Out, shortHelp)
			return err
		},
	}
	inOrder()
	root.Version = buildInfo().String()
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetArgs(p.args)
	root.SetIn(p.In)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	root.SetFlagErrorFunc(flagError)
	config.AddFlags(root.PersistentFlags())
	root.PersistentFlags().BoolP("help", "h", false, "show the help of a command")
	root.SetHelpCommand(p.helpCommand())
	root.SetHelpFunc(p.showHelp)
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
	}
	for _, c := range p.possible() {
		cmd := c.made(p)
		cmd.GroupID = c.group
		root.AddCommand(cmd)
	}
	if p.completing() {
		p.addCompletions(root)
	}
	return root
}

// groups are the headings under which `assister help` lists the commands.
var groups = [...]struct{ id, title string }{
	{"change", "Ask and change"},
	{"find", "Find"},
	{"inspect", "Inspect"},
	{"serve", "Serve other programs"},
	{"setup", "Set up and maintain"},
}

// command is one that can be made, under the name that calls it.
type command struct {
	name  string
	group string
	made  func(*program) *cobra.Command
}

// commands are all commands but help, in the order of their groups.
var commands = [...]command{
	{"ask", "change", askCommand},
	{"chat", "change", chatCommand},
	{"propose", "change", proposeCommand},
	{"dryrun", "change", dryrunCommand},
	{"apply", "change", applyCommand},
	{"undo", "change", undoCommand},
	{"redo", "change", redoCommand},
	{"list", "find", listCommand},
	{"query", "find", queryCommand},
	{"search", "find", searchCommand},
	{"show", "find", showCommand},
	{"audit", "inspect", auditCommand},
	{"session", "inspect", sessionCommand},
	{"route", "inspect", routeCommand},
	{"when", "inspect", whenCommand},
	{"explain", "inspect", explainCommand},
	{"tool", "inspect", toolCommand},
	{"extract", "inspect", extractCommand},
	{"eval", "inspect", evalCommand},
	{"mcp", "serve", mcpCommand},
	{"serve", "serve", serveCommand},
	{"config", "setup", configCommand},
	{"phrases", "setup", phrasesCommand},
	{"doctor", "setup", doctorCommand},
	{"index", "setup", indexCommand},
	{"backup", "setup", backupCommand},
	{"restore", "setup", restoreCommand},
	{"db", "setup", dbCommand},
	{"completion", "setup", completionCommand},
	{"version", "setup", versionCommand},
}

// possible leaves all but one command out where the line begins with its name: to
// make the flags of the others takes longer than many a command. Whatever else a
// line begins with, a flag or a slip, may be about any of them.
func (p *program) possible() []command {
	for i, c := range commands {
		if len(p.args) > 0 && p.args[0] == c.name {
			return commands[i : i+1]
		}
	}
	return commands[:]
}

const rootHelp = `Turn plain words into reviewed changes of your tasks, events, projects, notes
and lists. Changes are proposed, checked, shown, applied in one transaction and
audited, and every one can be undone.

  assister propose "add dentist tomorrow 3pm" | assister apply
  assister ask "what is overdue?"
  assister list
  assister undo`

// shortHelp is what the program's name alone prints in a terminal.
const shortHelp = rootHelp + `

` + "`assister help` lists the commands, `assister help COMMAND` shows one." + `
`

func flagError(cmd *cobra.Command, err error) error {
	hint := "`" + cmd.CommandPath() + " --help` lists the flags"
	var unknown *pflag.NotExistError
	switch {
	case !errors.As(err, &unknown):
	case unknown.GetSpecifiedName() == " ": // a list on lines: "- buy milk"
		hint = "put `--` before a text that begins with a dash"
	case unknown.GetSpecifiedShortnames() == "":
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near := problem.Nearest(unknown.GetSpecifiedName(), known); near != "" {
			hint = problem.Suggest("--" + near)
		}
	}
	var valueless *pflag.ValueRequiredError
	if errors.As(err, &valueless) && valueless.GetSpecifiedName() == "json" {
		return rows.NoField("", fieldsOf(cmd.Name(), cmd.Flags().Args()))
	}
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) && accepted[bad.GetFlag().Value.Type()] != "" {
		return wrongValue(bad.GetFlag().Name, bad.GetValue(), accepted[bad.GetFlag().Value.Type()])
	}
	return problem.Misuse(problem.OneLine(err.Error()), hint)
}

// accepted is what a flag takes, by the type of its value as pflag names it.
var accepted = map[string]string{"bool": "true or false, or no value for true", "int": "a whole number"}

// refuse ends an invocation that no command was found for.
func (p *program) refuse(ctx context.Context, cmd *cobra.Command, err error) int {
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) {
		err = problem.Misuse(problem.OneLine(err.Error()), "`"+cmd.CommandPath()+" --help` shows its use")
	}
	s := config.FromFlags(cmd.Flags(), p.env)
	c := newCall(p, cmd, s)
	form := writtenForm(p.args, cmd.Flags().Lookup("json") != nil)
	if form != "" && c.out.form != protocolForm {
		c.out.form = form
	}
	return c.finish(ctx, err)
}

// writtenForm is the output form that the command line asks for, read without
// understanding the rest of it; "json" if the command has rows.
func writtenForm(args []string, hasRows bool) (form string) {
	for i, a := range args {
		if a == "--" {
			break
		}
		if hasRows && (a == "--json" || strings.HasPrefix(a, "--json=")) {
			return "json"
		}
		given, found := strings.CutPrefix(a, "--output=")
		if a == "--output" && i+1 < len(args) {
			given, found = args[i+1], true
		}
		if found && form == "" && (given == "ndjson" || given == "text") {
			form = given
		}
	}
	return form
}
