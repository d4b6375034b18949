package httpapi

import (
	"assister/internal/door"
	"assister/internal/problem"
)

// hints say what a client does next, in the routes and fields of this API.
var hints = door.NewHints(map[string]string{
	problem.IDNotFound: "find the id with GET /api/search, or a tool that lists records of the kind",
	problem.NoBatch:    "the `done` of an apply has the `batchId` to undo",
	"unknown_tool":     "GET /openapi.json has the names of the tools, in ToolName",
},
	"approve it in a terminal, or allow it with", "have a person approve it, or start the server with",
	"approve it in a terminal", "have a person approve it",
	"`assister apply --yes`", "`apply` with this token",
	"run `assister ", "request `",
	"`assister undo`", "POST /api/assistant/undo_last",
	"`assister undo --dry-run`", `its field "dryRun":true`,
	"or pass --all", `or send "all":true`,
	"with --ignore-base", `with "ignoreBase":true`,
	"--confirm-destructive", `"confirmed":true`,
	"--edited if", `"edited":true if`,
	"--all-or-nothing and --strict", `"allOrNothing":true`,
	"--require-recurrence", `"requireRecurrence":true`,
	"--idempotency-key", "the Idempotency-Key",
	"--once", `"once":true`,
	"--partial", `"partial":true`,
	"--force", `"force":true`,
)
