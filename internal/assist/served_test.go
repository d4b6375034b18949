package assist_test

import (
	"context"
	"testing"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// served is a fixture whose store is used as one on a server is: each request holds it.
type served struct{ *fixture }

type servedStore struct{ *sqlite.Store }

type servedHeld struct{ *sqlite.Store }

func (s servedStore) Hold() workspace.Held { return servedHeld{s.Store} }

func (servedHeld) LetGo() {}

func (d served) Open(context.Context, assist.Access) (assist.Store, error) {
	return servedStore{d.store}, nil
}

func TestTheRecordsOfAServerAreComparedWithTheLedger(t *testing.T) {
	d := served{newFixture(t)}
	d.apply(twoTasks)
	env := d.environment("verify")
	env.Workspace = d
	if _, err := assist.VerifyRecords(t.Context(), env); err != nil {
		t.Fatal(err)
	}
	if _, ok := d.heard.Bodies[len(d.heard.Bodies)-1].(event.Summary); !ok {
		t.Errorf("got %+v", d.heard.Bodies)
	}
}
