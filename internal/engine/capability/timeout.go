package capability

import (
	"encoding/json"
	"os"
	"time"
)

// timeoutTTL is how long a recorded timeout keeps later processes from waiting.
const timeoutTTL = time.Minute

const timeoutFormat = "assister-away/1"

// timeout is the file that records a timeout of a model on a server.
type timeout struct {
	Format string        `json:"format"`
	Server string        `json:"server"`
	Model  string        `json:"model"`
	At     time.Time     `json:"at"`
	Waited time.Duration `json:"waited"`
}

// RecordTimeout records that a model did not answer within a wait, for callers
// that can do without the answer.
func (c *Cache) RecordTimeout(server, model string, waited time.Duration) {
	if c == nil {
		return
	}
	text, err := json.Marshal(timeout{timeoutFormat, server, model, c.Now().UTC(), waited})
	if err == nil {
		_ = c.write(c.timeoutPath(server, model), text) // if this fails, the next process waits once more
	}
}

// TimedOut reports whether a model has just failed to answer within at least this
// wait. A caller that waits longer may succeed, because a server needs time to load
// a model.
func (c *Cache) TimedOut(server, model string, wait time.Duration) bool {
	if c == nil {
		return false
	}
	text, err := readPrivate(c.timeoutPath(server, model))
	if err != nil {
		return false
	}
	var t timeout
	if json.Unmarshal(text, &t) != nil || t.Format != timeoutFormat || t.Server != server || t.Model != model {
		return false
	}
	age := c.Age(t.At)
	return age >= 0 && age < timeoutTTL && wait <= t.Waited
}

// ClearTimeout records that a model answers again.
func (c *Cache) ClearTimeout(server, model string) {
	if c != nil {
		_ = os.Remove(c.timeoutPath(server, model))
	}
}

func (c *Cache) timeoutPath(server, model string) string { return c.Path("away\x00"+server, model) }
