package question

import "testing"

func TestOfTwoConditionsWithOrBetweenThemOneIsEnough(t *testing.T) {
	for text, want := range map[string]string{
		"which tasks are due this week or overdue":      "en list kinds=task when=2026-11-16..2026-11-22 due else: en list kinds=task state=overdue",
		"tasks that are overdue, urgent or tagged home": "en list kinds=task state=overdue else: en list kinds=task priority=high else: en list kinds=task tag=home",
		"work tasks due today or without a project":     "en list kinds=task context=work when=2026-11-21..2026-11-21 due else: en list kinds=task context=work missing=projectId",
		"events on monday or wednesday":                 "en list kinds=event when=2026-11-23..2026-11-23 else: en list kinds=event when=2026-11-25..2026-11-25",
		"anything planned this week or the next":        "en exists when=2026-11-16..2026-11-29",
		"anything planned tomorrow or the next":         "?",
		"meetings this week or next":                    "en list kinds=event when=2026-11-16..2026-11-29",
		"tasks tagged home or garden":                   "en list kinds=task tag=home else: en list kinds=task tag=garden",
		"tasks in project data and project web":         "en list kinds=task project=data else: en list kinds=task project=web",
		"finished and skipped tasks":                    "en list kinds=task state=finished else: en list kinds=task state=skipped",
		"y a-t-il des tâches en retard ou sans date":    "fr exists kinds=task state=overdue else: fr exists kinds=task undated",
		"meetings with Ann or with Tom":                 "en list kinds=event about=Ann,Tom",
		"high priority tasks or meetings":               "en list kinds=task,event priority=high",
		"overdue or longer than the others":             "?",
	} {
		if got := told(Read(text, clock)); got != want {
			t.Errorf("%q is read\n  %s, want\n  %s", text, got, want)
		}
	}
}

func TestNeitherAndNorLeaveBothOut(t *testing.T) {
	for text, want := range map[string]string{
		"tasks with neither a date nor a tag":             "en list kinds=task missing=tags undated",
		"tasks without a date or a deadline":              "en list kinds=task undated no-deadline",
		"tasks with no project and no tags":               "en list kinds=task missing=projectId missing=tags",
		"tasks neither overdue nor tagged home":           "en list kinds=task not(state=overdue) not(tag=home)",
		"quelles tâches n'ont ni date ni étiquette":       "fr list kinds=task missing=tags undated",
		"les tâches sans projet ni échéance":              "fr list kinds=task missing=projectId no-deadline",
		"quelles tâches ne sont ni urgentes ni en retard": "fr list kinds=task not(priority=high) not(state=overdue)",
		"tasks for neither project":                       "?",
		"which tasks are neither here nor completely":     "?",
	} {
		if got := told(Read(text, clock)); got != want {
			t.Errorf("%q is read\n  %s, want\n  %s", text, got, want)
		}
	}
}

func TestHoursAreAskedForOnAverageAndOfEachDay(t *testing.T) {
	for text, want := range map[string]string{
		"how long are my meetings on average":                "en length kinds=event average",
		"what's the average length of my meetings next week": "en length kinds=event when=2026-11-23..2026-11-29 average",
		"combien de temps durent mes réunions en moyenne":    "fr length kinds=event average",
		"how busy is each day next week":                     "en length by=scheduledFor when=2026-11-23..2026-11-29",
		"combien d'heures par jour cette semaine":            "fr length by=scheduledFor when=2026-11-16..2026-11-22",
		"how many meetings do I have on average":             "?",
		"is there a day next week without meetings":          "en gaps when=2026-11-23..2026-11-29 days",
		"projects without events":                            "?",
		"both the money and the web tags":                    "en list tag=money equal=tags=web",
	} {
		if got := told(Read(text, clock)); got != want {
			t.Errorf("%q is read\n  %s, want\n  %s", text, got, want)
		}
	}
}

func TestWhatGoesOnWithAQuestionThatWasNotUnderstoodIsNotEither(t *testing.T) {
	for _, tt := range []struct{ before, text, want string }{
		{"which meeting is longer than most?", "and tomorrow?", "?"},
		{"what is longer than most", "which of them are overdue", "?"},
		{"what is longer than most", "what is overdue", "en list state=overdue"},
		{"what is on today?", "and tomorrow?", "en list when=2026-11-22..2026-11-22"},
	} {
		if got := told(ReadAfter([]string{tt.before}, tt.text, clock)); got != tt.want {
			t.Errorf("%q after %q is read\n  %s, want\n  %s", tt.text, tt.before, got, tt.want)
		}
	}
}
