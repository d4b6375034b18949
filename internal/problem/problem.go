// Package problem holds what is wrong with a request, as data that a script, a
// repair prompt and a person can all act on. It knows nothing of tasks,
// databases or terminals.
package problem

import "strconv"

// Problem is one thing wrong with a request, or, where it stands as a warning,
// one thing worth knowing before saying yes.
type Problem struct {
	Code    string `json:"code"`            // stable snake_case word; field names inside keep their spelling
	Field   string `json:"field,omitempty"` // where: "title", "where.priority", "recurrence.until"
	Message string `json:"message"`         // what, in words; lower case, no full stop
	Hint    string `json:"hint,omitempty"`  // what to do next
}

func (p Problem) Error() string { return p.Message }

// Codes that more than one room speaks of. Those of a field are built from its
// name, so that a new field needs no new constant: see Invalid.
const (
	InvalidOperationObject  = "invalid_operation_object"
	InvalidOp               = "invalid_op"
	UnknownKind             = "unknown_kind"
	UnknownField            = "unknown_field"
	MissingOrInvalidID      = "missing_or_invalid_id"
	IDNotFound              = "id_not_found"
	IDNotInContext          = "id_not_in_context"
	UnknownRef              = "unknown_ref"
	DuplicateRef            = "duplicate_ref"
	TimeNotSupportedForTask = "time_not_supported_for_task"
	EndNotAfterStart        = "end_not_after_start"
	EndWithoutStart         = "end_without_start"
	MissingRecurrence       = "missing_recurrence"
	MissingAnchor           = "missing_anchor_for_recurrence"
	UseOccurrence           = "use_occurrence_for_repeating"
	OccurrenceNotInSeries   = "occurrence_not_in_series"
	NotRepeating            = "not_repeating"
	TooManyOccurrences      = "too_many_occurrences"
	InvalidWhereObject      = "invalid_where_object"
	InvalidWhereUnknownKey  = "invalid_where_unknown_key"
	EmptyWhere              = "empty_where"
	MissingSet              = "missing_set"
	MissingOperations       = "missing_operations"
	TooManyOperations       = "too_many_operations"
	StillReferenced         = "still_referenced"
	AlreadyThere            = "already_there"
	AlarmIsOff              = "alarm_is_off"
	ConflictingAliases      = "conflicting_fields"
	InvalidText             = "invalid_text"
	InvalidBase             = "invalid_base"
	Stale                   = "stale"
	UndoConflict            = "undo_conflict"
	IdempotencyConflict     = "idempotency_conflict"
	NoBatch                 = "no_batch"
	DestructiveConfirmation = "confirmation_needed"
	RepeatingLeftAlone      = "repeating_left_alone"
	WholeSeries             = "whole_series"
	SeriesDivided           = "series_divided"
	MatchesMore             = "matches_more"
	NothingMatches          = "nothing_matches"
	NothingChanges          = "nothing_changes"
	OldTextNotFound         = "old_text_not_found"
	AmbiguousMatch          = "ambiguous_match"
	NoOp                    = "no_op"
	NoSuchList              = "no_such_list"
	NotUnderstood           = "not_understood"
	Declined                = "declined"
	Suggested               = "suggested"
	BulkDeleteMany          = "bulk_delete_many"
	BulkUpdateMany          = "bulk_update_many"
	DayIsOver               = "day_is_over"
	LocalTimeDoesNotExist   = "local_time_does_not_exist"
	LocalTimeExistsTwice    = "local_time_exists_twice"
	TextTooLong             = "text_too_long"
)

// Invalid is the code for a value that its field cannot hold: "invalid_priority".
func Invalid(field string) string { return "invalid_" + field }

// InvalidIn is Invalid for a field inside a filter or a set: "invalid_where_overdue".
func InvalidIn(part, field string) string { return "invalid_" + part + "_" + field }

// Class says what kind of end a refused or failed request came to. The command
// line turns it into an exit code; other front doors into theirs.
type Class uint8

const (
	Failed      Class = iota // work that should have gone well did not
	Usage                    // asked in a way that cannot be understood
	Unanswered               // a question has to be answered first
	Rejected                 // nothing valid, or strictness and something invalid
	Conflict                 // the data has moved, or the key was used for something else
	Unapproved               // approval needed or declined
	Unavailable              // an engine is not there or gave no usable answer in time
	Unknown                  // a commit may or may not have happened
)

// Refusal ends a request. Except for class Unknown, nothing was changed by what
// it refused.
type Refusal struct {
	Class   Class
	Problem Problem
	Line    int       // of the input, from 1; 0 where there is none
	Path    string    // of the file, where there is one
	More    []Problem // further places of the same refusal, such as each undo conflict
	Cause   error
	Passing bool // what stood in the way may be gone by itself: trying again may help
}

func (r *Refusal) Error() string {
	if r.Line > 0 {
		return "line " + strconv.Itoa(r.Line) + ": " + r.Problem.Message
	}
	return r.Problem.Message
}

func (r *Refusal) Unwrap() error { return r.Cause }

// Refuse makes a refusal of one problem.
func Refuse(class Class, code, message, hint string) *Refusal {
	return &Refusal{Class: class, Problem: Problem{Code: code, Message: message, Hint: hint}}
}
