package phrase

import (
	"testing"
	"time"

	"assister/internal/calendar"
)

func TestAVerbIsSharedWhereEveryPartIsWhole(t *testing.T) {
	tests := []struct{ text, want string }{
		{"move the slides to monday and wash the car to sunday", "move <slides> when=2026-11-23 | move <wash the car> when=2026-11-22"},
		{"move slides to monday, car to sunday and trip to dec 4", "move <slides> when=2026-11-23 | move <car> when=2026-11-22 | move <trip> when=2026-12-04"},
		{"move slides and handout to monday and the car to sunday", "move <slides and handout; each:2> when=2026-11-23 | move <car> when=2026-11-22"},
		{"push slides by a day and the car by a week", "move <slides> by={Days:1 Months:0 Minutes:0} | move <car> by={Days:7 Months:0 Minutes:0}"},
		{"move bread and butter to monday", "move <bread and butter; each:2> when=2026-11-23"},
		{"move everything today and tomorrow to friday", "?move everything today and tomorrow to friday"},
		{"move slides to project Research and Development", "move <slides> project=Research and Development"},
		{"move slides to monday and then delete the car", "move <slides> when=2026-11-23 | delete <car>"},
		{"set slides to high priority and the car to low priority", "change <slides> prio=high | change <car> prio=low"},
		{"mark slides done and the car skipped", "complete <slides> | skip <car>"},
		{"mark slides and the car done", "complete <slides and the car; each:2>"},
		{"set the notes of the trip to socks and a towel", "change <trip> notes=socks and a towel"},
		{"add bread today, cheese friday", `create "bread" when=2026-11-21 | create "cheese" when=2026-11-27`},
		{"add bread today; cheese friday; wine on saturday", `create "bread" when=2026-11-21 | create "cheese" when=2026-11-27 | create "wine" when=2026-11-21`},
		{"remind me to buy bread today, to call Kim on friday", `create "buy bread" when=2026-11-21 | create "call Kim" when=2026-11-27`},
		{"add bread today, call Kim friday", `create "bread" when=2026-11-21 | create "call Kim" when=2026-11-27`},
		{"add bread, cheese, wine friday", `create "bread, cheese, wine" when=2026-11-27`},
		{"add supper friday, with Kim", `create "supper with Kim" when=2026-11-27`},
		{"add bread today, call it a day", "?call it a day"},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestADayThatDoesNotExistIsSaidAndNotKeptInATitle(t *testing.T) {
	tests := []struct{ text, want string }{
		{"add haircut on feb 30", "?feb 30"},
		{"add haircut 31st of april at 3pm", "?31st of april"},
		{"add haircut due 2027-02-29", "?2027-02-29"},
		{"add haircut on 31.11.2026", "?31.11.2026"},
		{"add haircut on feb 29 2027", "?feb 29 2027"},
		{"add haircut on feb 29 2028", `create "haircut" when=2028-02-29`},
		{"add haircut on feb 28", `create "haircut" when=2027-02-28`},
		{"add haircut friday and sunday", "?friday and sunday"},
		{"add haircut on friday or on monday", "?on friday or on monday"},
		{"add haircut friday nov 26", "?friday nov 26"},
		{"add haircut on friday, nov 26 at 3pm", "?friday, nov 26"},
		{"add haircut friday nov 27", `create "haircut" when=2026-11-27`},
		{"add read the friday paper", `create "read the friday paper"`},
		{"move haircut to june 31", "?june 31"},
		{"set the deadline of the haircut to sept 31", "?sept 31"},
		{`add "read the feb 30 letter" tomorrow`, `create "read the feb 30 letter" when=2026-11-22`},
		{"rename haircut to feb 30", `rename <haircut> -> <haircut> "feb 30"`},
		{"add update to version 1.2.2026-rc", `create "update to version 1.2.2026-rc"`},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// What a series goes on until is its last day: "until march" has all of March in
// it, as "until friday" has the Friday.
func TestUntilIsTheEndOfASeriesAndNeverAPlace(t *testing.T) {
	at := func(m time.Month, d int) calendar.Clock {
		return calendar.Clock{Instant: time.Date(2026, m, d, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	}
	tests := []struct {
		clock      calendar.Clock
		text, want string
	}{
		{saturday(), "add rehearsal with Kim every monday at 10am until march", `create "rehearsal with Kim" when=2026-11-23 10:00 {type:weekly,byDay:[MO],until:2027-03-31}`},
		{at(time.January, 7), "add rehearsal with Kim every monday at 10am until march", `create "rehearsal with Kim" when=2026-01-12 10:00 {type:weekly,byDay:[MO],until:2026-03-31}`},
		{at(time.March, 4), "add rehearsal with Kim every monday at 10am until march", `create "rehearsal with Kim" when=2026-03-09 10:00 {type:weekly,byDay:[MO],until:2026-03-31}`},
		{saturday(), "add rehearsal at 10am every monday until march", `create "rehearsal" when=2026-11-23 10:00 {type:weekly,byDay:[MO],until:2027-03-31}`},
		{saturday(), "create an event rehearsal every monday at 10am until May", `create event "rehearsal" when=2026-11-23 10:00 {type:weekly,byDay:[MO],until:2027-05-31}`},
		{saturday(), "add rehearsal every monday until friday week at 10am", `create "rehearsal" when=2026-11-23 10:00 {type:weekly,byDay:[MO],until:2026-12-04}`},
		{saturday(), "add rehearsal every weekday until christmas at 10am", `create "rehearsal" when=2026-11-23 10:00 {type:weekdays,until:2026-12-25}`},
		{saturday(), "add rehearsal every monday until march from 6 to 7pm", `create "rehearsal" when=2026-11-23 18:00-19:00 {type:weekly,byDay:[MO],until:2027-03-31}`},
		{saturday(), "add rehearsal every monday at 5pm until december 14 at 6pm", "?until december 14 at 6pm"},
		{saturday(), "add rehearsal at 10am until march", "?until march"},
		{saturday(), "add rehearsal every monday at 10am until whenever", "?until whenever"},
		{saturday(), "add rehearsal every monday at 10am at the hall until whenever", "?until whenever"},
		{saturday(), "add rehearsal every monday at 10am at the hall", `create "rehearsal" when=2026-11-23 10:00 {type:weekly,byDay:[MO]} at=the hall`},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, tt.clock), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestWhereThingsAreIsNotWhereTheyGo(t *testing.T) {
	tests := []struct{ text, want string }{
		{"make all tasks in project Data weekly", "move <; every; task; project:Data> when=2026-11-21 {type:weekly}"},
		{"make all tasks tagged home weekly", "move <; every; task; tag:home> when=2026-11-21 {type:weekly}"},
		{"make all tasks in project Data due friday", "change <; every; task; project:Data> due=2026-11-27"},
		{"move slides to project Data", "move <slides> project=Data"},
		{"push everything in project Data by a week", "move <; every; project:Data> by={Days:7 Months:0 Minutes:0}"},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
