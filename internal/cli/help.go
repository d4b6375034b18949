package cli

import (
	"embed"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/config"
	"assister/internal/problem"
	"assister/internal/schema"
	"assister/internal/terminal"
	"assister/internal/view"
)

// helpWidth is how many columns help takes, whatever the terminal's width.
const helpWidth = 80

// globalFlags is the topic that lists the flags of every command.
const globalFlags = "global-flags"

//go:embed help/*.md
var pages embed.FS

// topic is a page of help that is not about a single command.
type topic struct {
	name  string
	short string
}

// topics are the pages, each of them help/NAME.md. The contract with programs is
// written there and nowhere else, so comments refer to them by name.
var topics = [...]topic{
	{"protocol", "the event stream, pipes, stale plans, routing"},
	{"operations", "operations, dates, limits, kinds of record and their fields"},
	{"filters", "conditions that select records"},
	{"configuration", "flags, variables, the configuration file, engines"},
	{"exit-codes", "what each exit code means"},
	{"safety", "approval, retries, undo, the audit trail"},
	{"stores", "workspaces in files and on servers"},
	{"mcp", "clients of the Model Context Protocol"},
	{"serve", "the HTTP API: tokens, routes, answers"},
	{globalFlags, "flags of every command"},
}

// Tree is the tree of all commands, for the man pages. It cannot run them.
func Tree() *cobra.Command {
	p := &program{env: func(string) (string, bool) { return "", false }}
	return p.tree()
}

// Topic is a help topic: its name, its subject, and its text as Markdown.
type Topic struct{ Name, Short, Text string }

// Topics are all help topics.
func Topics() (all []Topic) {
	for _, t := range topics {
		text, _ := topicText(Tree(), t.name)
		all = append(all, Topic{t.name, t.short, text})
	}
	return all
}

// topicText is the Markdown of a topic: the page, and what is generated from the
// tables that the program itself works with, so that it cannot be out of date.
func topicText(root *cobra.Command, name string) (string, bool) {
	known := false
	for _, t := range topics {
		known = known || t.name == name
	}
	if !known {
		return "", false
	}
	text, err := pages.ReadFile("help/" + name + ".md")
	if err != nil {
		panic("cli: a help topic has no page: " + err.Error())
	}
	page := string(text)
	switch name {
	case "operations":
		page += "\n" + kindsPage()
	case "configuration":
		page += "\n" + settingsPage()
	case "mcp", "serve":
		page += flagsPage(root, name)
	case globalFlags:
		page += "\n" + indented(root.PersistentFlags().FlagUsagesWrapped(helpWidth-4))
	}
	return page, true
}

// kindsPage lists the kinds of record with their fields and operations.
func kindsPage() string {
	var b strings.Builder
	b.WriteString("## Kinds and fields\n\nA field with `!` is required on create.\n")
	for _, k := range schema.Kinds {
		heading := wrapped("**"+k.Name+"**: "+k.Help, "", helpWidth-2)
		fmt.Fprintf(&b, "\n%s\n\n", strings.Join(heading, "\n"))
		for _, f := range k.Fields {
			if f.Kept {
				continue
			}
			name := f.Name
			if f.MustGive() {
				name += "!"
			}
			b.WriteString(item("`"+name+"`", f.Help))
		}
		var verbs []string
		for _, o := range k.Operations {
			verbs = append(verbs, string(o.Verb))
		}
		b.WriteString(item("operations", strings.Join(verbs, ", ")))
	}
	return b.String()
}

// settingsPage lists the settings with their variables and defaults.
func settingsPage() string {
	var b strings.Builder
	b.WriteString("## Settings\n\n")
	for i := range config.Table {
		t := &config.Table[i]
		text := t.Help
		if t.Default != "" && !strings.Contains(text, "default") {
			text += " (default " + t.Default + ")"
		}
		b.WriteString(item("`"+t.Key+"`, `"+t.Env+"`", text))
	}
	return b.String()
}

// flagsPage lists the flags of a command whose name is that of a topic.
func flagsPage(root *cobra.Command, name string) string {
	for _, cmd := range root.Commands() {
		if cmd.Name() == name {
			return "\n## Flags\n\n" + indented(cmd.NonInheritedFlags().FlagUsagesWrapped(helpWidth-4))
		}
	}
	return ""
}

// item is an item of a Markdown list, wrapped to the width of help.
func item(name, text string) string {
	return strings.Join(wrapped("- "+name+": "+text, "  ", helpWidth-2), "\n") + "\n"
}

// wrapped breaks a text at its spaces; lines after the first are indented.
func wrapped(text, indent string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) > width:
			lines, line = append(lines, line), indent+word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("    " + line)
	}
	return b.String()
}

// helpCommand shows the help of a command or a topic.
func (p *program) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND | TOPIC]", Short: "Show the help of a command or a topic",
		ValidArgsFunction: words(topicNames()...),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if text, found := topicText(cmd.Root(), args[0]); found {
					manual := func(out io.Writer, colour bool) error { return view.Manual(out, text, colour) }
					return p.pager().Page(cmd.Root().Context(), manual)
				}
			}
			of, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return noHelp(of, args[len(args)-len(rest)])
			}
			return of.Help()
		},
	}
}

func (p *program) pager() terminal.Pager {
	return terminal.Pager{Env: p.env, Out: p.Out, Err: p.Err}
}

// noHelp refuses a word that is neither a command nor a topic.
func noHelp(cmd *cobra.Command, word string) error {
	if near := problem.Nearest(word, append(names(cmd), topicNames()...)); near != "" {
		return problem.Misuse("there is no help for "+problem.Quote(word), "did you mean `assister help "+near+"`?")
	}
	return problem.Misuse("there is no help for "+problem.Quote(word), "`assister help` lists the commands and topics")
}

func topicNames() (names []string) {
	for _, t := range topics {
		names = append(names, t.name)
	}
	return names
}

// showHelp writes the help of a command: what it does, how it is called, examples
// and its own flags. Global flags are a topic of their own, since they would hide
// what is particular to the command.
func (p *program) showHelp(cmd *cobra.Command, _ []string) {
	// If the help cannot be written, an error message could not be either.
	_ = p.pager().Page(cmd.Root().Context(), func(out io.Writer, _ bool) error {
		_, err := io.WriteString(out, helpText(cmd))
		return err
	})
}

func helpText(cmd *cobra.Command) string {
	var b strings.Builder
	description := cmd.Long
	if description == "" {
		description = cmd.Short + "."
	}
	fmt.Fprintf(&b, "%s\n\nUsage:\n  %s\n", description, usageLine(cmd))
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString(commandList(cmd))
	}
	if own := cmd.NonInheritedFlags(); cmd.HasParent() && own.HasAvailableFlags() {
		fmt.Fprintf(&b, "\nFlags:\n%s", own.FlagUsagesWrapped(helpWidth))
	}
	if !cmd.HasParent() {
		b.WriteString("\nHelp topics:\n")
		for _, t := range topics {
			fmt.Fprintf(&b, "  %-14s %s\n", t.name, t.short)
		}
		b.WriteString("\n`assister help COMMAND` shows a command's flags and examples.\n")
		return b.String()
	}
	b.WriteString("\nGlobal flags: `assister help " + globalFlags + "`\n")
	return b.String()
}

func usageLine(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() {
		return cmd.CommandPath() + " COMMAND"
	}
	return cmd.UseLine()
}

// commandList is the commands below one, under the headings of their groups where
// they have any.
func commandList(cmd *cobra.Command) string {
	var b strings.Builder
	list := func(title, group string) {
		fmt.Fprintf(&b, "\n%s:\n", title)
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() && c.GroupID == group {
				fmt.Fprintf(&b, "  %-10s %s\n", c.Name(), c.Short)
			}
		}
	}
	for _, g := range cmd.Groups() {
		list(g.Title, g.ID)
	}
	if len(cmd.Groups()) == 0 {
		list("Commands", "")
	}
	return b.String()
}
