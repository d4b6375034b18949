// Package internal holds the rooms of assister. This is the map; layers_test.go
// keeps it true.
//
// # The way through
//
//	words ─ route ─► brief ─► engine: rules, or model ─► extract ─► op ─► check ─► [one repair] ─► events out
//	                                                                                                  │
//	questions ─ route ─► plan, by rules or model ─► tools ─► answer ─► events out                     ▼
//	                                                                              a person, tee, a file, a pipe
//	                                                                                                  │
//	events or operations in ─► event.Read / op.Decode ─► check ─► workspace
//	                            (one transaction) ─► ledger + audit ─► events out
//
// Data goes one way. Everything that changes a workspace, whoever asks, is a
// list of operations through workspace.Apply: there is no second door. A dry run
// is the same transaction, rolled back; an undo is a batch like any other. What
// is not in the workspace goes round that door and through the same store and its
// lock: the audit of what had no effect, what was said in a session, and what follows
// from the records and can be had again, the index of words and the vectors of texts.
// None of it can be undone, for none has changed anything that is planned.
//
// # The rooms, lowest first
//
//	problem       what is wrong with a request, as data
//	ijson         strict JSON (RFC 7493), read and written
//	calendar      days, local times, zones, recurrences
//	schema        the kinds of record, their fields and operations, in one table
//	record        a record and its values
//	fulltext      how words compare, and an index of them in segments of bytes
//	filter        conditions on records: parse, match, write; sort, limit and page on a kind
//	op            an operation: canonical form, every accepted spelling
//	ledger        what was done: batches, changes, the audit chain
//	vector        an index of directions, in blocks of bytes
//	checklist     how a model writes checklists: its tools, its calls, its rounds
//	check         does an operation make sense against the data
//	session       conversations that are gone on with; owns its Store
//	workspace     plan, apply, undo, redo; owns the Store
//	sqlite        the store
//	search        records by words and by what they mean, ranked; owns the interface of who embeds texts
//	brief         the context that an engine gets: clock, records, last turns
//	extract       parses a model's reply: JSON values, and the operations in them
//	event         the protocol: envelope, bodies, reader, writer
//	phrase/moment what a text says about time, in English and French
//	route         chat, plan or clarify; what an answer to a question of ours selects
//	propose       words to checked operations; owns the engine interfaces
//	planner       questions by steps: memory, tools, when it is enough
//	phrase        requests in English and French, as a grammar
//	phrase/question what is asked of the records, in English and French
//	tool          what can be asked and told by name, with a schema: the read tools, and operations
//	engine/rules  the engine that is built in
//	engine/wire   HTTP with model servers, within limits
//	engine/capability  what servers and models can do, kept for the next process
//	engine/ollama a model on an Ollama server
//	engine/openai a model on a server that speaks as OpenAI's
//	engine/replay recordings of models, played and made
//	view          events for people; the only place with escape sequences
//	assist        the use cases, from a request to events: what every door gives
//	cli           commands, configuration, wiring, exit codes: the door for terminals and pipes
//	stats         how requests went, read off the audit trail
//	eval          scores an engine on cases, by what it would change or answer
//	eval/sets     scores the built-in language on sets of sentences of other projects
//	conformance   tests against what the predecessors were recorded to answer
//	faults        tests of the program under faults and abuse
//	bench         benchmark programs and the README's transcript runner; nothing imports them
//
// # Our words
//
// A request is what somebody asks for; a draft is an engine's answer to it. An
// operation is one change that is asked for; a finding is what was found about
// it; a problem is one thing wrong with it, and a refusal is a problem that ends
// the request. A change is what a batch did to one record, cell by cell. A batch
// is one transaction. The trail is the audit rows with their chain of hashes; its
// head is the newest.
package internal
