package ollama

import (
	"testing"

	"assister/internal/engine/wire"
	"assister/internal/engine/wire/wiretest"
	"assister/internal/propose"
)

var dialect = wiretest.Dialect{
	Type:  "application/x-ndjson",
	Piece: `{"model":"tiny","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"hello "},"done":false}` + "\n",
	End:   `{"model":"tiny","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","eval_count":7}` + "\n",
	Error: `{"error":"model runner has unexpectedly stopped"}` + "\n",
	Call:  `{"message":{"role":"assistant","tool_calls":[{"id":"c{n}","function":{"index":{n},"name":"task.delete","arguments":{"id":{n}}}}]},"done":false}` + "\n",
}

func TestEveryFaultOfAServerEndsInARefusal(t *testing.T) {
	wiretest.Survive(t, dialect, func(s wire.Server) propose.Completer {
		e := &Engine{Server: s, Model: "tiny"}
		e.Know(propose.Abilities{})
		return e
	})
}
