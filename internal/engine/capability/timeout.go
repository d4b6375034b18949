package capability

import (
	"encoding/json"
	"os"
	"time"
)

// awayFor is how long nobody waits again for a server that gave nothing.
const awayFor = time.Minute

const awayFormat = "assister-away/1"

// away is what is kept of a server that gave nothing in time.
type away struct {
	Format string        `json:"format"`
	Server string        `json:"server"`
	Model  string        `json:"model"`
	At     time.Time     `json:"at"`
	Waited time.Duration `json:"waited"`
}

// RecordTimeout notes that a model was waited for so long and gave nothing, for those who
// can do without it.
func (s *Cache) RecordTimeout(server, model string, waited time.Duration) {
	if s == nil {
		return
	}
	text, err := json.Marshal(away{awayFormat, server, model, s.Now().UTC(), waited})
	if err == nil {
		_ = s.put(s.awayPath(server, model), text) // somebody waits once more
	}
}

// TimedOut reports whether it is in vain to wait so long for a model: somebody who
// waited as long has just got nothing. Whoever is ready to wait longer may get
// something, since a server takes its time when it first loads a model.
func (s *Cache) TimedOut(server, model string, wait time.Duration) bool {
	if s == nil {
		return false
	}
	text, err := readPrivate(s.awayPath(server, model))
	var a away
	if err != nil || json.Unmarshal(text, &a) != nil || a.Format != awayFormat || a.Server != server || a.Model != model {
		return false
	}
	age := s.Age(a.At)
	return age >= 0 && age < awayFor && wait <= a.Waited
}

// ClearTimeout notes that a model has answered.
func (s *Cache) ClearTimeout(server, model string) {
	if s != nil {
		_ = os.Remove(s.awayPath(server, model))
	}
}

func (s *Cache) awayPath(server, model string) string { return s.Path("away\x00"+server, model) }
