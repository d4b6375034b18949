package servers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Rqlite is a cluster of rqlite nodes on loopback.
type Rqlite struct {
	Nodes []*RqliteNode

	t testing.TB
}

// RqliteOptions are what a cluster is started with. The zero value is rqlited's defaults.
type RqliteOptions struct {
	Flags []string // for every node, such as "-fk" or "-auth=FILE"
	User  string   // of the requests of this package, if the nodes ask for one
	Pass  string

	// SmallDisk is the size of the disk of the last node in bytes; 0 for the disk of the
	// test. Such a node loses its data when it stops.
	SmallDisk int64
}

// RqliteNode is one node. Its addresses and its data stay when it is killed and restarted.
type RqliteNode struct {
	Address string // HOST:PORT of the HTTP API

	t       testing.TB
	binary  string
	raft    string
	join    string
	dir     string
	options RqliteOptions
	small   bool
	log     logBuffer

	mu    sync.Mutex
	cmd   *exec.Cmd
	ended chan struct{}
}

// StartRqlite starts a cluster of n nodes that is stopped at the end of the test.
func StartRqlite(t testing.TB, n int, options RqliteOptions) *Rqlite {
	t.Helper()
	Require(t)
	c := &Rqlite{t: t}
	binary := installed(t, "rqlite")
	for i := range n {
		node := &RqliteNode{
			t: t, binary: binary, Address: freeAddress(t), raft: freeAddress(t), options: options,
			dir: t.TempDir(), small: options.SmallDisk > 0 && i == n-1,
		}
		if i > 0 {
			node.join = c.Nodes[0].raft
		}
		c.Nodes = append(c.Nodes, node)
		t.Cleanup(node.Kill)
		node.Start()
		// A node joins through the leader, so there has to be one.
		node.WaitReady()
	}
	return c
}

// Addresses returns the addresses of the nodes as they stand in an address of a workspace.
func (c *Rqlite) Addresses() string {
	all := make([]string, len(c.Nodes))
	for i, n := range c.Nodes {
		all[i] = n.Address
	}
	return strings.Join(all, ",")
}

// Leader waits until a majority of the running nodes agree on a running leader, and
// returns it.
func (c *Rqlite) Leader() *RqliteNode {
	c.t.Helper()
	var leader *RqliteNode
	Eventually(c.t, "elect a leader", patience, func() (err error) {
		leader, err = c.agreedLeader()
		return err
	})
	return leader
}

func (c *Rqlite) agreedLeader() (*RqliteNode, error) {
	votes := map[string]int{}
	for _, n := range c.Nodes {
		if address, err := n.leader(); err == nil {
			votes[address]++
		}
	}
	for _, n := range c.Nodes {
		if n.Running() && votes[n.Address] > len(c.Nodes)/2 {
			return n, nil
		}
	}
	return nil, fmt.Errorf("the nodes name the leaders %v", votes)
}

// Follower returns a running node that is not the leader.
func (c *Rqlite) Follower() *RqliteNode {
	c.t.Helper()
	leader := c.Leader()
	for _, n := range c.Nodes {
		if n != leader && n.Running() {
			return n
		}
	}
	c.t.Fatal("the cluster has no running follower")
	return nil
}

// Start starts the process. It does not wait.
func (n *RqliteNode) Start() {
	n.t.Helper()
	args := append([]string{
		"-node-id=" + n.raft, "-http-addr=" + n.Address, "-raft-addr=" + n.raft,
		"-join-interval=200ms", "-join-attempts=100",
	}, n.options.Flags...)
	if n.join != "" {
		args = append(args, "-join="+n.join)
		if n.options.User != "" {
			args = append(args, "-join-as="+n.options.User)
		}
	}
	cmd := exec.Command(n.binary, append(args, n.dir)...)
	cmd.Stdout, cmd.Stderr = &n.log, &n.log
	if n.small {
		small, err := onSmallDisk(cmd, n.dir, n.options.SmallDisk)
		if err != nil {
			n.t.Skip("there is no small disk:", err)
		}
		cmd = small
	}
	ended, err := startTied(cmd)
	if err != nil {
		n.t.Fatalf("start rqlite: %v", err)
	}
	n.mu.Lock()
	n.cmd, n.ended = cmd, ended
	n.mu.Unlock()
}

// WaitReady waits until the node knows a leader and has all that is committed.
func (n *RqliteNode) WaitReady() {
	n.t.Helper()
	Eventually(n.t, "start rqlite on "+n.Address, patience, func() error {
		if !n.Running() {
			n.t.Fatalf("rqlite on %s ended:\n%s", n.Address, n.log.String())
		}
		_, err := n.get("/readyz?sync&timeout=1s")
		return err
	})
}

// Running reports whether the process exists, paused or not.
func (n *RqliteNode) Running() bool {
	n.mu.Lock()
	ended := n.ended
	n.mu.Unlock()
	if ended == nil {
		return false
	}
	select {
	case <-ended:
		return false
	default:
		return true
	}
}

// Kill ends the process with SIGKILL and waits until it has ended.
func (n *RqliteNode) Kill() {
	if !n.Running() {
		return
	}
	n.signal(syscall.SIGKILL)
	<-n.ended
}

// Restart starts a killed node again, with the data it had, and waits until it is ready.
func (n *RqliteNode) Restart() {
	n.t.Helper()
	n.Start()
	n.WaitReady()
}

// Pause stops the process where it is, as a machine that hangs, and waits until it no longer
// answers. Its connections stay open.
func (n *RqliteNode) Pause() {
	n.t.Helper()
	n.signal(syscall.SIGSTOP)
	quick := &http.Client{Timeout: 200 * time.Millisecond}
	Eventually(n.t, "pause rqlite on "+n.Address, patience, func() error {
		answer, err := quick.Get("http://" + n.Address + "/readyz")
		if err != nil {
			return nil
		}
		answer.Body.Close()
		return errors.New("it still answers")
	})
}

// Resume lets a paused process go on.
func (n *RqliteNode) Resume() { n.signal(syscall.SIGCONT) }

func (n *RqliteNode) signal(s syscall.Signal) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		n.t.Errorf("send %v to rqlite on %s: %v", s, n.Address, err)
	}
}

// FillDisk fills the small disk of the node except for some bytes. Free makes room again.
func (n *RqliteNode) FillDisk(except int64) (free func()) {
	n.t.Helper()
	name := insideOf(n.cmd.Process.Pid, filepath.Join(n.dir, "filler"))
	file, err := os.Create(name)
	if err != nil {
		n.t.Fatal(err)
	}
	defer file.Close()
	block := make([]byte, 4096)
	filled := int64(0)
	for written := 0; err == nil; filled += int64(written) {
		written, err = file.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		n.t.Fatalf("fill the disk: %v", err)
	}
	if err := file.Truncate(max(filled-except, 0)); err != nil {
		n.t.Fatalf("fill the disk: %v", err)
	}
	return func() {
		if err := os.Remove(name); err != nil {
			n.t.Errorf("free the disk: %v", err)
		}
	}
}

// Replace removes a node with a small disk from the cluster, starts it without data, and
// waits until it has joined. It is not the first node, through which nodes join.
func (c *Rqlite) Replace(n *RqliteNode) {
	c.t.Helper()
	leader := c.Leader()
	n.Kill()
	request, err := http.NewRequest(http.MethodDelete, "http://"+leader.Address+"/remove",
		strings.NewReader(`{"id":"`+n.raft+`"}`))
	if err != nil {
		c.t.Fatal(err)
	}
	answer, err := client.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		c.t.Fatalf("remove node %s: %s", n.Address, answer.Status)
	}
	n.Restart()
}

// leader returns the address of the HTTP API of the leader that the node knows.
func (n *RqliteNode) leader() (string, error) {
	text, err := n.get("/nodes?ver=2&timeout=1s")
	if err != nil {
		return "", err
	}
	var answer struct {
		Nodes []struct {
			API    string `json:"api_addr"`
			Leader bool   `json:"leader"`
		} `json:"nodes"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return "", err
	}
	for _, one := range answer.Nodes {
		if one.Leader {
			_, address, _ := strings.Cut(one.API, "://")
			return address, nil
		}
	}
	return "", errors.New("the node knows no leader")
}

// Log returns what the node has logged.
func (n *RqliteNode) Log() string { return n.log.String() }

var client = &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

func (n *RqliteNode) get(path string) ([]byte, error) {
	request, err := http.NewRequest(http.MethodGet, "http://"+n.Address+path, nil)
	if err != nil {
		return nil, err
	}
	if n.options.User != "" {
		request.SetBasicAuth(n.options.User, n.options.Pass)
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", answer.Status, bytes.TrimSpace(text))
	}
	return text, err
}

// freeAddress is an address that nobody has and that is given once. Its port is below those
// that systems give to connections, so that none takes it before a server has started.
func freeAddress(t testing.TB) string {
	t.Helper()
	const lowest, highest, tries = 10240, 32767, 1000
	for range tries {
		address := fmt.Sprintf("127.0.0.1:%d", lowest+rand.IntN(highest-lowest+1))
		if _, given := addresses.LoadOrStore(address, true); given {
			continue
		}
		if l, err := net.Listen("tcp", address); err == nil {
			l.Close()
			return address
		}
	}
	t.Fatalf("none of %d ports is free", tries)
	return ""
}

// addresses are those that were given.
var addresses sync.Map

// logBuffer is a buffer that a process writes while a test reads it.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
