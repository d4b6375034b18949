package assist

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/phrases"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// Phrases emits a row for each of the person's own phrases, and one for each thing that is
// wrong with them, which it counts. directory is where they are, for people.
func Phrases(ctx context.Context, env Environment, directory string) (wrong int, err error) {
	if env.Phrases == nil {
		return 0, env.Sink.Emit(event.Summary{Text: "There are no phrases of your own: " +
			"there is no home directory that has them."})
	}
	r := newRequest(ctx, env, Conversation{})
	wrong, err = listPhrases(ctx, r, directory)
	_, err = r.finish(ctx, err)
	return wrong, err
}

func listPhrases(ctx context.Context, r *request, directory string) (wrong int, err error) {
	own, problems, err := phrases.Load(r.Environment.Phrases)
	if err != nil {
		return 0, err
	}
	for _, p := range own.Phrases {
		if err := r.Emit(event.Facts{
			{Name: "phrase", Value: p.Said}, {Name: "means", Value: p.Meant}, {Name: "where", Value: p.Where()},
			{Name: "examples", Value: p.Examples},
		}); err != nil {
			return 0, err
		}
	}
	for _, w := range own.Words {
		if err := r.Emit(event.Facts{
			{Name: "word", Value: w.Said}, {Name: "means", Value: w.Like}, {Name: "where", Value: w.Where()},
		}); err != nil {
			return 0, err
		}
	}
	r.readings.own = own
	var more []phrases.Problem
	if err := r.view(ctx, func(snapshot workspace.Reader) error {
		l := languagesOf{ctx, r, snapshot, nil}
		more = own.Check(&l)
		return l.err
	}); err != nil {
		return 0, err
	}
	problems = append(problems, more...)
	slices.SortStableFunc(problems, phrases.Problem.Compare)
	for _, p := range problems {
		if err := r.Emit(event.Facts{{Name: "problem", Value: p.Text}, {Name: "where", Value: p.Where()}}); err != nil {
			return 0, err
		}
	}
	if len(own.Phrases)+len(own.Words)+len(problems) == 0 {
		return 0, r.Emit(event.Summary{Text: "There are no phrases or words of your own in " + directory +
			". `assister phrases --help` says how to write them."})
	}
	text := fmt.Sprintf("%s and %s in %s", problem.Count(len(own.Phrases), "phrase"),
		problem.Count(len(own.Words), "word"), directory)
	if len(problems) > 0 {
		text += ", with " + problem.Count(len(problems), "problem")
	}
	return len(problems), r.Emit(event.Summary{Text: text + "."})
}

// languagesOf is a phrases.Reader.
type languagesOf struct {
	ctx      context.Context
	r        *request
	snapshot workspace.Reader
	err      error
}

// Understood reports whether a text is a question, or a change that can be drafted, perhaps
// with a question back: anything can be read as a title.
func (l *languagesOf) Understood(text string) bool {
	in := lookupIn(l.r, l.snapshot)
	all, err := read(in, text), in.records.Err()
	l.err = errors.Join(l.err, err)
	if err != nil || len(all) == 0 || len(all[0].Do) == 0 {
		return len(all) > 0
	}
	d, err := rules.Engine{}.Draft(l.ctx, l.r.promptOf(Request{Text: text}), l.r.briefOf(l.snapshot))
	l.err = errors.Join(l.err, err)
	return len(d.NotUnderstood) == 0
}

func (l *languagesOf) Known(words []language.Token) bool {
	return slices.ContainsFunc(l.r.Languages(), func(g *language.Grammar) bool { return len(g.Entries(words)) > 0 })
}

// Explain emits how a text can be read, the likeliest way first: what it means, what it
// costs, and the forms that it consists of.
func Explain(ctx context.Context, env Environment, text string) (Outcome, error) {
	r, q, err := begin(ctx, env, Request{Text: text})
	if err == nil && q.Text != text {
		err = r.Emit(event.Facts{{Name: "phrase", Value: text}, {Name: "means", Value: q.Text}})
	}
	if err == nil {
		err = explain(ctx, r, q.Text)
	}
	return r.finish(ctx, err)
}

func explain(ctx context.Context, r *request, text string) error {
	toks := language.Tokens(text)
	if !language.Readable(toks) {
		return problem.Refuse(problem.Usage, "text_too_long", "the text is too long to be explained",
			"a long text is read in parts: give one or two sentences of it")
	}
	var g *language.Grammar
	var names language.Names
	if err := lookInto(ctx, r, func(in lookup) {
		g, names = namesFor(in, toks)
		if all := read(in, text); len(all) > 0 {
			g = r.Languages().Called(all[0].Language)
		}
	}); err != nil {
		return err
	}
	readings := g.Explain(meaning.Root, toks, names)
	for i, x := range readings {
		if err := r.Emit(event.ReadingRow{
			Number: i + 1, Language: g.Name, Cost: x.Cost, Meaning: x.Node.Format(text, toks),
			Steps: stepsOf(text, toks, x.Step.Steps),
		}); err != nil {
			return err
		}
	}
	said := problem.Count(len(readings), "reading") + "."
	if len(readings) == 0 {
		said = "No forms read all of the text."
	}
	return r.Emit(event.Summary{Text: said})
}

func stepsOf(text string, toks []language.Token, steps []language.Step) (all []event.ReadingStep) {
	for _, s := range steps {
		step := event.ReadingStep{Cost: s.Cost, Rule: s.Rule, Form: s.Pattern, Where: s.Where}
		step.Steps = stepsOf(text, toks, s.Steps)
		if s.To > s.From {
			step.Text = text[toks[s.From].Start:toks[s.To-1].End]
		}
		all = append(all, step)
	}
	return all
}
