package mcp

import (
	"crypto/rand"
	"fmt"
	"sync"

	"assister/internal/problem"
)

// How many plans are kept, and their bytes together.
const (
	plansMost     = 200
	plansMostSize = 32 << 20
)

// plan is operations that can be applied as they are.
type plan struct {
	id     string // random, and the idempotency key of its apply
	stream []byte // of the dry run that checked it
	about
}

// about is what a plan comes to.
type about struct {
	correlationID string
	summary       string
	personOnly    bool // an apply that no person approves would be refused
}

// plans are those that clients have made, the newest of them.
type plans struct {
	mu    sync.Mutex
	byID  map[string]*plan
	order []string // the oldest first
	size  int      // of their streams
}

// keep keeps a plan and gives it an id. Older plans are dropped for it if need be.
func (p *plans) keep(one plan) *plan {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byID == nil {
		p.byID = map[string]*plan{}
	}
	one.id = "plan_" + rand.Text()
	p.byID[one.id] = &one
	p.order = append(p.order, one.id)
	p.size += len(one.stream)
	for len(p.order) > plansMost || p.size > plansMostSize && len(p.order) > 1 {
		oldest := p.order[0]
		p.size -= len(p.byID[oldest].stream)
		p.order = p.order[1:]
		delete(p.byID, oldest)
	}
	return &one
}

// find returns the plan with an id.
func (p *plans) find(id string) (*plan, *problem.Problem) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if one, found := p.byID[id]; found {
		return one, nil
	}
	return nil, &problem.Problem{Code: "plan_not_found", Field: "plan", Message: "there is no plan " + problem.Quote(id),
		Hint: fmt.Sprintf("make the plan again; the server keeps the newest %d until it ends", plansMost)}
}
