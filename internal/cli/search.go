package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/search"
)

// searchFlags are the flags of search.
type searchFlags struct {
	kinds []string
	limit int
	all   bool
	words bool
}

// shownMatches is how many are shown without --limit: a screen of them.
const shownMatches = 20

func searchCommand(p *program) *cobra.Command {
	var o searchFlags
	cmd := &cobra.Command{
		Use: "search TEXT", Short: "Find records by words and by meaning, best first",
		Long: `Find records of any kind by the words in their titles, notes, places and tags,
the best first. A record has to have all of the words; where none has, those with
some of them are shown. Case and accents do not matter, a word of three letters
or more also finds what begins with it, and where hardly anything has a word,
what somebody who mistyped it may have meant.

A word says more in a title than in notes, and the more, the fewer records have
it. What is completed or skipped is found as well and comes behind what is open;
of equals the newest is first.

Where a model for it is set (embedding.model) and ` + "`assister index`" + ` has been run,
records with a similar meaning are found too, at most ` + strconv.Itoa(search.SemanticMax) + `
that have none of them. The text is then sent to the model's server, as all texts
were by index. If the server does not answer, the search goes by words.

TEXT is the arguments, or stdin when it is -. Any text can be looked for: nothing
in it is an operator.`,
		Example: "  assister search dentist\n" +
			"  assister search --kind project,task cache index --limit 5\n" +
			"  assister search cafe --output ndjson | jq -r 'select(.type==\"row\").match.excerpt'",
		Args: arguments(1, 1<<20, "say what to look for: assister search dentist"),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error { return runSearch(ctx, c, args, o) }),
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.kinds, "kind", nil, "of these `KINDS`: "+list(kinds()))
	f.IntVar(&o.limit, "limit", shownMatches, "show at most `N` results; the total counts all")
	f.BoolVar(&o.all, "all", false, "show all results")
	f.BoolVar(&o.words, "words", false, "search by words alone, without asking a server")
	exclusive(cmd, []string{"limit", "all"})
	return cmd
}

func runSearch(ctx context.Context, c *call, args []string, o searchFlags) error {
	r, err := o.request()
	if err != nil {
		return err
	}
	if r.Text, err = c.searchText(ctx, args); err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	return c.outcome(assist.Search(ctx, c.environment(ctx), assist.SearchRequest{Search: r, WordsOnly: o.words}))
}

// request is what the flags say.
func (o searchFlags) request() (r search.Request, err error) {
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

// searchText is the text to search for, which can be anything. Words beyond those that
// a search looks at are not even read.
func (c *call) searchText(ctx context.Context, args []string) (string, error) {
	if len(args) != 1 || args[0] != "-" {
		return strings.Join(args, " "), nil
	}
	b, err := c.readStdin(ctx, assist.TextMax)
	return string(b), err
}
