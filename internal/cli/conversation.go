package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/phrase"
	"assister/internal/phrase/question"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/schema"
	"assister/internal/session"

	"assister/internal/workspace"
)

// talkOptions are the flags that say what a request goes on from.
type talkOptions struct{ session, transcript string }

func (o *talkOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.session, "session", "", "go on with the conversation of this `NAME`, and keep what is said in it")
	f.StringVar(&o.transcript, "transcript", "", "answer the question that ends this `FILE`, the stream of an earlier command; - is stdin")
	exclusive(cmd, []string{"session", "transcript"})
}

// talk is what a request goes on from, and what has been said about it by now.
type talk struct {
	name   string         // of the session; "" where nothing is kept
	before []session.Turn // oldest first
	asked  *event.Clarify // the question that they end in; nil where they end otherwise
	recent []record.Key   // what was spoken of a short while ago

	words     string // what the person said; "" while nothing is to be kept
	answered  bool   // the last that was said answers what was asked
	reply     string // that answer
	request   string // that is gone on with
	selection record.Selection
	missing   []string // what the request leaves out, by the router
	put       int      // how many questions have been put in the terminal

	said  string       // by us, in words
	about []record.Key // the records that it speaks of

	proposed bool // something, and none of it has been carried out
}

// turnsRead is how many turns are looked at: more than a prompt repeats, since
// what was spoken of last need not have been so in the last of them.
const turnsRead = 2 * brief.MaxTurns

// prior reads what comes before the request, as far as it has to be read before
// `start`: the question of another stream, whose correlation id goes on too.
func (c *call) prior(o talkOptions, args []string) (correlationID string, err error) {
	if o.session != "" || c.cmd.Flags().Changed("session") {
		c.talk.name = o.session
		return "", session.CheckName(o.session)
	}
	if o.transcript == "" {
		return "", nil
	}
	if o.transcript == "-" && len(args) == 1 && args[0] == "-" {
		return "", usage("stdin cannot be both the answer and the transcript", "give the answer as an argument, or the transcript as a file")
	}
	return c.transcript(o.transcript)
}

// transcript reads the stream of an earlier command, which has to end in a
// question of ours. One that was cut, or has lines that cannot be read, is no
// transcript.
func (c *call) transcript(name string) (correlationID string, err error) {
	from := c.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return "", unreadableTranscript(name, err)
		}
		defer f.Close()
		from = f
	}
	in, err := event.Read(c.ctx, from, "")
	var refusal *problem.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Problem.Code == problem.MissingOperations:
		return "", noQuestion(name)
	case err != nil:
		return "", err
	}
	defer in.Close()
	if in.Upstream == nil || in.Upstream.Clarify == nil {
		return "", noQuestion(name)
	}
	if in.Upstream.Clarify.Request == "" {
		r := usage("the question does not say what it is about", "ask anew, and answer what this version prints")
		r.Path = name
		return "", r
	}
	c.talk.asked = in.Upstream.Clarify
	c.talk.before = []session.Turn{
		{Role: session.User, Text: c.talk.asked.Request},
		{Role: session.Assistant, Text: c.talk.asked.Question},
	}
	return in.CorrelationID, nil
}

func noQuestion(name string) error {
	r := problem.Refuse(problem.Usage, "no_question", "the transcript does not end in a question", "give the stream of an `ask` or `propose` that exited 3")
	if name != "-" {
		r.Path = name
	}
	return r
}

func unreadableTranscript(path string, err error) error {
	r := usage("the transcript cannot be read: "+oneLine(err.Error()), "give the stream of an `ask` or `propose` that exited 3, as a file or on stdin as -")
	r.Cause = err
	return r
}

// resume reads what was said in the session before.
func (c *call) resume() error {
	if c.talk.name == "" {
		return nil
	}
	turns, err := c.store.Turns(c.ctx, c.talk.name, turnsRead)
	if err != nil {
		return err
	}
	if err := c.view(func(snapshot workspace.Reader) error { return carriedOut(snapshot, turns) }); err != nil {
		return err
	}
	c.talk.before = turns
	c.talk.recent = possible(session.Recent(turns, c.now()))
	if open := session.Open(turns); open != "" {
		q, err := event.ParseClarify([]byte(open))
		if err != nil {
			return fmt.Errorf("go on with the session %s: %w", c.talk.name, err)
		}
		c.talk.asked = &q
	}
	return nil
}

// batchesRead is how many of the newest batches are looked through for what turns
// have proposed.
const batchesRead = 20

// carriedOut adds to turns the records that were made of what they proposed: by another
// command, the next in a pipe, when they were over already.
func carriedOut(r workspace.Reader, turns []session.Turn) error {
	first := slices.IndexFunc(turns, func(t session.Turn) bool { return t.Proposed != "" })
	if first < 0 {
		return nil
	}
	next, err := r.NextBatch()
	if err != nil {
		return err
	}
	for id := next - 1; id > max(0, next-1-batchesRead); id-- {
		b, there, err := r.Batch(id)
		if err != nil || !there || b.At.Before(turns[first].At.Add(-session.Fresh)) {
			return err
		}
		for i := range turns {
			if t := &turns[i]; t.Proposed != "" && t.Proposed == b.CorrelationID {
				t.About = append(t.About, made(b)...)
			}
		}
	}
	return nil
}

// made are the records that a batch has made.
func made(b ledger.Batch) (keys []record.Key) {
	for _, c := range b.Changes {
		if c.Is && !c.Was && len(keys) < session.AboutMax {
			keys = append(keys, record.Key{Kind: c.Kind.Name, ID: c.ID})
		}
	}
	return keys
}

// replied takes the words as the answer to the question that is open, if one is
// and they are: then the request that was asked about goes on with what they
// select. Otherwise they are a request of their own.
func (c *call) replied(text string, s record.Selection) (string, record.Selection, error) {
	c.talk.words, c.talk.request, c.talk.selection = text, text, s
	switch {
	case route.TakesBack(text):
		return "", s, usage("what was done last is taken back by a command of its own", "`assister undo` does it, and `assister undo --dry-run` shows it")
	case c.talk.asked == nil || !s.Empty():
		return text, s, nil
	}
	return c.heed(text, *c.talk.asked)
}

// heed reads words as the answer to a question.
func (c *call) heed(text string, asked event.Clarify) (string, record.Selection, error) {
	r, err := c.answer(text, asked)
	if err != nil {
		return "", record.Selection{}, err
	}
	switch r.Sense {
	case route.Declined:
		return "", r.Selection, errors.Join(c.Emit(event.Summary{Text: "Nothing was changed."}), declined())
	case route.Unclear:
		c.talk.request, c.talk.selection, c.talk.missing = asked.Request, r.Selection, asked.Missing
		return "", r.Selection, c.askAgain(asked.Question, r.Left)
	case route.Anew:
		c.talk.answered, c.talk.request, c.talk.selection = false, text, record.Selection{}
		return text, record.Selection{}, nil
	}
	c.talk.answered, c.talk.reply, c.talk.request, c.talk.selection = true, text, r.Text, r.Selection
	return r.Text, r.Selection, nil
}

// answer is what words are to a question.
func (c *call) answer(text string, asked event.Clarify) (route.Reply, error) {
	q := askedOf(asked)
	r := route.Answer(text, q, c.clock)
	switch {
	case r.Sense == route.Anew && len(q.Options) == 0:
		if narrowed, ok := phrase.Narrowed(q.Request, text, c.clock); ok { // "overdue", to which of everything
			return route.Reply{Sense: route.Answered, Text: narrowed, Selection: q.Selected}, nil
		}
		return r, nil
	case r.Sense != route.Unclear && r.Sense != route.Named:
		return r, nil
	case c.moved(text, q):
		return route.Reply{Sense: route.Anew, Text: text}, nil
	case r.Sense == route.Named:
		return c.named(text, r)
	}
	return r, nil
}

// moved reports whether words that choose nothing tell of something else, "lunch with
// Leo tomorrow": who does has gone on, and lets the question be.
func (c *call) moved(text string, asked route.Asked) bool {
	read := phrase.Parse(text, c.clock)
	if len(read.NotUnderstood) > 0 || len(read.Requests) == 0 {
		return false
	}
	return !slices.ContainsFunc(route.Words(text), func(w string) bool {
		return slices.ContainsFunc(asked.Options, func(o record.Option) bool { return route.Mentions(o.Title, []string{w}) })
	})
}

// named looks up the records that words name, for a request that calls them
// "it".
func (c *call) named(text string, r route.Reply) (route.Reply, error) {
	found, err := c.likely(text)
	if err != nil {
		return r, err
	}
	r.Sense = route.Unclear
	for _, x := range found {
		r.Left = append(r.Left, record.Option{Key: record.Key{Kind: x.Kind.Name, ID: x.ID}, Title: x.Label(), Day: x.Day()})
	}
	if len(r.Left) == 1 {
		r.Sense, r.Selection.Records = route.Answered, []record.Key{r.Left[0].Key}
	}
	return r, nil
}

// likely are the open records with every word of the text in their titles, those
// that are called just so alone where there are some.
func (c *call) likely(text string) (found []record.Record, err error) {
	words := strings.FieldsFunc(fulltext.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	asked := route.Words(text)
	if len(asked) == 0 {
		return nil, nil
	}
	longest := slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })
	err = c.view(func(snapshot workspace.Reader) error {
		records, err := snapshot.Find(filter.Filter{TitleContains: longest, Completed: filter.No}, c.clock.Today())
		exact := false
		for _, x := range records {
			same := fulltext.Fold(x.Label()) == fulltext.Fold(strings.TrimSpace(text))
			switch {
			case same && !exact:
				found, exact = []record.Record{x}, true
			case same, !exact && route.Mentions(x.Label(), asked):
				found = append(found, x)
			}
		}
		return err
	})
	return found, err
}

// askAgain puts a question anew, with what can still be meant.
func (c *call) askAgain(question string, left []record.Option) error {
	var options []record.Record
	err := c.view(func(snapshot workspace.Reader) error {
		for _, o := range left {
			r, ok, err := snapshot.Record(o.Key.Kind, o.Key.ID)
			if err != nil {
				return err
			}
			if ok {
				options = append(options, r)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	t, err := c.tongue(c.talk.request)
	if err != nil {
		return err
	}
	return propose.Ask(c, t, question, options)
}

// askedOf is a question that was read. It may have been written by somebody
// else: a kind that there is not is nothing that an answer can choose.
func askedOf(q event.Clarify) route.Asked {
	asked := route.Asked{Request: q.Request, Question: q.Question, Missing: q.Missing, Selected: q.Selected}
	asked.Selected.Records = possible(q.Selected.Records)
	for _, o := range q.Options {
		if len(possible([]record.Key{o.Key})) == 1 {
			asked.Options = append(asked.Options, o)
		}
	}
	return asked
}

// possible are the keys that a record can have.
func possible(keys []record.Key) (kept []record.Key) {
	for _, k := range keys {
		if schema.Lookup(k.Kind) != nil && k.ID > 0 {
			kept = append(kept, k)
		}
	}
	return kept
}

// asks completes a question with what is needed to go on from its answer.
func (t *talk) asks(q event.Clarify) event.Clarify {
	q.Request, q.Missing, q.Selected = t.request, t.missing, t.selection
	return q
}

// turns are what a prompt repeats of the conversation, the answer included that
// the request goes on with.
func (t *talk) turns() []session.Turn {
	turns := slices.Clone(t.before)
	if t.answered {
		turns = append(turns, session.Turn{Role: session.User, Text: t.reply})
	}
	return turns
}

// lately is what the person has said a short while ago, oldest first.
func (t *talk) lately(now time.Time) (texts []string) {
	for _, b := range t.before {
		if age := now.Sub(b.At); b.Role == session.User && age >= 0 && age <= session.Fresh {
			texts = append(texts, b.Text)
		}
	}
	return texts
}

// goesOn reports whether words go on with a question of a short while ago.
func (t *talk) goesOn(text string, clock calendar.Clock, now time.Time) bool {
	before := t.lately(now)
	if len(before) == 0 || t.answered {
		return false
	}
	q := question.ReadAfter(before, text, clock)
	return q.Follows && len(q.NotUnderstood) == 0 && (len(q.Guessed) == 0 || q.Narrows)
}

// asksPlainly reports whether a text is a question by what it asks for, though it
// has the form of none: "free slots on friday", "oldest task".
func (c *call) asksPlainly(text string) bool { return question.Read(text, c.clock).Plain() }

// hear keeps what is said to the person, for the session.
func (t *talk) hear(b event.Body) {
	switch b := b.(type) {
	case event.Summary:
		t.said = b.Text
	case event.Row:
		if len(t.about) < session.AboutMax {
			t.about = append(t.about, record.Key{Kind: b.Record.Kind.Name, ID: b.Record.ID})
		}
	case event.Ops:
		t.about = touched(b)
		t.proposed = slices.ContainsFunc(b.Operations, event.Entry.Valid) && !slices.ContainsFunc(b.Operations, func(e event.Entry) bool { return e.Result != nil })
	}
}

// touched are the records that operations are about and that are there: not what
// they would create, and not what they have deleted.
func touched(ops event.Ops) (keys []record.Key) {
	for _, e := range ops.Operations {
		for _, t := range e.Targets {
			done := e.Result != nil && e.Result.OK
			there := t.Change.Was && !done || t.Change.Is && done
			key := record.Key{Kind: t.Change.Kind.Name, ID: t.Change.ID}
			if there && e.Valid() && !slices.Contains(keys, key) && len(keys) < session.AboutMax {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// remember keeps the request and what was said to it in the session. The answer
// is out by then: that it cannot be kept is a word to the person and no failure.
func (c *call) remember(err error) {
	var refusal *problem.Refusal
	if c.talk.name == "" || c.talk.words == "" || err != nil && !errors.As(err, &refusal) {
		return
	}
	ours := session.Turn{At: c.now(), Role: session.Assistant, Text: c.talk.said, About: c.talk.about}
	switch {
	case c.question != nil && refusal != nil && refusal.Class == problem.Unanswered:
		ours.Question = string(c.question.AppendJSON(nil))
	case refusal != nil:
		ours.Text = refusal.Problem.Message
		if refusal.Class == problem.Unavailable && c.talk.answered && c.talk.asked != nil {
			// No engine has heard the answer, so that it can be given once more.
			ours.Question = string(c.talk.asked.AppendJSON(nil))
		}
	}
	if len(ours.About) == 0 && refusal == nil {
		ours.About = c.talk.selection.Records
	}
	if c.talk.proposed {
		ours.Proposed = c.correlationID
	}
	theirs := session.Turn{At: ours.At, Role: session.User, Text: c.talk.words}
	lost := c.unwritable
	if lost == nil {
		// A signal ends the work, not the record of it.
		lost = c.store.Say(context.WithoutCancel(c.ctx), c.talk.name, []session.Turn{theirs.Tidy(), ours.Tidy()})
	}
	if lost != nil {
		c.note("this is not kept in the session %s: %v", c.talk.name, lost)
	}
}
