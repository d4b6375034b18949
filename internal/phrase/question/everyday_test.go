package question

import "testing"

func TestEverydayQuestionsOfAwkwardForm(t *testing.T) {
	for text, want := range map[string]string{
		"do I have time for lunch on wednesday":           "en free when=2026-11-25..2026-11-25 12:00-14:00",
		"ai-je du temps pour déjeuner mardi":              "fr free when=2026-11-24..2026-11-24 12:00-14:00",
		"is the tent packed":                              "en whether state=finished about=tent packed guessed or: en whether kinds=checklist_item state=finished about=tent guessed",
		"what happened on tuesday":                        "en list when=2026-11-17..2026-11-17",
		"tasks from october that are still open":          "en list kinds=task state=open when=2026-10-01..2026-10-31",
		"tasks from january":                              "en list kinds=task when=2027-01-01..",
		"what is due the same day as the invoice":         "?",
		"which project is the nicest":                     "en list about=nicest wants=projectId guessed",
		"la dernière note":                                "fr last kinds=note",
		"les réunions de plus d'une heure":                "fr list kinds=event over=60",
		"how many meetings each day next week":            "en count kinds=event by=scheduledFor when=2026-11-23..2026-11-29",
		"combien de réunions par jour cette semaine":      "fr count kinds=event by=scheduledFor when=2026-11-16..2026-11-22",
		"events next week without a place":                "en list kinds=event missing=location when=2026-11-23..2026-11-29",
		"show me the notes of the supervision in october": "en list kinds=note perhaps=supervision createdAt=2026-10-01..2026-10-31 or: en list kinds=note about=in october,supervision",
	} {
		if got := told(Read(text, clock)); got != want {
			t.Errorf("%q is read\n  %s, want\n  %s", text, got, want)
		}
	}
}

func TestAPartOfTheDayAloneIsOfTheDayThatWas(t *testing.T) {
	for _, tt := range []struct{ before, text, want string }{
		{"what's on tuesday", "and in the afternoon?", "en list when=2026-11-24..2026-11-24 12:00-18:00"},
		{"suis-je libre mercredi matin", "et l'après-midi ?", "fr free when=2026-11-25..2026-11-25 12:00-18:00"},
	} {
		if got := told(ReadAfter([]string{tt.before}, tt.text, clock)); got != tt.want {
			t.Errorf("%q after %q is read\n  %s, want\n  %s", tt.text, tt.before, got, tt.want)
		}
	}
}
