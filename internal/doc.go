// Package internal holds the packages of assister. This is the map; layers_test.go
// checks it.
//
// # Data flow
//
//	words -> language: what they mean -> route: a change, a question, or unclear
//	a change   -> brief -> rules or model -> extract -> op -> check -> [repair] -> events
//	a question -> answer, by rules -> the steps that look it up, by tools -> events
//	a question -> plan, by model -> tools -> answer -> events
//	operations or a proposal -> event.Read, op.Decode -> check -> workspace.Apply -> events
//
// Events go to a person, a file or a pipe, and the proposal that one process writes is
// the input of another. Programs come in through mcp or httpapi, and a door.Host carries
// out each of their requests as the command of its name.
//
// Every change of a workspace is a list of operations through workspace.Apply, which
// runs one transaction and writes the ledger and the audit trail. A dry run is the same
// transaction, rolled back. An undo is a batch like any other, and what is undone follows
// from the ledger: see ledger.History. Other writes use the same store and lock, but are in
// no batch and cannot be undone, since they change no record: audit rows of requests without
// an effect, the turns of sessions, the text index and the vectors. restore and doctor
// rebuild replace the store as a whole, by one that is verified first; db copy makes one.
// All rows go from a store to another through relational.Copy.
//
// A store on a server learns what a function reads, asks for all of it in one request, and
// holds it for the request of a user: see workspace.Held. While a large input is read it is asked
// ahead, so that its operations are planned once. Those who read all of it get a snapshot of their
// own, also while others write, and read many rows at a time: see workspace.Reviewer.
//
// # The packages, lowest first
//
//	problem       what is wrong with a request, as data
//	ijson         strict JSON (RFC 7493): decoding and encoding
//	calendar      days, local times, zones, recurrences
//	schema        the kinds of record, their fields and operations, in one table
//	record        a record and its values
//	fulltext      normalized words, and a full-text index in segments of bytes
//	language      reads texts with a grammar that is data: files in English, French, Spanish, and what they share
//	language/message words what people read, from a catalogue for each language
//	language/timeexpr  expressions of time: what their trees mean on a day
//	language/meaning   requests and questions as types, from trees
//	filter        conditions on records: parse, match, write; sort, limit and page
//	op            an operation: canonical form, and every accepted spelling
//	ledger        batches, changes and the audit chain
//	vector        nearest-neighbor search of embeddings, in blocks of bytes
//	search        full-text and semantic search, ranked; owns its Snapshot and the Embedder
//	checklist     how a model writes checklists: tools, calls and rounds
//	check         validates operations against the data, and their effect against limits
//	session       conversations over several commands; owns its Store
//	heads         keeps the heads of audit trails outside of the workspace
//	workspace     plan, apply, undo, redo; owns the Store
//	relational    what a store keeps in rows: queries, statements of a commit, indexes, copies
//	sqlite/migrations  the schema in SQL for SQLite, in numbered steps
//	sqlite        the store in a file
//	rqlite        the store on a cluster of rqlite nodes
//	postgres      a workspace in a schema of a PostgreSQL database
//	store         opens the workspace at a path or an address
//	brief         the context that an engine gets: clock, records, recent turns
//	extract       parses a model's reply: JSON values, and the operations in them
//	event         the protocol: envelope, bodies, reader, writer
//	route         chat, plan or clarify; matches an answer with the options of a question
//	phrases       people's own phrases and words, from files
//	reference     finds the records that a description means
//	propose       words to checked operations; owns the engine interfaces
//	planner       answers a question in steps: memory, tools, and when to stop
//	tool          the tools, with their schemas: reading, and operations
//	engine/rules/draft  operations, or questions back, from the meaning of a request
//	engine/rules/answer  answers questions about the data, from their meanings
//	engine/rules  the built-in engine
//	engine/wire   HTTP with model servers, within limits
//	engine/capability  the capabilities of servers and models, cached between processes
//	engine/ollama a model on an Ollama server
//	engine/openai a model on a server with an OpenAI-compatible API
//	engine/replay records and replays the replies of models
//	view          events as text for people; the only package with escape sequences
//	rows          chosen fields of rows as a JSON array, filtered by jq
//	terminal      a person's terminal: size, colors, lines, pager and editor
//	assist        the use cases, from a request to events; every interface calls them
//	door          what the interfaces for programs share: a client's request, what it may do
//	mcp           the interface for clients of the Model Context Protocol
//	httpapi       the use cases over HTTP: JSON, server-sent events, and a page
//	config        the settings: flags, variables and the configuration file
//	engine        makes the engines that the settings name
//	doctor        checks of the program, the settings, the workspace and the engines
//	cli           commands, wiring, exit codes: the interface for terminals and pipes
//	stats         statistics of requests, and thresholds calibrated on them, from the audit trail
//	eval          scores an engine on cases, by its changes or answers
//	eval/sets     scores the built-in language on public data sets of sentences
//	eval/assistant  scores the use cases of assist with given engines
//	storetest     the suite that every store passes; only tests import it
//	conformance   compares answers with recordings of the predecessor programs
//	faults        tests of the program under faults and abuse
//	man           writes the manual pages, for make man; nothing imports it
//	bench         benchmarks, the README's transcript runner, and what go generate runs
//
// # Vocabulary
//
// A request is the text or input of a user; a draft is an engine's answer to it. An
// operation is one requested change, and a finding is the result of checking one. A
// problem is one thing that is wrong with an operation or a request; a refusal is a
// problem that ends the request. An alias is what a prompt calls a record ("t1"), and
// the scope of a model's operations is the records that they may change. A change is
// the effect of a batch on one record, cell by cell. A batch is one transaction. The
// audit trail is the audit rows with their chain of hashes; its head is the newest
// row.
package internal
