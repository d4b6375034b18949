package cli

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"assister/internal/eval"
	"assister/internal/eval/assistant"
	"assister/internal/language/meaning"
	"assister/internal/problem"
)

// evalOptions are the flags of eval.
type evalOptions struct {
	skills, only         []string
	failures, thresholds bool
	least                float64
}

func evalCommand(p *program) *cobra.Command {
	var o evalOptions
	cmd := &cobra.Command{
		Use: "eval [FILE…]", Short: "Evaluate an engine on cases",
		Long: evalHelp,
		Example: `  assister eval --skill propose --only 'bulk-*' --failures
  assister eval --skill route --thresholds
  assister eval my-cases.jsonl --engine auto --min-right 80`,
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error { return runEval(ctx, c, args, o) }),
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.skills, "skill", nil, "run only the cases of `SKILL`: "+problem.Either(eval.Skills))
	f.StringSliceVar(&o.only, "only", nil, "run only the cases whose ids match `PATTERN`, such as bulk-*")
	f.BoolVar(&o.failures, "failures", false, "show the expected and the actual result of each failed case")
	f.BoolVar(&o.thresholds, "thresholds", false, "recommend thresholds for the router, from the route cases")
	f.Float64Var(&o.least, "min-right", 0, "exit 1 if less than `PERCENT` of a skill's cases are right")
	return cmd
}

const evalHelp = `Evaluate an engine on cases: texts with the expected result. Without a FILE the
built-in cases are used; - is stdin. Each case has a temporary workspace; yours
is neither read nor changed.

A case file has one JSON object per line:

  id         name of the case
  skill      route, propose or chat
  text       the request
  expect     the expected result, see below
  lang       en, es or fr
  now, tz    time and zone (default: 2026-11-21T09:00:00 in Europe/Berlin)
  workspace  NAME of workspaces/NAME.jsonl next to the file, with one operation
             per line, or a built-in one: home, office or family
  reply      a list of replies of a model, for --engine replay
  note       why the case exists

What expect holds depends on the skill:

  route    decision: chat, plan, clarify or a list of these; category
  propose  operations: a list, in any spelling; or question: true;
           or none: true, or the code of the problem
  chat     ids: ["task:3"]; count: 4; text_contains: words; or none, as above

Proposals are compared by what they would change, field by field. "wrong" counts
changes that were not asked for, false answers, and questions taken as changes;
"none" counts requests without an answer.`

// eval tries the engine on cases and reports.
func runEval(ctx context.Context, c *call, args []string, o evalOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	c.announced.engine = c.engines.Choice()
	c.place.at = nil // of no workspace of anybody's
	if err := c.begin(""); err != nil {
		return err
	}
	cases, err := readCases(ctx, c, args)
	if err != nil {
		return err
	}
	cases, skipped, err := selectCases(c, cases, o)
	if err != nil {
		return err
	}
	report := eval.Report{Engine: c.announced.engine, Skipped: skipped}
	setup := assistant.Setup{Engines: c.engines, Log: c.out.log(), Now: c.Now, Languages: meaning.BuiltIn}
	report.Prompts, err = assistant.Run(ctx, cases, setup, func(r eval.Result) error {
		report.Results = append(report.Results, r)
		return c.Emit(r.Event(o.failures))
	})
	if err != nil {
		return err
	}
	scores := eval.Scores(report.Results)
	if err := report.Emit(c, scores, o.thresholds); err != nil {
		return err
	}
	return o.enough(scores)
}

func (o evalOptions) check() error {
	for _, s := range o.skills {
		if !slices.Contains(eval.Skills, s) {
			return wrongValue("skill", s, problem.Either(eval.Skills))
		}
	}
	for _, pattern := range o.only {
		if _, err := path.Match(pattern, ""); err != nil {
			return wrongValue("only", pattern, "an id, or a pattern such as bulk-*")
		}
	}
	if !(o.least >= 0 && o.least <= 100) {
		return wrongValue("min-right", strconv.FormatFloat(o.least, 'f', -1, 64), "a number from 0 to 100")
	}
	return nil
}

// readCases reads the cases of the files, or the built-in ones.
func readCases(ctx context.Context, c *call, args []string) (cases []eval.Case, err error) {
	if len(args) == 0 {
		return assistant.BuiltIn()
	}
	for _, name := range args {
		more, err := readCaseFile(ctx, c, name)
		if err != nil {
			return nil, err
		}
		cases = append(cases, more...)
	}
	return cases, nil
}

func readCaseFile(ctx context.Context, c *call, name string) ([]eval.Case, error) {
	if name == "-" {
		return eval.Read(name, interruptible{ctx, c.In})
	}
	f, err := openFile(ctx, name)
	if err == nil {
		if at, _ := f.Stat(); at != nil && at.IsDir() {
			f.Close()
			err = errors.New(name + " is a directory")
		}
	}
	if err != nil {
		r := problem.Misuse("cannot read the cases: "+problem.OneLine(err.Error()),
			"give a file with one case per line, or no file to use the built-in cases")
		r.Cause, r.Path = err, name
		return nil, r
	}
	defer f.Close()
	return eval.Read(name, f)
}

// selectCases returns the cases that the flags and the engine select, and how many the
// engine cannot run. Only the engine replay runs cases with replies of a model; without
// a recording it runs no others.
func selectCases(c *call, cases []eval.Case, o evalOptions) (selected []eval.Case, skipped int, err error) {
	replays := c.engines.Used() == "replay"
	selector := eval.Selector{
		Skills: o.skills, Only: o.only,
		Scripted: replays, Unscripted: !replays || c.set.Text("replay") != "",
	}
	selected, skipped = selector.Select(cases)
	if len(selected) > 0 {
		return selected, skipped, nil
	}
	hint := "check --skill and --only; there are " + problem.Count(len(cases), "case")
	if skipped > 0 {
		hint = "cases with a reply need --engine replay; " +
			"the others need another engine, or a recording (--replay FILE)"
	}
	return nil, skipped, problem.Misuse("no case was selected", hint)
}

// enough refuses scores below --min-right.
func (o evalOptions) enough(scores []eval.Score) error {
	for _, s := range scores {
		if s.File == "" && s.Share().Percent() < o.least {
			return problem.Refuse(problem.Failed, "below_min_right",
				fmt.Sprintf("%s of the %s cases are right, less than --min-right %g", s.Share(), s.Skill, o.least),
				"show the others with --failures")
		}
	}
	return nil
}
