package mcp

import (
	"assister/internal/door"
	"assister/internal/problem"
)

// hints say what a client does next, in the names of tools and their arguments.
var hints = door.NewHints(map[string]string{
	problem.EmptyWhere: `add a condition to where, such as {"kind":"task"} for every task`,
	problem.IDNotFound: "find the id with search, query or a tool that lists records of the kind",
	problem.NoBatch:    "a result that is applied has the batchId to undo",
	problem.Stale:      "make the plan again",
	"approval_needed":  "call the tool again; the person is asked once more",
	door.NotPermitted:  "use a client that can put a form to a person, or have this one given the permit apply",
	"unknown_tool":     "list the tools with tools/list",
},
	"approve it in a terminal, or allow it with", "use a client that can ask a person, or start the server with",
	"approve it in a terminal", "use a client that can ask a person",
	"`assister apply --yes`", "apply without a person",
	"run `assister ", "call `",
	"`assister undo`", "the tool undo",
	"`assister undo --dry-run`", "its argument dryRun",
	"`assister redo`", "the tool redo",
	"`assister redo --dry-run`", "its argument dryRun",
	"the same input again with --idempotency-key", "the plan again:",
	"--confirm-destructive", "confirmDestructive",
	"--partial", "partial",
	"--force", "force",
)
