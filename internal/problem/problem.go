// Package problem describes what is wrong with a request, as data for scripts, for
// people, and for prompts that ask a model to repair it. It does not depend on tasks,
// databases or terminals.
package problem

import "strconv"

// Problem is one thing that is wrong with a request or, as a warning, one thing to
// know before approving it.
type Problem struct {
	Code    string `json:"code"`            // stable, in snake_case; may contain the name of a field
	Field   string `json:"field,omitempty"` // where: "title", "where.priority", "recurrence.until"
	Message string `json:"message"`         // lower case, no full stop
	Hint    string `json:"hint,omitempty"`  // what to do next
}

func (p Problem) Error() string { return p.Message }

// Codes that more than one package uses. See Invalid for the codes of fields, which
// have no constants.
const (
	InvalidOperationObject  = "invalid_operation_object"
	InvalidOp               = "invalid_op"
	UnknownKind             = "unknown_kind"
	UnknownField            = "unknown_field"
	MissingOrInvalidID      = "missing_or_invalid_id"
	IDNotFound              = "id_not_found"
	IDNotInContext          = "id_not_in_context"
	OutsideContext          = "outside_context"
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
	AlreadyDeleted          = "already_deleted"
	DestructiveConfirmation = "confirmation_needed"
	RepeatingLeftAlone      = "repeating_left_alone"
	WholeSeries             = "whole_series"
	OnlyOnce                = "only_once" // a warning: it is for one occurrence of a series
	SeriesDivided           = "series_divided"
	MatchesMore             = "matches_more"
	NothingMatches          = "nothing_matches"
	NothingChanges          = "nothing_changes"
	OldTextNotFound         = "old_text_not_found"
	AmbiguousMatch          = "ambiguous_match"
	NoOp                    = "no_op"
	NoSuchList              = "no_such_list"
	AlreadyListed           = "already_listed" // a warning: the requested item is on its list
	LeftOut                 = "left_out"       // a warning: words were taken for a remark
	NotUnderstood           = "not_understood"
	Declined                = "declined"
	Suggested               = "suggested"
	BulkDeleteMany          = "bulk_delete_many"
	BulkUpdateMany          = "bulk_update_many"
	DayIsOver               = "day_is_over"
	LocalDayDoesNotExist    = "local_day_does_not_exist"
	LocalTimeDoesNotExist   = "local_time_does_not_exist"
	LocalTimeExistsTwice    = "local_time_exists_twice"
	TextTooLong             = "text_too_long"
	OperationNotAllowed     = "operation_not_allowed"
	TooManyDeletions        = "too_many_deletions"
	TooManyTouched          = "too_many_touched"
	OutsideScope            = "outside_scope"
)

// Invalid returns the code for an invalid value of a field: "invalid_priority".
func Invalid(field string) string { return "invalid_" + field }

// InvalidIn is Invalid for a field in a filter or a set: "invalid_where_overdue".
func InvalidIn(part, field string) string { return "invalid_" + part + "_" + field }

// Class classifies refused and failed requests. The command line returns an exit code
// for each class.
type Class uint8

const (
	Failed      Class = iota // an unexpected error
	Usage                    // wrong flags or arguments
	Unanswered               // a question has to be answered first
	Rejected                 // nothing is valid, or not everything is and all has to be
	Conflict                 // the data has changed, or the key was used for something else
	Unapproved               // approval is needed, or was declined
	Unavailable              // an engine cannot be reached or gave no usable answer in time
	Unknown                  // a commit may or may not have happened
	Late                     // the request did not end before its deadline
)

// Refusal is an error that ends a request. Nothing was changed, except possibly in
// class Unknown.
type Refusal struct {
	Class   Class
	Problem Problem
	Line    int       // of the input, from 1; 0 if there is none
	Path    string    // of the file, if there is one
	More    []Problem // further problems, such as each undo conflict
	Cause   error
	Passing bool // the obstacle may be temporary: trying again may help
}

func (r *Refusal) Error() string {
	if r.Line > 0 {
		return "line " + strconv.Itoa(r.Line) + ": " + r.Problem.Message
	}
	return r.Problem.Message
}

func (r *Refusal) Unwrap() error { return r.Cause }

// Refuse returns a refusal because of one problem.
func Refuse(class Class, code, message, hint string) *Refusal {
	return &Refusal{Class: class, Problem: Problem{Code: code, Message: message, Hint: hint}}
}

// Misuse refuses an invocation that cannot be understood.
func Misuse(message, hint string) *Refusal { return Refuse(Usage, "usage", message, hint) }
