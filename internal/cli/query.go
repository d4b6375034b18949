package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/problem"
)

// queryFlags are the flags of query, as they are written.
type queryFlags struct {
	where, fields, sort string
	limit, offset       int
	count, ids          bool
	json                jsonFlags
}

func queryCommand(p *program) *cobra.Command {
	var o queryFlags
	cmd := &cobra.Command{
		Use: "query KIND", Short: "Find records of one kind by any of their fields",
		Long: `Find the records of one kind that match a condition. The kinds are:
` + kindsInLines() + `.

The condition is JSON, described by ` + "`assister help filters`" + `. updatedAt, when
the record or one of a project's records was last changed, is a field too. It is
shown only if --select names it. A terminal shows ids only with --ids or
--select.

Records are sorted by id unless --sort is given.`,
		Example: `  assister query tasks --where '{"status":"pending","tag":"home"}'
  assister query tasks --where '{"deadline":{"lt":"+7d"}}' \
    --sort deadline,-priority --limit 10
  assister query projects --select name,description
  assister query tasks --where '{"tag":"home"}' --json id \
    --jq '.[] | {op:"task.delete",id}' | assister dryrun`,
		Args: arguments(1, 1, "name one kind: "+strings.Join(kinds(), ", ")),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error { return runQuery(ctx, c, args[0], o) }),
	}
	f := cmd.Flags()
	f.StringVar(&o.where, "where", "", "the `CONDITION`, as JSON; - is stdin")
	f.StringVar(&o.fields, "select", "", "show only these `FIELDS`, separated by commas; also id, kind and rev")
	f.StringVar(&o.sort, "sort", "", "sort by these `FIELDS`, separated by commas; a leading - sorts in descending order")
	f.IntVar(&o.limit, "limit", 0, "show at most `N` records, 0 for all; the total counts all")
	f.IntVar(&o.offset, "offset", 0, "skip the first `N` records")
	f.BoolVar(&o.ids, "ids", false, "show revisions, and the ids of referenced records")
	f.BoolVar(&o.count, "count", false, "print only the number of records")
	o.json.add(cmd)
	exclusive(cmd, []string{"ids", "select", "json"})
	return cmd
}

func runQuery(ctx context.Context, c *call, kind string, o queryFlags) error {
	if err := c.refuseBlank("select", "sort"); err != nil {
		return err
	}
	q, err := o.query(ctx, c, kind)
	if err != nil {
		return err
	}
	fields, err := c.chooseFields(o.json, filter.Members(q.Kind))
	if err != nil {
		return err
	}
	if fields != nil {
		q.Select = fields
	}
	if err := c.begin(""); err != nil {
		return err
	}
	return c.outcome(assist.Query(ctx, c.environment(ctx), assist.QueryRequest{Query: q, IDs: o.ids}))
}

// query is what the flags ask for.
func (o queryFlags) query(ctx context.Context, c *call, kind string) (q filter.Query, err error) {
	if q.Kind, err = kindNamed(kind); err != nil {
		return q, err
	}
	switch {
	case o.limit < 0:
		return q, problem.Misuse("--limit is less than 0", "leave it out for all of them")
	case o.offset < 0:
		return q, problem.Misuse("--offset is less than 0", "leave it out to begin with the first")
	}
	q.Limit, q.Offset, q.Count = o.limit, o.offset, o.count
	var problems []problem.Problem
	if c.cmd.Flags().Changed("where") {
		v, err := c.json(ctx, "--where", o.where, `{"status":"pending"}, or leave it out for all of them`)
		if err != nil {
			return q, err
		}
		q.Where, problems = filter.Where(q.Kind, v, c.Clock)
	}
	text := func(words string) ijson.Value {
		if words == "" {
			return ijson.Value{}
		}
		return ijson.Value{Kind: ijson.String, Text: words}
	}
	var p *problem.Problem
	if q.Sort, p = filter.Sorting(q.Kind, text(o.sort)); p != nil {
		problems = append(problems, *p)
	}
	if q.Select, p = filter.Selecting(q.Kind, text(o.fields)); p != nil {
		problems = append(problems, *p)
	}
	if len(problems) == 0 {
		return q, nil
	}
	r := &problem.Refusal{Class: problem.Usage, Problem: problems[0]}
	if len(problems) > 1 {
		r.More = problems
	}
	return q, r
}
