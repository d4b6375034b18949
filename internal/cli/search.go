package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/problem"
	"assister/internal/search"
)

// searchFlags are the flags of search.
type searchFlags struct {
	kinds []string
	limit int
	all   bool
	words bool
	json  jsonFlags
}

// shownMatches is how many are shown without --limit: a screen of them.
const shownMatches = 20

func searchCommand(p *program) *cobra.Command {
	var o searchFlags
	cmd := &cobra.Command{
		Use: "search TEXT", Short: "Find records by words and by meaning, best first",
		Long: `Find records by the words in their titles, notes, places and tags, best first. A
record must have all words; if none has, records with some of them are shown.
Case and accents are ignored. A word of three letters or more also matches words
that begin with it, and a rare word also matches similar spellings.

Words in titles, and words that few records have, count more. Completed and
skipped records come after open ones.

If an embedding model is set (embedding.model) and ` + "`assister index`" + ` was run,
records with a similar meaning are found too, at most ` + strconv.Itoa(search.SemanticMax) + ` without any of the
words. TEXT is then sent to the model's server. If the server does not answer,
only words are matched.

TEXT is the arguments, or stdin if it is -. It has no operators.`,
		Example: `  assister search dentist
  assister search --kind project,task cache index --limit 5`,
		Args: arguments(1, 1<<20, "give a text: assister search dentist"),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error { return runSearch(ctx, c, args, o) }),
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.kinds, "kind", nil, "of these `KINDS`: "+problem.Either(kinds()))
	f.IntVar(&o.limit, "limit", shownMatches, "show at most `N` results; the total counts all")
	f.BoolVar(&o.all, "all", false, "show all results")
	f.BoolVar(&o.words, "words", false, "search by words only, without the model server")
	o.json.add(cmd)
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
	if _, err := c.chooseFields(o.json, searchFields()); err != nil {
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
