package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/storetest/servers"
	"assister/internal/workspace"
)

const writers = 8

// crowd is several writers, each with a store of its own as if it were another program, and
// what each of their keys has come to.
type crowd struct {
	t       *testing.T
	address string
	stop    atomic.Bool
	all     sync.WaitGroup

	mu      sync.Mutex
	applied map[string]int64 // batches that were acknowledged, by their keys
	refused map[string]bool  // keys of batches of which it was said that nothing was changed
	unknown map[string]bool  // keys whose outcome was said to be unknown
	newest  time.Time        // when a batch was last acknowledged
	slowest time.Duration    // the longest time between two acknowledged batches
}

// creation is a request that creates three tasks.
func creation(t testing.TB, key string) workspace.Request {
	t.Helper()
	clock := calendar.Clock{Instant: time.Now().UTC(), Zone: time.UTC}
	r := workspace.Request{Clock: clock, CorrelationID: "c-" + key, Key: key, Approval: "yes"}
	for n := range 3 {
		r.Ops = append(r.Ops, decoded(t, `{"op":"task.create","title":"%s-%d"}`, key, n))
	}
	return r
}

// decoded is an operation as a format and its values.
func decoded(t testing.TB, format string, values ...any) op.Op {
	t.Helper()
	v, p := ijson.Parse(fmt.Appendf(nil, format, values...))
	if p != nil {
		t.Fatal(p)
	}
	o, problems := op.Decode(v, calendar.Clock{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return o
}

// open opens a workspace until the end of the test. wait is short, so that an outcome that
// cannot be found out is soon said to be unknown.
func open(t testing.TB, address string, mode workspace.Mode) *Store {
	t.Helper()
	a, err := ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), a, workspace.Opening{Mode: mode, Wait: 3 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// crowdAt starts the writers at an address.
func crowdAt(t *testing.T, address string) *crowd {
	t.Helper()
	c := &crowd{
		t: t, address: address,
		applied: map[string]int64{}, refused: map[string]bool{}, unknown: map[string]bool{},
	}
	for w := range writers {
		s := open(t, address, workspace.ToWrite)
		c.all.Go(func() {
			for n := 0; !c.stop.Load(); n++ {
				c.apply(s, fmt.Sprintf("w%dn%d", w, n))
			}
		})
	}
	t.Cleanup(func() { c.stop.Store(true); c.all.Wait() })
	return c
}

// apply applies a batch as a careful user would: what is unknown is tried again with the
// same key until it is known, and what was refused is left alone.
func (c *crowd) apply(s *Store, key string) {
	for {
		out, err := workspace.Apply(context.Background(), s, creation(c.t, key))
		if !c.note(key, out, err) {
			return
		}
	}
}

// note notes what a writer was told, and reports whether it has to ask again.
func (c *crowd) note(key string, out workspace.Outcome, err error) (again bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var refusal *problem.Refusal
	switch {
	case err == nil:
		c.applied[key] = out.Batch.ID
		if out.Replayed && !c.unknown[key] {
			c.t.Errorf("%s: replayed, although nobody said that it may have been applied", key)
		}
		now := time.Now()
		if !c.newest.IsZero() {
			c.slowest = max(c.slowest, now.Sub(c.newest))
		}
		c.newest = now
		return false
	case errors.As(err, &refusal) && refusal.Class == problem.Unknown:
		c.unknown[key] = true
		return true
	case c.unknown[key]: // it is still to be found out
		return true
	}
	c.refused[key] = true
	if !errors.As(err, &refusal) || !refusal.Passing {
		c.t.Errorf("%s: %v", key, err)
	}
	return false
}

// progress waits until some more batches were acknowledged.
func (c *crowd) progress(more int) {
	c.t.Helper()
	count := func() int {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.applied)
	}
	want := count() + more
	servers.Eventually(c.t, "apply batches", time.Minute, func() error {
		if n := count(); n < want {
			return fmt.Errorf("%d of %d", n, want)
		}
		return nil
	})
}

// check ends the writers and compares what they were told with what the server has.
func (c *crowd) check(n *servers.PostgresNode) {
	c.t.Helper()
	c.stop.Store(true)
	c.all.Wait()
	c.t.Logf("%d batches were applied, %d refused, %d were unknown at first; the longest gap was %v",
		len(c.applied), len(c.refused), len(c.unknown), c.slowest.Round(time.Millisecond))
	s := open(c.t, c.address, workspace.ToRead)
	if v, err := workspace.Verify(context.Background(), s, workspace.Expected{}); err != nil {
		c.t.Errorf("verify: %v", err)
	} else if int(v.Batches) != len(c.applied) {
		c.t.Errorf("there are %d batches, and %d were acknowledged", v.Batches, len(c.applied))
	}
	if found, err := s.Examine(context.Background()); err != nil || len(found.Problems) > 0 {
		c.t.Errorf("examined: %v, %v", found.Problems, err)
	}
	batches, tasks := map[string]string{}, map[string]bool{}
	for _, row := range n.Query("SELECT id, key FROM assister.batch") {
		if batches[row[1]] != "" {
			c.t.Errorf("key %s has two batches", row[1])
		}
		batches[row[1]] = row[0]
	}
	for _, row := range n.Query(`SELECT substr(title, 1, length(title) - 2), count(*), count(DISTINCT title)
		FROM assister.task GROUP BY 1`) {
		if tasks[row[0]] = true; row[1] != "3" || row[2] != "3" {
			c.t.Errorf("key %s has made %s tasks with %s titles", row[0], row[1], row[2])
		}
	}
	for key, id := range c.applied {
		if batches[key] != fmt.Sprint(id) || !tasks[key] {
			c.t.Errorf("%s was acknowledged as batch %d, and is batch “%s”", key, id, batches[key])
		}
	}
	for key := range c.refused {
		if batches[key] != "" || tasks[key] {
			c.t.Errorf("%s was refused, and is batch %s", key, batches[key])
		}
	}
	if len(batches) != len(c.applied) || len(tasks) != len(c.applied) {
		c.t.Errorf("%d batches and the tasks of %d, and %d were acknowledged", len(batches), len(tasks), len(c.applied))
	}
}

func TestFaultTheServerIsKilledAndRestarted(t *testing.T) {
	p := servers.StartPostgres(t, servers.PostgresOptions{})
	c := crowdAt(t, p.URL(""))
	for range 3 {
		c.progress(20)
		p.Primary.Kill()
		p.Primary.Restart()
	}
	c.progress(20)
	c.check(p.Primary)
}

func TestFaultTheStandbyIsPromoted(t *testing.T) {
	p := servers.StartPostgres(t, servers.PostgresOptions{Standby: true})
	c := crowdAt(t, p.URL(""))
	c.progress(50)
	p.Primary.Kill()
	p.Standby.Promote()
	promoted := time.Now()
	c.progress(1)
	t.Logf("a batch is applied %v after the promotion", time.Since(promoted).Round(time.Millisecond))
	c.progress(50)
	c.check(p.Standby)
}

func TestFaultConnectionsAreCutInMidCommit(t *testing.T) {
	for _, tt := range []struct {
		name string
		cut  func(c *servers.Crossing) bool
	}{
		{"request", func(c *servers.Crossing) bool { return c.Received == 0 }},
		{"answer", func(c *servers.Crossing) bool { return c.Received > 0 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := servers.StartPostgres(t, servers.PostgresOptions{})
			proxy := servers.StartProxy(t, p.Primary.Address)
			commits := 0
			proxy.CutWhen(func(c *servers.Crossing) bool {
				if !bytes.Contains(c.Sent, []byte("COMMIT")) || !tt.cut(c) {
					return false
				}
				commits++ // under the lock of the proxy
				return commits%3 == 0
			})
			c := crowdAt(t, p.URLOf("", proxy.Address))
			c.progress(200)
			proxy.CutWhen(nil)
			c.check(p.Primary)
			if commits < 60 {
				t.Errorf("%d commits have passed the proxy", commits)
			}
		})
	}
}
