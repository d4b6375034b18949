package cli

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assister/completions"
	"assister/internal/assist"
	"assister/internal/check"
	"assister/internal/config"
	"assister/internal/eval"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/rows"
	"assister/internal/schema"
	"assister/internal/tool"
)

// shells with a completion script each.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func completionCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "completion SHELL", Short: "Print a completion script for a shell",
		Long: "Print the completion script for bash, zsh, fish or powershell.",
		Example: "  source <(assister completion bash)\n" +
			"  assister completion fish > ~/.config/fish/completions/assister.fish",
		Args: arguments(1, 1, "name a shell: "+problem.Either(shells)), ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			script, ok := completions.Script(args[0])
			if !ok {
				hint := problem.DidYouMean(args[0], shells, "use "+problem.Either(shells))
				return problem.Misuse("there is no completion script for "+problem.Quote(args[0]), hint)
			}
			// A shell reads this, so it is no stream.
			if _, err := cmd.OutOrStdout().Write([]byte(script)); err != nil {
				return &outputError{err}
			}
			return nil
		},
	}
}

// completing reports whether a shell asks what could come next.
func (p *program) completing() bool {
	return len(p.args) > 0 && (p.args[0] == cobra.ShellCompRequestCmd || p.args[0] == cobra.ShellCompNoDescRequestCmd)
}

// addCompletions says what the values of flags and arguments can be. It is left
// out of every other start of the program.
func (p *program) addCompletions(root *cobra.Command) {
	for flag, values := range map[string][]string{
		"engine": config.Engines, "output": config.Outputs, "server-tools": config.Switches, "server-schema": config.Switches,
	} {
		mustComplete(root, flag, words(values...))
	}
	for _, cmd := range root.Commands() {
		if cmd.Flags().Lookup("session") != nil {
			mustComplete(cmd, "session", p.lookedUp(assist.CompleteSession))
		}
		if cmd.Flags().Lookup("project") != nil {
			mustComplete(cmd, "project", p.lookedUp(assist.CompleteProject))
		}
		if cmd.Flags().Lookup("allow") != nil {
			mustComplete(cmd, "allow", lastOf(check.PossibleNames))
			mustComplete(cmd, "scope", words())
		}
		if cmd.Flags().Lookup("permit") != nil {
			mustComplete(cmd, "permit", words(config.Permits...))
		}
		switch cmd.Name() {
		case "mcp":
			mustComplete(cmd, "kinds", lastOf(kinds))
		case "list":
			p.completeList(cmd)
			mustComplete(cmd, "json", lastOf(func() []string { return fieldsOf("list", nil) }))
		case "query":
			mustComplete(cmd, "json", lastOfKind(filter.Members))
			cmd.ValidArgsFunction = words(kinds()...)
			mustComplete(cmd, "where", words())
			mustComplete(cmd, "select", lastOfKind(filter.Members))
			mustComplete(cmd, "sort", lastOfKind(sortable))
		case "show":
			cmd.ValidArgsFunction = first(words(kinds()...))
		case "audit":
			completeAudit(cmd)
		case "tool":
			completeEach(cmd, map[string]cobra.CompletionFunc{"list": words(kinds()...), "show": toolNames, "call": toolNames})
		case "search":
			mustComplete(cmd, "kind", lastOf(kinds))
			mustComplete(cmd, "json", lastOf(searchFields))
		case "ask":
			mustComplete(cmd, "mode", words(config.Modes...))
		case "eval":
			mustComplete(cmd, "skill", words(eval.Skills...))
		case "session":
			names := first(p.lookedUp(assist.CompleteSession))
			completeEach(cmd, map[string]cobra.CompletionFunc{"show": names, "clear": names})
		case "config":
			completeEach(cmd, map[string]cobra.CompletionFunc{"set": p.preferenceWords, "unset": p.preferenceWords})
		case "undo":
			cmd.ValidArgsFunction = first(p.lookedUp(assist.CompleteBatch(ledger.Apply)))
		case "redo":
			cmd.ValidArgsFunction = first(p.lookedUp(assist.CompleteBatch(ledger.Undo)))
		}
	}
}

func (p *program) completeList(cmd *cobra.Command) {
	cmd.ValidArgsFunction = words(kinds()...)
	mustComplete(cmd, "status", statusesOf)
	mustComplete(cmd, "priority", words(schema.Priorities...))
	mustComplete(cmd, "context", words(schema.Contexts...))
	mustComplete(cmd, "tag", p.lookedUp(assist.CompleteTag))
	for _, day := range []string{"date", "from", "to"} {
		mustComplete(cmd, day, words("today", "tomorrow", "yesterday"))
	}
}

func completeAudit(group *cobra.Command) {
	for _, cmd := range group.Commands() {
		if cmd.Flags().Lookup("json") != nil {
			mustComplete(cmd, "json", lastOf(func() []string { return rows.OfAudit() }))
		}
		days := []string{"today", "yesterday"}
		for flag, w := range map[string][]string{"action": assist.AuditActions, "since": days, "until": days} {
			if cmd.Flags().Lookup(flag) != nil {
				mustComplete(cmd, flag, words(w...))
			}
		}
	}
}

// completeEach says what completes the arguments of the commands of a group.
func completeEach(group *cobra.Command, by map[string]cobra.CompletionFunc) {
	for _, cmd := range group.Commands() {
		cmd.ValidArgsFunction = by[cmd.Name()]
	}
}

// words completes with these and no files.
func words(w ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(w, cobra.ShellCompDirectiveNoFileComp)
}

func mustComplete(cmd *cobra.Command, flag string, fn cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, fn); err != nil {
		panic("cli: completion for a flag that is not there: " + err.Error())
	}
}

// lastOfKind completes the last of several names that the kind has which stands
// first on the line.
func lastOfKind(names func(*schema.Kind) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, begun string) (words []string, d cobra.ShellCompDirective) {
		d = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		if len(args) == 0 {
			return nil, d
		}
		k, err := kindNamed(args[0])
		if err != nil {
			return nil, d
		}
		before := begun[:strings.LastIndexAny(begun, ",-")+1]
		for _, name := range names(k) {
			words = append(words, before+name)
		}
		return words, d
	}
}

// sortable are the fields that records of a kind can be sorted by.
func sortable(k *schema.Kind) (names []string) {
	for _, name := range filter.Fields(k) {
		if at, _ := filter.Place(k, name); filter.Sortable(k, at) {
			names = append(names, name)
		}
	}
	return names
}

// statusesOf completes a status of the kind on the line; one in somebody's own
// words is theirs to write.
func statusesOf(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	kinds := filter.Condition{}.Applies()
	if len(args) > 0 {
		if k, err := kindNamed(args[0]); err == nil {
			kinds = []*schema.Kind{k}
		}
	}
	statuses, _ := filter.Statuses(kinds)
	return statuses, cobra.ShellCompDirectiveNoFileComp
}

// toolNames completes the name of a tool, and then the names of its arguments.
func toolNames(cmd *cobra.Command, args []string, _ string) (words []string, d cobra.ShellCompDirective) {
	if len(args) == 0 {
		for _, t := range tool.All() {
			words = append(words, t.Name+"\t"+t.Help)
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
	t := tool.Lookup(args[0])
	if t == nil || cmd.Name() != "call" {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, name := range assist.ToolRow(t).Args {
		words = append(words, name+"=")
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func kinds() []string {
	var words []string
	for _, k := range schema.Kinds {
		words = append(words, k.Name)
	}
	return words
}

// kindsInLines are the kinds as help has them, in lines that a terminal has room for.
func kindsInLines() string {
	const room = 80
	var text strings.Builder
	line := 0
	for i, name := range kinds() {
		switch {
		case i == 0:
		case line+len(", "+name+",") > room:
			text.WriteString(",\n")
			line = 0
		default:
			text.WriteString(", ")
			line += len(", ")
		}
		text.WriteString(name)
		line += len(name)
	}
	return text.String()
}

// lastOf completes the last of several words with commas between them.
func lastOf(words func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begun string) (list []string, _ cobra.ShellCompDirective) {
		before := begun[:strings.LastIndexByte(begun, ',')+1]
		for _, w := range words() {
			list = append(list, before+w)
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// lookedUp completes with what the workspace has, in its order. Whatever goes
// wrong is no business of somebody who pressed the tab key.
func (p *program) lookedUp(values assist.Completion) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		const d = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		c := newCall(p, cmd, config.Read(cmd.Flags(), p.env))
		if c.set.Err() != nil || c.prepare() != nil {
			return nil, d
		}
		defer c.close()
		list, _ := values(cmd.Context(), c.environment(cmd.Context()))
		return list, d
	}
}

// first completes the first argument alone.
func first(fn cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return fn(cmd, args, begun)
	}
}

// preferenceWords completes the name of a preference, and what it can be.
func (p *program) preferenceWords(
	cmd *cobra.Command,
	args []string,
	begun string,
) ([]string, cobra.ShellCompDirective) {
	switch {
	case len(args) == 0:
		return assist.Preferences(), cobra.ShellCompDirectiveNoFileComp
	case len(args) == 1 && args[0] == assist.Favorite:
		return p.lookedUp(assist.CompleteProject)(cmd, args, begun)
	case len(args) == 1 && args[0] == "language" && cmd.Name() == "set":
		return slices.Sorted(maps.Keys(schema.Languages)), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}
