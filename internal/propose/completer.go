package propose

import (
	"cmp"
	"context"

	"assister/internal/schema"
)

// Completer completes a prompt: a model on a server, or a recording of one. It
// knows nothing of operations, which are the pipeline's part.
type Completer interface {
	// Complete completes a prompt. If the server rejects a feature that Capabilities
	// reported, Complete tries again without it: JSON instead of a Schema, free text
	// instead of JSON. It passes the parts of the reply to each as they arrive, unless
	// each is nil; an error of each ends the completion, also on the server. A reply
	// that was truncated by a limit has Cut set and is not an error; one without an end
	// is an error. If the server is unreachable or has no usable reply in time, the
	// error is a *problem.Refusal of class problem.Unavailable.
	Complete(ctx context.Context, p Prompt, each func(Chunk) error) (Reply, error)

	// Capabilities returns the capabilities of server and model. It may ask the server,
	// once.
	Capabilities(ctx context.Context) (Capabilities, error)
}

// Purpose is the purpose of a prompt; it names the template and the recording.
type Purpose string

const (
	ForRoute   Purpose = "route"
	ForPropose Purpose = "propose"

	// ForChecklist names the part about checklists of a prompt for operations. It is
	// never a prompt of its own.
	ForChecklist Purpose = "checklist"

	ForRepair  Purpose = "repair"
	ForSummary Purpose = "summary"
	ForChat    Purpose = "chat"

	// ForPlan asks for a plan to look up a question, ForAnswer for an answer from the
	// findings.
	ForPlan   Purpose = "plan"
	ForAnswer Purpose = "answer"
)

// Prompt is a prompt for a model.
type Prompt struct {
	Purpose   Purpose
	Messages  []Message
	Tools     []schema.Tool // offered; nil for none
	Schema    []byte        // JSON Schema of the answer, if the server supports it; nil for none
	JSON      bool          // the answer must be JSON, if Schema is not supported
	MaxTokens int           // of the answer; 0 is the engine's own limit
}

// Message is one turn of a prompt.
type Message struct {
	Role   string // system, user, assistant or tool
	Text   string
	Calls  []Call // of an assistant's turn
	CallID string // of a tool's turn: the id of the call it answers
}

// Call is a call that a model makes. Arguments are JSON as the model wrote it.
type Call struct {
	ID        string
	Name      string
	Arguments string
}

// Chunk is a part of a streamed reply.
type Chunk struct {
	Text     string
	Thinking string
}

// Reply is a complete reply.
type Reply struct {
	Text     string
	Thinking string
	Calls    []Call
	Cut      bool   // the model stopped at a limit
	Model    string // its name on the server
	Tokens   int    // of the answer; 0 if unknown

	PromptTokens int // as the server counted them; 0 if unknown
}

// Capabilities of a server and a model together.
type Capabilities struct {
	Server   string // name and version
	Model    string
	Tools    bool
	Schema   bool // structured output: the answer follows a JSON Schema
	Plain    bool // the server has no JSON mode either; only the prompt can ask for JSON
	Thinking bool
	Embeds   bool
	Context  int // context length of the model in tokens, for prompt and answer; 0 if unknown
	Limit    int `json:"-"` // what the settings say instead; 0 if they do not

	// Correction is how many tokens the server has counted for each estimated one of an
	// earlier prompt; 0 if unknown.
	Correction float64 `json:",omitempty"`
	Remote     string  // the host that runs the model, if it is not the server itself
}

// defaultWindow is the context that is used of a model that has more. A longer one takes
// memory and time on the person's machine, and a server loads the model again for each
// length. The default of a server is 4,096 tokens on small machines, which is too few.
const defaultWindow = 8192

// Window returns how many tokens a prompt and its answer may have together: what the
// settings say, but no more than the model has.
func (c Capabilities) Window() int {
	n := cmp.Or(c.Limit, defaultWindow)
	if c.Context > 0 {
		n = min(n, c.Context)
	}
	return n
}

// ToolsUnsupportedError is the cause of a refusal by a server that does not accept
// tools, although Capabilities reported them. Afterwards Capabilities does not, and the
// caller can ask without tools.
type ToolsUnsupportedError struct{ Cause error }

func (u *ToolsUnsupportedError) Error() string { return "no tools can be called: " + u.Cause.Error() }
func (u *ToolsUnsupportedError) Unwrap() error { return u.Cause }
