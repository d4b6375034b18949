// Command man writes the manual pages of assister to a directory: one page in
// section 1 for each command, one in section 7 for each help topic. Their text is
// what `assister help` shows. The pages have no date, so that the same source gives
// the same pages.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assister/internal/cli"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: man DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}

// write writes every page to a directory, which it creates.
func write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, markdown := range pages() {
		page := md2man.Render([]byte(markdown))
		if err := os.WriteFile(filepath.Join(dir, name), page, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pages are the pages as Markdown, by file name.
func pages() map[string]string {
	all := map[string]string{}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		all[pageName(cmd)+".1"] = commandPage(cmd)
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				visit(sub)
			}
		}
	}
	visit(cli.Tree())
	for _, topic := range cli.Topics() {
		all["assister-"+topic.Name+".7"] = topicPage(topic)
	}
	return all
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// heading is the title block and the NAME section, which programs such as apropos read.
func heading(name, section, short string) string {
	title := fmt.Sprintf(`%% "%s" "%s" "" "" "assister manual"`, strings.ToUpper(name), section)
	return title + "\n\n# NAME\n" + name + ` \- ` + escape(short) + "\n"
}

func commandPage(cmd *cobra.Command) string {
	var b strings.Builder
	b.WriteString(heading(pageName(cmd), "1", cmd.Short))
	arguments := strings.TrimPrefix(cmd.UseLine(), cmd.CommandPath())
	if cmd.HasAvailableSubCommands() {
		arguments = " COMMAND"
	}
	fmt.Fprintf(&b, "\n# SYNOPSIS\n**%s**%s\n", cmd.CommandPath(), escape(arguments))
	description := cmd.Long
	if description == "" {
		description = cmd.Short + "."
	}
	b.WriteString("\n# DESCRIPTION\n" + prose(description))
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\n# COMMANDS\n")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&b, "**%s**(1)\n: %s\n\n", pageName(sub), escape(sub.Short))
			}
		}
	}
	flags := cmd.NonInheritedFlags()
	if flags.HasAvailableFlags() {
		b.WriteString("\n# OPTIONS\n" + options(flags))
	}
	if cmd.HasExample() {
		b.WriteString("\n# EXAMPLES\n" + code(cmd.Example))
	}
	b.WriteString("\n# SEE ALSO\n" + seeAlso(cmd) + "\n")
	return b.String()
}

// seeAlso are the page of the command above and the topics.
func seeAlso(cmd *cobra.Command) string {
	var pages []string
	if cmd.HasParent() {
		pages = append(pages, "**"+pageName(cmd.Parent())+"**(1)")
	}
	for _, topic := range cli.Topics() {
		pages = append(pages, "**assister-"+topic.Name+"**(7)")
	}
	return strings.Join(pages, ",\n")
}

func options(flags *pflag.FlagSet) string {
	var b strings.Builder
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		if f.Shorthand != "" {
			fmt.Fprintf(&b, "**-%s**, ", f.Shorthand)
		}
		value, usage := pflag.UnquoteUsage(f)
		if value != "" {
			value = "=" + escape(value)
		}
		fmt.Fprintf(&b, "**--%s**%s\n: %s\n\n", f.Name, value, escape(usage))
	})
	return b.String()
}

// topicPage is the page of a topic: its chapters are the sections.
func topicPage(topic cli.Topic) string {
	_, text, _ := strings.Cut(topic.Text, "\n")
	var b strings.Builder
	b.WriteString(heading("assister-"+topic.Name, "7", topic.Short) + "\n# DESCRIPTION\n")
	for line := range strings.Lines(text) {
		if chapter, found := strings.CutPrefix(line, "## "); found {
			line = "# " + strings.ToUpper(chapter)
		}
		b.WriteString(line)
	}
	return b.String()
}

// prose is the description of a command as Markdown. Its indented lines are tables and
// examples, which keep their lines.
func prose(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text) + "\n") {
		if strings.HasPrefix(line, "  ") {
			b.WriteString("  " + line)
		} else {
			b.WriteString(escape(line))
		}
	}
	return b.String()
}

// code is an indented block, whose lines and characters stay as they are.
func code(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text + "\n") {
		b.WriteString("  " + line)
	}
	return b.String()
}

// escape escapes the characters that Markdown would read as markup. Backquotes stay:
// help uses them as Markdown does.
var escape = strings.NewReplacer(
	`\`, `\\`, `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `\<`, `>`, `\>`,
).Replace
