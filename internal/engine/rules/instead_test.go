package rules

import (
	"assister/internal/propose"
	"context"
	"testing"
)

func TestFormsOfOneQuestionHaveOneAnswer(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"which tasks are overdue or due this month", "1 overdue task, or due from Sun 2026-11-01 to Mon 2026-11-30:\n- Fix the index · Wed 2026-11-18 · deadline Mon 2026-11-30 · high · Data"},
		{"events on monday or friday", "2 events on Mon 2026-11-23, or on Fri 2026-11-27:\n- Same old talk · Mon 2026-11-23 10:00\n- Lunch with Ann · Fri 2026-11-27 12:30–13:30"},
		{"tasks with neither a date nor a tag", "No open tasks without a date and without a tag."},
		{"tasks that are neither high priority nor tagged home", "2 open tasks but not high-priority nor tagged “home”:\n- Water plants · Sun 2026-11-22\n- Write the report for Ann · Sun 2026-11-22 · Data"},
		{"how long are my events on average", "1 h on average:\n- Breakfast with Sam · Sat 2026-11-21 07:00–08:00 · 1 h\n- Meeting with Sam · Tue 2026-11-24 10:00–11:00 · 1 h · at Mario's\n- Lunch with Ann · Fri 2026-11-27 12:30–13:30 · 1 h"},
		{"combien d'heures de réunion par jour la semaine prochaine", "2 h en tout, 1 sans fin :\n- lun. 2026-11-23 : Same old talk (sans fin)\n- mar. 2026-11-24 : 1 h · Meeting with Sam\n- mer. 2026-11-25 : rien\n- jeu. 2026-11-26 : rien\n- ven. 2026-11-27 : 1 h · Lunch with Ann\n- sam. 2026-11-28 : rien\n- dim. 2026-11-29 : rien"},
		{"how many hours of events do I have next week", "2 h in all, 1 without an end:\n- Same old talk · Mon 2026-11-23 10:00\n- Meeting with Sam · Tue 2026-11-24 10:00–11:00 · 1 h · at Mario's\n- Lunch with Ann · Fri 2026-11-27 12:30–13:30 · 1 h"},
		{"which days next week have no events", "You are free from Mon 2026-11-23 to Sun 2026-11-29, all day:\n- Wed 2026-11-25\n- Thu 2026-11-26\n- Sat 2026-11-28\n- Sun 2026-11-29"},
		{"the next two events", "Next:\n- Same old talk · Mon 2026-11-23 10:00\n- Meeting with Sam · Tue 2026-11-24 10:00–11:00 · at Mario's"},
		{"the index, how far is it", "1 thing with “index”:\n- Fix the index · Wed 2026-11-18 · deadline Mon 2026-11-30 · high · Data"},
		{"did I order the chairs", "Yes:\n- Order chairs"},
		{"what is closest to its end", ""},
	} {
		got, err := Engine{}.Answer(context.Background(), propose.Inquiry{Text: tt.text, Clock: saturday()}, office)
		if err != nil || got.Text != tt.want {
			t.Errorf("%q is answered %v %v\n%s\nwant\n%s", tt.text, err, got.NotUnderstood, got.Text, tt.want)
		}
	}
}
