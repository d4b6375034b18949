package assist

import (
	"context"

	"assister/internal/ledger"
	"assister/internal/session"
	"assister/internal/workspace"
)

// decisions are the audit rows of what a request has decided.
type decisions struct {
	env        Environment
	asked      func() ledger.Asked
	worded     bool           // a row has the words of the request
	store      Store          // nil while it is not open
	held       workspace.Held // of a store on a server; nil for another, or before it is open
	rows       []ledger.Entry // not yet written
	unwritable error          // why the workspace cannot be written
	refused    bool           // the trail has, or gets, a row of why the request was refused
}

// record adds a row.
func (d *decisions) record(action string, detail ...any) {
	if d.env.Trial {
		return
	}
	d.refused = d.refused || action == "refusal"
	asked := d.asked()
	if d.worded {
		asked.Words = "" // the first row of the request has them
	}
	d.worded = d.worded || asked.Words != ""
	d.rows = append(d.rows, ledger.Entry{
		At: d.env.Now(), CorrelationID: d.env.CorrelationID, Action: action, Detail: workspace.Detail(detail...),
		Asked: asked,
	})
}

// keep writes the rows and the turns of a session in one transaction: before waiting for a model, and
// before announcing a result. A workspace that cannot be written can still be asked, so
// that is a remark and no failure.
func (d *decisions) keep(ctx context.Context, said session.Added) {
	rows := d.rows
	d.rows = nil
	if len(rows)+len(said.Turns) == 0 || d.store != nil && d.store.Missing() {
		return // the user knows that there is no workspace yet
	}
	err := d.unwritable
	if err == nil {
		// A signal ends the work, not the record of it.
		err = workspace.Note(context.WithoutCancel(ctx), d.store, rows, said)
	}
	if err != nil {
		// Do not wait again for a lock that was not released the first time.
		d.unwritable = err
		if len(rows) > 0 {
			d.env.Log.note("this is not in the audit trail: %v", err)
		}
		if len(said.Turns) > 0 {
			d.env.Log.note("this is not kept in the session %s: %v", said.Session, err)
		}
	}
}
