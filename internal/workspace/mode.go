package workspace

import (
	"sync/atomic"
	"time"

	"assister/internal/problem"
)

// Mode is what a workspace is opened for.
type Mode uint8

const (
	// ToRead writes nothing but migrations. A workspace that does not exist is an empty one,
	// which is not created.
	ToRead Mode = iota
	// ToDryRun is ToRead for commits that are rolled back.
	ToDryRun
	// ToWrite creates the workspace if it does not exist.
	ToWrite
	// ToInspect is ToRead for diagnostics: an older schema is refused as DatabaseOld instead
	// of migrated.
	ToInspect
)

// Reads reports whether the mode can only read.
func (m Mode) Reads() bool { return m == ToRead || m == ToInspect }

// Opening says how to open a workspace.
type Opening struct {
	Mode     Mode
	Existing bool          // where there is no workspace, refuse as NoWorkspace instead of making or reading an empty one
	AsFound  bool          // with ToWrite: where there is no workspace, read an empty one and refuse commits
	Wait     time.Duration // for other writers
	Sent     *atomic.Int64 // counts the requests to a server; nil for a counter of the store's own
}

// Codes of refusals that every store has.
const (
	// NoWorkspace is the code of a place without a workspace.
	NoWorkspace = "no_workspace"
	// DatabaseOld is the code of a workspace that other commands would migrate first.
	DatabaseOld = "database_old"
	// SchemaChanged is the code of a workspace whose tables, indexes or triggers are not
	// those of this program.
	SchemaChanged = "database_schema_changed"
	// CopyUnfinished is the code of a place that another workspace was not wholly copied to.
	CopyUnfinished = "copy_unfinished"
	// HasChanged is the code of a workspace that another program has changed meanwhile.
	HasChanged = "workspace_changed"
)

// Finding is what a check of a server has found.
type Finding struct {
	Name  string // of the check: one word
	Found string // in a sentence without its period
	Next  string // what to do about it; "" for nothing
	Wrong bool   // it endangers the workspace
}

// Occupied is the refusal of a copy to a place that has a workspace.
func Occupied(place string) *problem.Refusal {
	r := problem.Refuse(problem.Conflict, "workspace_exists", "there is a workspace already, and a copy replaces none",
		"give another place; to replace a workspace, restore a backup of the other")
	r.Path = place
	return r
}

// Unfinished is the refusal of a workspace that another was not wholly copied to.
func Unfinished(place string) *problem.Refusal {
	r := problem.Refuse(problem.Failed, CopyUnfinished, "a copy to this place has not ended, so it is no workspace yet",
		"wait for it or, if it was interrupted, run the same db copy or restore again, which continues it")
	r.Path = place
	return r
}

// Changed is the refusal to use an older state of the workspace.
func Changed(hint string) *problem.Refusal {
	r := problem.Refuse(problem.Conflict, HasChanged, "the workspace has changed in the meantime", hint)
	r.Passing = true
	return r
}
