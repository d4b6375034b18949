package phrase

import "testing"

// Requests as people say them: each line is a way of speaking.
func TestWhatIsSaidEveryDayIsUnderstood(t *testing.T) {
	tests := []struct{ text, want string }{
		{"set up an appointment for a tyre change on monday at 8", `create event "tyre change" when=2026-11-23 08:00`},
		{"make an appointment to see the notary on dec 3 at 2pm", `create event "see the notary" when=2026-12-03 14:00`},
		{"schedule a meeting tomorrow at 10 to settle the budget", `create event "settle the budget" when=2026-11-22 10:00`},
		{"schedule a meeting about the budget tomorrow at 10", `create event "meeting about the budget" when=2026-11-22 10:00`},
		{"add a notification for wednesday about the parcel", `create "parcel" when=2026-11-25`},
		{"put an alert on dec 1 for the insurance", `create "insurance" when=2026-12-01`},
		{"create an event on friday at 8pm and call it Cinema with Pat", `create event "Cinema with Pat" when=2026-11-27 20:00`},
		{"new event tomorrow: Town hall", `create event "Town hall" when=2026-11-22`},
		{"book a meeting room on the second floor for the sales workshop on monday at 9", `create event "sales workshop" when=2026-11-23 09:00 at=meeting room on the second floor`},
		{"set up a time next friday at 2 to walk the dog", `create event "walk the dog" when=2026-11-27 14:00`},
		{"I have a physio session on tuesday at 9:15", `create "physio session" when=2026-11-24 09:15`},
		{"I've got a piano lesson tomorrow at 4pm", `create "piano lesson" when=2026-11-22 16:00`},
		{"ive got a piano lesson tomorrow at 4pm", `create "piano lesson" when=2026-11-22 16:00`},
		{"there's a parents evening on thursday at 7pm I have to go to", `create "parents evening" when=2026-11-26 19:00`},
		{"tomorrow at 6 remind me to feed the cat", `create "feed the cat" when=2026-11-22 18:00`},
		{"on friday, schedule a call with Kim at 11", `create "call with Kim" when=2026-11-27 11:00`},
		{"next monday at 9 add staff briefing", `create "staff briefing" when=2026-11-23 09:00`},
		{"I'm going to the zoo with the kids on sunday at 10", `create "zoo with the kids" when=2026-11-22 10:00`},
		{"I need a haircut", `?I need a haircut`},
		{"I need a haircut on friday at 5", `create "haircut" when=2026-11-27 17:00`},
		{"I need milk on my list", `create "milk"`},
		{"we have a rehearsal tomorrow from 6 to 8pm", `create "rehearsal" when=2026-11-22 18:00-20:00`},
		{"schedule yoga monday at 7. It will take 90 minutes", `create "yoga" when=2026-11-23 07:00-08:30`},
		{"add choir practice on tuesday at 18:00. Repeat every week. Call it Choir", `create "Choir" when=2026-11-24 18:00 {type:weekly}`},
		{"add book club friday at 8pm. It's at Nina's place", `create "book club" when=2026-11-27 20:00 at=Nina's place`},
		{"add standup tomorrow at 9, make it 15 minutes long", `create "standup" when=2026-11-22 09:00-09:15`},
		{"add tax return, make it high priority and due april 15", `create "tax return" due=2027-04-15 prio=high`},
		{"add clean the gutters. it's urgent", `create "clean the gutters" prio=high`},
		{"create an all-day event called Open house on dec 5", `create event "Open house" when=2026-12-05`},
		{"add sister's birthday on june 2, all day", `create "sister's birthday" when=2027-06-02`},
		{"remind me about my eye test on the 4th", `create "eye test" when=2026-12-04`},
		{"remind me the parcel arrives tomorrow", `create "parcel arrives" when=2026-11-22`},
		{"shedule lunch with Max tomorrow at noon", `create "lunch with Max" when=2026-11-22 12:00`},
		{"remid me to water the ferns on sunday", `create "water the ferns" when=2026-11-22`},
		{"cancell lunch tomorrow", `delete <lunch; 2026-11-22>`},
		{"dont let me forget the recycling on thursday", `create "recycling" when=2026-11-26`},
		{"dont forget to call gran tonight", `create "call gran" when=2026-11-21 night`},
		{"delete all my engagements for monday", `delete <; every; event; 2026-11-23>`},
		{"clear everything from my calendar on friday", `delete <; every; event; 2026-11-27>`},
		{"remove from my calendar the dentist on monday", `delete <dentist; event; 2026-11-23>`},
		{"cancel the picnic because it's going to rain", `delete <picnic>`},
		{"cancel the meeting I have with Olga on monday", `delete <meeting with Olga; event; 2026-11-23>`},
		{"cancel the friday one", `delete <; 2026-11-27>`},
		{"remove tomorrow's standup from my calendar", `delete <standup; 2026-11-22>`},
		{"remove standup from tomorrow's calendar", `delete <standup; 2026-11-22>`},
		{"take off the car wash on monday", `delete <car wash; 2026-11-23>`},
		{"put wash windows on tomorrow's list", `create "wash windows" when=2026-11-22`},
		{"add vacuuming to the chores", `create "vacuuming"`},
		{"delete all evnts next week", `delete <; every; event; 2026-11-23..2026-11-29>`},
		{"delete all calendar entries for december 3", `delete <; every; event; 2026-12-03>`},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
