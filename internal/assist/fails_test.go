package assist_test

import (
	"context"
	"errors"
	"testing"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/workspace"
)

var errStore = errors.New("the store is gone")

// failing is a workspace whose look-ups fail once some of them were made.
type failing struct {
	*fixture
	left int
}

func (f *failing) Open(context.Context, assist.Access) (assist.Store, error) {
	return failingStore{f.store, f}, nil
}

type failingStore struct {
	assist.Store
	*failing
}

func (s failingStore) View(ctx context.Context, fn func(workspace.Reader) error) error {
	return s.Store.View(ctx, func(r workspace.Reader) error { return fn(failingReader{r, s.failing}) })
}

type failingReader struct {
	workspace.Reader
	*failing
}

func (r failingReader) Find(c filter.Condition, today calendar.Date) ([]record.Record, error) {
	if r.left--; r.left < 0 {
		return nil, errStore
	}
	return r.Reader.Find(c, today)
}

func (r failingReader) Record(kind string, id int64) (record.Record, bool, error) {
	if r.left--; r.left < 0 {
		return record.Record{}, false, errStore
	}
	return r.Reader.Record(kind, id)
}

// Whichever look-up of a text fails that depends on what was said before, nothing else is made of the text.
func TestALookUpThatFailsChangesNoMeaning(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"event.create","title":"Dentist","scheduledFor":"2026-11-24","startTime":"10:00"}
{"op":"task.create","title":"Milk"}`)
	for _, tt := range []struct{ before, text string }{
		{"move the dentist to friday", "no, rather tuesday"}, {"when is the dentist", "move it to friday"},
		{"move the dentist to friday", "and milk too"}, {"move the dentist to friday", "an hour later"},
		{"when is the dentist", "remind me an hour before"}, {"add tea on sunday at 3", "and at 5"},
	} {
		for n := 0; ; n++ {
			if _, err := d.store.Clear(t.Context(), "home"); err != nil {
				t.Fatal(err)
			}
			ask := func(text string, in assist.Workspace) error {
				env := d.environment(text)
				env.Workspace = in
				_, err := assist.Ask(t.Context(), env, assist.AskRequest{
					Request: assist.Request{Text: text, Conversation: assist.Conversation{Session: "home"}}})
				return err
			}
			if err := ask(tt.before, d); err != nil {
				t.Fatal(err)
			}
			f := &failing{d, n}
			err := ask(tt.text, f)
			if f.left >= 0 {
				if err != nil || n == 0 {
					t.Errorf("%q after %q: %d look-ups, %v", tt.text, tt.before, n, err)
				}
				break
			}
			if !errors.Is(err, errStore) {
				t.Errorf("%q after %q: look-up %d fails, and the error is %v", tt.text, tt.before, n+1, err)
			}
		}
	}
}
