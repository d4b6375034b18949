package assist_test

import (
	"context"
	"errors"
	"testing"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// served is a fixture whose store is used as one on a server is: each request holds it.
type served struct {
	*fixture
	refusal *problem.Refusal // of every snapshot; nil for none
}

type servedStore struct{ *sqlite.Store }

type servedHeld struct{ *sqlite.Store }

func (s servedStore) Hold() workspace.Held { return servedHeld(s) }

func (servedHeld) LetGo() {}

func (d served) Open(context.Context, assist.Access) (assist.Store, error) {
	if d.refusal != nil {
		return refusing{servedStore{d.store}, d.refusal}, nil
	}
	return servedStore{d.store}, nil
}

// refusing refuses every snapshot, as a store does that finds another program's tables.
type refusing struct {
	servedStore
	refusal *problem.Refusal
}

func (s refusing) Hold() workspace.Held { return refusingHeld{s} }

func (s refusing) View(context.Context, func(workspace.Reader) error) error   { return s.refusal }
func (s refusing) Review(context.Context, func(workspace.Reader) error) error { return s.refusal }

func (s refusing) Examine(context.Context) (workspace.Examination, error) {
	return workspace.Examination{}, s.refusal
}

type refusingHeld struct{ refusing }

func (refusingHeld) LetGo() {}

func TestTheRecordsOfAServerAreComparedWithTheLedger(t *testing.T) {
	d := served{fixture: newFixture(t)}
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

// A rebuild does not help against what keeps the records from being read.
func TestWhatHasNothingToDoWithTheRecordsIsNoDifference(t *testing.T) {
	d := served{newFixture(t), problem.Refuse(problem.Failed, "database_too_new", "it is too new", "install the newer one")}
	env := d.environment("verify")
	env.Workspace = d
	if _, err := assist.VerifyRecords(t.Context(), env); !errors.Is(err, d.refusal) {
		t.Errorf("got %v", err)
	}
}
