package cli

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assister/completions"
	"assister/internal/assist"
	"assister/internal/config"
	"assister/internal/eval"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/rows"
	"assister/internal/schema"
	"assister/internal/sqlite"
	"assister/internal/tool"
	"assister/internal/workspace"
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
				return usage("there is no completion script for "+problem.Quote(args[0]), hint)
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
			mustComplete(cmd, "session", p.lookedUp(sessionNames))
		}
		switch cmd.Name() {
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
			mustComplete(cmd, "mode", words(askModes...))
		case "eval":
			mustComplete(cmd, "skill", words(eval.Skills...))
		case "session":
			names := first(p.lookedUp(sessionNames))
			completeEach(cmd, map[string]cobra.CompletionFunc{"show": names, "clear": names})
		case "config":
			completeEach(cmd, map[string]cobra.CompletionFunc{"set": p.preferenceWords, "unset": p.preferenceWords})
		case "undo":
			cmd.ValidArgsFunction = first(p.lookedUp(newestOf(ledger.Apply)))
		case "redo":
			cmd.ValidArgsFunction = first(p.lookedUp(newestOf(ledger.Undo)))
		}
	}
}

func (p *program) completeList(cmd *cobra.Command) {
	cmd.ValidArgsFunction = words(kinds()...)
	mustComplete(cmd, "status", statusesOf)
	mustComplete(cmd, "priority", words(schema.Priorities...))
	mustComplete(cmd, "context", words(schema.Contexts...))
	mustComplete(cmd, "project", p.lookedUp(projectNames))
	mustComplete(cmd, "tag", p.lookedUp(tagNames))
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
	for _, name := range toolRow(t).Args {
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
func (p *program) lookedUp(words func(context.Context, *call) ([]string, error)) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		const d = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		c := newCall(p, cmd, config.Read(cmd.Flags(), p.env))
		if c.set.Err() != nil || c.prepare() != nil {
			return nil, d
		}
		defer c.close()
		list, _ := words(cmd.Context(), c)
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
		return p.lookedUp(projectNames)(cmd, args, begun)
	case len(args) == 1 && args[0] == "language" && cmd.Name() == "set":
		return slices.Sorted(maps.Keys(schema.Languages)), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

func sessionNames(ctx context.Context, c *call) (names []string, err error) {
	store, err := c.file.openExisting(ctx, sqlite.Read)
	if err != nil {
		return nil, err
	}
	all, err := store.Sessions(ctx)
	for _, one := range all {
		names = append(names, one.Name)
	}
	return names, err
}

func projectNames(ctx context.Context, c *call) (names []string, err error) {
	err = c.file.view(ctx, func(r workspace.Reader) error {
		projects, err := r.Find(filter.Condition{Kinds: []string{"project"}}, c.Today())
		for _, p := range projects {
			names = append(names, problem.OneLine(p.Label()))
		}
		return err
	})
	return names, err
}

// tagNames are the tags of the newest tasks that have any.
func tagNames(ctx context.Context, c *call) (names []string, err error) {
	const newest = 1000
	kind := schema.Lookup("task")
	q := filter.Query{Kind: kind, Limit: newest, Sort: []filter.Order{{At: filter.ID, Descending: true}}}
	q.Where.Compare = []filter.Comparison{filter.IsNot("tags", record.Null)}
	err = c.file.view(ctx, func(r workspace.Reader) error {
		found, err := r.Query(q, c.Today())
		for _, x := range found.Records {
			names = append(names, x.Get("tags").Tags()...)
		}
		return err
	})
	slices.Sort(names)
	return slices.Compact(names), err
}

// newestOf are the newest batches of an action, with their times.
func newestOf(action ledger.Action) func(context.Context, *call) ([]string, error) {
	const newest = 10
	return func(ctx context.Context, c *call) (ids []string, err error) {
		err = c.file.view(ctx, func(r workspace.Reader) error {
			head, err := r.Head()
			if err != nil {
				return err
			}
			return r.Audit(max(head.Seq-100, 0), func(e ledger.Entry) error {
				if e.Batch != 0 && e.Action == string(action) {
					ids = append(ids, strconv.FormatInt(e.Batch, 10)+"\t"+e.At.In(c.Zone).Format("2006-01-02 15:04"))
				}
				return nil
			})
		})
		slices.Reverse(ids)
		return ids[:min(len(ids), newest)], err
	}
}
