package schema

import (
	"strings"

	"assister/internal/calendar"
)

// Kinds lists every kind. Its order is the order of tools, help and schemas. The
// order of a kind's fields is the order of its columns and of its JSON members.
var Kinds = []*Kind{
	task, event, project, checklist, checklistItem,
	note, noteSession, noteLine, link, file, alarm, team, person,
	situation, situationActor, situationNote, situationQuestion, situationSummary,
	preference,
}

// Statuses of a task, from open to closed.
var Statuses = []string{"pending", "doing", "completed", "skipped"}

// StatusSpellings are further words that are read as statuses: older programs use them.
var StatusSpellings = [...]struct{ Word, Status string }{{"todo", "pending"}, {"done", "completed"}}

// StatusWord is the status that a word means. A word that is no spelling of one is
// returned as it is.
func StatusWord(word string) string {
	for _, s := range StatusSpellings {
		if strings.EqualFold(strings.TrimSpace(word), s.Word) {
			return s.Status
		}
	}
	return word
}

// Open are the statuses of tasks that still have to be done.
var Open = Statuses[:2]

// Priorities, lowest first.
var Priorities = []string{"low", "medium", "high"}

// Confidences in a suggestion, highest first.
var Confidences = []string{"high", "medium", "low"}

// Contexts a record can belong to.
var Contexts = []string{"school", "personal", "work"}

// RiskLevels of a project, lowest first.
var RiskLevels = []string{"low", "medium", "high"}

const (
	titleMax   = 255    // characters, so that a list shows a title on a line or two
	itemMax    = 400    // characters: one thing to check off, not a list of them
	urlMax     = 2_048  // characters, which browsers and servers agree on
	notesMax   = 65_536 // characters, far below the 1 MB that a line of the protocol holds
	rankMax    = 10_000 // nobody ranks more by hand
	minutesMax = 60 * 24 * 31
)

var task = &Kind{
	Name: "task", Plural: "tasks", Alias: "t", Label: "title", Day: "scheduledFor", Planned: true,
	Help: "something to do, on a day or in the backlog; without a time of day",
	Fields: []Field{
		{Name: "title", Column: "title", Type: Text, Required: true, Max: titleMax, Help: "what to do"},
		{Name: "notes", Column: "notes", Type: Text, Max: notesMax, Help: "further text"},
		{Name: "scheduledFor", Column: "scheduled_for", Type: Date, Aliases: []string{"date"},
			Help: "planned day; null for the backlog"},
		{Name: "deadline", Column: "deadline", Type: Date, Aliases: []string{"due"}, Help: "day by which it must be done"},
		{Name: "priority", Column: "priority", Type: Enum, Values: Priorities, Default: "medium"},
		{Name: "status", Column: "status", Type: Enum, Values: Statuses, Default: "pending"},
		{Name: "tags", Column: "tags", Type: Tags, Max: 64},
		{Name: "projectId", Column: "project_id", Type: Ref, Of: "project", Help: "project it belongs to"},
		{Name: "context", Column: "context", Type: Enum, Values: Contexts},
		{Name: "recurrence", Column: "recurrence", Type: Recurrence, Help: "how it repeats, beginning with scheduledFor"},
		{Name: "completedDates", Column: "completed_dates", Type: Dates, Kept: true},
		{Name: "skippedDates", Column: "skipped_dates", Type: Dates, Kept: true},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "create a new task"},
		{Verb: Update, Help: "change fields of a task; null clears one"},
		{Verb: Delete, Help: "delete a task"},
		{Verb: SetStatus, Help: "set the status of a task, or of one occurrence of a repeating one", Args: []Field{
			{Name: "status", Type: Enum, Values: Statuses, Required: true},
			{Name: "occurrenceDate", Type: Date, Help: "occurrence of a repeating task"},
		}},
	},
}

var event = &Kind{
	Name: "event", Plural: "events", Alias: "e", Label: "title", Day: "scheduledFor", Planned: true,
	Help: "something that takes place on a day, at a time if given; never completed",
	Fields: []Field{
		{Name: "title", Column: "title", Type: Text, Required: true, Max: titleMax, Help: "what takes place"},
		{Name: "notes", Column: "notes", Type: Text, Max: notesMax, Help: "further text"},
		{Name: "location", Column: "location", Type: Text, Max: titleMax, Help: "where"},
		{Name: "scheduledFor", Column: "scheduled_for", Type: Date, Aliases: []string{"date"}, Help: "first day"},
		{Name: "startTime", Column: "start_time", Type: Time, Help: "local start time, HH:MM"},
		{Name: "endTime", Column: "end_time", Type: Time, Help: "local end time, HH:MM; before startTime means the next day"},
		{Name: "projectId", Column: "project_id", Type: Ref, Of: "project", Help: "project it belongs to"},
		{Name: "context", Column: "context", Type: Enum, Values: Contexts},
		{Name: "recurrence", Column: "recurrence", Type: Recurrence, Help: "how it repeats, beginning with scheduledFor"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "create a new event"},
		{Verb: Update, Help: "change fields of an event; null clears one"},
		{Verb: Delete, Help: "delete an event"},
	},
}

var project = &Kind{
	Name: "project", Plural: "projects", Alias: "p", Label: "name", Body: "description", Touched: true,
	Help: "a project, to which tasks, events and other records can belong",
	Fields: []Field{
		{Name: "name", Column: "name", Type: Text, Required: true, Max: titleMax, Aliases: []string{"title"},
			Help: "name"},
		{Name: "description", Column: "description", Type: Text, Max: notesMax, Aliases: []string{"notes"}},
		{Name: "status", Column: "status", Type: Text, Max: 64, Help: "status in your own words"},
		{Name: "targetDate", Column: "target_date", Type: Date, Help: "target day"},
		{Name: "riskLevel", Column: "risk_level", Type: Enum, Values: RiskLevels},
		{Name: "progressPercent", Column: "progress_percent", Type: Integer, Max: 100, Aliases: []string{"progress"},
			Help: "percentage that is done, from 0 to 100"},
		{Name: "isFavorite", Column: "is_favorite", Type: Bool, Default: "false", Aliases: []string{"favorite", "favourite"}},
		{Name: "favoriteRank", Column: "favorite_rank", Type: Integer, Min: 1, Max: rankMax,
			Help: "rank among the favorites, 1 first"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "create a new project"},
		{Verb: Update, Help: "change fields of a project; null clears one"},
		{Verb: Delete, Help: "delete a project that nothing belongs to"},
		{Verb: Edit, Help: "change one passage of the description of a project", Args: passage},
	},
}

var checklist = &Kind{
	Name: "checklist", Plural: "checklists", Alias: "c", Label: "title",
	Help: "a list of items to check off, alone or for a task or project",
	Fields: []Field{
		{Name: "title", Column: "title", Type: Text, Required: true, Max: titleMax, Aliases: []string{"name"},
			Help: "name of the list"},
		{Name: "projectId", Column: "project_id", Type: Ref, Of: "project", Help: "project it belongs to"},
		{Name: "taskId", Column: "task_id", Type: Ref, Of: "task", Help: "task it belongs to"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "create a new checklist"},
		{Verb: Update, Help: "change fields of a checklist; null clears one"},
		{Verb: Delete, Help: "delete a checklist that has no items"},
	},
}

var checklistItem = &Kind{
	Name: "checklist_item", Plural: "checklist_items", Alias: "i", Label: "title", Done: "isChecked",
	Help: "one item of a checklist",
	Fields: []Field{
		{Name: "checklistId", Column: "checklist_id", Type: Ref, Of: "checklist", Required: true,
			Help: "checklist it belongs to"},
		{Name: "title", Column: "title", Type: Text, Required: true, Max: itemMax,
			Help: "what to check off: one thing, not a list"},
		{Name: "isChecked", Column: "is_checked", Type: Bool, Default: "false", Aliases: []string{"checked"}},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "create a new checklist item"},
		{Verb: Update, Help: "change fields of a checklist item"},
		{Verb: Delete, Help: "delete a checklist item"},
		{Verb: SuggestCompletion, Help: "check an item off and give the reason", Args: []Field{
			{Name: "reason", Type: Text, Required: true, Max: titleMax, Help: "evidence that it is done"},
			{Name: "confidence", Type: Enum, Values: Confidences, Required: true, Help: "confidence in the suggestion"},
		}},
	},
}

var note = &Kind{
	Name: "note", Plural: "notes", Alias: "n", Label: "title", Body: "content",
	Help: "a text, alone or in a project",
	Fields: []Field{
		{Name: "title", Column: "title", Type: Text, Required: true, Max: titleMax, From: "content",
			Help: "title; by default the first line of the content"},
		{Name: "content", Column: "content", Type: Text, Max: notesMax, Raw: true, Aliases: []string{"text", "body"},
			Help: "text of the note"},
		{Name: "projectId", Column: "project_id", Type: Ref, Of: "project", Help: "project it belongs to"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "write a new note"},
		{Verb: Update, Help: "change fields of a note; null clears one"},
		{Verb: Delete, Help: "delete a note"},
		{Verb: Append, Help: "add a paragraph to the end of a note", Args: []Field{appended}},
		{Verb: Edit, Help: "change one passage of a note", Args: passage},
	},
}

var noteSession = &Kind{
	Name: "note_session", Plural: "note_sessions", Alias: "ns", Label: "name", Body: "summary",
	Help: "a session of taking notes, line by line",
	Fields: []Field{
		{Name: "name", Column: "name", Type: Text, Required: true, Max: titleMax, Default: "Session",
			Aliases: []string{"title"},
			Help:    "name"},
		{Name: "projectId", Column: "project_id", Type: Ref, Of: "project", Help: "project it belongs to"},
		{Name: "summary", Column: "summary", Type: Text, Max: notesMax, Aliases: []string{"aiSummary"},
			Help: "summary"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "begin a new note session"},
		{Verb: Update, Help: "change fields of a note session; null clears one"},
		{Verb: Delete, Help: "delete a note session and its lines"},
		{Verb: Edit, Help: "change one passage of the summary of a note session", Args: passage},
	},
}

var noteLine = &Kind{
	Name: "note_line", Plural: "note_lines", Alias: "nl", Label: "content", Body: "content",
	Help: "one line of a note session",
	Fields: []Field{
		{Name: "sessionId", Column: "session_id", Type: Ref, Of: "note_session", Part: true, Required: true,
			Help: "note session it belongs to"},
		{Name: "content", Column: "content", Type: Text, Required: true, Max: notesMax, Raw: true, Aliases: []string{"text"},
			Help: "text of the line"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "add a line to the end of a note session"},
		{Verb: Update, Help: "change a line"},
		{Verb: Delete, Help: "delete a line"},
		{Verb: Append, Help: "append to a line", Args: []Field{appended}},
		{Verb: Edit, Help: "change one passage of a line", Args: passage},
	},
}

// appended is the text that append adds, on a line of its own.
var appended = Field{Name: "content", Type: Text, Required: true, Max: notesMax, Raw: true,
	Aliases: []string{"text", "block"},
	Help:    "text to append"}

// passage are the arguments of edit: a passage and its replacement, so that a
// long text can be changed without sending all of it.
var passage = []Field{
	{Name: "oldText", Type: Text, Required: true, Max: notesMax, Raw: true, Exact: true,
		Aliases: []string{"old_text", "old"},
		Help:    "existing passage, word for word, long enough to occur only once"},
	{Name: "newText", Type: Text, Stated: true, Max: notesMax, Raw: true, Exact: true,
		Aliases: []string{"new_text", "new"},
		Help:    "replacement; null deletes the passage"},
}

var link = &Kind{
	Name: "link", Plural: "links", Alias: "l", Label: "name",
	Help: "an address worth keeping",
	Fields: []Field{
		{Name: "name", Column: "name", Type: Text, Required: true, Max: titleMax, From: "url", Aliases: []string{"title"},
			Help: "what is there; the address itself when it is not given"},
		{Name: "url", Column: "url", Type: URL, Required: true, Max: urlMax,
			Help: "the address, with https:// where no scheme is given"},
		{Name: "projectId", Column: "project_id", Type: Ref, Of: "project", Help: "project it belongs to"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "keep a new link"},
		{Verb: Update, Help: "change fields of a link; null clears one"},
		{Verb: Delete, Help: "delete a link"},
	},
}

var file = &Kind{
	Name: "file", Plural: "files", Alias: "f", Label: "name",
	Help: "a reference to a file, which stays where it is",
	Fields: []Field{
		{Name: "name", Column: "name", Type: Text, Required: true, Max: titleMax, From: "location",
			Aliases: []string{"title"},
			Help:    "what it is called; its place when it is not given"},
		{Name: "location", Column: "location", Type: Text, Max: urlMax, Aliases: []string{"path", "url"},
			Help: "where it is: a path or a URL"},
		{Name: "size", Column: "size", Type: Integer, Max: 1 << 53, Help: "in bytes"},
		{Name: "mimeType", Column: "mime_type", Type: Text, Max: 127, Lower: true, Aliases: []string{"type"},
			Help: "such as text/plain"},
		{Name: "projectId", Column: "project_id", Type: Ref, Of: "project", Help: "project it belongs to"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "refer to a new file"},
		{Verb: Update, Help: "change fields of a file reference; null clears one"},
		{Verb: Delete, Help: "delete a file reference; the file stays where it is"},
	},
}

var alarm = &Kind{
	Name: "alarm", Plural: "alarms", Alias: "a", Label: "title", Day: "scheduledFor",
	Start: &Start{Names: []string{"nextTriggerAt", "when", "at"}, Day: "scheduledFor", Time: "time"},
	Help:  "something to be reminded of at a moment",
	Fields: []Field{
		{Name: "title", Column: "title", Type: Text, Required: true, Max: titleMax, Default: "Alarm",
			Help: "what it reminds of"},
		{Name: "scheduledFor", Column: "scheduled_for", Type: Date, Required: true, Aliases: []string{"date"},
			Help: "day it goes off; of a repeating alarm the first one"},
		{Name: "time", Column: "time", Type: Time, Required: true, Help: "local time it goes off, HH:MM"},
		{Name: "recurrence", Column: "recurrence", Type: Recurrence, Help: "how it repeats, beginning with scheduledFor"},
		{Name: "enabled", Column: "enabled", Type: Bool, Default: "true"},
		{Name: "done", Column: "done", Type: Bool, Default: "false", Kept: true},
		{Name: "nextTriggerAt", Column: "next_trigger_at", Type: Moment, Kept: true},
		{Name: "snoozedUntil", Column: "snoozed_until", Type: Moment, Kept: true, Aliases: []string{"snoozedUntilAt"}},
		{Name: "acknowledgedAt", Column: "acknowledged_at", Type: Instant, Kept: true},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "set a new alarm"},
		{Verb: Update, Help: "change fields of an alarm; null clears one"},
		{Verb: Delete, Help: "delete an alarm"},
		{Verb: SetEnabled, Help: "switch an alarm on or off", Args: []Field{
			{Name: "enabled", Type: Bool, Required: true, Help: "true or false"},
		}},
		{Verb: Snooze, Help: "snooze an alarm, by minutes or until a given time", Args: []Field{
			{Name: "minutes", Type: Integer, Min: 1, Max: minutesMax,
				Help: "counted from when it would go off, or from now if that is past"},
			{Name: "until", Type: Moment, Help: calendar.MomentForms},
		}},
		{Verb: Dismiss, Help: "dismiss an alarm; a repeating one goes off again at its next time"},
	},
}

var team = &Kind{
	Name: "team", Plural: "teams", Alias: "tm", Label: "name",
	Help: "a group of people who work together",
	Fields: []Field{
		{Name: "name", Column: "name", Type: Text, Required: true, Max: titleMax, Aliases: []string{"title"},
			Help: "name"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "create a new team"},
		{Verb: Update, Help: "change the name of a team"},
		{Verb: Delete, Help: "delete a team without members, or move its members to another team", Args: []Field{
			{Name: "reassignTo", Type: Ref, Of: "team", Aliases: []string{"newTeamId"}, Help: "team to move its members to"},
		}},
	},
}

var person = &Kind{
	Name: "person", Plural: "people", Alias: "pe", Label: "name", Body: "notes", Also: []string{"lastName", "aliases"},
	Help: "a person you work or live with",
	Fields: []Field{
		{Name: "name", Column: "name", Type: Text, Required: true, Max: titleMax, Aliases: []string{"firstName"},
			Help: "name, or first name"},
		{Name: "lastName", Column: "last_name", Type: Text, Max: titleMax},
		{Name: "aliases", Column: "aliases", Type: Tags, Max: 64, Help: "other names"},
		{Name: "role", Column: "role", Type: Text, Max: titleMax},
		{Name: "email", Column: "email", Type: Text, Max: 254, Lower: true},
		{Name: "notes", Column: "notes", Type: Text, Max: notesMax},
		{Name: "teamId", Column: "team_id", Type: Ref, Of: "team", Help: "team of the person"},
		{Name: "subteam", Column: "subteam", Type: Text, Max: titleMax},
		{Name: "arrivalDate", Column: "arrival_date", Type: Date},
		{Name: "left", Column: "has_left", Type: Bool, Default: "false", Help: "no longer active"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "add a person"},
		{Verb: Update, Help: "change fields of a person; null clears one"},
		{Verb: Delete, Help: "delete a person"},
		{Verb: Edit, Help: "change one passage of the notes of a person", Args: passage},
	},
}

var situation = &Kind{
	Name: "situation", Plural: "situations", Alias: "s", Label: "title", Body: "description",
	Help: "a situation between people, with actors, notes, questions and summaries",
	Fields: []Field{
		{Name: "title", Column: "title", Type: Text, Required: true, Max: titleMax, Aliases: []string{"name"},
			Help: "subject"},
		{Name: "description", Column: "description", Type: Text, Max: notesMax},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "describe a new situation"},
		{Verb: Update, Help: "change fields of a situation; null clears one"},
		{Verb: Delete, Help: "delete a situation with its actors, notes, questions and summaries"},
		{Verb: Edit, Help: "change one passage of the description of a situation", Args: passage},
	},
}

var situationActor = &Kind{
	Name: "situation_actor", Plural: "situation_actors", Alias: "sa", Label: "name",
	Unique: []string{"situationId", "personId"},
	Help:   "a person's part in a situation",
	Fields: []Field{
		{Name: "situationId", Column: "situation_id", Type: Ref, Of: "situation", Part: true, Required: true,
			Help: "situation it belongs to"},
		{Name: "personId", Column: "person_id", Type: Ref, Of: "person", Required: true, Help: "person who acts"},
		{Name: "name", Column: "name", Type: Text, Required: true, From: "personId", Max: titleMax,
			Help: "name; by default the person's"},
		{Name: "role", Column: "role", Type: Text, Max: titleMax, Help: "role of the person"},
		{Name: "situationRole", Column: "situation_role", Type: Text, Max: titleMax,
			Help: "role in this situation"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "add a person to a situation"},
		{Verb: Update, Help: "change an actor"},
		{Verb: Delete, Help: "remove an actor from a situation"},
	},
}

var situationNote = &Kind{
	Name: "situation_note", Plural: "situation_notes", Alias: "sn", Label: "content", Body: "content",
	Help: "a note about a situation, or about one actor of it",
	Fields: []Field{
		{Name: "situationId", Column: "situation_id", Type: Ref, Of: "situation", Part: true, Required: true,
			Help: "situation it belongs to"},
		{Name: "actorId", Column: "actor_id", Type: Ref, Of: "situation_actor"},
		{Name: "content", Column: "content", Type: Text, Required: true, Max: notesMax, Raw: true, Aliases: []string{"text"},
			Help: "text of the note"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "add a note about a situation"},
		{Verb: Update, Help: "change a note about a situation"},
		{Verb: Delete, Help: "delete a note about a situation"},
		{Verb: Edit, Help: "change one passage of a note about a situation", Args: passage},
	},
}

var situationQuestion = &Kind{
	Name: "situation_question", Plural: "situation_questions", Alias: "sq", Label: "question", Body: "answer",
	Help: "a question about a situation, with its answer if there is one",
	Fields: []Field{
		{Name: "situationId", Column: "situation_id", Type: Ref, Of: "situation", Part: true, Required: true,
			Help: "situation it belongs to"},
		{Name: "actorId", Column: "actor_id", Type: Ref, Of: "situation_actor", Help: "actor it is addressed to"},
		{Name: "question", Column: "question", Type: Text, Required: true, Max: notesMax, Aliases: []string{"q"},
			Help: "text of the question"},
		{Name: "answer", Column: "answer", Type: Text, Max: notesMax, Aliases: []string{"r"}},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "add a question about a situation"},
		{Verb: Update, Help: "answer or change a question about a situation"},
		{Verb: Delete, Help: "delete a question about a situation"},
		{Verb: Edit, Help: "change one passage of the answer to a question about a situation", Args: passage},
	},
}

var situationSummary = &Kind{
	Name: "situation_summary", Plural: "situation_summaries", Alias: "ss", Label: "text", Body: "text",
	Help: "a summary of a situation",
	Fields: []Field{
		{Name: "situationId", Column: "situation_id", Type: Ref, Of: "situation", Part: true, Required: true,
			Help: "situation it summarizes"},
		{Name: "text", Column: "text", Type: Text, Required: true, Max: notesMax, Raw: true, Help: "text of the summary"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "add a summary of a situation"},
		{Verb: Update, Help: "change a summary"},
		{Verb: Delete, Help: "delete a summary"},
		{Verb: Edit, Help: "change one passage of a summary", Args: passage},
	},
}

// Languages that answers can be preferred in, by their codes.
var Languages = map[string]string{"en": "English", "es": "Spanish", "fr": "French"}

// Preferences by their names.
var Preferences = []string{"language", "filter"}

var preference = &Kind{
	Name: "preference", Plural: "preferences", Alias: "pr", Label: "name", Unique: []string{"name"},
	Help: "a preference for answers and lists; favorite projects are marked in the project",
	Fields: []Field{
		{Name: "name", Column: "name", Type: Enum, Values: Preferences, Required: true,
			Help: "language of answers, or filter of a list without one"},
		{Name: "value", Column: "value", Type: Text, Required: true, Max: 1000, Help: "en, es or fr; a filter as JSON"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "set a preference"},
		{Verb: Update, Help: "change a preference"},
		{Verb: Delete, Help: "delete a preference"},
	},
}

// Bulk are the operations on every record that a filter matches, of any kind.
var Bulk = []Operation{
	{Verb: BulkUpdate, Help: "update all records that match where with the fields in set"},
	{Verb: BulkSetStatus, Help: "set the status of all records that match where", Args: []Field{
		{Name: "status", Type: Enum, Values: Statuses, Required: true},
		{Name: "occurrenceDate", Type: Date, Help: "occurrence of repeating records"},
		{Name: "occurrenceRange", Type: Range, Aliases: []string{"occurrence_range"},
			Help: "all occurrences of repeating records in these days"},
	}},
	{Verb: BulkDelete, Help: "delete all records that match where"},
}

// BulkOperation finds one of Bulk.
func BulkOperation(v Verb) *Operation {
	for i := range Bulk {
		if Bulk[i].Verb == v {
			return &Bulk[i]
		}
	}
	return nil
}
