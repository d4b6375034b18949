package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/brief"
	"assister/internal/event"
	"assister/internal/search"
	"assister/internal/workspace"
)

// searchOptions are the flags of search.
type searchOptions struct {
	kinds []string
	limit int
	all   bool
	words bool
}

// shownMatches is how many are shown when nothing is said: a screen of them.
const shownMatches = 20

func (p *program) searchCommand() *cobra.Command {
	var o searchOptions
	cmd := &cobra.Command{
		Use: "search TEXT", Short: "Find records by their words and what they mean, best first",
		Long: `Find records of any kind by the words in their titles, notes, places and tags,
the best first. A record has to have all of the words; where none has, those with
some of them are shown. Case and accents do not matter, a word of three letters
or more also finds what begins with it, and where hardly anything has a word,
what somebody who mistyped it may have meant.

A word says more in a title than in notes, and the more, the fewer records have
it. What is completed or skipped is found as well and comes behind what is open;
of equals the newest is first.

Where a model for it is set (embedding.model) and ` + "`assister index`" + ` has been run,
records that mean the like are found beside those with the words, at most ` + strconv.Itoa(search.SemanticMax) + `
that have none of them. The text is then given to the model's server, as all texts
were by index. Where the server does not answer, the search goes by words.

TEXT is the arguments, or stdin when it is -. Any text can be looked for: nothing
in it is an operator.`,
		Example: "  assister search dentist\n  assister search --kind project,task cache index --limit 5\n  assister search cafe --output ndjson | jq -r 'select(.type==\"row\").match.excerpt'",
		Args:    arguments(1, 1<<20, "say what to look for: assister search dentist"),
		RunE:    p.perform(func(c *call, args []string) error { return c.search(args, o) }),
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.kinds, "kind", nil, "of these `KINDS`: "+list(kinds()))
	f.IntVar(&o.limit, "limit", shownMatches, "at most so `MANY`; the total is still said")
	f.BoolVar(&o.all, "all", false, "all that there are")
	f.BoolVar(&o.words, "words", false, "by words alone; no server is asked")
	exclusive(cmd, []string{"limit", "all"})
	return cmd
}

func (c *call) search(args []string, o searchOptions) error {
	r, err := o.request()
	if err != nil {
		return err
	}
	if r.Text, err = c.sought(args); err != nil {
		return err
	}
	if strings.TrimSpace(r.Text) == "" {
		return usage("the text is empty", "say what to look for: assister search dentist")
	}
	if err := c.begin(""); err != nil {
		return err
	}
	found, how, err := c.find(r, o.words)
	if err != nil {
		return err
	}
	for _, m := range found.Matches {
		if err := c.Emit(event.Row{Record: m.Record, Match: &event.Match{Score: m.Score, Field: m.Field, Excerpt: m.Excerpt, Words: m.Words, Near: m.Semantic}}); err != nil {
			return err
		}
	}
	return c.Emit(event.Summary{Text: answered(found), Total: &found.Total, Semantic: &how})
}

// find searches, by words alone where that is asked for.
func (c *call) find(r search.Request, words bool) (a search.Result, how event.Semantic, err error) {
	if err := c.openToSearch(); err != nil {
		return a, how, err
	}
	if !words {
		return c.relevant(c.ctx, r)
	}
	a, err = c.matching(r, nil)
	return a, event.Semantic{Disabled: true, Reason: "words alone are asked for"}, err
}

// matching searches by words and by what the text means, where that is known, and
// puts what is of a favorite project before its equals.
func (c *call) matching(r search.Request, to *search.QueryVector) (a search.Result, err error) {
	err = c.view(func(snapshot workspace.Reader) error {
		if r.Favorites, err = brief.FavoriteProjects(snapshot, c.clock.Today()); err != nil {
			return err
		}
		if to == nil {
			a, err = search.Find(snapshot, r)
		} else {
			a, err = search.FindHybrid(snapshot, r, *to)
		}
		return err
	})
	return a, err
}

// request is what the flags say.
func (o searchOptions) request() (r search.Request, err error) {
	if o.limit < 1 {
		return r, wrongValue("limit", fmt.Sprint(o.limit), "a number from 1 on, or --all")
	}
	if !o.all {
		r.Limit = o.limit
	}
	for _, word := range o.kinds {
		k, err := kindNamed(strings.TrimSpace(word))
		if err != nil {
			return r, err
		}
		r.Kinds = append(r.Kinds, k)
	}
	return r, nil
}

// sought is the text that is looked for, whatever it is. Words beyond those that
// a search looks at are not even read.
func (c *call) sought(args []string) (string, error) {
	if len(args) != 1 || args[0] != "-" {
		return strings.Join(args, " "), nil
	}
	b, err := io.ReadAll(io.LimitReader(interruptible{c.ctx, c.In}, textMax))
	if err != nil {
		return "", fmt.Errorf("read stdin: %w", err)
	}
	return string(b), nil
}

// answered is the whole in a sentence.
func answered(found search.Result) string {
	shown, words := "", found.Total-found.Semantic
	if len(found.Matches) < found.Total {
		shown = fmt.Sprintf(", of which %d are shown", len(found.Matches))
	}
	switch {
	case found.Total == 0:
		return "Nothing matches."
	case words == 0:
		return "Nothing has these words; " + counted(found.Total, "record means", "records mean") + " the like" + shown + "."
	case found.Partial:
		return "Nothing has all of these words; " + counted(words, "record", "records") + " with some of them" + meaning(found.Semantic) + shown + "."
	case shown != "":
		return counted(words, "record", "records") + meaning(found.Semantic) + shown + "; --all shows the rest."
	}
	return counted(words, "record", "records") + meaning(found.Semantic) + "."
}

// meaning says how many were found by what they mean alone.
func meaning(n int) string {
	if n == 0 {
		return ""
	}
	return " and " + counted(n, "that means", "that mean") + " the like"
}
