// Package event is the protocol (assister/1): a stream of events, each one JSON
// object on a line of its own, with an envelope and a body from a closed set. The
// use cases emit events to a Sink; a Writer writes them as lines for programs, and
// package view as text for people. "assister help protocol" describes the same for
// users.
//
// The envelope has type, seq (0, 1, 2, …), ts (RFC 3339, UTC, with milliseconds) and
// correlationId. The members of the body follow in the same object. The names of
// the members are those of the fields below, in lower camel case, unless a comment
// gives another. A member is optional if its comment says so; it is then left out
// and never null.
//
// The stream has these guarantees. `start` is its first line and `done` its last,
// exactly once, on every path. A stream without `done` was cut off, and a command
// that reads one changes nothing. Readers skip event types that they do not know,
// but never an operation. Members and types may be added; a changed meaning needs
// another protocol.
package event

import (
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
)

// Protocol is the name and version of the protocol, which `start` carries.
const Protocol = "assister/1"

// Body is the body of an event: one of the types below and no other.
type Body interface {
	eventType() string
	encode(e *encoder) // the members that follow those of the envelope
}

// Sink takes the events of one stream, in order.
type Sink interface{ Emit(Body) error }

// Start is `start`, the first event of every stream. It also has `protocol`.
type Start struct {
	Command  string
	Version  string // of the program; optional
	Engine   string // optional: only if the command asks an engine
	Model    string // of the engine; optional
	Zone     string // `tz`, an IANA name; optional
	Now      string // RFC 3339, in the zone; optional
	Database string // without a password; optional
	Actor    string // who asks, as in the rows that the request leaves; optional
}

// Stage is `stage`. It is emitted when a part of the work begins; parts that do not
// run have none. With --thinking there is a further one within the part for each call of
// the model that it makes, with what the model thought; and one for each call whose prompt
// had to leave something out to fit in the context of the model.
type Stage struct {
	Stage    string
	Call     string // route, plan, propose, repair, summary, chat or answer; optional
	Thinking string // in the call; optional
	Omitted  string // what the model was not shown for lack of room; optional
}

// The stages.
const (
	Routing     = "routing"
	Planning    = "planning"
	Searching   = "searching"
	Proposing   = "proposing"
	Validating  = "validating"
	Repairing   = "repairing"
	Summarizing = "summarizing"
	Approving   = "approving"
	Applying    = "applying"
	Undoing     = "undoing"
)

// Route is `route`: whether a request is a question or a change. It is emitted once
// a request has been classified.
type Route struct {
	Decision   string            // chat, plan or clarify
	Confidence float64           // 0 to 1
	Category   string            // habit, goal, task or event, as a hint; optional
	Entities   record.Entities   // what the request names
	Missing    []string          // what the request leaves out
	Where      *filter.Condition // the records that the request is about; optional
	Reason     string            // optional
	Engine     string            // that decided; optional
	Rules      *RulesRoute       // the rules' decision, if a model decided differently; optional
}

// RulesRoute is the decision of the rules beside that of a model.
type RulesRoute struct {
	Decision   string
	Confidence float64
	Reason     string // optional
}

// Step is `step`. It is emitted after each step of a plan that answers a question,
// whether it succeeded or not.
type Step struct {
	Tool  string
	Args  ijson.Value      // an object; free text is replaced by its length
	Total int              // records found
	Saved []string         // the names under which the plan saved the result
	Took  time.Duration    // `ms`, in milliseconds
	Error *problem.Problem // why the step failed; optional
}

// Ops is `ops`: a list of operations and the findings about each. A proposal emits
// it once the operations are validated, before the summary; a dry run emits it with
// previews, and apply and undo with results. The line also has validCount,
// invalidCount, and the digest of the operations. The last `ops` event of a stream is the one that counts.
type Ops struct {
	Version    int // 1; 2 after a repair that changed something
	Operations []Entry
	Warnings   []problem.Problem // about the list as a whole
	Engine     string            // that proposed the operations, if not the rules; optional
	Language   string            // code of the language of the words that ask for them; optional
	Words      string            // that ask for them, cut to a thousand characters; optional
	Labels     Labels            // of the records that the changes refer to; not in the line

	digest string // of Operations; set by the Writer

	// cut leaves out previews and samples, since the line would be longer than
	// MaxLine with them.
	cut bool
}

// Findings are those of the operations, in their order.
func (o Ops) Findings() []check.Finding {
	all := make([]check.Finding, 0, len(o.Operations))
	for _, e := range o.Operations {
		all = append(all, e.Finding)
	}
	return all
}

// Entry is an element of `operations`: op, source, errors and warnings. The source is
// hand, rules or model. A valid operation
// also has targets: the count of its records and a sample of them. An operation on
// one record has a preview of that record before and after.
type Entry struct {
	check.Finding
	Raw    *ijson.Value // as it came, if no operation could be decoded from it
	Line   int          // of the input; optional
	Result *Result      // after apply and undo; optional
}

// Result is the result of an applied operation. In the line, one record is kind and
// id; any other number is a count and a list of records.
type Result struct {
	OK    bool
	IDs   []int64  // of the records that it changed
	Kinds []string // of the records, in the order of IDs
}

// Summary is `summary`: the outcome of the command in a sentence, or the answer to a
// question. It is emitted once, after the events that it sums up.
type Summary struct {
	Text      string
	Counts    *check.Counts     // of changed records; optional: not for answers and lists
	Total     *int              // of rows, for an answer or a list; optional
	Citations []Citation        // the records that an answer is based on, the best first; optional
	Semantic  *Semantic         // how a search compared meanings; optional
	Thinking  string            // of a model; optional: only with --thinking
	Warnings  []problem.Problem // of a dry run in several batches, which has no `ops` event; optional
}

// Semantic says whether a search compared the meaning of texts as well as words. If
// it did, the line has model and near; if not, disabled and reason.
type Semantic struct {
	Disabled bool
	Reason   string // why it is disabled
	Model    string // the embedding model
	Near     int    // how many of the total were found by meaning alone
}

// Citation is a record that an answer is based on.
type Citation struct {
	ID    string // kind and id: "note:1"
	Title string
	Kind  string
	URL   string // optional
}

// Row is `row` with one record: kind, id, rev and its fields. `list`, `query` and
// `search` emit one for each record, before the summary.
type Row struct {
	Record record.Record
	Select []string // the members to write, in this order; nil is all of them
	NoIDs  bool     // leave out the revision and the ids of other records; people see no id
	Match  *Match   // `score` and `match`: why a search found the record; optional
	Group  Group    // of a list by day; optional

	// The rest is for people and is not in the line.

	Labels    Labels // of the records that its fields refer to
	Whole     bool   // show every field, each on a line of its own
	InSummary bool   // do not show the record: the text of the summary contains it
}

// Group is a part of a list by day: what is overdue or past its deadline, or one day.
type Group struct {
	Name string        // "overdue", "past the deadline", "no day", "today" or "tomorrow"; other days have none
	Day  calendar.Date // optional: only days have one
}

// HistoryRow is `row` with one change of a record: batchId, at, kind, id, before and
// after.
type HistoryRow struct {
	Batch  int64
	At     time.Time     // RFC 3339, in the zone of this value
	Change ledger.Change // before is null for a created record, after for a deleted one
	Labels Labels        // of the records that the change refers to; not in the line

	ledger.Asked // `actor` and `words` of the batch; optional

	Undoes   int64 // the batch that this one undoes or redoes; optional
	UndoneBy int64 // the batch that has undone this one; optional
}

// Labels are the labels of records that are referred to by their ids. They are for
// people and never in the line: programs follow the ids.
type Labels map[record.Key]string

// Match is why a search found a record and how well it fits. In the line, score is a
// member of the row and the others are in `match`.
type Match struct {
	Score   float64  // higher is better; comparable only within one search
	Field   string   // the field that contains the words; left out if Near
	Excerpt string   // of the field, on one line
	Words   []string // the matching words as they occur in the label and the excerpt
	Near    bool     // found by meaning: the record does not contain the words
}

// AuditRow is `row` with one row of the audit trail: entry, at, action and hash, and
// optionally request, batchId, actor, words, and detail (an object) or detailText.
type AuditRow struct{ Entry ledger.Entry }

// Facts is `row` with named values, for commands that list settings, versions and the
// like.
type Facts []Fact

// Fact is a name and a value: nil, a string, bool, int, int64, float64, []string,
// []int, or nested Facts.
type Fact struct {
	Name  string
	Value any
}

// CaseRow is `row` with one case of an evaluation: case, skill, file, outcome, missed
// and ms. With Detailed it also has text, note and differences.
type CaseRow struct {
	ID      string // `case`
	Skill   string
	File    string
	Outcome string        // right, wrong or none
	Missed  []string      // the fields that are not as expected
	Took    time.Duration // `ms`, in milliseconds

	Detailed bool
	Text     string // the request
	Note     string // optional
	Misses   []Miss // `differences`
}

// Miss is a difference between the expected and the actual result.
type Miss struct {
	Of       string // the record, in words; optional
	Field    string
	Expected string // "" if nothing is expected
	Got      string // "" if there is nothing
}

// CheckRow is `row` with one check of `doctor`: check, status, found, and optionally
// next and detail.
type CheckRow struct {
	Name   string // `check`, such as "database.lock"
	Status string // CheckOK, CheckWarn or CheckFail
	Found  string // the result in words
	Next   string // what to do about it; optional
	Detail Facts  // the result for programs; optional
}

// The statuses of a check.
const (
	CheckOK   = "ok"
	CheckWarn = "warn" // works, but needs attention
	CheckFail = "fail" // does not work
)

// ToolRow is `row` with one tool that models and programs can call by name.
type ToolRow struct {
	Name    string // `tool`
	Kind    string // of its records; optional: other tools take it as an argument
	Mutates bool   // it returns an operation, which is not applied
	Help    string
	Args    []string
	Aliases []string
	Input   ijson.Value // JSON Schema of the arguments; optional
	Output  ijson.Value // JSON Schema of the envelope; optional
}

// TurnRow is `row` with one turn of a conversation.
type TurnRow struct {
	At       time.Time // RFC 3339, in the zone of this value
	Role     string    // user or assistant
	Text     string
	Question bool // it asks the user something
}

// ReadingRow is `row` with one way to read a text: reading, language, cost, meaning and
// steps.
type ReadingRow struct {
	Number   int    // `reading`, from 1, which is the likeliest
	Language string // its code
	Cost     int
	Meaning  string // the tree that was read, as forms write it
	Steps    []ReadingStep
}

// ReadingStep is a form that a reading consists of, or free text: text, cost, and for
// forms rule, form, where and steps.
type ReadingStep struct {
	Text  string // that it read
	Cost  int    // with the steps below it
	Rule  string // "" for free text
	Form  string // its pattern
	Where string // its file and line
	Steps []ReadingStep
}

// Answer is `answer`: the envelope of a tool that reads, whose members are data,
// total, error, warning and meta, and the records of its rows, which have no ids.
type Answer struct {
	Envelope ijson.Value
	Records  []record.Key
}

// Heartbeat is `heartbeat`. It is emitted every ten seconds while the command waits
// for an engine.
type Heartbeat struct {
	WaitingFor  string // the name of the engine or model
	ElapsedMs   int64  // milliseconds since the wait began
	RemainingMs int64  // milliseconds until the deadline of the command; 0 if there is none
}

// Progress is `progress`: how much of a long copy is done.
type Progress struct {
	What        string // is done: copy, compare, verify
	Done, Total int64  // rows; a total of 0 if they are not counted
}

// Error is `error`: a failure, a refusal, or a line of input that could not be read,
// after which the command may go on. At most a hundred details are written;
// `moreDetails` counts the others.
type Error struct {
	Code    string // stable, in snake_case
	Field   string // the part of the request, such as where.or[0].deadline; optional
	Message string
	Hint    string            // what to do next; optional
	Line    int               // of the input, from 1; optional
	Path    string            // of the file; optional
	Details []problem.Problem // single places, such as every undo conflict; optional
}

// Done is `done`, the last event of every stream.
type Done struct {
	// Status is done, partial, clarify, rejected, conflict, approval, unavailable,
	// unknown, failed, usage or interrupted.
	Status         string
	ExitCode       int    // see "assister help exit-codes"
	BatchID        int64  // optional: only if something was written
	Batches        int    // that a long stream was split into; optional
	IdempotencyKey string // optional
	Replayed       bool   // the key was used before, and nothing was written; optional
	AuditHead      string // hash of the last audit row, in hex; optional
	Digest         string // of the last `ops` event, set by the Writer; optional
}

func (Start) eventType() string      { return "start" }
func (Stage) eventType() string      { return "stage" }
func (Route) eventType() string      { return "route" }
func (Clarify) eventType() string    { return "clarify" }
func (Step) eventType() string       { return "step" }
func (Ops) eventType() string        { return "ops" }
func (Summary) eventType() string    { return "summary" }
func (Row) eventType() string        { return "row" }
func (AuditRow) eventType() string   { return "row" }
func (Facts) eventType() string      { return "row" }
func (CaseRow) eventType() string    { return "row" }
func (CheckRow) eventType() string   { return "row" }
func (ToolRow) eventType() string    { return "row" }
func (TurnRow) eventType() string    { return "row" }
func (HistoryRow) eventType() string { return "row" }
func (ReadingRow) eventType() string { return "row" }
func (Answer) eventType() string     { return "answer" }
func (Heartbeat) eventType() string  { return "heartbeat" }
func (Progress) eventType() string   { return "progress" }
func (Error) eventType() string      { return "error" }
func (Done) eventType() string       { return "done" }
