package draft_test

import (
	"strings"
	"testing"

	"assister/internal/eval"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/problem"
	"assister/internal/record"
)

// Words without a verb of ours are the title of something new if they begin with what people
// do, or have a day. What is only told changes nothing.
func TestWhatIsNoRequestChangesNothing(t *testing.T) {
	nothing := []string{
		"frobnicate the quux", "zorble frob the quux", "zorble gravel", "please zorble the gravel", "looks nice", "nice work",
		"same time next week too", "add them back", "a new lampshade", "Tom likes tea", "Mira needs the ladder", "what a mess", "that's wonderful", "traffic was awful", "the neighbour drove us home this morning",
		"Tom is working at the bank", "Tom is feeling sick today", "does Emma have a recital on friday", "it's raining on friday",
		"the roofer isn't coming on friday", "the roofer is coming on friday?", "hello robot", "add printer paper no wait toner", "the water bill is due on the third of every month", "oh sweet, thanks", "good",
		"les nouveaux rideaux", "Paul cherche ses clés", "ça marche", "bon travail", "quelle journée", "zorble les rideaux",
		"las cortinas nuevas", "Pablo busca las llaves", "buen trabajo", "zorble las cortinas",
	}
	for _, text := range nothing {
		if d := drafts(t, text, home(), record.Selection{}); len(d.Ops) > 0 || d.Question != "" {
			t.Errorf("%q: %s", text, drafted(d))
		}
	}
	made := map[string]string{
		"add paper no wait toner":                                            `{op:task.create,title:Toner}`,
		"on friday I need to fold the napkins and iron the shirts":           "{op:task.create,title:Fold the napkins,scheduledFor:2026-11-27}\n{op:task.create,title:Iron the shirts,scheduledFor:2026-11-27}",
		"the van won't start, so add call the garage":                        `{op:task.create,title:Call the garage}`,
		"take the crates out on friday":                                      `{op:task.create,title:Take the crates out,scheduledFor:2026-11-27}`,
		"add lunch with Mira tomorrow at noon in room 4":                     `{op:event.create,title:Lunch with Mira,location:room 4,scheduledFor:2026-11-22,startTime:12:00}`,
		"fold the napkins":                                                   `{op:task.create,title:Fold the napkins}`,
		"gravel on friday":                                                   `{op:task.create,title:Gravel,scheduledFor:2026-11-27}`,
		"plier les serviettes":                                               `{op:task.create,title:Plier les serviettes}`,
		"doblar las servilletas":                                             `{op:task.create,title:Doblar las servilletas}`,
		"gravillons vendredi":                                                `{op:task.create,title:Gravillons,scheduledFor:2026-11-27}`,
		"grava el viernes":                                                   `{op:task.create,title:Grava,scheduledFor:2026-11-27}`,
		"my cousin's birthday is april 3rd":                                  `{op:event.create,title:Cousin's birthday,scheduledFor:2027-04-03}`,
		"the cousins are getting married on friday":                          `{op:event.create,title:Cousins getting married,scheduledFor:2026-11-27}`,
		"I've got guests tonight":                                            `{op:event.create,title:Guests,notes:night,scheduledFor:2026-11-21}`,
		"j'ai une réunion jeudi à 9h":                                        `{op:event.create,title:Réunion,scheduledFor:2026-11-26,startTime:09:00}`,
		"new task - fold the napkins":                                        `{op:task.create,title:Fold the napkins}`,
		"todo: fold the napkins, iron the shirts":                            "{op:task.create,title:Fold the napkins}\n{op:task.create,title:Iron the shirts}",
		"brunch with Mira on friday, say 11":                                 `{op:event.create,title:Brunch with Mira,scheduledFor:2026-11-27,startTime:11:00}`,
		"brunch with Mira on friday at 11am in room B4":                      `{op:event.create,title:Brunch with Mira,location:room B4,scheduledFor:2026-11-27,startTime:11:00}`,
		"remember the gate code is 4471":                                     `{op:note.create,content:The gate code is 4471}`,
		"tomorrow I need to fold the napkins, iron the shirts and sew a bag": "{op:task.create,title:Fold the napkins,scheduledFor:2026-11-22}\n{op:task.create,title:Iron the shirts,scheduledFor:2026-11-22}\n{op:task.create,title:Sew a bag,scheduledFor:2026-11-22}",
		"demain je dois plier les serviettes et appeler Luc":                 "{op:task.create,title:Plier les serviettes,scheduledFor:2026-11-22}\n{op:task.create,title:Appeler Luc,scheduledFor:2026-11-22}",
		"brunch is booked for friday at 11":                                  `{op:event.create,title:Brunch,scheduledFor:2026-11-27,startTime:11:00}`,
		"add brunch at the inn for me on friday at 11":                       `{op:event.create,title:Brunch,location:the inn,scheduledFor:2026-11-27,startTime:11:00}`,
		"don't let me miss the brunch on friday at 11":                       `{op:event.create,title:Brunch,scheduledFor:2026-11-27,startTime:11:00}`,
		"my essay is due on friday":                                          `{op:task.create,title:Essay,deadline:2026-11-27}`,
		"add a twelve o'clock brunch on friday":                              `{op:event.create,title:Brunch,scheduledFor:2026-11-27,startTime:12:00}`,
		"Emma has a recital on friday":                                       `{op:event.create,title:Emma has a recital,scheduledFor:2026-11-27}`,
		"it's Emma's birthday on friday":                                     `{op:event.create,title:Emma's birthday,scheduledFor:2026-11-27}`,
		"the roofer is coming on friday":                                     `{op:event.create,title:Roofer coming,scheduledFor:2026-11-27}`,
		"the painters will be here on friday":                                `{op:event.create,title:Painters,scheduledFor:2026-11-27}`,
		"the sofa arrives on friday":                                         `{op:event.create,title:Sofa arrives,scheduledFor:2026-11-27}`,
		"the course starts on friday at 6pm":                                 `{op:event.create,title:Course,scheduledFor:2026-11-27,startTime:18:00}`,
		"le couvreur passera vendredi":                                       `{op:event.create,title:Couvreur passera,scheduledFor:2026-11-27}`,
		"les peintres sont là vendredi":                                      `{op:event.create,title:Peintres,scheduledFor:2026-11-27}`,
		"los pintores llegan el viernes":                                     `{op:event.create,title:Pintores llegan,scheduledFor:2026-11-27}`,
		"roofer coming friday":                                               `{op:event.create,title:Roofer,scheduledFor:2026-11-27}`,
		"we're having the Millers over on friday at 7pm":                     `{op:event.create,title:Millers over,scheduledFor:2026-11-27,startTime:19:00}`,
		"remind me that on friday I have to return the drill":                `{op:task.create,title:Return the drill,scheduledFor:2026-11-27}`,
		"remind me on friday to fold the napkins and on sunday to sew": `{op:task.create,title:Fold the napkins,scheduledFor:2026-11-27}
{op:task.create,title:Sew,scheduledFor:2026-11-22}`,
		"on friday I need to fold the napkins":  `{op:task.create,title:Fold the napkins,scheduledFor:2026-11-27}`,
		"le facteur passe vendredi":             `{op:event.create,title:Facteur passe,scheduledFor:2026-11-27}`,
		"got the milk bought":                   `{op:task.set_status,id:1,status:completed}`,
		"please fold the napkins":               `{op:task.create,title:Fold the napkins}`,
		"cancel the dentist, move it to friday": `{op:event.update,id:1,scheduledFor:2026-11-27}`,
		"the dentist runs until 11":             `{op:event.update,id:1,endTime:11:00}`,
		"lunch with Ana runs until two":         `{op:event.update,id:2,endTime:14:00}`,
	}
	for text, want := range made {
		if got := drafted(drafts(t, text, home(), record.Selection{})); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

// replaced returns a request with the verb at its beginning replaced by another word. ok is
// false if it has none there.
func replaced(text, word string) (string, bool) {
	toks := language.Tokens(text)
	g := meaning.BuiltIn().Likeliest(toks)
	n := g.Match(toks, 0, "verb")
	if n == 0 || n == len(toks) {
		return "", false
	}
	return word + text[toks[n-1].End:], true
}

// A request with an unknown verb does nothing to what there is. At most the words of a new
// record are taken for its title, with that verb.
func TestAnUnknownVerbDoesNothing(t *testing.T) {
	tried := 0
	for _, c := range requestCases(t, eval.Propose) {
		want, _ := effects(t, c, c.text)
		if len(want) == 0 {
			continue
		}
		said, _ := meaning.BuiltIn().Read(c.text, c.clock, nil)
		creates := len(said.Do) > 0 && said.Do[0].Act == meaning.Create
		for _, word := range []string{"zorble", "Zorble", "shelve", "export", "unzorble"} {
			text, ok := replaced(c.text, word)
			if !ok || c.records.has(word) || !sampled(6, c.text, word) {
				continue
			}
			tried++
			got, ops := effects(t, c, text)
			if len(got) == 0 {
				continue
			}
			more := widened(got, want, word, creates)
			if !creates || more != "" {
				t.Errorf("%s: %q changes something (%s): %s", c.id, text, more, strings.Join(canonical(ops), " "))
			}
		}
	}
	if tried < 50 {
		t.Errorf("only %d requests tried", tried)
	}
}

func TestARecurrenceThatNoRecordHasIsRefusedWithThoseThatThereAre(t *testing.T) {
	for _, text := range []string{
		"weed the beds every first monday of the month", "arroser les plantes tous les deux mois",
		"weed the beds twice a week", "remind me three times a day to stretch", "weed the beds every third friday",
		"weed the beds every friday the 13th", "remind me every saturday or sunday to stretch",
		"weed the beds first weekday of the month, every month", "weed the beds every second to last day of the month",
		"weed the beds one week out of two", "weed the beds hourly during work hours", "stretch every now and then",
		"weed the beds between the 1st and the 5th of every month", "weed the beds every thursday except holidays",
		"arroser les plantes deux semaines sur trois", "ajoute gym chaque vendredi 13", "ajoute gym chaque samedi ou dimanche",
		"añade gimnasio cada viernes 13", "añade gimnasio tres veces al día", "añade gimnasio dos semanas de cada tres",
	} {
		d := drafts(t, text, home(), record.Selection{})
		if len(d.Ops) > 0 || len(d.Warnings) != 1 || d.Warnings[0].Code != problem.Invalid("recurrence") {
			t.Errorf("%q: %s %v", text, drafted(d), d.Warnings)
		}
	}
}

func TestDaysThatRepeatAreReadWhole(t *testing.T) {
	tests := []struct{ text, want string }{
		{"remind me on mondays to stretch",
			`{op:task.create,title:Stretch,scheduledFor:2026-11-23,recurrence:{type:weekly,byDay:[MO]}}`},
		{"weed the beds tuesdays, thursdays and saturdays",
			`{op:task.create,title:Weed the beds,scheduledFor:2026-11-21,recurrence:{type:weekly,byDay:[TU,TH,SA]}}`},
		{"remind me monday, wednesday and friday evenings to stretch",
			`{op:task.create,title:Stretch,notes:evening,scheduledFor:2026-11-23,recurrence:{type:weekly,byDay:[MO,WE,FR]}}`},
		{"weed the beds mo/we/fr 7am",
			`{op:event.create,title:Weed the beds,scheduledFor:2026-11-23,startTime:07:00,recurrence:{type:weekly,byDay:[MO,WE,FR]}}`},
		{"weed the beds wednesdays 19h",
			`{op:event.create,title:Weed the beds,scheduledFor:2026-11-25,startTime:19:00,recurrence:{type:weekly,byDay:[WE]}}`},
		{"weed the beds every morning and evening",
			`{op:task.create,title:Weed the beds,notes:morning,scheduledFor:2026-11-21,recurrence:{type:daily}}` + "\n" +
				`{op:task.create,title:Weed the beds,notes:evening,scheduledFor:2026-11-21,recurrence:{type:daily}}`},
		{"weed the beds weekly for a total of 8 times",
			`{op:task.create,title:Weed the beds,scheduledFor:2026-11-21,recurrence:{type:weekly,count:8}}`},
		{"weed the beds 1st & 15th",
			`{op:task.create,title:Weed the beds,scheduledFor:2026-12-01}` + "\n" +
				`{op:task.create,title:Weed the beds,scheduledFor:2026-12-15}`},
		{"weed the beds every weekday, tomorrow",
			`! weed the beds every weekday, tomorrow`},
		{"ajoute gym lundi, mercredi et vendredi soir",
			`{op:task.create,title:Gym,notes:evening,scheduledFor:2026-11-23,recurrence:{type:weekly,byDay:[MO,WE,FR]}}`},
		{"ajoute gym chaque matin et soir",
			`{op:task.create,title:Gym,notes:morning,scheduledFor:2026-11-21,recurrence:{type:daily}}` + "\n" +
				`{op:task.create,title:Gym,notes:evening,scheduledFor:2026-11-21,recurrence:{type:daily}}`},
		{"ajoute gym chaque semaine pour un total de 8 fois",
			`{op:task.create,title:Gym,scheduledFor:2026-11-21,recurrence:{type:weekly,count:8}}`},
		{"añade gimnasio de L a V a las 9",
			`{op:event.create,title:Gimnasio,scheduledFor:2026-11-23,startTime:09:00,recurrence:{type:weekdays}}`},
		{"añade gimnasio cada mañana y cada noche",
			`{op:task.create,title:Gimnasio,notes:morning,scheduledFor:2026-11-21,recurrence:{type:daily}}` + "\n" +
				`{op:task.create,title:Gimnasio,notes:night,scheduledFor:2026-11-21,recurrence:{type:daily}}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, home(), record.Selection{})); got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestATimeIsReadWhole(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"remind me this coming sunday to stretch", `{op:task.create,title:Stretch,scheduledFor:2026-11-22}`},
		{"call Bo no later than the 5th", `{op:task.create,title:Call Bo,deadline:2026-12-05}`},
		{"call Bo shortly after 5pm", `{op:event.create,title:Call Bo,scheduledFor:2026-11-21,startTime:17:00}`},
		{"call Bo for three days from tuesday", "? Which day, from Tue 2026-11-24 to Thu 2026-11-26?"},
		{"call Bo three hours after lunch", "! call Bo three hours after lunch"},
		{"call Bo early next week", "? Which day, from Mon 2026-11-23 to Wed 2026-11-25?"},
		{"call Bo from tuesday 9am to wednesday 5pm", "! call Bo from tuesday 9am to wednesday 5pm"},
		{"ajoute gym peu après 17h", `{op:event.create,title:Gym,scheduledFor:2026-11-21,startTime:17:00}`},
		{"ajoute gym trois heures après le déjeuner", "! ajoute gym trois heures après le déjeuner"},
		{"añade gimnasio poco después de las 17h", `{op:event.create,title:Gimnasio,scheduledFor:2026-11-21,startTime:17:00}`},
	} {
		if got := drafted(drafts(t, tt.text, home(), record.Selection{})); got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
