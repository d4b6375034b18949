package assist

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/problem"
	"assister/internal/search"
	"assister/internal/tool"
	"assister/internal/vector"
	"assister/internal/workspace"
)

// SearchRequest is a text to search for.
type SearchRequest struct {
	Search    search.Request
	WordsOnly bool // without asking a server for an embedding
}

// Search emits the records that match a text, best first.
func Search(ctx context.Context, env Environment, q SearchRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, searchText(ctx, r, q))
}

func searchText(ctx context.Context, r *request, q SearchRequest) error {
	if strings.TrimSpace(q.Search.Text) == "" {
		return problem.Misuse("the text is empty", "say what to search for: assister search dentist")
	}
	if _, err := r.open(ctx, RefreshAccess|OnlyExisting); err != nil {
		return err
	}
	var found search.Result
	var err error
	how := event.Semantic{Disabled: true, Reason: "words alone are asked for"}
	if q.WordsOnly {
		found, err = searchMatching(ctx, r, q.Search, nil)
	} else {
		found, how, err = searchRelevant(ctx, r, q.Search)
	}
	if err != nil {
		return err
	}
	for _, m := range found.Matches {
		match := event.Match{Score: m.Score, Field: m.Field, Excerpt: m.Excerpt, Words: m.Words, Near: m.Semantic}
		if err := r.Emit(event.Row{Record: m.Record, Match: &match}); err != nil {
			return err
		}
	}
	return r.Emit(event.Summary{Text: foundText(found), Total: &found.Total, Semantic: &how})
}

// foundText is the result of a search in a sentence.
func foundText(found search.Result) string {
	shown, words := "", found.Total-found.Semantic
	if len(found.Matches) < found.Total {
		shown = fmt.Sprintf(", of which %d are shown", len(found.Matches))
	}
	similar := ""
	if found.Semantic > 0 {
		similar = " and " + problem.CountOf(found.Semantic, "with a similar meaning", "with similar meanings")
	}
	switch {
	case found.Total == 0:
		return "Nothing matches."
	case words == 0:
		return "Nothing has these words; " +
			problem.CountOf(found.Semantic, "record has a similar meaning", "records have similar meanings") + shown + "."
	case found.Partial:
		return "Nothing has all of these words; " +
			problem.Count(words, "record") + " with some of them" + similar + shown + "."
	case shown != "":
		return problem.Count(words, "record") + similar + shown + "; --all shows the rest."
	}
	return problem.Count(words, "record") + similar + "."
}

// searchWait is how long a search waits for the embedding of its text. A server that
// has to load a small model first takes a second or two; after that, words alone are
// the better answer.
const searchWait = 5 * time.Second

// searchRelevant searches by words and, if the text can be embedded, by meaning; how says
// whether it could.
func searchRelevant(ctx context.Context, r *request, q search.Request) (
	a search.Result, how event.Semantic, err error,
) {
	meaning, how, err := embedText(ctx, r, q.Text)
	if err != nil {
		return a, how, err
	}
	a, err = searchMatching(ctx, r, q, meaning)
	if errors.Is(err, vector.ErrDamaged) {
		how = event.Semantic{Disabled: true, Reason: err.Error()}
		r.Log.note("searching by words alone: %v; rebuild the embeddings with `assister index --all`", err)
		a, err = searchMatching(ctx, r, q, nil)
	}
	how.Near = a.Semantic
	return a, how, err
}

// embedText is the meaning of a text beside the embeddings of the workspace; nil if it
// cannot be embedded, and the second result says why.
func embedText(ctx context.Context, r *request, text string) (*search.QueryVector, event.Semantic, error) {
	off := event.Semantic{Disabled: true, Reason: "no embedding model is set"}
	m, found, err := r.Engines.Embedder(searchWait)
	if !found || err != nil {
		return nil, off, err
	}
	var state vector.State
	if err := look(ctx, r, func(snapshot workspace.Reader) (err error) {
		state, err = snapshot.Vectors()
		return err
	}); err != nil {
		return nil, off, err
	}
	meaning, err := m.QueryVector(ctx, state, text)
	var refused *problem.Refusal
	switch {
	case err == nil:
		r.refresh.Store(true)
		return &meaning, event.Semantic{Model: m.Name}, nil
	case ctx.Err() != nil:
		return nil, off, context.Cause(ctx)
	case !errors.As(err, &refused):
		return nil, off, err
	}
	off.Reason = refused.Problem.Message
	if refused.Class != problem.Usage {
		r.Log.note("searching by words alone: %s; %s", refused.Problem.Message, refused.Problem.Hint)
	}
	return nil, off, nil
}

// searchMatching searches by words and by meaning, if that is known. Records of a favorite
// project come before their equals.
func searchMatching(ctx context.Context, r *request, q search.Request, meaning *search.QueryVector) (
	a search.Result, err error,
) {
	err = look(ctx, r, func(snapshot workspace.Reader) error {
		if q.Favorites, err = brief.FavoriteProjects(snapshot, r.Clock.Today()); err != nil {
			return err
		}
		if meaning == nil {
			a, err = search.Find(snapshot, q)
		} else {
			a, err = search.FindHybrid(snapshot, q, *meaning)
		}
		return err
	})
	return a, err
}

// library is what tools read: a snapshot, its search index, and the embedding model.
type library struct {
	tool.Reader
	snapshot
	request   *request
	preferred *preferred // what List reads instead; nil if that is Library
}

// snapshot is what a library reads from.
type snapshot interface {
	search.Source
	tool.Limited
}

// List implements tool.Lister.
func (l library) List(q filter.Query, today calendar.Date) (filter.Result, error) {
	if l.preferred != nil {
		return l.preferred.Query(q, today)
	}
	return l.Query(q, today)
}

// Relevant implements tool.Searcher.
func (l library) Relevant(ctx context.Context, q search.Request) (search.Result, string, error) {
	a, how, err := searchRelevant(ctx, l.request, q)
	return a, how.Reason, err
}
