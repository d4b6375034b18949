package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/workspace"
)

func (s *session) undone(batch int64) workspace.Outcome {
	s.Helper()
	return s.mustUndo(workspace.UndoRequest{Batch: batch})
}

func (s *session) redone(batch int64) workspace.Outcome {
	s.Helper()
	return s.mustUndo(workspace.UndoRequest{Batch: batch, Redo: true})
}

// titles are the titles and names of all records, in the order of their kinds.
func (s *session) titles() string {
	var titles []string
	for _, row := range everything(s, s) {
		_, rest, _ := strings.Cut(row, `","id"`)
		for _, member := range []string{`"title":"`, `"name":"`} {
			if _, text, ok := strings.Cut(rest, member); ok {
				title, _, _ := strings.Cut(text, `"`)
				titles = append(titles, title)
				break
			}
		}
	}
	return strings.Join(titles, " ")
}

func messages(problems []problem.Problem) string {
	var b strings.Builder
	for _, p := range problems {
		fmt.Fprintf(&b, "%s: %s\n", p.Code, p.Message)
	}
	return b.String()
}

const project = `{"op":"project.create","name":"P","as":"p"}`

func TestPartialUndoKeepsTheProjectOfATaskThatItKeeps(t *testing.T) {
	s := begin(t, project, `{"op":"task.create","title":"Kept","projectId":{"ref":"p"}}`,
		`{"op":"task.create","title":"Gone","projectId":{"ref":"p"}}`)
	s.apply(`{"op":"task.update","id":1,"priority":"high"}`)
	refusal := s.refused(func() error { _, err := s.undo(workspace.UndoRequest{Batch: 1}); return err },
		problem.Conflict, problem.UndoConflict)
	for _, want := range []string{"task #1 has changed since: priority", "project #1 cannot be deleted: task #1 belongs to it"} {
		if !strings.Contains(messages(refusal.More), want) {
			t.Errorf("it does not say %q:\n%s", want, messages(refusal.More))
		}
	}
	out := s.mustUndo(workspace.UndoRequest{Batch: 1, Partial: true})
	if got := s.titles(); got != "Kept P" || messages(out.Warnings) != messages(refusal.More) {
		t.Errorf("left are %q; %s", got, messages(out.Warnings))
	}
	// The rest of the batch follows when nothing is in the way any more.
	s.undone(2)
	if out := s.undone(0); out.Batch.Undoes != 1 || s.titles() != "" {
		t.Errorf("undid batch %d, left are %q", out.Batch.Undoes, s.titles())
	}
}

// A restored record needs what it belonged to, and its unique values.
func TestUndoNamesWhatARestoredRecordLacks(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines [][]string
		undo  int64
		want  string
	}{
		{"its project", [][]string{
			{project, `{"op":"task.create","title":"T","projectId":{"ref":"p"}}`},
			{`{"op":"task.delete","id":1}`}, {`{"op":"project.delete","id":1}`},
		}, 2, "task #1 would belong to project #1, which does not exist"},
		{"a project that it is moved back to", [][]string{
			{project, `{"op":"task.create","title":"T","projectId":{"ref":"p"}}`},
			{`{"op":"task.update","id":1,"projectId":null}`}, {`{"op":"project.delete","id":1}`},
		}, 2, "task #1 would belong to project #1, which does not exist"},
		{"its name", [][]string{
			{`{"op":"preference.create","name":"language","value":"en"}`},
			{`{"op":"preference.delete","id":1}`}, {`{"op":"preference.create","name":"language","value":"fr"}`},
		}, 2, "preference #1 would have the same name as preference #2"},
		{"its part in a situation", [][]string{
			{`{"op":"person.create","name":"Ann","as":"a"}`, `{"op":"situation.create","title":"The move","as":"s"}`,
				`{"op":"situation_actor.create","situationId":{"ref":"s"},"personId":{"ref":"a"}}`},
			{`{"op":"situation_actor.delete","id":1}`},
			{`{"op":"situation_actor.create","situationId":1,"personId":1}`},
		}, 2, "situation actor #1 would have the same situationId and personId as situation actor #2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := begin(t)
			for _, lines := range tt.lines {
				s.apply(lines...)
			}
			for _, force := range []bool{false, true} { // force overwrites values and breaks nothing
				refusal := s.refused(func() error {
					_, err := s.undo(workspace.UndoRequest{Batch: tt.undo, Force: force})
					return err
				}, problem.Conflict, problem.UndoConflict)
				if got := messages(refusal.More); got != "undo_conflict: "+tt.want+"\n" {
					t.Errorf("got %s, want %s", got, tt.want)
				}
			}
			s.undone(0)
			s.undone(0)
		})
	}
}

func TestAPartialUndoOfARedoLeavesNothingOutOfReach(t *testing.T) {
	s := begin(t, milk, `{"op":"task.create","title":"Bread"}`)
	s.undone(1)
	s.redone(2)
	s.apply(`{"op":"task.update","id":1,"priority":"high"}`)
	s.mustUndo(workspace.UndoRequest{Batch: 3, Partial: true})
	if got := s.titles(); got != "Buy milk" {
		t.Errorf("left are %q", got)
	}
	for _, want := range []int64{4, 1} {
		if out := s.undone(0); out.Batch.Undoes != want {
			t.Errorf("undid batch %d, want %d", out.Batch.Undoes, want)
		}
	}
	if got := s.titles(); got != "" {
		t.Errorf("out of reach are %q", got)
	}
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{}); return err }, problem.Rejected, problem.NoBatch)
}

// Each of these undos undoes something, or the undo before is undone by it; the newest undo
// or redo of a batch decides, whatever was undone before.
func TestUndosOfUndosInAnyOrderAreNotConfused(t *testing.T) {
	s := begin(t, milk)
	for i, batch := range []int64{1, 2, 3, 2, 1, 4, 0} {
		want := []string{"", "Buy milk"}[i%2]
		if out := s.undone(batch); out.Replayed || out.Batch.ID != int64(i+2) || s.titles() != want {
			t.Errorf("undo %d: batch %d, replayed %v, there is %q", batch, out.Batch.ID, out.Replayed, s.titles())
		}
	}
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{}); return err }, problem.Rejected, problem.NoBatch)
	if _, err := workspace.Verify(t.Context(), s, workspace.Expected{}); err != nil {
		t.Error(err)
	}
}

// A batch that is undone in parts, by several undos, is redone whole.
func TestRedoOfABatchBringsBackWhatSeveralUndosTook(t *testing.T) {
	s := begin(t, milk, `{"op":"task.create","title":"Bread"}`)
	s.apply(`{"op":"task.update","id":1,"priority":"high"}`)
	before := s.titles()
	s.mustUndo(workspace.UndoRequest{Batch: 1, Partial: true})
	s.undone(2)
	s.undone(1)
	if out := s.redone(1); out.Batch.Action != ledger.Redo || s.titles() != before {
		t.Errorf("there is %q", s.titles())
	}
}

func TestACommandThatNamesItsBatchCanBeTriedAgain(t *testing.T) {
	for _, tt := range []struct {
		name    string
		request workspace.UndoRequest
	}{
		{"undo", workspace.UndoRequest{Batch: 2}},
		{"undo in part", workspace.UndoRequest{Batch: 1, Partial: true}},
		{"undo by force", workspace.UndoRequest{Batch: 1, Force: true}},
		{"redo of the batch", workspace.UndoRequest{Batch: 4, Redo: true}},
		{"redo of the undo", workspace.UndoRequest{Batch: 5, Redo: true}},
		{"undo of the undo", workspace.UndoRequest{Batch: 5}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := begin(t, milk, `{"op":"task.create","title":"Bread"}`)
			s.apply(`{"op":"task.update","id":1,"priority":"high"}`)
			s.apply(`{"op":"task.create","title":"Butter"}`)
			s.apply(`{"op":"task.update","id":3,"title":"Ghee"}`)
			s.undone(4)
			first := s.mustUndo(tt.request)
			then := everything(t, s)
			again := s.mustUndo(tt.request)
			if first.Replayed || !again.Replayed || again.Batch.ID != first.Batch.ID {
				t.Errorf("first batch %d, again batch %d, replayed %v", first.Batch.ID, again.Batch.ID, again.Replayed)
			}
			if !slices.Equal(then, everything(t, s)) {
				t.Error("the second one changed something")
			}
		})
	}
}

func TestRedoOfWhatWasNeverUndoneIsRejected(t *testing.T) {
	s := begin(t, milk)
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{Batch: 1, Redo: true}); return err },
		problem.Rejected, problem.NoBatch)
}

// Without a key of its own an undo has the key of its batch and of the undo or redo that
// came before, so that another undo after a redo is another request.
func TestADerivedKeyNamesTheBatchAndItsHistory(t *testing.T) {
	s := begin(t, milk)
	for _, want := range []string{"undo:1", "redo:1:2", "undo:1:3", "redo:1:4"} {
		if out := s.mustUndo(workspace.UndoRequest{Redo: strings.HasPrefix(want, "redo")}); out.Batch.Key != want {
			t.Errorf("the key is %q, want %q", out.Batch.Key, want)
		}
	}
}

func TestTheSameUndoWithTheSameKeyIsCarriedOutOnce(t *testing.T) {
	s := begin(t, milk)
	s.apply(`{"op":"task.create","title":"Bread"}`)
	request := workspace.UndoRequest{Key: "k"}
	first := s.mustUndo(request)
	s.redone(0)
	for _, batch := range []int64{0, 2} { // named or not, it is the same request
		request.Batch = batch
		again := s.mustUndo(request)
		if !again.Replayed || again.Batch.ID != first.Batch.ID || again.Counts != first.Counts || len(again.Findings) != 1 {
			t.Errorf("undo %d: %+v", batch, again)
		}
	}
	if got := s.titles(); got != "Buy milk Bread" {
		t.Errorf("there is %q", got)
	}
	for _, other := range []workspace.UndoRequest{
		{Key: "k", Batch: 1}, {Key: "k", Redo: true}, {Key: "k", Force: true}, {Key: "k", Partial: true},
	} {
		s.refused(func() error { _, err := s.undo(other); return err }, problem.Conflict, problem.IdempotencyConflict)
	}
	r := s.request(milk)
	r.Key = "k"
	s.refused(func() error { _, err := workspace.Apply(t.Context(), s, r); return err },
		problem.Conflict, problem.IdempotencyConflict)
	r.Key = "milk"
	if _, err := workspace.Apply(t.Context(), s, r); err != nil {
		t.Fatal(err)
	}
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{Key: "milk"}); return err },
		problem.Conflict, problem.IdempotencyConflict)
}

// Force has nothing to overwrite in a record that is gone. The batch counts as undone,
// and the outcome says so.
func TestForceUndoesTheBatchOfARecordThatIsGone(t *testing.T) {
	s := begin(t, milk)
	s.apply(`{"op":"task.update","id":1,"title":"Oat milk"}`)
	s.apply(`{"op":"task.delete","id":1}`)
	out := s.mustUndo(workspace.UndoRequest{Batch: 2, Force: true})
	if got := messages(out.Warnings); !strings.Contains(got, "already_deleted: task #1 has been deleted since, by batch 3") {
		t.Errorf("it says %s", got)
	}
	if again := s.undone(2); !again.Replayed {
		t.Error("it is not undone")
	}
	s.redone(2)
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{Batch: 2}); return err },
		problem.Conflict, problem.UndoConflict)
	for _, want := range []int64{3, 2, 1} {
		if out := s.undone(0); out.Batch.Undoes != want {
			t.Errorf("undid batch %d, want %d", out.Batch.Undoes, want)
		}
	}
}

// To redo a forced undo restores the values that it overwrote, and to undo that is a
// conflict again for everything but this redo.
func TestAForcedUndoIsForcedAgainOnlyByNameOfItsRedo(t *testing.T) {
	s := begin(t, milk)
	s.apply(`{"op":"task.update","id":1,"title":"Oat"}`)
	s.apply(`{"op":"task.update","id":1,"title":"Soy"}`)
	s.mustUndo(workspace.UndoRequest{Batch: 2, Force: true})
	s.redone(4)
	if got := s.titles(); got != "Soy" {
		t.Errorf("there is %q", got)
	}
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{Batch: 2}); return err },
		problem.Conflict, problem.UndoConflict)
	s.undone(5)
	if got := s.titles(); got != "Buy milk" {
		t.Errorf("there is %q", got)
	}
}

// A person who confirms an undo confirms the batch that was shown.
func TestTheBatchToConfirmIsNamed(t *testing.T) {
	var lines []string
	for i := range 21 {
		lines = append(lines, fmt.Sprintf(`{"op":"task.create","title":"t%d"}`, i))
	}
	s := begin(t, lines...)
	out, err := s.undo(workspace.UndoRequest{})
	if err == nil || out.Batch.Undoes != 1 || out.Batch.ID != 0 {
		t.Errorf("got %+v, %v", out.Batch, err)
	}
}

// One record may take over the unique values of another in the same batch.
func TestAUniqueValuePassesFromOneRecordToAnother(t *testing.T) {
	s := begin(t, `{"op":"person.create","name":"Ann","as":"a"}`, `{"op":"person.create","name":"Ben"}`,
		`{"op":"situation.create","title":"The move","as":"s"}`,
		`{"op":"situation_actor.create","situationId":{"ref":"s"},"personId":{"ref":"a"}}`)
	before := everything(t, s)
	s.apply(`{"op":"situation_actor.delete","id":1}`, `{"op":"situation_actor.create","situationId":1,"personId":1}`)
	s.undone(0)
	s.apply(`{"op":"situation_actor.update","id":1,"personId":2}`,
		`{"op":"situation_actor.create","situationId":1,"personId":1}`)
	s.undone(0)
	if after := everything(t, s); !slices.Equal(before, after) {
		t.Errorf("undone, there is\n%s", strings.Join(after, "\n"))
	}
}

// unsure commits, and then cannot tell.
type unsure struct{ workspace.Store }

func (s unsure) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	if r, err := s.Store.Update(ctx, fn); err != nil {
		return r, err
	}
	return workspace.Receipt{}, workspace.ErrUnknownOutcome
}

// The hint of an unknown outcome is a command that is carried out at most once, also where
// the request named no batch.
func TestAnUnknownOutcomeSaysWhatToRun(t *testing.T) {
	for _, tt := range []struct {
		request workspace.UndoRequest
		want    string
		again   workspace.UndoRequest // what the hint says
	}{
		{workspace.UndoRequest{}, "assister undo 2", workspace.UndoRequest{Batch: 2}},
		{workspace.UndoRequest{Partial: true}, "assister undo 2 --partial", workspace.UndoRequest{Batch: 2, Partial: true}},
		{workspace.UndoRequest{Key: "k"}, "assister undo 2 --idempotency-key k", workspace.UndoRequest{Batch: 2, Key: "k"}},
		{workspace.UndoRequest{Redo: true}, "assister redo 4", workspace.UndoRequest{Batch: 4, Redo: true}},
	} {
		t.Run(tt.want, func(t *testing.T) {
			s := begin(t, milk)
			s.apply(`{"op":"task.create","title":"Bread"}`)
			if tt.request.Redo {
				s.apply(`{"op":"task.create","title":"Butter"}`)
				s.undone(3)
			}
			tt.request.Clock = saturday
			_, err := workspace.Undo(t.Context(), unsure{s.Store}, tt.request)
			var refusal *problem.Refusal
			if !errors.As(err, &refusal) || refusal.Class != problem.Unknown ||
				!strings.Contains(refusal.Problem.Hint, "`"+tt.want+"`") {
				t.Fatalf("got %v, %+v", err, refusal)
			}
			then := everything(t, s)
			if out := s.mustUndo(tt.again); !out.Replayed || !slices.Equal(then, everything(t, s)) {
				t.Errorf("run again, it is batch %d", out.Batch.ID)
			}
		})
	}
}
