package phrase

import "testing"

// What is told rather than ordered, and what stands beside a request.
func TestWhatIsToldIsReadForWhatItComesTo(t *testing.T) {
	tests := []struct{ text, want string }{
		// Somebody comes.
		{"the roofer is coming on thursday at 9", `create event "roofer coming" when=2026-11-26 09:00`},
		{"roofer coming thursday", `create event "roofer" when=2026-11-26`},
		{"my parents are visiting next weekend", `create event "parents visiting" when=2026-11-28..2026-11-29`},
		{"le couvreur passe jeudi", `create event "couvreur passe" when=2026-11-26`},
		{"l'ébéniste vient mardi entre 14h et 16h", `create event "ébéniste vient" when=2026-11-24 14:00-16:00`},
		{"the roofer isn't coming on thursday", `?the roofer isn't coming on thursday`},
		{"is the roofer coming on thursday?", `?is the roofer coming on thursday`},
		{"the window cleaners are here on tuesday at 2", `create "window cleaners" when=2026-11-24 14:00`},
		{"panel is booked for december 12", `create "panel" when=2026-12-12`},
		{"badminton tuesdays 8 to 9pm until the end of march", `create "badminton" when=2026-11-24 20:00-21:00 {type:weekly,byDay:[TU],until:2027-03-31}`},
		{"editorial done, proofreading tomorrow", `?editorial done, proofreading tomorrow`},
		{"clean the windows next weekend", `create "clean the windows" when=2026-11-28..2026-11-29`},
		{"rappelle-moi dans deux heures de sortir le gâteau", `create "sortir le gâteau" when=2026-11-21 11:00`},
		{"remind me at four to ring the school and at six to start dinner", `create "ring the school" when=16:00 | create "start dinner" when=18:00`},
		{"make the panel an hour and a half", `change <panel> when=1h30m0s`},
		{"untag everything with home", `change <; every> untag=home`},
		{"j'aimerais aller au théâtre un de ces jours", `create "aller au théâtre"`},
		{"report -> friday", `move <report> when=2026-11-27`},
		{"panel runs till half eleven", `change <panel> end=11:30`},
		{"la livraison est prévue lundi entre 8h et 12h", `create "livraison" when=2026-11-23 08:00-12:00`},
		{"mon train part à 6h52 mardi", `create event "train part" when=2026-11-24 06:52`},
		{"inscris Lucie au judo avant la fin du mois", `create "inscris Lucie au judo" due=2026-11-30`},
		{"night shift sundays 22:00 to 6:00 until christmas", `create "night shift" when=2026-11-22 22:00-06:00 {type:weekly,byDay:[SU],until:2026-12-25}`},
		{"move what's left from today to monday", `move <; every; open; 2026-11-21> when=2026-11-23`},
		{"hand in the keys on monday by noon", `create "hand in the keys" when=2026-11-23 due=2026-11-23 notes=by 12:00`},
		{"Sam brings the drill tomorrow", `?Sam brings the drill tomorrow`},
		// A duty of the one who speaks is something to do, in the infinitive.
		{"il faut que je rappelle la mairie lundi", `create "rappeler la mairie" when=2026-11-23`},
		{"faut que j'achète du terreau", `create "acheter du terreau"`},
		{"il faudrait que je prenne rendez-vous", `create "prendre rendez-vous"`},
		{"il faut qu'on finisse la clôture dimanche", `create "finir la clôture" when=2026-11-22`},
		{"so tomorrow i need to go to the bank and then pick up the parcel", `create "go to the bank" when=2026-11-22 | create "pick up the parcel" when=2026-11-22`},
		{"demain je dois appeler la mairie et acheter des timbres", `create "appeler la mairie" when=2026-11-22 | create "acheter des timbres" when=2026-11-22`},
		// A question is no part of a request.
		{"add flour, and what is left on the list?", `?what is left on the list`},
		{"delete the panel, when is my next judo?", `?when is my next judo`},
		{"ajoute de la farine, et qu'est-ce que j'ai demain ?", `?qu'est-ce que j'ai demain`},
		{"ask Ida what is missing", `create "ask Ida what is missing"`},
		// What was done.
		{"the windows are clean now", `complete <windows>`},
		{"got the tiles ordered", `complete <tiles>`},
		{"on a réservé les billets", `complete <billets>`},
		{"clean the windows", `create "clean the windows"`},
		{"j'ai payé la nounou hier", `complete <nounou>`},
		{"aller au musée", `create "aller au musée"`},
		{"they're coming to read the meter on monday", `?they're coming to read the meter on monday`},
		{"le notaire m'a donné rendez-vous le 3 décembre à 9h", `?le notaire m'a donné rendez-vous le 3 décembre à 9h`},
		{"I'm meeting Ida for coffee on thursday at 4", `create event "meeting Ida for coffee" when=2026-11-26 16:00`},
		{"I'm thinking of judo on thursday", `?I'm thinking of judo on thursday`},
		{"je dois absolument finir le devis ce soir", `create "finir le devis" when=2026-11-21 evening`},
		{"remind me that on thursday evening I have to bring the bottles back", `create "bring the bottles back" when=2026-11-26 evening`},
		// What was taken back is not said.
		{"panel on monday at ten no eleven", `create "panel" when=2026-11-23 11:00`},
		{"panel tuesday, sorry, wednesday at 4", `create "panel" when=2026-11-25 16:00`},
		{"réunion mardi, non, jeudi", `create event "réunion" when=2026-11-26`},
		{"add paint no wait varnish", `?add paint no wait varnish`},
		// What is dictated.
		{"um put uh judo on monday at seven in the morning", `create "judo" when=2026-11-23 07:00`},
		{`add "uh oh" tomorrow`, `create "uh oh" when=2026-11-22`},
		{"call mum call dad", `create "call mum" | create "call dad"`},
		{"put the bins out", `create "put the bins out"`},
		{"put judo in for sunday", `create "judo" when=2026-11-22`},
		{"call the roofer mon", `create "call the roofer" when=2026-11-23`},
		{"watch the sun", `create "watch the sun"`},
		{"add to errands stamps, glue", `create "to errands stamps, glue" onto "errands" ["stamps" "glue"] onto "errands stamps" ["glue"]`},
		{"judo off this wednesday", `?judo off this wednesday`},
		{"every weekday at 8 walk the dog until the end of january", `create "walk the dog" when=2026-11-23 08:00 {type:weekdays,until:2027-01-31}`},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
