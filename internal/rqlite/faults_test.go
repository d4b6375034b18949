package rqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"
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
	cluster *servers.Rqlite
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

func clock() calendar.Clock { return calendar.Clock{Instant: time.Now().UTC(), Zone: time.UTC} }

// creation is a request that creates three tasks.
func creation(t testing.TB, key string) workspace.Request {
	t.Helper()
	r := workspace.Request{Clock: clock(), CorrelationID: "c-" + key, Key: key, Approval: "yes"}
	for n := range 3 {
		v, p := ijson.Parse([]byte(fmt.Sprintf(`{"op":"task.create","title":"%s-%d"}`, key, n)))
		if p != nil {
			t.Fatal(p)
		}
		o, problems := op.Decode(v, calendar.Clock{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		r.Ops = append(r.Ops, o)
	}
	return r
}

func open(t testing.TB, address string, mode workspace.Mode) *Store {
	t.Helper()
	a, err := ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), a, workspace.Opening{Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// crowdOf starts the writers. Writer n goes to the nodes in an order that begins with the n-th.
func crowdOf(t *testing.T, cluster *servers.Rqlite, hosts ...string) *crowd {
	t.Helper()
	if hosts == nil {
		for _, n := range cluster.Nodes {
			hosts = append(hosts, n.Address)
		}
	}
	c := &crowd{t: t, cluster: cluster, address: "rqlite://" + cluster.Addresses() + "/work?timeout=2s",
		applied: map[string]int64{}, refused: map[string]bool{}, unknown: map[string]bool{}}
	for w := range writers {
		order := append(slices.Clone(hosts[w%len(hosts):]), hosts[:w%len(hosts)]...)
		s := open(t, "rqlite://"+strings.Join(order, ",")+"/work?timeout=2s", workspace.ToWrite)
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
		c.mu.Lock()
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
		case errors.As(err, &refusal) && refusal.Class == problem.Unknown:
			c.unknown[key] = true
			c.mu.Unlock()
			continue
		case c.unknown[key]: // it is still to be found out
			c.mu.Unlock()
			continue
		default:
			c.refused[key] = true
			if !errors.As(err, &refusal) || !refusal.Passing {
				c.t.Errorf("%s: %v", key, err)
			}
		}
		c.mu.Unlock()
		return
	}
}

// count returns how many batches were acknowledged.
func (c *crowd) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.applied)
}

// progress waits until some more batches were acknowledged.
func (c *crowd) progress(more int) {
	c.t.Helper()
	want := c.count() + more
	servers.Eventually(c.t, "apply batches", time.Minute, func() error {
		if n := c.count(); n < want {
			return fmt.Errorf("%d of %d", n, want)
		}
		return nil
	})
}

// check ends the writers and compares what they were told with what is there, on every node.
func (c *crowd) check() {
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
	for _, n := range c.cluster.Nodes {
		n.WaitReady()
		c.caughtUp(s, n)
		c.compare(n)
	}
}

// caughtUp waits until a node has itself all that the cluster has committed.
func (c *crowd) caughtUp(s *Store, n *servers.RqliteNode) {
	c.t.Helper()
	version := func(s *Client, level Level) int64 {
		rows, err := s.Query(context.Background(), level, stateQuery)
		if err != nil {
			return -1
		}
		return rows[0].Values[0][0].(int64)
	}
	node := dial(c.t, n.Address)
	servers.Eventually(c.t, "catch up", time.Minute, func() error {
		if has, want := version(node, None), version(s.client, Linearizable); has != want {
			return fmt.Errorf("node %s has version %d, the cluster %d", n.Address, has, want)
		}
		return nil
	})
}

// compare compares what a node has itself with what the writers were told.
func (c *crowd) compare(n *servers.RqliteNode) {
	c.t.Helper()
	rows, err := dial(c.t, n.Address).Query(context.Background(), None,
		Statement{Text: "SELECT id, key FROM batch"},
		Statement{Text: "SELECT substr(title, 1, length(title) - 2), count(*), count(DISTINCT title) FROM task GROUP BY 1"})
	if err != nil {
		c.t.Errorf("node %s: %v", n.Address, err)
		return
	}
	batches, tasks := map[string]int64{}, map[string]bool{}
	for _, row := range rows[0].Values {
		key := row[1].(string)
		if batches[key] != 0 {
			c.t.Errorf("node %s: key %s has two batches", n.Address, key)
		}
		batches[key] = row[0].(int64)
	}
	for _, row := range rows[1].Values {
		key := row[0].(string)
		if tasks[key] = true; row[1] != int64(3) || row[2] != int64(3) {
			c.t.Errorf("node %s: key %s has made %v tasks with %v titles", n.Address, key, row[1], row[2])
		}
	}
	for key, id := range c.applied {
		if batches[key] != id || !tasks[key] {
			c.t.Errorf("node %s: %s was acknowledged as batch %d, and is batch %d", n.Address, key, id, batches[key])
		}
	}
	for key := range c.refused {
		if batches[key] != 0 || tasks[key] {
			c.t.Errorf("node %s: %s was refused, and is batch %d", n.Address, key, batches[key])
		}
	}
	if len(batches) != len(c.applied) || len(tasks) != len(c.applied) {
		c.t.Errorf("node %s: %d batches and the tasks of %d, and %d were acknowledged",
			n.Address, len(batches), len(tasks), len(c.applied))
	}
}

func threeNodes(t *testing.T) *servers.Rqlite {
	t.Helper()
	return servers.StartRqlite(t, 3, servers.RqliteOptions{Flags: []string{"-fk"}})
}

func TestFaultTheLeaderDiesFiveTimes(t *testing.T) {
	cluster := threeNodes(t)
	c := crowdOf(t, cluster)
	c.progress(20)
	for range 5 {
		leader := cluster.Leader()
		leader.Kill()
		died := time.Now()
		next := cluster.Leader()
		elected := time.Now()
		c.progress(1)
		resumed := time.Since(elected).Round(time.Millisecond)
		t.Logf("%s follows %s after %v; the next batch %v later", next.Address, leader.Address,
			elected.Sub(died).Round(time.Millisecond), resumed)
		if resumed > time.Second {
			t.Errorf("writes resume %v after the new leader is there", resumed)
		}
		c.progress(10)
		leader.Restart()
	}
	c.check()
}

func TestFaultAMinorityRefusesWrites(t *testing.T) {
	cluster := threeNodes(t)
	c := crowdOf(t, cluster)
	c.progress(20)
	leader := cluster.Leader()
	var dead []*servers.RqliteNode
	for _, n := range cluster.Nodes {
		if n != leader {
			n.Kill()
			dead = append(dead, n)
		}
	}
	// What is under way may still end; after that, nothing may be acknowledged.
	servers.Eventually(t, "refuse writes", time.Minute, func() error {
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(c.refused)+len(c.unknown) < writers {
			return fmt.Errorf("%d were refused, %d are unknown", len(c.refused), len(c.unknown))
		}
		return nil
	})
	for _, n := range dead {
		n.Start()
	}
	for _, n := range dead {
		n.WaitReady()
	}
	c.progress(20)
	c.check()
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
			cluster := threeNodes(t)
			var hosts []string
			var proxies []*servers.Proxy
			for _, n := range cluster.Nodes {
				p := servers.StartProxy(t, n.Address)
				proxies, hosts = append(proxies, p), append(hosts, p.Address)
			}
			var commits atomic.Int64
			for _, p := range proxies {
				p.CutWhen(func(c *servers.Crossing) bool {
					return committing(c) && tt.cut(c) && commits.Add(1)%3 == 0
				})
			}
			c := crowdOf(t, cluster, hosts...)
			c.progress(200)
			for _, p := range proxies {
				p.CutWhen(nil)
			}
			cuts := commits.Load() / 3
			if t.Logf("%d commits were cut", cuts); cuts < 20 {
				t.Errorf("only %d commits were cut", cuts)
			}
			c.check()
		})
	}
}

func TestFaultANodeHangs(t *testing.T) {
	cluster := threeNodes(t)
	c := crowdOf(t, cluster)
	c.progress(20)
	for _, n := range []*servers.RqliteNode{cluster.Follower(), cluster.Leader()} {
		n.Pause()
		c.progress(20)
		n.Resume()
		c.progress(20)
	}
	c.check()
}

func TestFaultTheDiskOfANodeIsFull(t *testing.T) {
	c, small := onSmallDisk(t)
	free := small.FillDisk(0)
	c.progress(50)
	free()
	c.progress(50)
	c.cluster.Replace(small)
	c.check()
}

// TestFaultTheDiskOfANodeIsFullForSQLite leaves room for an entry of the Raft log, and none
// for what the entry writes. rqlite counts such an entry as applied. From then on the node
// takes itself for up to date and lacks a write: see “assister help stores”. The version that
// each write leads to is checked on each node, so the node lacks all later writes too, rather
// than having some of them.
func TestFaultTheDiskOfANodeIsFullForSQLite(t *testing.T) {
	c, small := onSmallDisk(t)
	wrong := func() bool {
		t.Helper()
		f, known := dial(t, strings.Split(c.cluster.Addresses(), ",")...).writes(t.Context())
		t.Logf("%+v", f)
		if !known || f.Wrong != strings.Contains(f.Found, small.Address) {
			t.Errorf("the nodes are compared: %v, %+v", known, f)
		}
		return f.Wrong
	}
	if wrong() {
		t.Error("a node lacks writes before its disk was full")
	}
	free := small.FillDisk(16 << 10)
	c.progress(50)
	free()
	look := func() []driver.Value {
		t.Helper()
		rows, err := dial(t, small.Address).Query(t.Context(), None, Statement{Text: `SELECT max(version),
			(SELECT max(id) FROM batch), (SELECT count(DISTINCT batch) FROM change) FROM write_log`})
		if err != nil {
			t.Fatal(err)
		}
		return rows[0].Values[0]
	}
	before := look()
	c.progress(50)
	row := look()
	t.Logf("the node has version %d and %d batches", row[0], row[1])
	if row[1] != row[2] {
		t.Errorf("the node has %d batches, and the changes of %d", row[1], row[2])
	}
	if lacks := row[0] == before[0]; wrong() != lacks {
		t.Errorf("the node lacks writes: %v, and what is said is otherwise", lacks)
	}
	c.cluster.Replace(small)
	c.check()
}

// onSmallDisk starts writers on three nodes, one of which has a small disk.
func onSmallDisk(t *testing.T) (*crowd, *servers.RqliteNode) {
	t.Helper()
	cluster := servers.StartRqlite(t, 3, servers.RqliteOptions{Flags: []string{"-fk"}, SmallDisk: 64 << 20})
	c := crowdOf(t, cluster)
	c.progress(20)
	return c, cluster.Nodes[len(cluster.Nodes)-1]
}
