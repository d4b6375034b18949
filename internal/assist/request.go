package assist

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync/atomic"

	"assister/internal/brief"
	"assister/internal/event"
	"assister/internal/language/message"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/session"
	"assister/internal/workspace"
)

// request is one use case at work.
type request struct {
	Environment
	conversation

	readings  readings
	decisions decisions
	output    output
	outcome   Outcome
	refresh   atomic.Bool // tools search while others do
	unindexed error       // why the search index is not up to date

	engineUsed string         // the engine that produced the latest answer
	model      *propose.Model // nil until it is needed
}

func newRequest(ctx context.Context, env Environment, c Conversation) *request {
	r := &request{Environment: env, conversation: conversation{Conversation: c}}
	r.decisions = decisions{env: env, asked: func() ledger.Asked { return askedBy(r) }}
	r.output = output{
		announcements: announcements{
			sink: env.Sink,
			// The results of a commit are announced at once.
			waits: func() bool { return r.outcome.Committed == "" },
		},
		keep:   func() { r.decisions.keep(ctx, session.Added{}) },
		spoken: &r.conversation.spoken, asking: r.asking, words: func() string { return askedBy(r).Words },
	}
	if env.Engines != nil {
		r.engineUsed = env.Engines.Choice()
	}
	if r.engineUsed == ByAuto {
		r.engineUsed = ByRules
	}
	return r
}

// askedBy is who makes the request, and in which words.
func askedBy(r *request) ledger.Asked {
	actor, words := "", cmp.Or(r.topic.text, r.topic.given)
	if r.Actor != nil {
		actor = r.Actor()
	}
	if r.Policy.NoWords {
		words = ""
	}
	return ledger.AskedBy(actor, words)
}

// pauseFor writes and announces what there is so far, before the request waits for a model or a
// person, or changes something. What it reads afterwards may be another state.
func pauseFor(ctx context.Context, r *request) error {
	r.decisions.keep(ctx, session.Added{})
	r.decisions.letGo()
	return r.output.announce()
}

// finish stores the decisions and the turn of a request, whatever its outcome.
func (r *request) finish(ctx context.Context, err error) (Outcome, error) {
	r.decisions.keep(ctx, turnsOf(r, err))
	r.decisions.letGo()
	if lost := r.output.announce(); lost != nil {
		err = errors.Join(lost, err)
	}
	r.outcome.Refresh = r.outcome.Committed != "" || r.refresh.Load()
	if refusal, ok := errors.AsType[*problem.Refusal](err); ok && refusal.Class == problem.Unanswered {
		r.outcome.Question = r.output.question
	}
	return r.outcome, err
}

// Emit implements event.Sink.
func (r *request) Emit(b event.Body) error { return r.output.Emit(b) }

func (r *request) stage(name string) error { return r.output.Emit(event.Stage{Stage: name}) }

// open opens the workspace. A store that was created meanwhile can be written.
func (r *request) open(ctx context.Context, access Access) (Store, error) {
	store, err := r.Workspace.Open(ctx, access)
	if err != nil {
		return nil, err
	}
	if server, is := store.(workspace.Holder); is {
		store = r.decisions.holding(store, server)
	}
	r.decisions.store = store
	if access&WriteAccess != 0 {
		r.decisions.unwritable = nil
	}
	return store, nil
}

// openWhole is open for a use case that reads all of the workspace, and so holds nothing of it.
func openWhole(ctx context.Context, r *request, access Access) (Store, error) {
	store, err := r.open(ctx, access)
	if server, is := store.(heldStore); is {
		store = server.Store
	}
	return store, err
}

// heldStore is a store on a server, as one request uses it.
type heldStore struct {
	Store
	held workspace.Held
}

func (s heldStore) View(ctx context.Context, fn func(workspace.Reader) error) error {
	return s.held.View(ctx, fn)
}

func (s heldStore) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	return s.held.Update(ctx, fn)
}

// holding returns a store as the request uses it.
func (d *decisions) holding(store Store, server workspace.Holder) Store {
	if now, is := d.store.(heldStore); is && now.Store == store {
		return now
	}
	d.held = server.Hold()
	return heldStore{store, d.held}
}

func (d *decisions) letGo() {
	if d.held != nil {
		d.held.LetGo()
	}
}

// openWorded is open for a use case that says its result in words.
func openWorded(ctx context.Context, r *request, access Access) (Store, error) {
	store, err := r.open(ctx, access)
	if err != nil {
		return nil, err
	}
	return worded{store, r}, nil
}

// worded is a store whose first snapshot also tells the preferred language. The texts for people
// depend on it, and a store on a server would be asked for it alone otherwise.
type worded struct {
	Store
	r *request
}

func (w worded) View(ctx context.Context, fn func(workspace.Reader) error) error {
	read := w.reading()
	err := w.Store.View(ctx, func(snapshot workspace.Reader) error {
		read.from(snapshot)
		return fn(snapshot)
	})
	if err == nil {
		read.keep()
	}
	return err
}

func (w worded) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	read := w.reading()
	changed := false
	receipt, err := w.Store.Update(ctx, func(snapshot workspace.Reader) (workspace.Commit, error) {
		read.from(snapshot)
		commit, err := fn(snapshot)
		changed = commit.Batch != nil && slices.ContainsFunc(commit.Batch.Changes, ofPreference)
		return commit, err
	})
	switch {
	case changed:
		w.r.readings.preferred.Store(nil)
	case err == nil:
		read.keep()
	}
	return receipt, err
}

func ofPreference(c ledger.Change) bool { return c.Kind.Name == "preference" }

// preferredLanguage is a reading of the preferred language, which every call of the function
// that a snapshot is lent to does again.
type preferredLanguage struct {
	r    *request
	done bool // it was read before
	code string
	err  error
}

func (w worded) reading() *preferredLanguage {
	return &preferredLanguage{r: w.r, done: w.r.topic.language != "" || w.r.readings.preferred.Load() != nil}
}

func (p *preferredLanguage) from(snapshot workspace.Reader) {
	if !p.done {
		p.code, p.err = brief.Preference(snapshot, "language", p.r.Clock.Today())
	}
}

func (p *preferredLanguage) keep() {
	if !p.done && p.err == nil {
		p.r.readings.preferred.Store(&p.code)
	}
}

// view lends a snapshot of the workspace. If nothing else has opened it, the
// connection is one that cannot write. What texts were taken to mean in a call of fn that
// does not count is forgotten.
func (r *request) view(ctx context.Context, fn func(workspace.Reader) error) error {
	store, err := openWorded(ctx, r, ReadAccess|OnlyExisting)
	if err != nil {
		return err
	}
	return viewOf(ctx, r, store, fn)
}

func viewOf(ctx context.Context, r *request, store Store, fn func(workspace.Reader) error) error {
	known := r.readings.texts
	return store.View(ctx, func(snapshot workspace.Reader) error {
		r.readings.texts = maps.Clone(known)
		if err := snapshot.AheadOfText(r.readings.said); err != nil {
			return err
		}
		return fn(snapshot)
	})
}

// look is view of the newest state, for what reads no texts. Several goroutines may call it.
func look(ctx context.Context, r *request, fn func(workspace.Reader) error) error {
	store, err := r.Workspace.Open(ctx, ReadAccess|OnlyExisting)
	if err != nil {
		return err
	}
	return worded{store, r}.View(ctx, fn)
}

// openToDecide opens the workspace for a use case that only proposes. Its decisions
// are kept if the workspace can be written; one that cannot is still read. A workspace
// that the user named is not created before a change is applied to it.
func (r *request) openToDecide(ctx context.Context) error {
	_, unwritable := r.open(ctx, WriteAccess|OnlyExisting|AsFound)
	if unwritable == nil {
		return nil
	}
	r.decisions.unwritable = unwritable
	_, err := r.open(ctx, ReadAccess)
	return err
}

// attended reports whether there is a person who answers and approves as the request
// goes along.
func (r *request) attended() bool { return r.Approver != nil && r.Approver.Attended() }

// approver returns who is asked.
func (r *request) approver() Approver {
	if r.Approver == nil {
		return nobody{}
	}
	return r.Approver
}

// language is the language of what the request says to people: that of its proposal, the
// preferred one, or that of its words. What cannot be read is no reason to fail, least of
// all after a commit.
func (r *request) language(ctx context.Context) *message.Language {
	code := r.topic.language
	known := r.readings.preferred.Load()
	if code == "" && known != nil {
		code = *known
	}
	asked := known != nil && r.topic.text == "" // there is nothing more to ask
	if code == "" && !asked && r.decisions.store != nil {
		_ = viewOf(ctx, r, r.decisions.store, func(snapshot workspace.Reader) (err error) {
			code, err = brief.Preference(snapshot, "language", r.Clock.Today())
			if code == "" && err == nil && r.topic.text != "" {
				code, err = languageOfText(r, snapshot, r.topic.text)
			}
			return err
		})
	}
	return message.For(code)
}
