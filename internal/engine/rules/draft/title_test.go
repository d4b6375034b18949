package draft_test

import (
	"testing"

	"assister/internal/record"
)

// What is about records themselves is nothing to do, and words that describe records are no
// title and no tag. Within a title they may stand behind a preposition.
func TestWordsAboutRecordsAreNoTitle(t *testing.T) {
	tests := []struct{ text, want string }{
		{"clean the calendar", `! clean the calendar`},
		{"write the note", `! write the note`},
		{"write the note to Bob", `{op:task.create,title:Write the note to Bob}`},
		{"what repeats every week", `! what repeats every week`},
		{"attend the meeting", `{op:task.create,title:Attend the meeting}`},
		{"tag report as some tasks", `! tag report as some tasks`},
		{"put meeting with all parents on friday", `{op:event.create,title:Meeting with all parents,scheduledFor:2026-11-27}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, home(), record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// What depends on something is no change of now, and no question whose answer would make it one.
func TestAChangeOnAConditionIsNotUnderstood(t *testing.T) {
	for _, text := range []string{"cancel the gym if it snows", "move the report if it rains to friday"} {
		if got := drafted(drafts(t, text, home(), record.Selection{})); got != "! "+text {
			t.Errorf("%s: %s", text, got)
		}
	}
}
