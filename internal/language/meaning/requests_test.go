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
		{"delete salt from the packing list and add socks", `delete <"salt" checklist=packing>; create "socks"`},
		{"change the sanding from project Shed to Attic", `change <"sanding" project=Shed> project=Attic`},
		{"it changed to 8", `move:told <it> when=2026-11-22T08:00:00`},
		{"the choir is cancelled on friday, delete it", `delete:told <"choir" when=2026-11-27>`},
		{"would it be okay if I moved the choir to friday", `move <"choir"> when=2026-11-27`},
		{"any objection to moving the choir to friday", `move <"choir"> when=2026-11-27`},
		{"could rope be added to the shed list", `create item "rope" checklist=shed`},
		{"could I have another task called sweep the porch", `create task "sweep the porch"`},
		{"could I have a coffee", "other"},
		{"sofa -> saturday", `move <"sofa"> when=2026-11-21`},
		{"create a project Garden and a task weed the beds in it",
			`create project "Garden"; create task "weed the beds" project=Garden`},
		{"move the rehearsal to 7", `move <"rehearsal"> when=2026-11-22T07:00:00`},
		{"the rehearsal is at 4 instead of 5", `move <"rehearsal"> when=2026-11-21T16:00:00`},
		{"add rehearsal on monday no tuesday", `create "rehearsal" when=2026-11-24`},
		{"push the rehearsal to friday, same time", `move <"rehearsal"> when=2026-11-27`},
		{"all overdue things should be high priority", `change <every state=overdue> priority=high`},
		{"all garden tasks go to sunday", `move <every task "garden"> when=2026-11-22`},
		{"note that the gate code is 5561", `create note notes=the gate code is 5561`},
		{"add a note to the dentist: bring the card", `change <"dentist"> notes=bring the card`},
		{"remind me to lock the door when I leave", `create reminder "lock the door" notes=when I leave`},
		{"the boiler failed at 03:12: ticket please", `create task "the boiler failed at 03:12"`},
		{"the gate code is 5561, save that somewhere", `create note notes=the gate code is 5561`},
		{"task: sort the figures. due: tuesday. priority: high", `create task "sort the figures" due=2026-11-24 priority=high`},
		{"dust the shelves - friday - high priority", `create:bare "dust the shelves" when=2026-11-27 priority=high`},
		{"iron the shirts by the 4th because the panel meets on the 7th", `create:bare "iron the shirts" due=2026-12-04`},
		{"remember this for me: the ladder is at Ben's", `create note notes=the ladder is at Ben's`},
		{"buy a gift for Ana and wrap it before saturday", `create:bare "buy a gift for Ana and wrap it" due=..2026-11-28T00:00:00`},
		{"packing list for oslo - boots, hats", `create list "packing for oslo"; create item "boots" checklist=packing for oslo; create item "hats" checklist=packing for oslo`},
		{"webinar thursday at 5pm (1h), link https://example.org/w", `create:bare "webinar" when=2026-11-26T17:00:00 length=PT1H address=https://example.org/w`},
		{"mum asked me to buy bread on sunday", `create:bare "buy bread" when=2026-11-22`},
		{"read chapter 4 by tuesday, chapter 5 by thursday", `?`},
		{"add flight on 28 nov dep 06:55", `?`},
		{"set an alarm for 7", `create alarm when=2026-11-22T07:00:00`},
		{"add update to version 2.4 on friday", `create "update to version 2.4" when=2026-11-27`},
		{"buy bread and call the school tomorrow", `create:bare "buy bread"; create:bare "call the school" when=2026-11-22`},
		{"Garden things! delete the dentist", `delete <"dentist">`},
		{"add eggs to the shopping list if they aren't on it", `create item "eggs" checklist=shopping`},
		{"wash the car - done", `complete:told <"wash the car">`},
		{"the priority of the report should be high", `change <"report"> priority=high`},
		{"oh and buy stamps", `create:bare "buy stamps"`},
		{"I have to finish the report by friday", `create:bare "finish the report" due=2026-11-27`},
		{"done with the attic", `complete:told <"attic">`},
		{"add rehearsal on friday at 6pm. It'll take two hours. The place is the barn", `create "rehearsal" when=2026-11-27T18:00:00 length=PT2H place=barn`},
		{"add rehearsal on friday. It takes ages, 30 minutes", `create "rehearsal" when=2026-11-27; remark`}, // kept as it was said
		{"rehearsal on friday, kindly add it", `create:told "rehearsal" when=2026-11-27`},
		{"there's a rehearsal I need to be at on friday", `create:told "rehearsal" when=2026-11-27`},
		{"the rehearsal got moved to friday, can you change that?", `move:told <"rehearsal"> when=2026-11-27`},
		{"I'm ill and can't make it to the rehearsal. Cancel it", `delete <"rehearsal">`},
		{"rehearsal on friday instead", `move <"rehearsal"> when=2026-11-27`},
		{"we're out of flour and rice, add them to the shopping list", `create item "flour" checklist=shopping; create item "rice" checklist=shopping`},
		{"friday:\n- rehearsal\n- fold the napkins", `create:bare "rehearsal" when=2026-11-27; create:bare "fold the napkins" when=2026-11-27`},
		{"add flour, rice (brown, 2 bags) and salt to the shopping list", `create item "flour" checklist=shopping; create item "rice (brown, 2 bags)" checklist=shopping; create item "salt" checklist=shopping`},
		{"delete all notes except the oldest", `delete <every note except(oldest)>`},
		{"the rehearsal is now 9 to 10", `move <"rehearsal"> when=2026-11-21T09:00:00..2026-11-21T10:00:00`},
		{"create a project Anniversary for june 5", `create project "Anniversary" when=2027-06-05`},
		{"add project anniversary on june 5", `create "project anniversary" when=2027-06-05`},
		{"move the rehearsal to friday for good", `move <"rehearsal" state=repeating> when=weekly fr`},
		{"remove friday from the rehearsal", `move <"rehearsal"> from=2026-11-27 backlog`},
		{"copy the flour to the shopping list", `create item "flour" checklist=shopping`},
		{"add Ines Faro as a contact, ines@mail.example", `create person "Ines Faro" address=ines@mail.example`},
		{"set a deadline for the report, dec 3", `change <"report"> due=2026-12-03`},
		{"put the first two on saturday", `move <first:2> when=2026-11-21`},
		{"drop saturday", `delete <"saturday">`},
		{"put it back on saturday", `move <it> when=2026-11-21`},
		{"append thyme to the herbs", `append <"herbs"> "thyme"`},
		{"put those two on saturday", `move <it> when=2026-11-21`},
		{"finish the report by tuesday", `change <"report"> due=2026-11-24`},
		{"move the rehearsal to the day after", `shift <"rehearsal"> length=P1D`},
		{"swap flour for rice on the shopping list", `rename <"flour" checklist=shopping> title=rice`},
		{"the report isn't that urgent, make it low", `change <"report"> priority=low`},
		{"add the address 5 Mill Lane to the dentist", `change <"dentist"> place=5 Mill Lane`},
		{"an alarm for 8 on friday", `create alarm when=2026-11-27T08:00:00`},
		{"I want an alarm for 5.40 tomorrow morning", `create alarm when=2026-11-22T05:40:00`},
		{"set two alarms for 8 and 8:45 on friday", `create alarm when=2026-11-27T08:00:00; create alarm when=2026-11-27T08:45:00`},
		{"feed the pony at 7am and 6pm tomorrow", `create:bare "feed the pony" when=2026-11-22T07:00:00; create:bare "feed the pony" when=2026-11-22T18:00:00`},
		{"supper with the Lowes 8 friday", `create:bare "supper with the Lowes" when=2026-11-27T20:00:00`},
		{"tango class fri 7pm sports hall", `create:bare "tango class" when=2026-11-27T19:00:00 place=sports hall`},
		{"late shift on friday 8pm to 4am", `create:bare "late shift" when=2026-11-27T20:00:00..2026-11-28T04:00:00`},
		{"I finish the report yesterday", `complete:told <"report">`},
		{"the choir is cancelled on friday and sunday", `delete:told <"choir" any(when=2026-11-27 | when=2026-11-22)>`},
		{"eye drops at 5, 13 and 21 on friday", `create:bare "eye drops" when=2026-11-27T05:00:00; create:bare "eye drops" when=2026-11-27T13:00:00; create:bare "eye drops" when=2026-11-27T21:00:00`},
		{"remind me um on friday to phone the bank", `create reminder "phone the bank" when=2026-11-27`},
		{"new project Shed and add tasks book a skip, sweep the floor", `create project "Shed"; create task "book a skip" project=Shed; create task "sweep the floor" project=Shed`},
		{"an alarm for 8 and another for 9:10 on friday", `create alarm when=2026-11-27T08:00:00; create alarm when=2026-11-27T09:10:00`},
		{"assign a deadline of friday to the report", `change <"report"> due=2026-11-27`},
		{"can the report be marked as sent", `complete <"report">`},
		{"move what is overdue to friday", `move <every state=overdue> when=2026-11-27`},
		{"remind me I have to phone the bank on friday", `create reminder "phone the bank" when=2026-11-27`},
		{"I've also paid the gas", `complete:told <"gas" did=pay>`},
		{"create a festival list for Bilbao: tent, torch", `create list "festival for Bilbao"; create item "tent" checklist=festival for Bilbao; create item "torch" checklist=festival for Bilbao`},
		{"new project called Shed, to be finished by friday, with tasks clear the floor and book a skip",
			`create project "Shed" due=2026-11-27; create task "clear the floor" project=Shed; create task "book a skip" project=Shed`},
		{"add notes to the dentist: bring the card", `change <"dentist"> notes=bring the card`},
		{"add Ines Faro (ines@mail.example) to my contacts", `create person "Ines Faro" address=ines@mail.example`},
		{"add a contact Ines Faro <ines@mail.example>", `create person "Ines Faro" address=ines@mail.example`},
		{"Ines' new email is ines@mail.example", `change <"Ines"> email=ines@mail.example`},
		{"the rehearsal should be thursdays, not fridays", `move <"rehearsal"> when=weekly th from=weekly fr`},
		{"the rehearsal is at 4 instead of 5 this friday", `move <"rehearsal" when=2026-11-27> when=2026-11-21T16:00:00`},
		{"move the rehearsal to the same time on friday", `move <"rehearsal"> when=2026-11-27`},
		{"make the report less urgent", `change <"report"> urgency=less`},
		{"do the report on friday", `move:told <"report"> when=2026-11-27`},
		{"I need two more days for the report", `shift <"report"> length=P2D`},
		{"make the choir every monday instead of thursday", `move <"choir"> when=weekly mo from=weekly th`},
		{"the choir is on mondays, not thursdays", `move:put <"choir"> when=weekly mo from=weekly th`},
		{"call the shed project Barn from now on", `rename <project "shed"> title=Barn`},
		{"call the shed project lead instead", `?`},
		{"move the retro to Tom's", `move <"retro"> place=Tom's`},
		{"stop the choir altogether", `delete <"choir">`},
		{"start the report next week", `move <"report"> when=2026-11-23..2026-11-29`},
		{"put the soap back on the list", `reopen <"soap" checklist>`},
		{"the retro has to finish at 4", `change <"retro"> end=2026-11-21T16:00:00`},
		{"add soap to tomorrow's list", `create "soap" when=2026-11-22`},
		{"the choir is at 18:30 now", `move <"choir"> when=2026-11-21T18:30:00`},
		{"I got the soap", `complete:told <"soap" did=get>`},
		{"fold the flyers on friday, its for the school", `create:bare "fold the flyers" when=2026-11-27; remark`},
	} {
		if got := read(tt.text); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestWhatHasToBeDoneIsSomethingToDo(t *testing.T) {
	for _, tt := range []struct{ language, text, want string }{
		{"en", "the hedge needs to be trimmed by friday", `create:told "trim the hedge" due=2026-11-27`},
		{"en", "the shoes need mending", `create:told "mend the shoes"`},
		{"en", "we need to be prepared", ""},
		{"en", "yoga has to be skipped on friday", `skip <"yoga" when=2026-11-27>`},
		{"fr", "la haie doit être taillée vendredi", `create:told "tailler la haie" when=2026-11-27`},
		{"fr", "il faut que le colis soit envoyé", `create:told "envoyer le colis"`},
		{"es", "el paquete debe ser enviado el viernes", `create:told "enviar el paquete" when=2026-11-27`},
	} {
		said, _ := Read(BuiltIn().Called(tt.language), tt.text, saturday(), nil)
		got := ""
		if len(said.Do) > 0 {
			got = said.String()
		}
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestOnlyWhatTakesPlaceIsAtAPlace(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"drinks with Sue friday 6pm at the old mill", `create:bare "drinks with Sue" when=2026-11-27T18:00:00 place=the old mill`},
		{"buy soap at the old mill", `create:bare "buy soap at the old mill"`},
	} {
		if got := read(tt.text); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestATitleSaysNothingElse holds texts back whose words no form accounts for.
func TestATitleSaysNothingElse(t *testing.T) {
	for _, text := range []string{
		"fonts on paper without serifs", "all the forms",
		"trip to oslo on may 3, home on may 9", "if it snows cancel the gym", "fonts to", "remind me unless it rains",
		"add it again", "put it: jam",
	} {
		said, _ := Read(english(), text, saturday(), nil)
		for _, d := range said.Do {
			t.Errorf("%q: %s", text, d)
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
		{"I'm going to bed now", ""},
		{"add plums pears figs and dates to the shopping list", "?"},
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

// TestARecordForIt makes a record that has the name of what was spoken of, in languages whose
// forms keep no word for it.
func TestARecordForIt(t *testing.T) {
	for lang, text := range map[string]string{
		"en": "make a project for it", "fr": "crée un projet pour ça", "es": "crea un proyecto para eso",
	} {
		said, _ := Read(compile(lang), text, saturday(), nil)
		if len(said.Do) != 1 || said.Do[0].Kind != "project" || !said.Do[0].NamedIt {
			t.Errorf("%q: %s", text, said)
		}
	}
}
