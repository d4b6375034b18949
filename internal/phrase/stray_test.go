package phrase

import "testing"

// What was said beside a title is read for what it is, or nothing is read: a title
// with talk in it is a wrong one.
func TestWhatIsNoTitleStaysOutOfIt(t *testing.T) {
	tests := []struct{ text, want string }{
		{"i need to return the keys by wednesday, it's really important", `create "return the keys" due=2026-11-25 prio=high`},
		{"call the roofer tomorrow, it's super urgent", `create "call the roofer" when=2026-11-22 prio=high`},
		{"call the roofer tomorrow no wait monday", `?call the roofer tomorrow no wait monday`},
		{"call the roofer monday, no, tuesday", `?call the roofer monday, no, tuesday`},
		{"add no parking signs tomorrow", `create "no parking signs" when=2026-11-22`},
		{"add a note to the panel that the lamp is broken", `?note to the panel that the lamp is broken`},
		{"remind me 10 minutes before the panel", `?10 minutes before the panel`},
		{"schedule a 30 min sync with Ida on monday at 2pm", `create "sync with Ida" when=2026-11-23 14:00-14:30`},
		{"create an event called 24 hour party on monday", `create event "24 hour party" when=2026-11-23`},
		{"Ben has no judo on monday", `?Ben has no judo on monday`},
		{"stretching every other friday from now on", `?stretching every other friday from now on`},
		{"dinner without Ida friday at 8", `create "dinner without Ida" when=2026-11-27 20:00`},
		{"mark everything today done, not the hedge though", `?mark everything today done, not the hedge though`},
		{"move the report to friday, not thursday", `move <report> when=2026-11-27`},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
