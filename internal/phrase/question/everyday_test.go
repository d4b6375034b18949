package question

import "testing"

func TestEverydayQuestionsOfAwkwardForm(t *testing.T) {
	for text, want := range map[string]string{
		"do I have time for lunch on wednesday":             "en free when=2026-11-25..2026-11-25 12:00-14:00",
		"ai-je du temps pour déjeuner mardi":                "fr free when=2026-11-24..2026-11-24 12:00-14:00",
		"is the tent packed":                                "en whether state=finished about=tent packed guessed or: en whether kinds=checklist_item state=finished about=tent guessed",
		"what happened on tuesday":                          "en list when=2026-11-17..2026-11-17",
		"tasks from october that are still open":            "en list kinds=task state=open when=2026-10-01..2026-10-31",
		"tasks from january":                                "en list kinds=task when=2027-01-01..",
		"what is due the same day as the invoice":           "?",
		"which project is the nicest":                       "en list about=nicest wants=projectId guessed",
		"what's left on the launch day list":                "en list kinds=checklist_item state=open checklist=launch day",
		"who isn't in any team":                             "en list kinds=person missing=teamId",
		"is there any evening next week when I'm free":      "?",
		"what did Dora report":                              "en list about=Dora report guessed",
		"did we fix the gate":                               "en whether state=finished about=fix the gate guessed",
		"how long do I spend in stand-ups next week":        "en length about=stand-ups when=2026-11-23..2026-11-29",
		"do the 1:1 and the budget call collide":            "en clashes about=1:1,budget call guessed",
		"gimme all bug tasks and writing tasks":             "en list kinds=task about=bug,writing",
		"quelle tâche a l'échéance la plus proche":          "fr next kinds=task due",
		"people with a team":                                "en list kinds=person given=teamId",
		"projects with links":                               "?",
		"have I read the contract":                          "en whether state=finished about=read the contract guessed",
		"show tasks with the money tag":                     "en list kinds=task tag=money",
		"quand est-ce que j'ai piscine":                     "fr when about=piscine guessed",
		"quand est-ce que j'ai payé le loyer":               "fr last-time about=payé le loyer guessed",
		"what time do I have to get up on monday":           "en first kinds=alarm when=2026-11-23..2026-11-23",
		"how many hours am I booked on wednesday":           "en length kinds=event when=2026-11-25..2026-11-25",
		"quelles tâches de travail sont pour lundi":         "fr list kinds=task context=work when=2026-11-23..2026-11-23",
		"everything tagged home including done":             "en list state=any tag=home",
		"everything tagged home including the garden":       "?",
		"my most overdue task":                              "en first kinds=task state=overdue order=createdAt",
		"à quelle heure finit la réunion des libraires":     "fr when kinds=event perhaps=libraires",
		"what do I need to get done today":                  "en list state=open when=2026-11-21..2026-11-21",
		"how many times do I have yoga in december":         "en count about=yoga when=2026-12-01..2026-12-31 guessed",
		"combien de fois yoga en décembre":                  "fr count about=yoga when=2026-12-01..2026-12-31 guessed",
		"tasks that are overdue or have high priority":      "en list kinds=task state=overdue else: en list kinds=task priority=high",
		"what else is on the day of the haircut":            "en list on=haircut",
		"do I have anything before 9 next week":             "?",
		"what is overdue in project 7":                      "en list state=overdue project=7",
		"how many days since the exam":                      "?",
		"list all tasks by deadline":                        "?",
		"which tasks have I started but not finished":       "en list kinds=task state=doing",
		"the next three events":                             "en next kinds=event most=3",
		"my last two notes":                                 "en last kinds=note most=2",
		"quelles sont les prochaines échéances":             "fr next most=5 due",
		"les événements du 25":                              "fr list kinds=event when=2026-11-25..2026-11-25",
		"what is my next meeting":                           "en next kinds=event",
		"which day this week has the most meetings":         "en count kinds=event by=scheduledFor when=2026-11-16..2026-11-22",
		"who has the most":                                  "?",
		"events longer than an hour or at home":             "en list kinds=event over=60 else: en list kinds=event about=home",
		"tasks for school or for personal stuff":            "en list kinds=task context=school else: en list kinds=task context=personal",
		"how many days are left for chapter three":          "en until about=chapter three due",
		"what are the two longest events":                   "en last kinds=event order=endTime most=2",
		"quels événements durent plus de deux heures":       "fr list kinds=event over=120",
		"which alarms go off tomorrow":                      "en list kinds=alarm state=open when=2026-11-22..2026-11-22",
		"is everything packed":                              "?",
		"qui a rejoint l'équipe en octobre":                 "fr list kinds=person arrivalDate=2026-10-01..2026-10-31",
		"who else is in Claire's team":                      "?",
		"which tasks mention the school":                    "en list kinds=task about=school",
		"is it ok to book something on thursday":            "?",
		"tâches taguées achats ou argent":                   "fr list kinds=task tag=achats else: fr list kinds=task tag=argent",
		"à quelle heure repart le train":                    "fr when about=repart le train guessed",
		"what's my day like tomorrow":                       "en overview when=2026-11-22..2026-11-22",
		"what is my week like":                              "en overview when=2026-11-16..2026-11-22",
		"so what have I got on like thursday":               "en exists when=2026-11-26..2026-11-26",
		"when do we record next":                            "?",
		"a meeting with anyone from the design team":        "?",
		"list the tasks of the ski trip that cost money":    "en list kinds=task perhaps=ski trip about=cost money guessed",
		"what's the second event on wednesday":              "?",
		"which tasks are not urgent":                        "en list kinds=task not(priority=high)",
		"what's the date of the recording":                  "en when about=recording",
		"quelles tâches sont prévues après le 25":           "fr list kinds=task when=2026-11-26..",
		"les événements avant le 25":                        "fr list kinds=event when=..2026-11-24",
		"quelle est la date du mariage":                     "fr when about=mariage",
		"what's the earliest I can meet on thursday":        "?",
		"what's our plan for the launch day":                "en list about=launch day",
		"anything on for monday other than work":            "en exists not(context=work) when=2026-11-23..2026-11-23",
		"what's going on with the garden fence":             "en list state=any about=garden fence",
		"how many alarms are on":                            "en count kinds=alarm state=open",
		"que dois-je acheter avant samedi":                  "fr list state=open about=acheter when=..2026-11-20 guessed",
		"qu'est-ce qui est dû cette semaine":                "fr list when=2026-11-16..2026-11-22 due",
		"les événements du week-end":                        "fr list kinds=event when=2026-11-21..2026-11-22",
		"which projects end in december":                    "en list kinds=project when=2026-12-01..2026-12-31 due",
		"which items are already ticked":                    "en list kinds=checklist_item state=finished",
		"when is Amira's first day":                         "en list kinds=person about=Amira wants=arrivalDate",
		"what is still to be done besides printing":         "en list state=open not(about=printing)",
		"le prochain rendez-vous":                           "fr next kinds=event",
		"what am I up to tonight":                           "en list when=2026-11-21..2026-11-21 18:00-23:59",
		"anything in the allotment I could do today":        "?",
		"do I have people over on saturday":                 "?",
		"how many hours will I spend in meetings on monday": "en length kinds=event when=2026-11-23..2026-11-23",
		"anything with neither priority nor date":           "?",
		"quelles sont mes tâches d'aujourd'hui":             "fr list kinds=task when=2026-11-21..2026-11-21",
		"la dernière note":                                  "fr last kinds=note",
		"les réunions de plus d'une heure":                  "fr list kinds=event over=60",
		"how many meetings each day next week":              "en count kinds=event by=scheduledFor when=2026-11-23..2026-11-29",
		"combien de réunions par jour cette semaine":        "fr count kinds=event by=scheduledFor when=2026-11-16..2026-11-22",
		"events next week without a place":                  "en list kinds=event missing=location when=2026-11-23..2026-11-29",
		"show me the notes of the supervision in october":   "en list kinds=note perhaps=supervision createdAt=2026-10-01..2026-10-31 or: en list kinds=note about=in october,supervision",
	} {
		if got := told(Read(text, clock)); got != want {
			t.Errorf("%q is read\n  %s, want\n  %s", text, got, want)
		}
	}
}

func TestWhoseAddressItIsAsksByItself(t *testing.T) {
	for text, want := range map[string]bool{"le mail de Léa stp": true, "Ann's email": true, "rdv de jeudi": true, "la liste Valise": true, "first three tasks of tomorrow": true, "milk on my shopping list": false, "tasks due today or overdue": true, "mail Ann": false, "rdv jeudi": false} {
		if got := Read(text, clock).Plain(); got != want {
			t.Errorf("%q asks by itself: %v", text, got)
		}
	}
}

func TestAPartOfTheDayAloneIsOfTheDayThatWas(t *testing.T) {
	for _, tt := range []struct{ before, text, want string }{
		{"what's on tuesday", "and in the afternoon?", "en list when=2026-11-24..2026-11-24 12:00-18:00"},
		{"suis-je libre mercredi matin", "et l'après-midi ?", "fr free when=2026-11-25..2026-11-25 12:00-18:00"},
	} {
		if got := told(ReadAfter([]string{tt.before}, tt.text, clock)); got != tt.want {
			t.Errorf("%q after %q is read\n  %s, want\n  %s", tt.text, tt.before, got, tt.want)
		}
	}
}
