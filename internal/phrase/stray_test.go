package phrase

import "testing"

// What was said beside a title is read for what it is, or nothing is read: a title
// with talk in it is a wrong one.
func TestWhatIsNoTitleStaysOutOfIt(t *testing.T) {
	tests := []struct{ text, want string }{
		{"i need to return the keys by wednesday, it's really important", `create "return the keys" due=2026-11-25 prio=high`},
		{"call the roofer tomorrow, it's super urgent", `create "call the roofer" when=2026-11-22 prio=high`},
		{"call the roofer tomorrow no wait monday", `create "call the roofer" when=2026-11-23`},
		{"call the roofer monday, no, tuesday", `create "call the roofer" when=2026-11-24`},
		{"add no parking signs tomorrow", `create "no parking signs" when=2026-11-22`},
		{"add a note to the panel that the lamp is broken", `?add a note to the panel that the lamp is broken`},
		{"remind me 10 minutes before the panel", `?remind me 10 minutes before the panel`},
		{"schedule a 30 min sync with Ida on monday at 2pm", `create "sync with Ida" when=2026-11-23 14:00-14:30`},
		{"create an event called 24 hour party on monday", `create event "24 hour party" when=2026-11-23`},
		{"Ben has no judo on monday", `?Ben has no judo on monday`},
		{"stretching every other friday from now on", `?stretching every other friday from now on`},
		{"send the slides two days before the panel", `?send the slides two days before the panel`},
		{"put the goose on the 12th, not the 10th", `create "goose" when=2026-12-12`},
		{"réunion avec Luc mardi, non, mercredi à 10h", `create event "réunion avec Luc" when=2026-11-25 10:00`},
		{"add eggs, not brown ones, to the shopping list", `?add eggs, not brown ones, to the shopping list`},
		{"pay rent on the last day of each month", `?pay rent on the last day of each month`},
		{"make a task for Ida to review the fonts by thursday", `?make a task for Ida to review the fonts by thursday`},
		{"mute standup on thursday", `?mute standup on thursday`},
		{"add a deadline of friday to the fonts", `?add a deadline of friday to the fonts`},
		{"judo canceled next thursday", `?judo canceled next thursday`},
		{"send the cards today at the latest", `create "send the cards" due=2026-11-21`},
		{"panel at 3 at the bowling alley, 12 kids, bring socks", `?panel at 3 at the bowling alley, 12 kids, bring socks`},
		{"tomorrow: vet at 9, bank at 11", `?tomorrow: vet at 9, bank at 11`},
		{"need to renew my passport by march 1", `create "renew my passport" due=2027-03-01`},
		{"set an alarm for 6 and 7", `?set an alarm for 6 and 7`},
		{"water the fern, then the ivy, both tomorrow", `?water the fern, then the ivy, both tomorrow`},
		{"judo mon wed fri at 6am", `?judo mon wed fri at 6am`},
		{"fais la vaisselle tous les jours sauf le dimanche", `?fais la vaisselle tous les jours sauf le dimanche`},
		{"create a project Spring fair but no tasks yet", `?create a project Spring fair but no tasks yet`},
		{"send the bill today, don't wait for monday", `?send the bill today, don't wait for monday`},
		{"plus de chorale le lundi", `?plus de chorale le lundi`},
		{"the roofer just rang, they can only do 16:15", `?the roofer just rang, they can only do 16:15`},
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
