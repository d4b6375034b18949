package openai

import (
	"testing"

	"assister/internal/engine/wire"
	"assister/internal/engine/wire/wiretest"
	"assister/internal/propose"
)

var dialect = wiretest.Dialect{
	Type:  "text/event-stream",
	Piece: `data: {"model":"tiny","choices":[{"index":0,"delta":{"role":"assistant","content":"hello "},"finish_reason":null}]}` + "\n\n",
	End:   `data: {"model":"tiny","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n",
	Error: `data: {"error":{"message":"the engine is gone","type":"api_error","param":null,"code":null}}` + "\n\n",
	Call:  `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":{n},"id":"c{n}","function":{"name":"task__delete","arguments":"{}"}}]},"finish_reason":null}]}` + "\n\n",
}

func TestEveryFaultOfAServerEndsInARefusal(t *testing.T) {
	wiretest.Survive(t, dialect, func(s wire.Server) propose.Completer {
		return &Engine{Server: s, Model: "tiny"}
	})
}
