package propose_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/propose"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// BenchmarkRequest10k is the pipeline's own work for a request: all but the
// model, on 10,000 tasks.
func BenchmarkRequest10k(b *testing.B) {
	s, err := sqlite.Open(filepath.Join(b.TempDir(), "assister.db"), sqlite.Write)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for n := range 10 {
		var ops []op.Op
		for i := range 1000 {
			ops = append(ops, operation(b, fmt.Sprintf(`{"op":"task.create","title":"Call the plumber about item %d","scheduledFor":"2026-%02d-%02d"}`, n*1000+i, 1+i%12, 1+i%28)))
		}
		if _, err := workspace.Apply(context.Background(), s, workspace.Request{Ops: ops, Clock: saturday, CorrelationID: "c"}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		err := s.View(context.Background(), func(snapshot workspace.Reader) error {
			m := model(&script{able: withSchema, replies: []any{`{"operations":[{"op":"task.create","title":"Wax the floor"}]}`, "A task would be added."}})
			_, err := propose.Run(context.Background(), m, words("wax the floor near item 4242"), snapshot, saturday, check.Rules{}, &event.Recorder{})
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
