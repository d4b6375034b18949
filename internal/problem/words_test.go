package problem

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNearest(t *testing.T) {
	known := []string{"title", "notes", "scheduledFor", "deadline", "priority", "status"}
	for word, want := range map[string]string{
		"titel": "title", "scheduled_for": "scheduledFor", "ScheduledFor": "scheduledFor", "priority?": "priority",
		"prioritiy": "priority", "note": "notes", "weather": "", "x": "", "": "",
		strings.Repeat("title", 1000): "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("Nearest(%.20q) = %q, want %q", word, got, want)
		}
	}
}

// TestAHintDoesNotDiscardWhatWasNotToBeDiscarded has names that are closer to one that
// deletes than to any other.
func TestAHintDoesNotDiscardWhatWasNotToBeDiscarded(t *testing.T) {
	known := []string{"bulk_update", "bulk_delete", "deleteTask", "task.delete", "removeTaskTag", "restore"}
	for word, want := range map[string]string{
		"bulk_complete": "", "complete_task": "", "task.dilute": "", "renameTaskTag": "", "retire": "",
		"bulk_deltee": "bulk_delete", "DeleteTsk": "deleteTask", "removeTaskTags": "removeTaskTag", "retsore": "restore",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"title", "notes"}
	if got := DidYouMean("titel", known, "there are two"); got != "did you mean “title”?" {
		t.Errorf("got %q", got)
	}
	if got := DidYouMean("weather", known, "there are two"); got != "there are two" {
		t.Errorf("got %q", got)
	}
}

func TestAQuotedWordStaysShort(t *testing.T) {
	for _, word := range []string{strings.Repeat("é", 5000), "short", ""} {
		if q := Quote(word); utf8.RuneCountInString(q) > wordMax+2 || !utf8.ValidString(q) {
			t.Errorf("Quote of %d bytes has %d", len(word), len(q))
		}
	}
}

func TestNamesAreQuotedForAShell(t *testing.T) {
	for name, want := range map[string]string{
		"/home/ann/x.db": "/home/ann/x.db",
		"a b":            "'a b'", "it's": `'it'\''s'`, "": "''", "-rf": "'-rf'", "a$(b)": "'a$(b)'", "a\nb": "'a\nb'",
	} {
		if got := ShellWord(name); got != want {
			t.Errorf("%q becomes %s", name, got)
		}
	}
}
