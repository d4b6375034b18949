// Package assist holds the use cases of assister, one function each: Route, Ask,
// Answer, Propose, DryRun, Apply, Undo, Redo, List, Query, Search, CallTool, Prefer and
// Converse; AuditTail, AuditStats and AuditVerify; Sessions, ShowSession and
// ClearSession; Index, When and Extract. Each goes from a request to events on a sink. It
// knows no flag, terminal, configuration or protocol envelope.
//
// # Front ends
//
// A front end is a package through which people or programs reach the use cases: the
// command line today. It translates and decides nothing.
//
// A front end provides an Environment for each request:
//
//   - a Workspace, which opens the store when a use case first needs it. The front end
//     closes it, after the use case has returned.
//   - Engines: which engine decides, and the configured models.
//   - a Sink for the events, and a Log for remarks that are neither result nor error.
//   - an Approver that asks a person questions, and for approval and confirmation.
//     Without one, a question is emitted and left open, and operations need
//     ApplyOptions.Approved.
//   - the clock, the correlation id, and how long idempotency keys are kept.
//
// A front end gets back:
//
//   - events on the Sink, in the order of the protocol. The front end emits `start`
//     before and `done` after them. Nothing is announced before it is committed.
//   - an Outcome, with or without an error. It has the fields of `done`: batch, key,
//     replayed, audit head, and whether the result is partial.
//   - an error: a *problem.Refusal if the request is refused, with its class as the
//     reason; any other error is work that failed. The front end emits it as the
//     `error` event, unless Outcome.Question has a question.
//
// A front end does not write to the store, emit events of a use case itself, or hold back
// events, except to print them for people. After `done` it may call RefreshEmbeddings.
package assist
