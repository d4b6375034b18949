package assist

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"assister/internal/event"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
	"assister/internal/session"
	"assister/internal/workspace"
)

// Conversation is what a request continues: a session that the workspace keeps, or
// turns that the front end has from elsewhere, such as the stream of an earlier command.
type Conversation struct {
	Session  string         // its turns are read, and those of the request added; "" for none
	Turns    []session.Turn // so far, oldest first
	Question *event.Clarify // that the turns end in; nil if they end otherwise
	Project  string         // that the person works in, by its id or name; "" for none
}

// conversation is a Conversation with what the request makes of it.
type conversation struct {
	Conversation
	topics  session.Topics
	project record.Record // that the person works in; the zero Record for none

	words string // what the person said; "" while there is nothing to keep
	reply string // the answer to a question, if the words are one
	topic topic
	asked int // how many questions were put to the person

	spoken  spoken
	earlier []session.Turn // with the questions that were answered within the request
}

// topic is the request that a conversation is about at the moment.
type topic struct {
	answered  bool // the words answered a question about it
	text      string
	selection record.Selection
	missing   []string // what it leaves out, by the router
	named     []string // what it names, by a model that has routed it
	language  string   // its code, if a proposal gives it
	given     string   // the text that a stream of operations was proposed for
	beside    bool     // it makes something beside what the conversation was about
}

// spoken is what the program has said in reply.
type spoken struct {
	text     string
	about    []record.Key
	proposed bool // operations that can be or were carried out: the ledger says what they have done
}

// hear notes what an event says to the person.
func (s *spoken) hear(b event.Body) {
	switch b := b.(type) {
	case event.Summary:
		s.text = b.Text
	case event.Row:
		if len(s.about) <= session.AboutMax {
			s.about = append(s.about, record.Key{Kind: b.Record.Kind.Name, ID: b.Record.ID})
		}
	case event.Ops:
		s.about = touched(b)
		failed := func(e event.Entry) bool { return e.Result != nil && !e.Result.OK }
		may := func(e event.Entry) bool { return e.Valid() && !failed(e) }
		s.proposed = slices.ContainsFunc(b.Operations, may)
	}
}

// touched are the existing records that operations are about: not what they would
// create, and not what they have deleted.
func touched(ops event.Ops) (keys []record.Key) {
	var changes []ledger.Change
	for _, e := range ops.Operations {
		for _, t := range e.Targets {
			done := e.Result != nil && e.Result.OK
			exists := t.Change.Was && !done || t.Change.Is && done
			key := record.Key{Kind: t.Change.Kind.Name, ID: t.Change.ID}
			if exists && e.Valid() && !slices.Contains(keys, key) && len(keys) <= session.AboutMax {
				keys = append(keys, key)
			}
			changes = append(changes, t.Change)
		}
	}
	return moved(keys, changes)
}

// moved are the records that changes are about, without the rest of a series if one of its occurrences was moved:
// "it" is that one then.
func moved(keys []record.Key, changes []ledger.Change) []record.Key {
	var rest []record.Key
	repeats := func(c ledger.Change) bool {
		return slices.ContainsFunc(c.Cells, func(x ledger.Cell) bool { return x.Field == "recurrence" && !x.After.IsNull() })
	}
	single := false
	for _, c := range changes {
		single = single || !c.Was && c.Is && !repeats(c)
		if repeats(c) {
			rest = append(rest, c.Key())
		}
	}
	cut := slices.ContainsFunc(changes, func(c ledger.Change) bool {
		ends := func(x ledger.Cell) bool { return x.Field == "recurrence" && x.After.Recurrence().Until.Valid() }
		return c.Was && c.Is && slices.ContainsFunc(c.Cells, ends)
	})
	if !cut || !single {
		return keys
	}
	return slices.DeleteFunc(keys, func(k record.Key) bool { return slices.Contains(rest, k) })
}

// turnsRead is how many turns of a session are read. It is more than a prompt repeats, since the
// latest turns need not name a record, and a list may be worked through one by one.
const turnsRead = 24

// resume reads the turns of the session that the request continues.
func resume(ctx context.Context, r *request) error {
	if r.Session == "" {
		return nil
	}
	if err := session.CheckName(r.Session); err != nil {
		return err
	}
	if err := r.view(ctx, func(snapshot workspace.Reader) error {
		turns, err := snapshot.Turns(r.Session, turnsRead)
		if err != nil {
			return err
		}
		batches, err := snapshot.CarriedOut(r.Session, batchesRead)
		if err != nil {
			return err
		}
		r.Turns = withEffects(turns, batches)
		return nil
	}); err != nil {
		return err
	}
	for i := range r.Turns {
		r.Turns[i].About = existingKinds(r.Turns[i].About)
	}
	r.topics = session.TopicsOf(r.Turns, r.Now())
	if open := session.OpenQuestion(r.Turns); open != "" {
		q, err := event.ParseClarify([]byte(open))
		if err != nil {
			return fmt.Errorf("continue the session %s: %w", r.Session, err)
		}
		r.Conversation.Question = &q
	}
	return nil
}

// batchesRead is how many of the newest batches are searched for those that carried
// out what turns have proposed.
const batchesRead = 20

// withEffects gives turns the effects of what they proposed, which is no proposal any more. Another
// command carried it out, the next in a pipe, after the turn was kept.
func withEffects(kept []session.Turn, batches []ledger.Batch) (turns []session.Turn) {
	turns = slices.Clone(kept)
	first := slices.IndexFunc(turns, func(t session.Turn) bool { return t.Proposed != "" })
	var applied []*session.Turn
	for _, b := range batches {
		if first < 0 || b.At.Before(turns[first].At.Add(-session.ContextMaxAge)) {
			break
		}
		for i := range turns {
			if t := &turns[i]; t.Proposed != "" && t.Proposed == b.CorrelationID {
				*t = carriedOut(*t, b)
				turns[max(0, i-1)].Done = true // of the words
				applied = append(applied, t)
			}
		}
	}
	for _, t := range applied {
		t.Proposed, t.Done = "", true
	}
	return turns
}

// carriedOut is a turn about what a batch has created as well, and not about what it has deleted.
func carriedOut(t session.Turn, by ledger.Batch) session.Turn {
	about := slices.Clone(t.About)
	for _, c := range by.Changes {
		key := record.Key{Kind: c.Kind.Name, ID: c.ID}
		switch {
		case c.Was && !c.Is:
			t.Gone = append(t.Gone, key)
			about = slices.DeleteFunc(about, func(k record.Key) bool { return k == key })
		case c.Is && !c.Was && len(about) <= session.AboutMax && !slices.Contains(about, key):
			about = append(about, key)
		}
	}
	t.About = moved(about, by.Changes)
	return t.Tidy()
}

// existingKinds are the keys that a record can have. The others come from a stream
// that somebody else wrote, or from a later version.
func existingKinds(keys []record.Key) []record.Key {
	return reference.Those(keys, func(k record.Key) bool { return schema.Lookup(k.Kind) != nil && k.ID > 0 })
}

// asking adds to a question what is needed to continue from its answer.
func (c *conversation) asking(q event.Clarify) event.Clarify {
	q.Request, q.Missing, q.Selected = c.topic.text, c.topic.missing, c.topic.selection
	return q
}

// keepQuestion keeps the words so far and the question about them as turns, before their answer. A correction of what
// is proposed then is of the answered request.
func (c *conversation) keepQuestion(asked event.Clarify, answer string, now time.Time) {
	if c.words == "" {
		return
	}
	words := session.Turn{At: now, Role: session.User, Text: c.words}
	reply := session.Turn{At: now, Role: session.Assistant, Text: asked.Question}
	reply.Question = string(asked.AppendJSON(nil))
	c.earlier = append(c.earlier, words.Tidy(), reply.Tidy())
	c.words = answer
}

// turns are what a prompt repeats of the conversation, with the answer that the
// request continues from.
func (c *conversation) turns() []session.Turn {
	turns := slices.Clone(c.Turns)
	if c.topic.answered {
		turns = append(turns, session.Turn{Role: session.User, Text: c.reply})
	}
	return turns
}

// lately is what the person said a short while ago, oldest first.
func (c *conversation) lately(now time.Time) (texts []string) {
	for _, t := range c.Turns {
		if age := now.Sub(t.At); t.Role == session.User && age >= 0 && age <= session.ContextMaxAge {
			texts = append(texts, t.Text)
		}
	}
	return texts
}

// turnsOf are the request and its reply, for its session; none if there is nothing to keep.
func turnsOf(r *request, err error) (said session.Added) {
	var refusal *problem.Refusal
	_, instead := errors.AsType[InsteadError](err)
	ended := err == nil || instead || errors.As(err, &refusal)
	if r.Session == "" || r.words == "" || !ended || r.output.lost {
		return said
	}
	reply := session.Turn{At: r.Now(), Role: session.Assistant, Text: r.spoken.text, About: r.spoken.about}
	switch {
	case r.output.question != nil && refusal != nil && refusal.Class == problem.Unanswered:
		reply.Question = string(r.output.question.AppendJSON(nil))
	case refusal != nil:
		reply.Text = refusal.Problem.Message
		if refusal.Class == problem.Unavailable && r.topic.answered && r.Conversation.Question != nil {
			// No engine has read the answer, so that it can be given again.
			reply.Question = string(r.Conversation.Question.AppendJSON(nil))
		}
	}
	if r.topic.beside { // "it" is that, or what is beside it
		reply.About = append(reply.About, r.topics.Recent...)
	}
	if len(reply.About) == 0 && refusal == nil {
		reply.About = r.topic.selection.Records
	}
	reply.Lost = refusal != nil && len(reply.About) == 0 && isElsewhere(r, refusal.Class)
	if r.spoken.proposed {
		reply.Proposed = r.CorrelationID
	}
	words := session.Turn{At: reply.At, Role: session.User, Text: r.words}
	return session.Added{Session: r.Session, Turns: append(slices.Clone(r.earlier), words.Tidy(), reply.Tidy())}
}

// isElsewhere reports whether words that were refused named something else than "it", which was not found or not
// understood, and were no fragment such as "at the club".
func isElsewhere(r *request, refused problem.Class) bool {
	g := languages(r).Likeliest(language.Tokens(r.words))
	called := func(do meaning.Do) bool { return do.On != nil && do.On.Name != "" }
	said := append(r.readings.texts[r.words], meaning.Text{})[0]
	toks := language.Tokens(r.words)
	named := g.HasAny(toks, "article") || slices.ContainsFunc(said.Do, called)
	unclear := refused == problem.Unanswered || refused == problem.Unavailable
	goesOn := g.Has(toks, 0, "prep", "joiner", "negation") || g.HasAny(toks, "of-it", "them")
	return unclear && named && !goesOn
}
