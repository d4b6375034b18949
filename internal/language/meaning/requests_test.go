package meaning

import "testing"

func TestRequests(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"add milk, eggs and bread to the shopping list",
			`create item "milk" checklist=shopping; create item "eggs" checklist=shopping; create item "bread" checklist=shopping`},
		{`add "buy, milk" tomorrow`, `create "buy, milk" when=2026-11-22`},
		{"mark all overdue work tasks as done except the report", `complete <every task state=overdue context=work except("report")>`},
		{"rename the report to final report", `rename <"report"> title=final report`},
		{"set the deadline of the report to friday", `change <"report"> due=2026-11-27`},
		{"push gym back a week", `shift <"gym"> length=P7D`},
		{"swap the dentist and the gym", `swap <"dentist"> <"gym">`},
		{"move the call", `move <"call">`},
		{"sofa -> saturday", `move <"sofa"> when=2026-11-21`},
		{"create a project Garden and a task weed the beds in it",
			`create project "Garden"; create task "weed the beds" project=Garden`},
	} {
		if got := read(tt.text); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestWhatIsToldMayCompleteSomething(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"I've paid the rent", `complete:told <"rent" did=pay>`},
		{"rent paid", `complete:told <"rent" did=pay>`},
		{"watered the plants", `complete:told <"plants" did=watered>`},
		{"milk done", `complete:told <"milk">`},
		{"I have finish the report", `complete:told <"report">`},
	} {
		if got := read(tt.text); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestWhatAsksForNothing(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"the weather is dreadful today", "remark"},
		{"hello", "hello"},
		{"thank you so much!", "thanks"},
		{"yes", "reply yes"},
		{"no, rather tuesday", "reply instead when=2026-11-24"},
		{"the 482", "reply pick <#482>"},
		{"all today", "reply pick <every when=2026-11-21>"},
	} {
		if got := read(tt.text); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestAnUnknownVerbDoesNothing(t *testing.T) {
	for _, text := range []string{"obliterate all tasks", "archive finished tasks", "don't delete the tasks", "never move all meetings"} {
		if got := read(text); got != "?" {
			t.Errorf("%q: %s", text, got)
		}
	}
}
