package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"assister/fixtures"
	"assister/internal/eval"
	"assister/internal/event"
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
	f.StringSliceVar(&o.skills, "skill", nil, "run only the cases of `SKILL`: "+list(eval.Skills))
	f.StringSliceVar(&o.only, "only", nil, "run only the cases whose ids match `PATTERN`, such as bulk-*")
	f.BoolVar(&o.failures, "failures", false, "show what was expected and what came of each failed case")
	f.BoolVar(&o.thresholds, "thresholds", false, "recommend thresholds for the router, from the route cases")
	f.Float64Var(&o.least, "min-right", 0, "exit 1 if less than `PERCENT` of a skill's cases are right")
	return cmd
}

const evalHelp = `Evaluate an engine on cases: texts with the expected result. Without a FILE the
built-in cases are used; - is stdin. Each case has a temporary workspace; yours
is neither read nor changed.

A case file has one JSON object a line:

  id         name of the case
  skill      route, propose or chat
  text       the request
  expect     the expected result, see below
  lang       en or fr
  now, tz    time and zone (default: 2026-11-21T09:00:00 in Europe/Berlin)
  workspace  NAME of workspaces/NAME.jsonl beside the file, with one operation
             a line, or a built-in one: home, office or family
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
	c.engines.announce()
	c.file.path = "" // of no workspace of anybody's
	if err := c.begin(""); err != nil {
		return err
	}
	cases, err := readCases(ctx, c, args)
	if err != nil {
		return err
	}
	cases, left, err := chooseCases(c, cases, o)
	if err != nil {
		return err
	}
	workspaces, err := newCaseWorkspaces(ctx)
	if err != nil {
		return err
	}
	defer workspaces.close()
	s := &subject{engines: c.engines, workspaces: workspaces}
	var results []eval.Result
	err = eval.Run(ctx, cases, s, workspaces.open, c.Now, func(r eval.Result) error {
		results = append(results, r)
		return c.Emit(r.Event(o.failures))
	})
	var l engineError
	if errors.As(err, &l) {
		return l.of
	}
	if err != nil {
		return err
	}
	return reportEval(c, results, s, left, o)
}

func (o evalOptions) check() error {
	for _, s := range o.skills {
		if !slices.Contains(eval.Skills, s) {
			return wrongValue("skill", s, list(eval.Skills))
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
		return broughtAlong()
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
	f, err := os.Open(name)
	if err == nil {
		if at, _ := f.Stat(); at != nil && at.IsDir() {
			f.Close()
			err = errors.New(name + " is a directory")
		}
	}
	if err != nil {
		r := usage("cannot read the cases: "+oneLine(err.Error()),
			"give a file with one case a line, or no file to use the built-in cases")
		r.Cause, r.Path = err, name
		return nil, r
	}
	defer f.Close()
	return eval.Read(name, f)
}

func broughtAlong() (cases []eval.Case, err error) {
	names, err := fs.Glob(fixtures.Files, "*.jsonl")
	for _, name := range names {
		f, err := fixtures.Files.Open(name)
		if err != nil {
			return nil, err
		}
		more, err := eval.Read(builtIn+name, f)
		if err != nil {
			return nil, err
		}
		cases = append(cases, more...)
	}
	return cases, err
}

// builtIn stands before the names of files that the program brings along, so that
// nobody's files are taken for theirs.
const builtIn = "built-in/"

// chooseCases returns the cases that the flags and the engine select, and how many the
// engine cannot run. Cases with replies of a model are for the engine replay; without a
// recording it can run no others.
func chooseCases(c *call, cases []eval.Case, o evalOptions) (
	kept []eval.Case, left int, err error,
) {
	plays := c.set.modelEngine() == "replay"
	alone := plays && c.set.text("replay") == ""
	for _, x := range cases {
		replies := len(x.Replies) > 0
		switch {
		case !o.takes(x):
		case replies && !plays, !replies && alone:
			left++
		default:
			kept = append(kept, x)
		}
	}
	if len(kept) > 0 {
		return kept, left, nil
	}
	hint := "check --skill and --only; there are " + counted(len(cases), "case", "cases")
	if left > 0 {
		hint = "cases with a reply need --engine replay; " +
			"the others need another engine, or a recording (--replay FILE)"
	}
	return nil, left, usage("no case was selected", hint)
}

func (o evalOptions) takes(x eval.Case) bool {
	if len(o.skills) > 0 && !slices.Contains(o.skills, string(x.Skill)) {
		return false
	}
	return len(o.only) == 0 || slices.ContainsFunc(o.only, func(pattern string) bool {
		fits, _ := path.Match(pattern, x.ID) // a bad pattern was refused
		return fits || pattern == x.ID
	})
}

// reportEval emits the scores, the prompts that were used, and recommended thresholds.
func reportEval(c *call, results []eval.Result, s *subject, left int, o evalOptions) error {
	scores := eval.Scores(results)
	rows := slices.Concat(scoreRows(scores), fieldRows(scores), s.prompts)
	if o.thresholds {
		more, err := thresholdRows(eval.Calibrate(results))
		if err != nil {
			return err
		}
		rows = append(rows, more...)
	}
	for _, row := range rows {
		if err := c.Emit(row); err != nil {
			return err
		}
	}
	total := len(results)
	if err := c.Emit(event.Summary{Text: evalSummary(c, scores, left), Total: &total}); err != nil {
		return err
	}
	for _, x := range scores {
		if x.File == "" && x.Share().Percent() < o.least {
			return problem.Refuse(problem.Failed, "below_min_right",
				fmt.Sprintf("%s of the %s cases are right, less than --min-right %g", percent(x.Share()), x.Skill, o.least),
				"show the others with --failures")
		}
	}
	return nil
}

// evalSummary is the result in a sentence.
func evalSummary(c *call, scores []eval.Score, left int) string {
	var all eval.Score
	for _, s := range scores {
		if s.File == "" {
			all.Right, all.Wrong, all.None = all.Right+s.Right, all.Wrong+s.Wrong, all.None+s.None
		}
	}
	text := fmt.Sprintf("%s with %s: %s right, %s wrong, %s without an answer.",
		counted(all.N(), "case", "cases"), c.engines.announced, percent(all.Share()),
		percent(eval.Share{Of: all.Wrong, N: all.N()}), percent(eval.Share{Of: all.None, N: all.N()}))
	if left > 0 {
		text += fmt.Sprintf(" Skipped %s for another engine.", counted(left, "case", "cases"))
	}
	return text
}

func percent(s eval.Share) string { return fmt.Sprintf("%.1f %%", s.Percent()) }

func scoreRows(scores []eval.Score) (rows []event.Body) {
	for _, s := range scores {
		file := s.File
		if file == "" {
			file = "all"
		}
		rows = append(rows, event.Facts{
			{Name: "skill", Value: string(s.Skill)}, {Name: "file", Value: file}, {Name: "cases", Value: s.N()},
			{Name: "right", Value: s.Right}, {Name: "wrong", Value: s.Wrong}, {Name: "none", Value: s.None},
			{Name: "percent", Value: tenth(s.Share().Percent())},
			{Name: "p50Ms", Value: milliseconds(s.Median)}, {Name: "p95Ms", Value: milliseconds(s.P95)},
			{Name: "maxMs", Value: milliseconds(s.Longest)},
			{Name: "repaired", Value: s.Repaired}, {Name: "helped", Value: s.Helped},
		})
	}
	return rows
}

func tenth(f float64) float64 { return math.Round(f*10) / 10 }

func milliseconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e6) / 1e3 }

func fieldRows(scores []eval.Score) (rows []event.Body) {
	for _, s := range scores {
		for _, f := range s.Fields {
			if s.File == "" {
				rows = append(rows, event.Facts{
					{Name: "skill", Value: string(s.Skill)}, {Name: "field", Value: f.Name},
					{Name: "cases", Value: f.N},
					{Name: "right", Value: f.Of}, {Name: "percent", Value: tenth(f.Percent())},
				})
			}
		}
	}
	return rows
}

// thresholdRows are the choices there are, the contract's and the cheapest
// marked, and what speaks against trusting them.
func thresholdRows(cal eval.Calibration) (rows []event.Body, err error) {
	if cal.N == 0 {
		return nil, usage("there is no route case to find thresholds with",
			"leave out --skill and --only, or select route cases")
	}
	for _, part := range []struct {
		name    string
		choices []eval.Choice
	}{
		{"today", []eval.Choice{cal.Contract}}, {"recommended", []eval.Choice{cal.Best}},
		{"asking", cal.Asking}, {"planning", cal.Planning},
	} {
		for _, x := range part.choices {
			rows = append(rows, event.Facts{
				{Name: "thresholds", Value: part.name}, {Name: "askBelow", Value: x.AskBelow},
				{Name: "planFrom", Value: x.PlanFrom},
				{Name: "right", Value: x.Right}, {Name: "questionPlanned", Value: x.QuestionPlanned},
				{Name: "unclearPlanned", Value: x.UnclearPlanned},
				{Name: "notPlanned", Value: x.NotPlanned}, {Name: "askedBack", Value: x.AskedBack},
				{Name: "cost", Value: x.Cost},
			})
		}
	}
	rows = append(rows, event.Facts{{Name: "costs", Value: event.Facts{
		{Name: "questionPlanned", Value: eval.QuestionPlanned},
		{Name: "unclearPlanned", Value: eval.UnclearPlanned},
		{Name: "notPlanned", Value: eval.NotPlanned}, {Name: "askedBack", Value: eval.AskedBack}}}})
	rows = append(rows,
		event.Facts{{Name: "costCrossValidated", Value: cal.Tried}, {Name: "costToday", Value: cal.Contract.Cost}})
	for _, doubt := range cal.Doubts {
		rows = append(rows, event.Facts{{Name: "doubt", Value: doubt}})
	}
	return rows, nil
}
