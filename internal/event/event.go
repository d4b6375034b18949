// Package event is the protocol (assister/1): one JSON object a line, an
// envelope and a closed set of bodies. The logic speaks events to one Sink;
// programs read the lines, and people's text is one reader among others.
//
// Promises: `start` is the first line of a stream and `done` the last, exactly
// once, on every path; a stream without `done` was cut and changes nothing.
// Readers skip event types they do not know, and never an operation they do not
// know. Fields and types may be added; a changed meaning is a new protocol.
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

// Protocol is the name and number that `start` gives.
const Protocol = "assister/1"

// Body is what an event says; the members are the types below and no others.
type Body interface {
	eventType() string
	encode(e *encoder) // the members that follow those of the envelope
}

// Sink takes the events of one stream, in order.
type Sink interface{ Emit(Body) error }

// Start is the first event of every stream.
type Start struct {
	Command  string
	Version  string
	Engine   string // "" and left out where no engine is asked
	Model    string
	Zone     string
	Now      string // RFC 3339, in the zone
	Database string
}

// Stage begins a part of the work; only those that run are said.
type Stage struct{ Stage string }

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

// Route is the router's decision.
type Route struct {
	Decision   string // chat, plan or clarify
	Confidence float64
	Category   string // habit, goal, task or event, as a hint
	Entities   []string
	Missing    []string
	Where      *filter.Condition
	Reason     string
	Engine     string
	Rules      *RulesRoute // what the rules say, where a model decided otherwise
}

// RulesRoute is the answer of the rules beside that of a model.
type RulesRoute struct {
	Decision   string
	Confidence float64
	Reason     string
}

// Step is one step of a plan that was taken to answer a question, or could not be.
type Step struct {
	Tool  string
	Args  ijson.Value // an object; of free texts only their length
	Total int
	Saved []string // where in the plan's memory the answer went
	Took  time.Duration
	Error *problem.Problem
}

// Ops is the list of operations with what was found about each.
type Ops struct {
	Version    int // 1; 2 after a repair that changed something
	Operations []Entry
	Warnings   []problem.Problem // about the whole
	Engine     string            // that proposed them, where it was not the rules
	Labels     Labels            // of the records that the changes refer to

	cut bool // written without what can be asked for again, since the line was too long
}

// Entry is one operation and what was found about it.
type Entry struct {
	check.Finding
	Raw    *ijson.Value // as it came, when no operation could be read from it
	Line   int          // of the input it came from; 0 where there is none
	Result *Result      // after apply and undo
}

// Result is what an operation came to.
type Result struct {
	OK    bool
	IDs   []int64 // of the records it touched, by kind as in Kinds
	Kinds []string
}

// Summary is the whole in a sentence.
type Summary struct {
	Text   string
	Counts *check.Counts // of changes; nil for an answer
	Total  *int          // of rows, for an answer or a list

	Citations []Citation // what an answer stands on, the best first

	Semantic *Semantic // of a search: whether it went by what texts mean

	Thinking string // of a model, only where it is asked for
}

// Semantic is whether a search went by what texts mean, beside their words.
type Semantic struct {
	Disabled bool
	Reason   string // why it is
	Model    string // that told
	Near     int    // how many were found by that alone, of the total
}

// Citation is a record that an answer stands on.
type Citation struct{ ID, Title, Kind, URL string } // "note:1"; URL "" where it has none

// Row is one record, or what was asked for of it.
type Row struct {
	Record record.Record
	Select []string // "kind", "id", "rev" and fields, in this order; nil is all of it
	NoIDs  bool     // of all of it, neither its id and revision nor those of others
	Match  *Match   // why it was found, of a record that was searched for

	// InSummary is a record that the text of the summary has too, as that of an answer
	// does: people are shown the text alone.
	InSummary bool

	Labels Labels // of the records that its fields refer to
	Group  Group  // of a list by day that it belongs to; zero in any other list
	Whole  bool   // people see every field, each on a line of its own
}

// Group is a part of a list by day: what is overdue, or what is on one day.
type Group struct {
	Name string        // "overdue", "today" or "tomorrow"; "" for any other day
	Day  calendar.Date // none for what is overdue
}

// HistoryRow is one change of a record, of a batch in its history.
type HistoryRow struct {
	Batch  int64
	At     time.Time // in the zone that it is shown in
	Change ledger.Change
	Labels Labels // of the records that the change refers to

	Undoes   int64 // the batch that this one undoes or redoes; 0 for none
	UndoneBy int64 // the batch that has undone this one; 0 if it still counts
}

// Labels are the labels of records that are referred to. They are for people;
// programs follow the ids.
type Labels map[record.Key]string

// Match is why a record was found, and how well it fits.
type Match struct {
	Score   float64  // compares within one answer
	Field   string   // that has the words
	Excerpt string   // of it, on one line
	Words   []string // as they stand in the label and the excerpt
	Near    bool     // it has not the words and means the like; Field is "" then
}

// AuditRow is one row of the audit trail.
type AuditRow struct{ Entry ledger.Entry }

// Facts is a row of anything else: a setting, a version.
type Facts []Fact

// Fact is one name and a value: nil, a string, bool, int, int64, float64, []string,
// []int, or Facts of its own.
type Fact struct {
	Name  string
	Value any
}

// CaseRow is one case of an evaluation and what it came to.
type CaseRow struct {
	ID      string
	Skill   string
	File    string
	Outcome string // right, wrong or none
	Missed  []string
	Took    time.Duration

	// Differences are told only where they are asked for, and of what is not right.
	Told   bool
	Text   string
	Note   string
	Misses []Miss
}

// Miss is one thing that is not as expected; "" is nothing where there is
// something, or something where there is nothing.
type Miss struct {
	Of       string // the record, in words; "" where there is none
	Field    string
	Expected string
	Got      string
}

// CheckRow is a row of what was looked at by whoever looks after the program.
type CheckRow struct {
	Name   string // what was looked at, "database.lock"
	Status string // one of the three below
	Found  string // what is so, in words
	Next   string // what to do about it; "" where nothing is to be done
	Detail Facts  // the same for programs
}

// How a check ended.
const (
	CheckOK   = "ok"
	CheckWarn = "warn" // works, and somebody should know
	CheckFail = "fail" // does not work
)

// ToolRow is a row of what can be called by name. Its schemas are told only where
// they are asked for.
type ToolRow struct {
	Name    string
	Kind    string // of its records; "" where an argument says it
	Mutates bool   // it comes to an operation, which is not carried out
	Help    string
	Args    []string
	Aliases []string
	Input   ijson.Value // JSON Schema of the arguments; null where it is not told
	Output  ijson.Value // and of the envelope
}

// TurnRow is a row of a conversation: what one side said.
type TurnRow struct {
	At       time.Time // in the zone that it is shown in
	Role     string    // user or assistant
	Text     string
	Question bool // it asks something back
}

// Answer is what a tool that reads was answered with: its envelope, {data, total,
// error, warning, meta}.
type Answer struct{ Envelope ijson.Value }

// Heartbeat says that something is still waited for.
type Heartbeat struct {
	WaitingFor string
	ElapsedMs  int64
}

// Error is a failure or refusal, or one line of input that could not be read.
type Error struct {
	Code    string
	Field   string // where in what was asked, such as where.or[0].deadline
	Message string
	Hint    string
	Line    int
	Path    string
	Details []problem.Problem // the single places, such as every undo conflict
}

// Done is the last event of every stream.
type Done struct {
	Status         string // done, partial, clarify, rejected, conflict, approval, unavailable, unknown, failed, usage, interrupted
	ExitCode       int
	BatchID        int64 // 0 and left out where nothing was written
	Batches        int   // of a long stream that was cut into several; 0 otherwise
	IdempotencyKey string
	Replayed       bool
	AuditHead      string
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
func (Answer) eventType() string     { return "answer" }
func (Heartbeat) eventType() string  { return "heartbeat" }
func (Error) eventType() string      { return "error" }
func (Done) eventType() string       { return "done" }
