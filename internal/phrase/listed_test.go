package phrase

import "testing"

func TestSeveralNewThingsBehindOneWordForThem(t *testing.T) {
	tests := []struct{ text, want string }{
		{"add tasks: water the plants, call Ida", `create "water the plants" | create "call Ida"`},
		{"please add three tasks: buy rice and beans, call Ida and read", `create "buy rice and beans" | create "call Ida" | create "read"`},
		{"add 2 todos for tomorrow: sweep and mop", `create "sweep" when=2026-11-22 | create "mop" when=2026-11-22`},
		{"create two tasks 'Fix tap' and 'Paint door' for monday", `create "Fix tap" when=2026-11-23 | create "Paint door" when=2026-11-23`},
		{"add these todos: buy soap tomorrow; call Ida on friday", `create "buy soap" when=2026-11-22 | create "call Ida" when=2026-11-27`},
		{"add 2 tasks, buy soap and call Ida", `create "buy soap" | create "call Ida"`},
		{"ajoute deux tâches : acheter du pain et appeler Ida", `create "acheter du pain" | create "appeler Ida"`},
		{"create two events: lunch with Ida on friday at noon and dinner with Bo on saturday at 7pm",
			`create event "lunch with Ida" when=2026-11-27 12:00 | create event "dinner with Bo" when=2026-11-21 19:00`},

		// Not as many as there should be, a day that may be of all, and what is not understood.
		{"add four tasks: sweep, mop and dust", `?add four tasks: sweep, mop and dust`},
		{"add 2 tasks: wash the car and the bike tomorrow", `?add 2 tasks: wash the car and the bike tomorrow`},
		{"add tasks: sweep (urgent), mop", `?add tasks: sweep (urgent), mop`},
		{"add tasks to the project House: paint, sweep", `?add tasks to the project House: paint, sweep`},
		{"add two tasks", `?add two tasks`},

		{"add a task: buy rice, beans and bread", `create task "buy rice, beans and bread"`},
		{"add prepare tasks for the interns", `create "prepare tasks for the interns"`},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
