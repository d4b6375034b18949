package schema

// Kinds is the table. Its order is the order of tools, help and schemas; a
// kind's field order is the order of its columns and of its JSON.
var Kinds = []*Kind{task, event, project, checklist, checklistItem}

// Statuses of a task, in the order of its life.
var Statuses = []string{"pending", "doing", "completed", "skipped"}

// Priorities, lowest first.
var Priorities = []string{"low", "medium", "high"}

// Confidences in a suggestion, highest first (facts 3.3).
var Confidences = []string{"high", "medium", "low"}

// Contexts a record can belong to.
var Contexts = []string{"school", "personal", "work"}

const (
	titleMax = 255    // facts 1.1
	notesMax = 65_536 // a line of the protocol is bounded at 1 MB, and no note should come near
	itemMax  = 400    // facts 3.6
)

var task = &Kind{
	Name: "task", Plural: "tasks", Label: "title", Day: "scheduledFor", Planned: true,
	Help: "something to do, on a day or in the backlog; it has no time of day",
	Fields: []Field{
		{Name: "title", Column: "title", Type: Text, Required: true, Max: titleMax, Help: "what is to be done"},
		{Name: "notes", Column: "notes", Type: Text, Max: notesMax, Help: "anything worth keeping beside the title"},
		{Name: "scheduledFor", Column: "scheduled_for", Type: Date, Aliases: []string{"date"}, Help: "the day it is planned for; null is the backlog"},
		{Name: "deadline", Column: "deadline", Type: Date, Aliases: []string{"due"}, Help: "the day it must be done by"},
		{Name: "priority", Column: "priority", Type: Enum, Values: Priorities, Default: "medium"},
		{Name: "status", Column: "status", Type: Enum, Values: Statuses, Default: "pending"},
		{Name: "tags", Column: "tags", Type: Tags, Max: 64},
		{Name: "projectId", Column: "project_id", Type: Ref, Of: "project", Help: "the project it belongs to"},
		{Name: "context", Column: "context", Type: Enum, Values: Contexts},
		{Name: "recurrence", Column: "recurrence", Type: Recurrence, Help: "how it repeats, from scheduledFor on"},
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
			{Name: "occurrenceDate", Type: Date, Help: "which occurrence of a repeating task"},
		}},
	},
}

var event = &Kind{
	Name: "event", Plural: "events", Label: "title", Day: "scheduledFor", Planned: true,
	Help: "something that takes place, on a day and perhaps at a time; it is never completed",
	Fields: []Field{
		{Name: "title", Column: "title", Type: Text, Required: true, Max: titleMax, Help: "what takes place"},
		{Name: "notes", Column: "notes", Type: Text, Max: notesMax, Help: "anything worth keeping beside the title"},
		{Name: "location", Column: "location", Type: Text, Max: titleMax, Help: "where"},
		{Name: "scheduledFor", Column: "scheduled_for", Type: Date, Aliases: []string{"date"}, Help: "the day it begins on"},
		{Name: "startTime", Column: "start_time", Type: Time, Help: "local time it begins at"},
		{Name: "endTime", Column: "end_time", Type: Time, Help: "local time it ends at; before startTime is the next day"},
		{Name: "projectId", Column: "project_id", Type: Ref, Of: "project", Help: "the project it belongs to"},
		{Name: "context", Column: "context", Type: Enum, Values: Contexts},
		{Name: "recurrence", Column: "recurrence", Type: Recurrence, Help: "how it repeats, from scheduledFor on"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "create a new event"},
		{Verb: Update, Help: "change fields of an event; null clears one"},
		{Verb: Delete, Help: "delete an event"},
	},
}

var project = &Kind{
	Name: "project", Plural: "projects", Label: "name",
	Help: "what tasks and events belong to",
	Fields: []Field{
		{Name: "name", Column: "name", Type: Text, Required: true, Max: titleMax, Aliases: []string{"title"}},
		{Name: "description", Column: "description", Type: Text, Max: notesMax, Aliases: []string{"notes"}},
		{Name: "status", Column: "status", Type: Text, Max: 64, Help: "in your own words"},
		{Name: "targetDate", Column: "target_date", Type: Date, Help: "the day it should be done by"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "create a new project"},
		{Verb: Update, Help: "change fields of a project; null clears one"},
		{Verb: Delete, Help: "delete a project that nothing belongs to"},
	},
}

var checklist = &Kind{
	Name: "checklist", Plural: "checklists", Label: "title",
	Help: "a list of small things to check off, by itself or beside a task or project",
	Fields: []Field{
		{Name: "title", Column: "title", Type: Text, Required: true, Max: titleMax, Aliases: []string{"name"}, Help: "what the list is called"},
		{Name: "projectId", Column: "project_id", Type: Ref, Of: "project", Help: "the project it belongs to"},
		{Name: "taskId", Column: "task_id", Type: Ref, Of: "task", Help: "the task it belongs to"},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "create a new checklist"},
		{Verb: Update, Help: "change fields of a checklist; null clears one"},
		{Verb: Delete, Help: "delete a checklist that has no items"},
	},
}

var checklistItem = &Kind{
	Name: "checklist_item", Plural: "checklist_items", Label: "title", Done: "isChecked",
	Help: "one thing on a checklist",
	Fields: []Field{
		{Name: "checklistId", Column: "checklist_id", Type: Ref, Of: "checklist", Required: true, Help: "the checklist it is on"},
		{Name: "title", Column: "title", Type: Text, Required: true, Max: itemMax, Help: "what is to be checked off; one thing, not a list"},
		{Name: "isChecked", Column: "is_checked", Type: Bool, Default: "false", Aliases: []string{"checked"}},
		{Name: "createdAt", Column: "created_at", Type: Instant, Kept: true},
	},
	Operations: []Operation{
		{Verb: Create, Help: "create a new checklist item"},
		{Verb: Update, Help: "change fields of a checklist item"},
		{Verb: Delete, Help: "delete a checklist item"},
		{Verb: SuggestCompletion, Help: "check an item off, saying why it seems to be done", Args: []Field{
			{Name: "reason", Type: Text, Required: true, Max: titleMax, Help: "what shows that it is done"},
			{Name: "confidence", Type: Enum, Values: Confidences, Required: true},
		}},
	},
}

// Bulk are the operations on whatever a filter matches, over any kind.
var Bulk = []Operation{
	{Verb: BulkUpdate, Help: "change the fields in set of everything that where matches"},
	{Verb: BulkSetStatus, Help: "set the status of everything that where matches", Args: []Field{
		{Name: "status", Type: Enum, Values: Statuses, Required: true},
		{Name: "occurrenceDate", Type: Date, Help: "which occurrence of the repeating ones"},
		{Name: "occurrenceRange", Type: Range, Aliases: []string{"occurrence_range"}, Help: "every occurrence of the repeating ones in these days"},
	}},
	{Verb: BulkDelete, Help: "delete everything that where matches"},
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
