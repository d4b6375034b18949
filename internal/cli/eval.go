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
		Use: "eval [FILE…]", Short: "Score the engine on cases with known answers",
		Long: evalHelp,
		Example: `  assister eval
  assister eval --skill propose --only 'bulk-*' --failures
  assister eval my-cases.jsonl --engine ollama --model qwen3 --min-right 80
  assister eval --skill route --thresholds`,
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error { return runEval(ctx, c, args, o) }),
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.skills, "skill", nil, "only cases of this `SKILL`: "+list(eval.Skills))
	f.StringSliceVar(&o.only, "only", nil, "only cases whose id is this or fits this `PATTERN`, such as bulk-*")
	f.BoolVar(&o.failures, "failures", false, "show what is not right: what was expected and what came")
	f.BoolVar(&o.thresholds, "thresholds", false, "recommend thresholds for the router, from the cases of route")
	f.Float64Var(&o.least, "min-right", 0, "exit 1 when fewer than so many `PERCENT` of a skill's cases are right")
	return cmd
}

const evalHelp = `Score the engine on cases: texts with what they should come to. Without a FILE
they are the cases that the program brings along; - reads stdin. Each case has a
workspace of its own making; nothing is read from yours and nothing written to it.

A case file has one JSON object a line:

  id         its name
  skill      route, propose or chat
  text       what is said
  expect     what it should come to, see below
  lang       en or fr
  now, tz    when and where: 2026-11-21T09:00:00 in Europe/Berlin when left out
  workspace  NAME of workspaces/NAME.jsonl beside the file, operations one a line;
             else of one that the program brings along: home, office, family
  reply      replies of a model, as a list of texts; only --engine replay has them
  note       why the case is there

expect says
  of route    decision: chat, plan, clarify, or a list of them; category
  of propose  operations: a list, in any spelling; or question: true;
              or none: true, or the code of the problem
  of chat     ids: ["task:3"]; count: 4; text_contains: words; or none, as above

Proposals are compared by what they would change, field by field, not by how they
are spelled. "wrong" is what costs: a change that was not asked for, a false answer,
a question that is planned as a change. "none" leaves you where you were.`

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
		r := usage("the cases cannot be read: "+oneLine(err.Error()),
			"give a file with a case a line, or none for those of the program")
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
	hint := "look at --skill and --only; there are " + counted(len(cases), "case", "cases")
	if left > 0 {
		hint = "cases with replies of a model need --engine replay, " +
			"and the others another engine or a recording (--replay FILE)"
	}
	return nil, left, usage("there is no case to try", hint)
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
				fmt.Sprintf("%s of the cases of %s are right, and --min-right asks for %g", percent(x.Share()), x.Skill, o.least),
				"--failures shows the others")
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
		text += fmt.Sprintf(" %s left out, which this engine has no replies for or of.",
			counted(left, "case is", "cases are"))
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
		return nil, usage("there is no case of route to draw thresholds from",
			"leave --skill and --only out, or name cases of route")
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
