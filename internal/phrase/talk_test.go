package phrase

import "testing"

// What is told, said of a record, or spoken around a request. It is Saturday,
// 21 November 2026, nine in the morning.
func TestPeopleTalkRatherThanCommand(t *testing.T) {
	tests := []struct{ text, want string }{
		{"bought the milk", `complete <milk>`},
		{"I already paid the rent", `complete <rent>`},
		{"Emma finished her homework", `complete <homework>`},
		{"the bills are paid", `complete <bills>`},
		{"invoice sent", `complete <invoice>`},
		{"dishes are done for today", `complete <dishes>`},
		{"baked beans friday", `create "baked beans" when=2026-11-27`},
		{"the shop is closed tomorrow", `?the shop is closed tomorrow`},
		{"j'ai tout fini pour aujourd'hui", `complete <; every; 2026-11-21>`},
		{"payer le loyer lundi, priorité haute", `create "payer le loyer" when=2026-11-23 prio=high or change <payer le loyer; 2026-11-23> prio=high`},
		{"the dentist should be on friday instead", `move <dentist> when=2026-11-27`},
		{"dentist at four instead of three", `move <dentist> when=16:00`},
		{"the board meeting ends at 13:00", `change <board meeting/board; event> end=13:00`},
		{"the choir is at St. Mary", `change <choir> at=St. Mary`},
		{"the goose is due december 18", `change <goose> due=2026-12-18`},
		{"sofa -> saturday", `move <sofa> when=2026-11-21`},
		{"chairs high prio", `change <chairs> prio=high`},
		{"board meeting an hour longer", `change <board meeting/board; event> longer=60`},
		{"could the meeting be moved to monday", `move <meeting; event> when=2026-11-23`},
		{"shopping is not important", `?shopping is not important`},
		{"no cinema tonight, delete it", `delete <cinema; 2026-11-21 night>`},
		{"no lunch tomorrow, add a run at 5", `?no lunch tomorrow`},
		{"no school tomorrow, skip all tasks tagged kids tomorrow", `skip <; every; task; tag:kids; 2026-11-22>`},
		{"the garden is done, tick everything off", `complete <garden>`},
		{"the interviews are all off, remove them", `delete <interviews; every; loose>`},
		{"the ski holiday is off, delete all its tasks", `delete <ski holiday; every; task; loose>`},
		{"everything overdue can wait until monday, move it", `move <; every; overdue> when=2026-11-23`},
		{"long day today. can you move the report to monday", `move <report> when=2026-11-23`},
		{"today is a mess can you shift everything to monday", `move <; every; 2026-11-21> when=2026-11-23`},
		{"catch up: everything overdue to today", `move <; every; overdue> when=2026-11-21`},
		{"Garden project: everything to friday", `move <; every; project:Garden> when=2026-11-27`},
		{"Grandma has a cold, so swimming is cancelled", `delete <swimming>`},
		{"the cake is ordered and the balloons are bought", `complete <cake> | complete <balloons>`},
		{"tomorrow: buy bread and call grandma", `create "buy bread" when=2026-11-22 | create "call grandma" when=2026-11-22`},
		{"dinner with Ann and Bob friday", `create "dinner with Ann and Bob" when=2026-11-27`},
		{"I'd be grateful if you moved the review to monday", `move <review> when=2026-11-23`},
		{"would you mind moving the review to monday", `move <review> when=2026-11-23`},
		{"I don't care. Move the report to monday", `?I don't care`},
		{"tu peux la cocher", `complete <; it>`},
		{"déplace-les à lundi", `move <; it> when=2026-11-23`},
		{"put the dentist on friday", `create "dentist" when=2026-11-27 or move <dentist> when=2026-11-27`},
		{"put it on friday", `move <; it> when=2026-11-27`},
		{"all calls friday", `move <calls; every; loose> when=2026-11-27`},
		{"whatever is on tomorrow, put it on monday", `move <; every; 2026-11-22> when=2026-11-23`},
		{"put all tasks tagged home in high priority", `change <; every; task; tag:home> prio=high`},
		{"a new project Garden with the tasks dig, call Bob and water", `?a new project Garden with the tasks dig | ?call Bob and water`},
		{"create a project Garden with the tasks dig, call Bob and water", `create project "Garden" parts=["dig" "call Bob" "water"]`},
		{"create a project Money and put everything tagged bills in it", `create project "Money" | change <; every; tag:bills> project=Money`},
		{"skip the dishes all next week", `skip <dishes; 2026-11-23..2026-11-29>`},
		{"take everything out of project Data", `change <; every; project:Data> clear=projectId`},
		{"unschedule the report", `move <report> backlog`},
	}
	for _, tt := range tests {
		read := Parse(tt.text, saturday())
		got := told(read, tt.text)
		for _, r := range read.Requests {
			if r.Known != nil && !r.Asked {
				got += " or " + r.Known.String()
			}
		}
		if got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
