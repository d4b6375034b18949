package servers

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// post sends statements to a node and returns its answer.
func post(t *testing.T, address, path, body string) (string, error) {
	t.Helper()
	answer, err := client.Post("http://"+address+path, "application/json", strings.NewReader(body))
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return string(text), err
}

// must is post that has to succeed, without an error in the answer.
func must(t *testing.T, address, path, body string) string {
	t.Helper()
	text, err := post(t, address, path, body)
	if err != nil || strings.Contains(text, `"error"`) {
		t.Fatalf("%s: %v\n%s", path, err, text)
	}
	return text
}

func TestAClusterSurvivesTheDeathOfItsLeader(t *testing.T) {
	c := StartRqlite(t, 3, RqliteOptions{})
	must(t, c.Nodes[0].Address, "/db/execute", `["CREATE TABLE t (n INTEGER)"]`)
	old := c.Leader()
	must(t, old.Address, "/db/execute", `["INSERT INTO t VALUES (1)"]`)
	old.Kill()
	if old.Running() {
		t.Fatal("the killed node still runs")
	}
	leader := c.Leader()
	if leader == old {
		t.Fatal("the killed node is still the leader")
	}
	Eventually(t, "write again", patience, func() error {
		_, err := post(t, leader.Address, "/db/execute", `["INSERT INTO t VALUES (2)"]`)
		return err
	})
	old.Restart()
	text := must(t, old.Address, "/db/query?level=none", `["SELECT count(*) FROM t WHERE n = 1"]`)
	if !strings.Contains(text, `[[1]]`) {
		t.Errorf("the restarted node has lost a row: %s", text)
	}
}

func TestAPausedNodeDoesNotAnswerUntilItIsResumed(t *testing.T) {
	c := StartRqlite(t, 1, RqliteOptions{})
	n := c.Nodes[0]
	n.Pause()
	if _, err := n.get("/readyz"); err == nil {
		t.Error("a paused node answers")
	}
	n.Resume()
	n.WaitReady()
}

func TestAFullDiskStopsItsNodeFromWriting(t *testing.T) {
	c := StartRqlite(t, 1, RqliteOptions{SmallDisk: 4 << 20})
	n := c.Nodes[0]
	must(t, n.Address, "/db/execute", `["CREATE TABLE t (n TEXT)"]`)
	free := n.FillDisk(0)
	big := `[["INSERT INTO t VALUES (?)", "` + strings.Repeat("x", 256<<10) + `"]]`
	text, err := post(t, n.Address, "/db/execute", big)
	if err == nil && !strings.Contains(text, `"error"`) {
		t.Errorf("a full disk takes %d bytes: %s", len(big), text)
	}
	free()
}

func TestNoAddressIsGivenTwice(t *testing.T) {
	given := map[string]bool{}
	for range 300 {
		address := freeAddress(t)
		if given[address] {
			t.Fatalf("%s was given before", address)
		}
		given[address] = true
	}
}

func TestAProxyCutsRequestsAndAnswers(t *testing.T) {
	c := StartRqlite(t, 1, RqliteOptions{})
	n := c.Nodes[0]
	must(t, n.Address, "/db/execute", `["CREATE TABLE t (n INTEGER)"]`)
	p := StartProxy(t, n.Address)
	insert := func() error {
		_, err := post(t, p.Address, "/db/execute", `["INSERT INTO t VALUES (1)"]`)
		return err
	}
	rows := func() string { return must(t, n.Address, "/db/query?level=strong", `["SELECT count(*) FROM t"]`) }

	p.CutWhen(func(c *Crossing) bool { return c.Received == 0 && bytes.Contains(c.Sent, []byte("INSERT")) })
	if err := insert(); err == nil || !strings.Contains(rows(), `[[0]]`) {
		t.Errorf("a request that was cut: %v, %s", err, rows())
	}
	p.CutWhen(func(c *Crossing) bool { return c.Received > 0 })
	if err := insert(); err == nil || !strings.Contains(rows(), `[[1]]`) {
		t.Errorf("an answer that was cut: %v, %s", err, rows())
	}
	p.CutWhen(nil)
	if err := insert(); err != nil || !strings.Contains(rows(), `[[2]]`) {
		t.Errorf("what was not cut: %v, %s", err, rows())
	}
	p.Refuse(true)
	if err := insert(); err == nil {
		t.Error("a refusing proxy passes a request on")
	}
}
