//go:build linux

package faults

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"assister/internal/sqlite"
	"assister/internal/workspace"
	"assister/internal/workspace/undotest"
)

// tangle is a workspace that many processes change, undo and redo at once.
type tangle struct {
	*home
	mu       sync.Mutex
	requests map[string]workspace.UndoRequest // by key
	wrote    map[string]int64                 // the batches that were acknowledged, by key
	refused  map[string]bool                  // the keys whose last answer was a refusal
	ends     map[int]int                      // by exit code
	killed   int
	replayed int // after a kill that came too late
}

// Whoever applies, undoes and redoes at once, and whoever is killed meanwhile: the ledger is
// as if all had come one after the other, everyone was told the truth, and a request that is
// tried again after a kill is carried out once.
func TestACrowdUndoesAndRedoesAndIsKilled(t *testing.T) {
	g := &tangle{home: newHome(t), requests: map[string]workspace.UndoRequest{}, wrote: map[string]int64{},
		refused: map[string]bool{}, ends: map[int]int{}}
	begun := time.Now()
	g.run(`{"op":"project.create","name":"P","as":"p"}
{"op":"task.create","title":"a","projectId":{"ref":"p"}}
{"op":"task.create","title":"b","projectId":{"ref":"p"}}
{"op":"task.create","title":"c"}
`, "apply", "--yes").must(0)
	life := 2 * time.Since(begun)
	rounds := 6 * *crowd
	atOnce(func(process int) {
		draw := rand.New(rand.NewPCG(*seed, uint64(process)))
		for n := range rounds {
			g.one(draw, fmt.Sprintf("p%dn%d", process, n), life)
		}
	})
	if t.Failed() {
		return
	}
	g.whole()
	g.tidy()
	g.judge()
	t.Logf("%d commands, %d killed, %d replayed, %v", processes*rounds, g.killed, g.replayed, g.ends)
	reached(t, processes*rounds)
}

// one carries out a random command, and once more if it was killed.
func (g *tangle) one(draw *rand.Rand, key string, life time.Duration) {
	args, input := []string{"apply", "--yes"}, taskChanges(draw)
	if draw.IntN(3) > 0 {
		u := workspace.UndoRequest{Redo: draw.IntN(3) == 0, Key: key}
		if draw.IntN(2) == 0 {
			u.Batch = 1 + draw.Int64N(40)
		}
		switch draw.IntN(5) {
		case 0:
			u.Partial = true
		case 1:
			u.Force = true
		}
		u.Key = ""
		args, input = strings.Fields(undotest.Step{Undo: u}.String()), ""
		g.mu.Lock()
		g.requests[key] = u
		g.mu.Unlock()
	}
	args = append(args, "--idempotency-key", key)
	if draw.IntN(3) == 0 {
		e := g.home.killed(input, time.Duration(draw.Int64N(int64(life))), args...)
		g.note(key, e)
		if !e.killed {
			return
		}
	}
	g.note(key, g.run(input, args...))
}

// taskChanges draws operations that change a few records, so that they conflict.
func taskChanges(draw *rand.Rand) string {
	var lines strings.Builder
	for range 1 + draw.IntN(3) {
		id := 1 + draw.IntN(4)
		lines.WriteString(one(draw,
			fmt.Sprintf(`{"op":"task.update","id":%d,"title":"t%d"}`, id, draw.IntN(5)),
			fmt.Sprintf(`{"op":"task.update","id":%d,"priority":"%s"}`, id, one(draw, "low", "high")),
			fmt.Sprintf(`{"op":"task.update","id":%d,"projectId":%s}`, id, one(draw, "1", "2", "null")),
			fmt.Sprintf(`{"op":"task.delete","id":%d}`, id),
			`{"op":"task.create","title":"new","projectId":1}`, `{"op":"project.create","name":"Q"}`,
			`{"op":"project.delete","id":1}`) + "\n")
	}
	return lines.String()
}

// note keeps what a command said.
func (g *tangle) note(key string, e ended) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if e.killed {
		g.killed++
		return
	}
	g.ends[e.code]++
	done, _ := e.done()
	batch, _ := number(done, "batchId")
	switch {
	case e.code == 0 && word(done, "idempotencyKey") == key && batch != 0:
		g.wrote[key] = batch
		if flagged(done, "replayed") {
			g.replayed++
		}
	case e.code == 4 || e.code == 5:
		g.refused[key] = true
	case e.code != 0:
		g.t.Errorf("%q ended with %d:\n%s%s", e.args, e.code, brief(e.stdout), brief(e.stderr))
	}
}

// judge follows the ledger, and compares it with what was said.
func (g *tangle) judge() {
	g.t.Helper()
	s, err := sqlite.Open(g.copied(), workspace.ToWrite)
	if err != nil {
		g.t.Fatal(err)
	}
	defer s.Close()
	if err := undotest.Follow(context.Background(), s, maps.Clone(g.requests)); err != nil {
		g.t.Error(err)
	}
	now := g.look()
	for key, batch := range g.wrote {
		if n := now.number("SELECT count(*) FROM batch WHERE key = ? AND id = ?", key, batch); n != 1 {
			// It may have been done before by another undo, which the answer names.
			if undo, named := g.requests[key]; !named || undo.Batch == 0 {
				g.t.Errorf("%s was acknowledged as batch %d, and is not there", key, batch)
			}
		}
	}
	for key := range g.refused {
		if n := now.number("SELECT count(*) FROM batch WHERE key = ?", key); n != 0 {
			g.t.Errorf("%s was refused, and is there", key)
		}
	}
}
