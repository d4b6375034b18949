package phrase

import "testing"

// What is only named is something to do where it is in the form of an order. Talk,
// questions and orders to us stay what they are.
func TestABareOrderIsSomethingToDo(t *testing.T) {
	tests := []struct{ text, want string }{
		{"write report", `create "write report"`},
		{"call the roofer", `create "call the roofer"`},
		{"change the bulb in the hall", `create "change the bulb in the hall"`},
		{"take the dog out", `create "take the dog out"`},
		{"fix the gate #garden", `create "fix the gate" tags=garden`},
		{"rédiger le rapport", `create "rédiger le rapport"`},
		{"appeler mamie", `create "appeler mamie"`},
		{"go away", `?go away`},
		{"écrire à Luc", `create "écrire à Luc"`},
		{"achète du pain", `create "achète du pain"`},
		{"faut acheter du terreau", `create "acheter du terreau"`},
		{"plan the street party", `create "plan the street party"`},
		{"book a table for six", `create "book a table for six"`},
		{"can you book a table", `create "table"`},
		{"plan lunch with Ida on friday", `create "lunch with Ida" when=2026-11-27`},
		{"make a cake", `create "make a cake"`},
		{"write", `?write`},
		{"write me a poem", `?write me a poem`},
		{"clean it", `?clean it`},
		{"read my notes", `?read my notes`},
		{"check the weather?", `?check the weather`},
		{"take care", `?take care`},
		{"go easy on them", `?go easy on them`},
		{"sort my tasks", `?sort my tasks`},
		{"translate \"good day\" into french", `?translate "good day" into french`},
		{"fetch Mia from the pool 4.15 and wait", `?fetch Mia from the pool 4.15 and wait`},
		{"ask Luc whether he has the keys", `create "ask Luc whether he has the keys"`},
		{"remind Ida about the keys", `create "remind Ida about the keys"`},
		{"remind is", `create "is"`},
		{"remind me about the keys", `create "keys"`},
		{"check if I have meetings", `?check if I have meetings`},
		{"call the vet about Mia and buy seeds", `create "call the vet about Mia" | create "buy seeds"`},
		{"appeler Luc et acheter du pain", `create "appeler Luc" | create "acheter du pain"`},
		{"buy flour, call Ida", `create "buy flour" | create "call Ida"`},
		{"wash and dry the towels", `create "wash and dry the towels"`},
		{"fetch Mia and bring her home", `create "fetch Mia and bring her home"`},
		{"groceries: eggs, rice", `create "groceries: eggs, rice" onto "groceries" ["eggs" "rice"]`},
		{"note que le code est 1812", `create note notes=le code est 1812`},
		{"hier le rapport", `?hier le rapport`},
		{"tomorrow, call Ida", `create "call Ida" when=2026-11-22`},
		{"every friday, put the bins out", `create "put the bins out" when=2026-11-27 {type:weekly,byDay:[FR]}`},
		{"tous les vendredis, sortir le recyclage", `create "sortir le recyclage" when=2026-11-27 {type:weekly,byDay:[FR]}`},
		{"on monday, cancel the panel", `?on monday`},
		{"I need to book flights to Rome by friday", `create "book flights to Rome" due=2026-11-27`},
		{"lunch with whom on thursday", `?lunch with whom on thursday`},
		{"schedule a 30 minute check-in with Ida on monday at 2pm", `create "check-in with Ida" when=2026-11-23 14:00-14:30`},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// What is jotted down with a day names a thing. A sentence about somebody, about
// nothing, or about a way back names none.
func TestASentenceIsNotJottedDown(t *testing.T) {
	tests := []struct{ text, want string }{
		{"Ida wants the fonts by thursday", `?Ida wants the fonts by thursday`},
		{"nothing on friday", `?nothing on friday`},
		{"rien de prévu jeudi", `?rien de prévu jeudi`},
		{"rien samedi à part le bal", `?rien samedi à part le bal`},
		{"bal annulé, on sort samedi", `?bal annulé, on sort samedi`},
		{"gutters left over, do them on sunday", `?gutters left over, do them on sunday`},
		{"standup tomorrow without me", `?standup tomorrow without me`},
		{"flights for the 3rd returning the 5th", `?flights for the 3rd returning the 5th`},
		{"add flight to Oslo on dec 4, back on the 8th", `?add flight to Oslo on dec 4, back on the 8th`},
		{"first thing on thursday", `?first thing on thursday`},
		{"today's tasks", `?today's tasks`},
		{"meetings on friday", `?meetings on friday`},
		{"tâches de demain", `?tâches de demain`},
		{"today's lunch", `create "lunch" when=2026-11-21`},
		{"remember: the key is under the pot", `create note notes=the key is under the pot`},
		{"stop the plant reminder at the end of may", `?stop the plant reminder at the end of may`},
		{"stop by the bakery on friday", `create "stop by the bakery" when=2026-11-27`},
		{"meet Al at 4.15 tomorrow", `create "meet Al" when=2026-11-22 16:15`},
		{"concert, friday, 8pm, city hall", `create "concert, city hall" when=2026-11-27 20:00`},
		{"the report's deadline is now friday", `change <report> due=2026-11-27`},
		{"remind me the day before the panel to pack", `?remind me the day before the panel to pack`},
		{"remind me wed and fri to sweep", `?remind me wed and fri to sweep`},
		{"there's a leak so call the plumber today", `?there's a leak so call the plumber today`},
		{"ranger avant le 20", `?ranger avant le 20`},
		{"gym le mercredi", `?gym le mercredi`},
		{"roofer confirmed for thursday", `?roofer confirmed for thursday`},
		{"make it friday", `?make it friday`},
		{"add a task in the garden to dig", `?add a task in the garden to dig`},
		{"check what is on friday", `?check what is on friday`},
		{"look for a nanny, kind of urgent", `create "look for a nanny" prio=high`},
		{"high priority for the report", `change <report> prio=high`},
		{"tous les dimanches soir appeler papa", `create "appeler papa" when=2026-11-22 evening {type:weekly,byDay:[SU]}`},
		{"report sent to the panel", `?report sent to the panel`},
		{"tell the club that Ida is away on monday", `?tell the club that Ida is away on monday`},
		{"dentiste Luc 23 mars 17h15", `create "dentiste Luc" when=2027-03-23 17:15`},
		{"dentist 5 may at 9", `create "dentist" when=2027-05-05 09:00`},
		{"call Ida first thing tomorrow", `create "call Ida" when=2026-11-22 morning`},
		{"appeler Luc demain à la première heure", `create "appeler Luc" when=2026-11-22 morning`},
		{"don't forget the swimming kit on thursday", `create "swimming kit" when=2026-11-26`},
		{"put 30 min for stretching on monday", `create "stretching" when=2026-11-23 30m0s`},
		{"renew the card before the end of april", `create "renew the card" due=2027-04-30`},
		{"judo every monday until march", `create "judo" when=2026-11-23 {type:weekly,byDay:[MO],until:2027-03-31}`},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
