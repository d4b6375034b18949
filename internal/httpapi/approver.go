package httpapi

import (
	"context"

	"assister/internal/assist"
	"assister/internal/event"
)

// picked approves the operations of a request: the person has picked them on the page, and
// the request has no others. There is nobody to ask anything else.
type picked struct{}

var errElsewhere = assist.NobodyError{Reason: "the person reads the page, and the request has ended there"}

func (picked) Place() string  { return "page" }
func (picked) Attended() bool { return false }
func (picked) Shows() bool    { return false }

func (picked) Answer(context.Context, event.Clarify) (string, error) { return "", errElsewhere }

// Approve implements assist.Approver.
func (picked) Approve(_ context.Context, ops event.Ops, _ assist.Recheck) (choice assist.Choice, err error) {
	choice.Ops = ops
	for i, e := range ops.Operations {
		if e.Valid() {
			choice.Picked = append(choice.Picked, i)
		}
	}
	return choice, nil
}

func (picked) Confirm(context.Context, string) (bool, error) { return false, errElsewhere }
