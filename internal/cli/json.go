package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/filter"
	"assister/internal/problem"
	"assister/internal/rows"
	"assister/internal/schema"
	"assister/internal/terminal"
	"assister/internal/view"
)

// jsonFlags ask for chosen fields of the rows, as one JSON array.
type jsonFlags struct{ fields, expression string }

func (o *jsonFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.fields, "json", "", "print these `FIELDS` of the rows as a JSON array")
	f.StringVar(&o.expression, "jq", "", "filter the JSON array with a jq `EXPRESSION`")
}

// listFields are the fields of the rows of list.
func listFields(kinds []*schema.Kind) []string { return rows.OfRecords(kinds, "group") }

// searchFields are the fields of the rows of search.
func searchFields() []string { return rows.OfRecords(schema.Kinds, "score", "match") }

// fieldsOf are the fields of the rows of a command, whose arguments may name a kind.
func fieldsOf(command string, args []string) []string {
	kinds := schema.Kinds
	if len(args) > 0 && schema.Named(args[0]) != nil {
		kinds = []*schema.Kind{schema.Named(args[0])}
	}
	switch {
	case command == "tail":
		return rows.OfAudit()
	case command == "search":
		return searchFields()
	case command == "query" && len(kinds) == 1:
		return filter.Members(kinds[0])
	case command == "query":
		return rows.OfRecords(kinds)
	}
	return listFields(kinds)
}

// chooseFields makes the output an array of chosen fields, if the flags ask for it.
// Mistakes are found before anything is read.
func (c *call) chooseFields(o jsonFlags, known []string) ([]string, error) {
	flags := c.cmd.Flags()
	switch {
	case !flags.Changed("json") && flags.Changed("jq"):
		return nil, problem.Misuse("--jq needs --json",
			"say which fields it filters, such as --json "+strings.Join(known[:2], ","))
	case !flags.Changed("json"):
		return nil, nil
	}
	array, err := rows.Choose(o.fields, known)
	if err != nil {
		return nil, err
	}
	if flags.Changed("jq") {
		if err := array.Filter(o.expression); err != nil {
			return nil, err
		}
		if terminal.Is(c.Out) {
			array.Safe = view.SafeLines
		}
	}
	c.out.rows = array
	return array.Fields, nil
}
