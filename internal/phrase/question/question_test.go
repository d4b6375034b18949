package question

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
)

var clock = calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC} // a Saturday

// told is a question in one line.
func told(q Question) string {
	if len(q.NotUnderstood) > 0 {
		return "?"
	}
	words := []string{q.Language.String(), [...]string{"list", "count", "exists", "whether", "next", "last", "last-time", "first", "when", "where", "length", "until", "free", "urgent", "overview", "gaps", "clashes"}[q.Asks]}
	add := func(name, value string) {
		if value != "" {
			words = append(words, name+"="+value)
		}
	}
	add("kinds", strings.Join(q.Kinds, ","))
	add("state", [...]string{"", "open", "off", "pending", "doing", "finished", "skipped", "overdue", "any"}[q.State])
	add("priority", q.Priority)
	add("context", q.Context)
	add("tag", q.Tag)
	if q.Perhaps {
		add("perhaps", q.Project)
	} else {
		add("project", q.Project)
	}
	add(q.Of.Kind, q.Of.Name)
	add("about", strings.Join(q.About, ","))
	for _, f := range q.Facts {
		add([...]string{"given", "missing", "equal"}[f.Is], strings.TrimSuffix(f.Field+"="+f.Value, "="))
	}
	if q.Stamp.Field != "" {
		add(q.Stamp.Field, q.Stamp.Days.String()+".."+q.Stamp.Last.String())
	}
	add("wants", q.Wants)
	add("by", q.By)
	add("order", q.Order)
	if q.Beside.Name != "" {
		side := map[bool]string{true: "before", false: "after"}[q.Beside.Before]
		if q.Beside.On {
			side = "on"
		}
		add(side, q.Beside.Name)
	}
	for _, not := range q.Not {
		words = append(words, "not("+strings.TrimPrefix(told(not), "en list ")+")")
	}
	if q.Most > 0 {
		add("most", strconv.Itoa(q.Most))
	}
	if q.Over > 0 {
		add("over", strconv.Itoa(q.Over))
	}
	if q.Least > 0 {
		add("least", strconv.Itoa(q.Least))
	}
	if q.When.Set() {
		add("when", strings.TrimSuffix(fmt.Sprintf("%s..%s %s-%s", q.When.Days, q.When.Last, q.When.From, q.When.To), " -"))
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"due", q.Due}, {"undated", q.Undated}, {"no-deadline", q.NoDeadline}, {"repeats", q.Repeats}, {"days", q.Days}, {"there", q.There}, {"unsaid", q.Unsaid}, {"average", q.Average}, {"guessed", len(q.Guessed) > 0}} {
		if flag.set {
			words = append(words, flag.name)
		}
	}
	if q.Or != nil {
		words = append(words, "or: "+told(*q.Or))
	}
	for _, other := range q.Else {
		words = append(words, "else: "+told(other))
	}
	for _, then := range q.Then {
		words = append(words, "then: "+told(then))
	}
	return strings.Join(words, " ")
}

func TestAQuestionIsUnderstoodWholeOrNotAtAll(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"What is overdue?", "en list state=overdue"},
		{"what's on tomorrow", "en list when=2026-11-22..2026-11-22"},
		{"how many open tasks in project data", "en count kinds=task state=open project=data"},
		{"How many open tasks are there in the Data Platform project?", "en count kinds=task state=open project=Data Platform"},
		{"when is my next meeting with Sam", "en next kinds=event about=Sam"},
		{"when's my next meeting with Sam?", "en next kinds=event about=Sam"},
		{"what is overdue in project data?", "en list state=overdue project=data"},
		{"am I free on friday afternoon", "en free when=2026-11-27..2026-11-27 12:00-18:00"},
		{"what did I finish last week", "en list state=finished when=2026-11-09..2026-11-15"},
		{"which tasks have no date", "en list kinds=task undated"},
		{"what's the most urgent", "en urgent"},
		{"what should I do first today", "en urgent when=2026-11-21..2026-11-21"},
		{"do I have anything with Ann this week", "en exists about=Ann when=2026-11-16..2026-11-22"},
		{"how does my week look", "en overview when=2026-11-16..2026-11-22"},
		{"give me an overview of next week", "en overview when=2026-11-23..2026-11-29"},
		{"How many tasks are due tomorrow?", "en count kinds=task when=2026-11-22..2026-11-22 due"},
		{"which meetings do I have on monday", "en list kinds=event when=2026-11-23..2026-11-23"},
		{"anything on saturday?", "en exists when=2026-11-21..2026-11-21"},
		{"list the completed tasks", "en list kinds=task state=finished"},
		{"which high-priority tasks are there this week", "en list kinds=task priority=high when=2026-11-16..2026-11-22"},
		{"what are my projects", "en list kinds=project"},
		{`what is open in project "Next Week"?`, "en list state=open project=Next Week"},
		{"what is in the Data project", "en list project=Data"},
		{"show me everything in data", "en list perhaps=data"},
		{"list tasks tagged home", "en list kinds=task tag=home"},
		{"which tasks have the tag #home", "en list kinds=task tag=home"},
		{"when is the dentist", "en when about=dentist"},
		{"when is the christmas dinner", "en when about=the christmas dinner or: en when about=dinner when=2026-12-25..2026-12-25"},
		{"where is the school concert", "en where about=school concert or: en where context=school about=concert"},
		{"how many days before christmas", "en until when=2026-12-25..2026-12-24"},
		{"what did I finish on monday", "en list state=finished when=2026-11-16..2026-11-16"},
		{"what is left from last week", "en list state=open when=2026-11-09..2026-11-15"},
		{"which bills are overdue", "en list state=overdue about=bills guessed"},
		{"what is tagged urgent", "en list tag=urgent"},
		{"who is in team design", "en list kinds=person team=design"},
		{"who am I having lunch with", "en list kinds=event about=lunch wants=notes guessed"},
		{"is the report done yet", "en whether state=finished about=report guessed"},
		{"did I pay the rent", "en whether state=finished about=pay the rent guessed"},
		{"how long is the board meeting", "en length kinds=event about=board"},
		{"when did I last water the plants", "en last-time about=water the plants"},
		{"what's on my shopping list", "en list kinds=checklist_item checklist=shopping"},
		{"what's on my calendar today", "en list kinds=event when=2026-11-21..2026-11-21"},
		{"wich taks are overdu", "en list kinds=task state=overdue"},
		{"which tasks are not overdue", "en list kinds=task not(state=overdue)"},
		{"why is the report late", "?"},
		{"quelles tâches ne sont pas récurrentes", "fr list kinds=task not(repeats)"},
		{"combien de jours avant Noël ?", "fr until when=2026-12-25..2026-12-24"},
		{"do I have a dentist appointment next week?", "en exists kinds=event about=dentist when=2026-11-23..2026-11-29"},
		{"where is my meeting with Ann tomorrow", "en where kinds=event about=Ann when=2026-11-22..2026-11-22"},
		{"what is in progress", "en list state=doing"},
		{"what repeating tasks do I have", "en list kinds=task repeats"},
		{"what meetings mention the cache index", "en list kinds=event about=cache index"},
		{"what is left to do today?", "en list state=open when=2026-11-21..2026-11-21"},
		{"is there anything between monday and wednesday", "en exists when=2026-11-23..2026-11-25"},
		{"what is due before friday", "en list when=..2026-11-26 due"},
		{"personal tasks", "en list kinds=task context=personal"},
		{"what was my last meeting with Bob", "en last kinds=event about=Bob"},

		{"donne-moi les tâches du projet data", "fr list kinds=task project=data"},
		{"qu'est-ce que j'ai demain ?", "fr list when=2026-11-22..2026-11-22"},
		{"Combien de tâches ouvertes dans le projet Data ?", "fr count kinds=task state=open project=Data"},
		{"quand est ma prochaine réunion avec Sam", "fr next kinds=event about=Sam"},
		{"qu'est-ce qui est en retard dans le projet data", "fr list state=overdue project=data"},
		{"suis-je libre vendredi après-midi ?", "fr free when=2026-11-27..2026-11-27 12:00-18:00"},
		{"qu'ai-je terminé la semaine dernière", "fr list state=finished when=2026-11-09..2026-11-15"},
		{"quelles tâches n'ont pas de date ?", "fr list kinds=task undated"},
		{"quelle est la tâche la plus urgente", "fr urgent kinds=task"},
		{"ai-je quelque chose avec Ann cette semaine ?", "fr exists about=Ann when=2026-11-16..2026-11-22"},
		{"comment se présente ma semaine ?", "fr overview when=2026-11-16..2026-11-22"},
		{"quels sont mes projets", "fr list kinds=project"},
		{"montre-moi les réunions de lundi", "fr list kinds=event when=2026-11-23..2026-11-23"},
		{"tâches de haute priorité", "fr list kinds=task priority=high"},
		{"quand est le dentiste ?", "fr when about=dentiste"},

		{"quelles notes mentionnent le cache ?", "fr list kinds=note about=cache"},
		{"which notes mention the cache index", "en list kinds=note about=cache index"},
		{"what links are in project Data", "en list kinds=link project=Data"},

		{"is there a note about nightly runs", "en exists kinds=note about=nightly runs"},
		{"events after 3pm on friday", "en list kinds=event when=2026-11-27..2026-11-27 15:00-"},
		{"what is the weather today", "en list about=weather when=2026-11-21..2026-11-21 guessed"},
		{"what is overdue and purple", "en list state=overdue about=purple guessed"},
		{"how are you", "?"},
		{"hello", "?"},
		{"what", "?"},
		{"when", "?"},
		{"what is on tuesday and on friday", "en list when=2026-11-24..2026-11-24 else: en list when=2026-11-27..2026-11-27"},
		{"", "?"},
	} {
		if got := told(Read(tt.text, clock)); got != tt.want {
			t.Errorf("%q is read\n  %s, want\n  %s", tt.text, got, tt.want)
		}
	}
}

func TestAQuestionGoesOnWithTheOneBeforeIt(t *testing.T) {
	for _, tt := range []struct{ before, text, want string }{
		{"which meetings do I have today?", "and tomorrow?", "en list kinds=event when=2026-11-22..2026-11-22"},
		{"which meetings do I have today?", "tomorrow", "en list kinds=event when=2026-11-22..2026-11-22"},
		{"what is overdue?", "which of them are high priority?", "en list state=overdue priority=high"},
		{"do I have meetings on friday?", "what about saturday", "en exists kinds=event when=2026-11-21..2026-11-21"},
		{"what is overdue?", "and in project data?", "en list state=overdue project=data"},
		{"what's the first thing on friday?", "and the last?", "en last when=2026-11-27..2026-11-27"},
		{"what's on tomorrow?", "which are high priority?", "en list priority=high when=2026-11-22..2026-11-22"},
		{"what's on tomorrow?", "anything after 4?", "en exists when=2026-11-22..2026-11-22 16:00-"},
		{"when is the holiday?", "how many days is that from now?", "en until about=holiday"},
		{"who is in team support?", "and in design?", "en list kinds=person team=design"},
		{"what is overdue?", "how many are there?", "en count state=overdue"},
		{"what is overdue?", "what is on tomorrow?", "en list when=2026-11-22..2026-11-22"},
		{"what is overdue?", "and what is on tomorrow?", "en list when=2026-11-22..2026-11-22"},
		{"what is overdue?|and in data?", "only the high priority ones", "en list state=overdue priority=high perhaps=data"},
		{"when is the dentist?", "where is it?", "en where about=dentist"},
		{"when is the dentist?", "how long does it take?", "en length about=dentist"},
		{"when is my next meeting with Sam?", "where is it?", "en next kinds=event about=Sam"},
		{"which notes mention the cache index?", "what is still open there?", "en list kinds=note about=cache index unsaid then: en list state=open there"},
		{"which notes mention the cache index, and what is still open there?", "which of those are high priority?", "en list kinds=note about=cache index unsaid then: en list state=open priority=high there"},
		{"qu'est-ce que j'ai aujourd'hui ?", "et demain ?", "fr list when=2026-11-22..2026-11-22"},
		{"quelles tâches sont en retard ?", "et dans le projet data ?", "fr list kinds=task state=overdue project=data"},
		{"move the dentist to friday", "and tomorrow?", "en list when=2026-11-22..2026-11-22"},
		{"", "when is it?", "?"},
		{"", "what time is it?", "?"},
		{"what is overdue?", "what is the purple?", "?"},
	} {
		if got := told(ReadAfter(strings.Split(tt.before, "|"), tt.text, clock)); got != tt.want {
			t.Errorf("%q after %q is read\n  %s, want\n  %s", tt.text, tt.before, got, tt.want)
		}
	}
}

func TestQuestionsInOneBreathAreReadOneByOne(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"which notes mention the cache index, and what is still open there?", "en list kinds=note about=cache index then: en list state=open there"},
		{"what is overdue and what is on tomorrow?", "en list state=overdue then: en list when=2026-11-22..2026-11-22"},
		{"What's on today? And tomorrow?", "en list when=2026-11-21..2026-11-21 then: en list when=2026-11-22..2026-11-22"},
		{"qu'est-ce qui est en retard et combien de tâches ai-je demain ?", "fr list state=overdue then: fr count kinds=task when=2026-11-22..2026-11-22"},
		{"what is on today and tomorrow", "en list when=2026-11-21..2026-11-22"},
		{"what is overdue and what is the purple", "en list state=overdue about=purple guessed"},
	} {
		if got := told(Read(tt.text, clock)); got != tt.want {
			t.Errorf("%q is read\n  %s, want\n  %s", tt.text, got, tt.want)
		}
	}
}

func TestWordsThatNegateCompareOrRestrictAreNeverDropped(t *testing.T) {
	for _, text := range []string{
		"what do I need to finish before my next meeting", "tasks for neither project",
		"do I have more meetings today than tomorrow", "tasks at least high priority",
		"which weekends am I free in december", "events in the morning this week", "events with nobody",
		"tasks not called anything", "everything except", "what is not", "older than the hills", "tasks with more than two tags", "meetings more than two days away", "how much is in the note",
		"y a-t-il autre chose que le yoga mercredi", "events after 6pm this week", "meetings before noon next week",
	} {
		if q := Read(text, clock); len(q.NotUnderstood) == 0 {
			t.Errorf("%q is read %s", text, told(q))
		}
	}
}

func TestWhatIsSaidOfSingleFieldsIsRead(t *testing.T) {
	for text, want := range map[string]string{
		"which tasks have no project":                         "en list kinds=task missing=projectId",
		"combien de tâches n'ont pas de projet":               "fr count kinds=task missing=projectId",
		"which events are without a place":                    "en list kinds=event missing=location",
		"which projects are risky":                            "en list kinds=project equal=riskLevel=high",
		"quels projets sont à risque":                         "fr list kinds=project equal=riskLevel=high",
		"who left":                                            "en list kinds=person equal=left=true",
		"qui est parti ?":                                     "fr list kinds=person equal=left=true",
		"which alarms are switched off":                       "en list kinds=alarm state=off",
		"quelles alarmes sont désactivées":                    "fr list kinds=alarm state=off",
		"what's Ann's email":                                  "en list about=Ann wants=email",
		"when did Tom join":                                   "en list kinds=person about=Tom wants=arrivalDate",
		"how big is the floor plan":                           "en list kinds=file about=floor plan wants=size",
		"which project is the flyer in":                       "en list about=flyer wants=projectId guessed",
		"how many tasks per project":                          "en count kinds=task by=projectId",
		"combien de tâches par projet":                        "fr count kinds=task by=projectId",
		"list my tasks by priority":                           "en list kinds=task by=priority",
		"which day this week is the busiest":                  "en count by=scheduledFor when=2026-11-16..2026-11-22",
		"what's my longest meeting":                           "en last kinds=event order=endTime",
		"what's the oldest open task":                         "en first kinds=task state=open order=createdAt",
		"quelle est la plus longue réunion":                   "fr last kinds=event order=endTime",
		"which tasks are older than two weeks":                "en list kinds=task createdAt=..2026-11-06",
		"tasks added since monday":                            "en list kinds=task createdAt=2026-11-16..",
		"which notes were changed last week":                  "en list kinds=note updatedAt=2026-11-09..2026-11-15",
		"tasks not touched since monday":                      "en list kinds=task updatedAt=..2026-11-15",
		"quelles tâches n'ont pas été modifiées depuis lundi": "fr list kinds=task updatedAt=..2026-11-15",
		"open tasks that are not for work":                    "en list kinds=task state=open not(context=work)",
		"tasks not tagged home":                               "en list kinds=task not(tag=home)",
		"anything but yoga on wednesday":                      "en list not(about=yoga) when=2026-11-25..2026-11-25",
		"tâches taguées code mais pas celles du projet data":  "fr list kinds=task tag=code not(project=data)",
		"tâches sauf celles de haute priorité":                "fr list kinds=task not(priority=high)",
		"when am I free on friday":                            "en gaps when=2026-11-27..2026-11-27",
		"do I have an hour free tomorrow":                     "en gaps least=60 when=2026-11-22..2026-11-22",
		"quand suis-je libre demain ?":                        "fr gaps when=2026-11-22..2026-11-22",
		"do any meetings overlap on friday":                   "en clashes kinds=event when=2026-11-27..2026-11-27",
		"combien de temps dure la réunion d'équipe":           "fr length kinds=event about=équipe",
		"who is involved in the late deliveries":              "en list kinds=situation_actor about=late deliveries guessed or: en list kinds=situation_actor state=overdue about=deliveries guessed",
		"where do I have to be on tuesday":                    "en where kinds=event when=2026-11-24..2026-11-24",
		"how many urgent tasks are there":                     "en count kinds=task priority=high",
		"combien de tâches urgentes au travail":               "fr count kinds=task priority=high context=work",
		"what do I have to hand in next week":                 "en list when=2026-11-23..2026-11-29 due",
		"what did I finish since the weekend":                 "en list state=finished when=2026-11-21..",
		"am I free on friday after the board meeting":         "en free after=board meeting when=2026-11-27..2026-11-27",
		"qu'est-ce que j'ai après le dentiste":                "fr list after=dentiste",
		"what needs doing before Emma's party?":               "en list state=open before=Emma's party",
		"which days am I free this week":                      "en gaps when=2026-11-16..2026-11-22 days",
		"when could I meet Ben on thursday":                   "en gaps when=2026-11-26..2026-11-26",
		"is cumin on the groceries list":                      "en exists kinds=checklist_item state=any checklist=groceries about=cumin guessed",
		"quel projet avance le mieux":                         "fr list kinds=project about=avance le mieux guessed",
		"est-ce que j'ai résilié internet":                    "fr whether state=finished about=résilié internet guessed",
		"when do I have to pay the rent by":                   "en when about=pay the rent due guessed",
		"when does the electrician come":                      "en when about=electrician guessed",
		"what's the target date of the refit":                 "en list kinds=project about=refit wants=targetDate",
		"which notes did I write last week":                   "en list kinds=note createdAt=2026-11-09..2026-11-15",
		"how long is my longest meeting":                      "en last kinds=event order=endTime",
		"do I have two free hours on thursday":                "en gaps least=120 when=2026-11-26..2026-11-26",
		"what's the wifi password":                            "en list about=wifi password guessed",
		"qui s'occupe des costumes":                           "fr list kinds=person about=costumes",
		"est-ce que j'ai rendu les livres":                    "fr whether state=finished about=rendu les livres guessed",
		"how many hours of meetings do I have tomorrow":       "en length kinds=event when=2026-11-22..2026-11-22",
		"which project is closest to being finished":          "en last kinds=project order=progressPercent",
		"what is in progress and not in project data":         "en list state=doing not(project=data)",
	} {
		if got := told(Read(text, clock)); got != want {
			t.Errorf("%q is read\n  %s, want\n  %s", text, got, want)
		}
	}
}

func TestSomeWordsAskByThemselves(t *testing.T) {
	for text, want := range map[string]bool{
		"free slots friday between 9 and 5": true, "oldest task": true, "le fichier le plus gros": true, "clashes on friday": true, "tasks per project": true, "tomorrow except work": true,
		"have I got anything on monday": true, "créneaux libres demain": true,
		"dentist friday 3pm": false, "meeting friday 3pm": false, "gap analysis friday": false, "lunch tomorrow": false, "all day meeting friday": false, "do something with my meeting": false,
	} {
		if got := Read(text, clock).Plain(); got != want {
			t.Errorf("%q asks by itself: %v", text, got)
		}
	}
}

func TestWhatIsAskedThroughItsAbsenceIsNoYesOrNo(t *testing.T) {
	for text, want := range map[string]string{
		"do I have nothing tomorrow?":             "en list when=2026-11-22..2026-11-22",
		"is nothing overdue?":                     "en list state=overdue",
		"est-ce que je n'ai rien demain ?":        "fr list when=2026-11-22..2026-11-22",
		"what do I need to finish tomorrow":       "en list state=open when=2026-11-22..2026-11-22",
		"qu'est-ce que je dois terminer demain ?": "fr list state=open when=2026-11-22..2026-11-22",
	} {
		if got := told(Read(text, clock)); got != want {
			t.Errorf("%q is read\n  %s, want\n  %s", text, got, want)
		}
	}
}

func TestNoPhraseIsInATableTwice(t *testing.T) {
	for l, groups := range [][]group{append(slices.Clone(limits), english...), append(slices.Clone(limits), frenchWords...)} {
		seen := map[string]meaning{}
		for _, g := range groups {
			for words := range g.all {
				if m, twice := seen[words]; twice {
					t.Errorf("%s: %q means %d and %d", Language(l), words, m, g.means)
				}
				if n := len(strings.Fields(words)); n == 0 || words != plain(words) || strings.ContainsAny(words, "'-") {
					t.Errorf("%s: %q is no phrase", Language(l), words)
				}
				seen[words] = g.means
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"what is overdue?", "how many tasks in project x", "", "next", "this", "\xff", "é", "du projet", "in the \"a b\" project #x", "when is the -", "de lundi à"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range Read(text, clock).NotUnderstood {
			if s.Start < 0 || s.End < s.Start || s.End > len(text) {
				t.Errorf("%q: %v lies outside", text, s)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Read("how many open high-priority tasks are there in project data platform next week", clock)
	}
}
