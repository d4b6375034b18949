// Package door is what the interfaces for other programs share: packages mcp and httpapi. Each
// translates what a client sends into a Request and the events of its stream into answers.
// The Host, which package cli implements, carries the request out as a command of that name
// is carried out: the same settings, limits, stream and audit rows.
package door

import (
	"context"
	"errors"
	"io"

	"assister/internal/assist"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/problem"
)

// Host carries out the requests of clients. Its methods may be called from several
// goroutines: each request has its own clock, deadline and engines, in one open workspace.
type Host interface {
	// Run carries out a request and returns its `done`, which r.Out got as well. A context
	// that ends cancels what has not been committed.
	Run(ctx context.Context, r Request) event.Done
}

// Request is one request of a client.
type Request struct {
	Command       string // the command that does the same: "propose"; `start` and limits have its name
	CorrelationID string // "" for a new one
	Client        Client
	Out           io.Writer // the stream: each event is one line (see package event), in one Write
	Engine        bool      // the request is in words, so that `start` names the engine
	Hints         Hints     // that say what the client does next

	// Do is the use case. The environment has nobody to ask unless Do puts an Approver
	// into it.
	Do func(ctx context.Context, env assist.Environment) (assist.Outcome, error)
}

// Client is who asks, and what it may do.
type Client struct {
	Name   string // for messages, and for limits in the configuration: "token ci", "the session"
	Actor  string // what the rows of its requests call it: "ci@serve"
	Permit Permit
	Limits []check.Limits // besides those of the settings; all of them hold

	// Attended is a client that a person uses, who sees the operations and picks those to
	// apply, so that the limits on unattended models do not hold.
	Attended bool

	// Configured is a client of the configuration, which sets its permit.
	Configured bool
}

// Permit is how far the requests of a client may go. Each value allows what those before
// it allow.
type Permit uint8

const (
	Propose Permit = iota // read, propose and dry-run; the default
	Apply                 // apply, undo and redo
)

// Permits are the names of the permits, in their order.
var Permits = [...]string{Propose: "propose", Apply: "apply"}

func (p Permit) String() string { return Permits[p] }

// ParsePermit is the permit with a name.
func ParsePermit(name string) (Permit, error) {
	for p, known := range Permits {
		if name == known {
			return Permit(p), nil
		}
	}
	return 0, errors.New("the permits are " + problem.Either(Permits[:]))
}

// NotPermitted is the code of the refusal of a request that goes further than the client may.
const NotPermitted = "not_permitted"

// Require refuses a request that needs a permit which the client does not have. what is the
// request in words: "apply", "undo".
func (c Client) Require(needed Permit, what string) error {
	if c.Permit >= needed {
		return nil
	}
	grant := "start the server with --permit " + needed.String()
	if c.Configured {
		grant = "set its permit to " + needed.String() + " below tokens in the configuration"
	}
	return problem.Refuse(problem.Unapproved, NotPermitted,
		c.Name+" may not "+what+": its permit is "+c.Permit.String(),
		grant+", or have a person run `assister apply`")
}

// Cancelled is the refusal of a request whose client has cancelled it, or has gone away.
func Cancelled() error {
	return problem.Refuse(problem.Failed, "cancelled", "the client cancelled the request", "")
}
