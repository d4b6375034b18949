// Package assist holds the use cases of assister, one function each: Route, Ask,
// Answer, Propose, DryRun, Apply, Undo, Redo, List, Query, Search, CallTool, Prefer and
// Converse; AuditTail, AuditStats and AuditVerify; Sessions, ShowSession and
// ClearSession; Index, When and Extract. Each goes from a request to events on a sink. It knows no flag,
// terminal, configuration or protocol envelope.
//
// # Doors
//
// A door is a package through which people or programs reach the use cases: the
// command line today. It translates and decides nothing.
//
// A door provides an Environment for each request:
//
//   - a Workspace, which opens the store when a use case first needs it. The door
//     closes it, after the use case has returned.
//   - Engines: which engine decides, and the models that the door has configured.
//   - a Sink for the events, and a Log for remarks that are neither result nor error.
//   - an Approver that puts questions, plans and second confirmations to a person.
//     Without one there is nobody to ask: a question is emitted and left open, and
//     operations need ApplyOptions.Approved.
//   - the clock, the correlation id, and how long idempotency keys are kept.
//
// A door gets back:
//
//   - events on the Sink, in the order of the protocol, between its `start` and its
//     `done`, both of which are the door's own. Nothing is announced before it is
//     committed.
//   - an Outcome, with or without an error. It has what closes a stream: batch, key,
//     replayed, audit head, and whether the result is partial.
//   - an error: a *problem.Refusal if the request cannot be carried out as it is, and
//     its class says why; any other error is work that failed. The door emits it as
//     the `error` event, unless Outcome.Question shows that it asks back.
//
// A door does not write to the store, emit events of a use case itself, or hold back
// events that it was given, except to print them for people. After `done` it may call
// RefreshEmbeddings.
package assist
