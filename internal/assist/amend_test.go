package assist_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/problem"
)

// say proposes changes in a session, and returns what it came to: the
// operations, the question with the ids of its options, or the code of the refusal.
func (d *fixture) say(id, text string) string {
	d.t.Helper()
	_, err := assist.Propose(d.t.Context(), d.environment(id), assist.Request{Text: text, Conversation: assist.Conversation{Session: "home"}})
	var refusal *problem.Refusal
	if err != nil && !errors.As(err, &refusal) {
		d.t.Fatal(err)
	}
	if q, asked := find[event.Clarify](d); asked {
		var titles []string
		for _, o := range q.Options {
			titles = append(titles, o.Title)
		}
		return "? " + strings.Join(titles, ", ")
	}
	if refusal != nil {
		return refusal.Problem.Code
	}
	ops, _ := find[event.Ops](d)
	var out []string
	for _, e := range ops.Operations {
		out = append(out, brief(e.Op))
	}
	return strings.Join(out, "; ")
}

// brief is an operation with its id, title, day and time.
func brief(o op.Op) string {
	words := []string{o.Name()}
	if o.ID.ID > 0 {
		words = append(words, strconv.FormatInt(o.ID.ID, 10))
	}
	if a, ok := o.Arg("title"); ok {
		words = append(words, a.Value.Text())
	}
	if a, ok := o.Arg("scheduledFor"); ok {
		words = append(words, a.Value.Date().String())
	}
	if a, ok := o.Arg("startTime"); ok {
		words = append(words, a.Value.Time().String())
	}
	return strings.Join(words, " ")
}

func TestAnAnswerGoesOnWithTheRequest(t *testing.T) {
	for _, tt := range []struct{ request, asks, answer, want string }{
		{"delete the report", "? Report for Ann, Report for Bob", "the second one", "task.delete 2"},
		{"delete the report", "? Report for Ann, Report for Bob", "the last one", "task.delete 2"},
		{"delete the report", "? Report for Ann, Report for Bob", "2", "task.delete 2"},
		{"delete the report", "? Report for Ann, Report for Bob", "ann", "task.delete 1"},
		{"delete the report", "? Report for Ann, Report for Bob", "both", "task.delete 1; task.delete 2"},
		{"delete the report", "? Report for Ann, Report for Bob", "yes", "? Report for Ann, Report for Bob"},
		{"delete the report", "? Report for Ann, Report for Bob", "the 7", "? Report for Ann, Report for Bob"},
		{"delete the report", "? Report for Ann, Report for Bob", "no", "declined"},
		{"delete the report", "? Report for Ann, Report for Bob", "add soap", "task.create Soap"},
		{"supprime report", "? Report for Ann, Report for Bob", "le deuxième", "task.delete 2"},
	} {
		d := newFixture(t)
		d.apply(`{"op":"task.create","title":"Report for Ann","scheduledFor":"2026-11-23"}
{"op":"task.create","title":"Report for Bob","scheduledFor":"2026-11-24"}
{"op":"task.create","title":"Cake"}`)
		if got := d.say("a", tt.request); got != tt.asks {
			t.Errorf("%q: %s, want %s", tt.request, got, tt.asks)
		}
		if got := d.say("b", tt.answer); got != tt.want {
			t.Errorf("%q, %q: %s, want %s", tt.request, tt.answer, got, tt.want)
		}
	}
}

func TestTheProjectIsThatOfWhatWasSpokenOf(t *testing.T) {
	for text, want := range map[string]string{
		"archive the project": "project.update 1", "archive it": "project.update 1", "archive le projet": "project.update 1",
	} {
		d := newFixture(t)
		d.apply(`{"op":"project.create","as":"p","name":"Party"}
{"op":"project.create","name":"Shed"}
{"op":"task.create","title":"Cake","scheduledFor":"2026-11-22","projectId":{"ref":"p"}}`)
		d.say("a", "move the cake to friday")
		if got := d.say("b", text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestAnAnswerSaysWhatTheRequestLeftOut(t *testing.T) {
	for _, tt := range []struct{ request, answer, want string }{
		{"move the cake", "friday", "task.update 1 2026-11-27"},
		{"move the cake", "to next monday", "task.update 1 2026-11-23"},
		{"move the cake", "what is due today", "no_operations"},
		{"complete it", "the cake", "task.set_status 1"},
		{"move the visit to the morning", "11", "event.update 1 11:00"},
		{"move the visit to tomorrow evening", "8", "event.update 1 2026-11-22 20:00"},
		{"move the visit to tomorrow evening", "at 7", "event.update 1 2026-11-22 19:00"},
		{"move the visit to tomorrow evening", "no", "declined"},
		{"déplace visit à demain soir", "8h", "event.update 1 2026-11-22 20:00"},
		{"block an hour tomorrow for taxes", "3", "event.create Taxes 2026-11-22 15:00"},
		{"move the cake", "4", "no_operations"},
	} {
		d := newFixture(t)
		d.apply(`{"op":"task.create","title":"Cake","scheduledFor":"2026-11-22"}
{"op":"event.create","title":"Visit","scheduledFor":"2026-11-24","startTime":"20:30"}`)
		if got := d.say("a", tt.request); !strings.HasPrefix(got, "?") {
			t.Errorf("%q: %s, want a question", tt.request, got)
		}
		if got := d.say("b", tt.answer); got != tt.want {
			t.Errorf("%q, %q: %s, want %s", tt.request, tt.answer, got, tt.want)
		}
	}
}

func TestACorrectionIsOfTheProposalBefore(t *testing.T) {
	for _, tt := range []struct {
		request     string
		corrections []string
		want        string
	}{
		{"add dentist tomorrow", []string{"and make it 4pm"}, "event.create Dentist 2026-11-22 16:00"},
		{"add dentist tomorrow at 3pm", []string{"no, rather tuesday"}, "event.create Dentist 2026-11-24 15:00"},
		{"add task call the dentist tomorrow", []string{"no, an event", "at 4"}, "event.create Call the dentist 2026-11-22 16:00"},
		{"add event soap tomorrow", []string{"it should be a task"}, "task.create Soap 2026-11-22"},
		{"ajoute un événement dentiste demain", []string{"c'est une tâche"}, "task.create Dentiste 2026-11-22"},
		{"añade un evento dentista mañana", []string{"es una tarea"}, "task.create Dentista 2026-11-22"},
		{"add dentist tomorrow at 11", []string{"and at 3"},
			"event.create Dentist 2026-11-22 11:00; event.create Dentist 2026-11-22 15:00"},
		{"add dentist tomorrow", []string{"and at 3pm"}, "event.create Dentist 2026-11-22 15:00"},
		{"move the cake to friday", []string{"no, rather tuesday"}, "task.update 1 2026-11-24"},
		{"add dentist tomorrow at 3pm", []string{"no, rather tuesday", "and make it 4pm"}, "event.create Dentist 2026-11-24 16:00"},
		{"add dentist tomorrow at 3pm", []string{"no, rather tuesday", "make it 5pm", "no, monday"}, "event.create Dentist 2026-11-23 17:00"},
		{"add dentist tomorrow at 3pm", []string{"actually, make it 5"}, "event.create Dentist 2026-11-22 17:00"},
		{"add dentist tomorrow at 3pm", []string{"make it 5pm", "remind me an hour before"},
			"event.create Dentist 2026-11-22 17:00; alarm.create Dentist 2026-11-22"},
		{"add dentist tomorrow at 8pm", []string{"no, 9"}, "event.create Dentist 2026-11-22 21:00"},
		{"set an alarm for 6", []string{"make it 6:30"}, "alarm.create 2026-11-22"},
		{"mets le réveil à 6h", []string{"plutôt 6h30"}, "alarm.create 2026-11-22"},
		{"ajoute yoga tous les lundis à 18h", []string{"tous les mardis"}, "event.create Yoga 2026-11-24 18:00"},
		{"añade yoga todos los lunes a las 18:00", []string{"todos los martes"}, "event.create Yoga 2026-11-24 18:00"},
		{"add dinner tomorrow at 7", []string{"make it 8"}, "event.create Dinner 2026-11-22 20:00"},
		{"add dentist tomorrow", []string{"9"}, "no_operations"},
		{"ajoute dentiste demain à 20h", []string{"non, 21", "oui"}, "event.create Dentiste 2026-11-22 21:00"},
		{"add yoga every monday at 6pm", []string{"at 7pm", "starting december 7", "every tuesday"}, "event.create Yoga 2026-12-08 19:00"},
		{"add yoga tomorrow at 3pm", []string{"every week", "from 4 to 5"}, "event.create Yoga 2026-11-22 16:00"},
		{"add dentist tomorrow at 3pm", []string{"without a pony", "make it 4", "yes, do it", "on monday"}, "event.create Dentist 2026-11-23 16:00"},
		{"add yoga every friday at 5pm", []string{"also on mondays", "and every wednesday too", "at 6pm"},
			"event.create Yoga 2026-11-23 18:00"},
		{"add lunch tomorrow at noon", []string{"with Ann", "and with Bo too", "at 1pm"}, "event.create Lunch with Ann, Bo 2026-11-22 13:00"},
		{"add lunch with Ann tomorrow at noon", []string{"no, with Bo", "lasts two hours"}, "event.create Lunch with Bo 2026-11-22 12:00"},
		{"déjeuner avec Anne demain à midi", []string{"plutôt avec Paul"}, "event.create Déjeuner avec Paul 2026-11-22 12:00"},
		{"comida con Ana mañana a las 14:00", []string{"no, con Luis"}, "event.create Comida con Luis 2026-11-22 14:00"},
		{"add lunch tomorrow at noon", []string{"invite Ann too"}, "event.create Lunch with Ann 2026-11-22 12:00"},
		{"ajoute déjeuner demain à midi", []string{"avec Anne"}, "event.create Déjeuner avec Anne 2026-11-22 12:00"},
		{"añade comida mañana a las 14:00", []string{"con Ana"}, "event.create Comida con Ana 2026-11-22 14:00"},
		{"delete the cake", []string{"with Ann"}, "no_operations"},
		{"add dentist tomorrow at 3pm", []string{"no, move it to friday"}, "event.create Dentist 2026-11-27 15:00"},
		{"when am I free tomorrow for an hour", []string{"put a call with Ana there"}, "not_understood"},
		{"when am I free tomorrow for an hour", []string{"book tea then for an hour"}, "not_understood"},
		{"add dentist tomorrow at 3pm", []string{"also at 5pm", "also at 6pm"}, "no_operations"}, // of which of the two
		{"add dentist tomorrow at 3pm", []string{"half an hour later"}, "event.create Dentist 2026-11-22 15:30"},
		{"add dentist tomorrow at 3pm", []string{"make it 4", "two days earlier"}, "event.create Dentist 2026-11-20 16:00"},
		{"add dentist tomorrow at 3pm", []string{"and on monday too"},
			"event.create Dentist 2026-11-22 15:00; event.create Dentist 2026-11-23 15:00"},
		{"add dentist tomorrow at 3pm", []string{"thanks", "make it 4"}, "event.create Dentist 2026-11-22 16:00"},
		{"the cake is due on the 1st", []string{"remind me the day before"}, "task.update 1; task.create Cake 2026-11-30"},
		{"move the cake to friday", []string{"remind me the day before"}, "task.update 1 2026-11-27; task.create Cake 2026-11-26"},
		{"move the cake to friday", []string{"remind me of it on thursday at 6"}, "task.update 1 2026-11-27; alarm.create Cake 2026-11-26"},
		{"déplace le cake à vendredi", []string{"rappelle-moi jeudi à 18h"}, "task.update 1 2026-11-27; alarm.create Cake 2026-11-26"},
		{"add yoga every day at 5pm", []string{"for 10 days", "at 6pm"}, "event.create Yoga 2026-11-21 18:00"},
		{"add dentist on friday at 3pm", []string{"not friday, monday", "no, not at 3, at 4"}, "event.create Dentist 2026-11-23 16:00"},
		{"add dentist on friday at 3pm", []string{"not tomorrow"}, "? "},
		{"book flights", []string{"it's for may 3"}, "task.create Book flights 2027-05-03"},
		{"create a list called Trip", []string{"tent, rope and a stove", "I am tired", "soap", "put salt on there too"},
			"checklist.create Trip; checklist_item.create tent; checklist_item.create rope; " +
				"checklist_item.create stove; checklist_item.create soap; checklist_item.create salt"},
		{"add eggs to my shopping list", []string{"and sugar"},
			"checklist.create Shopping; checklist_item.create eggs; checklist_item.create sugar"},
		{"nouvelle liste courses", []string{"du sel", "et mets du riz dessus aussi"},
			"checklist.create Courses; checklist_item.create sel; checklist_item.create riz"},
	} {
		d := newFixture(t)
		d.apply(`{"op":"task.create","title":"Cake"}`)
		d.say("a", tt.request)
		got := ""
		for i, correction := range tt.corrections {
			got = d.say(string(rune('b'+i)), correction)
		}
		if got != tt.want {
			t.Errorf("%q, %q: %s, want %s", tt.request, tt.corrections, got, tt.want)
		}
	}
}

// TestHowLongBeforeCorrectsAReminder says "two days before", which is before what a reminder is of, and not before now.
func TestHowLongBeforeCorrectsAReminder(t *testing.T) {
	for _, tt := range [][]string{
		{"remind me of the visit a day before", "no, two days before"},
		{"rappelle-moi de visit un jour avant", "non, deux jours avant"},
	} {
		d := newFixture(t)
		d.apply(`{"op":"event.create","title":"Visit","scheduledFor":"2026-12-04"}`)
		d.say("a", tt[0])
		if got, want := d.say("b", tt[1]), "task.create Visit 2026-12-02"; got != want {
			t.Errorf("%q: %s, want %s", tt, got, want)
		}
	}
	d := newFixture(t)
	d.say("a", "add visit on december 4")
	if got := d.say("b", "two days before"); strings.Contains(got, ".") {
		t.Errorf("two days before: %s", got)
	}
}

func TestAReminderIsNoRefusal(t *testing.T) {
	for _, text := range []string{"don't forget it", "ne l'oublie pas", "no lo olvides"} {
		d := newFixture(t)
		d.say("a", "add dentist tomorrow at 3pm")
		if got := d.say("b", text); got == problem.Declined {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// TestAnExceptionNarrowsTheProposal takes records out of a request that is of everything, and of no other.
func TestAnExceptionNarrowsTheProposal(t *testing.T) {
	for _, tt := range []struct {
		request    string
		exceptions []string
		want       string
	}{
		{"delete all tasks", []string{"except the cake"}, `bulk_delete {"kind":"task","ids":[2,3]}`},
		{"delete all tasks", []string{"but keep the cake", "and not the tea"}, `bulk_delete {"kind":"task","ids":[3]}`},
		{"delete all tasks", []string{"except the cake", "and the tea"}, `bulk_delete {"kind":"task","ids":[3]}`},
		{"delete all tasks", []string{"except the bread", "yes"}, "no_operations"},
		{"supprime toutes les tâches", []string{"sauf cake"}, `bulk_delete {"kind":"task","ids":[2,3]}`},
		{"borra todas las tareas", []string{"menos cake"}, `bulk_delete {"kind":"task","ids":[2,3]}`},
		{"delete the cake", []string{"except the tea"}, "no_operations"},
		{"add yoga every friday at 5pm", []string{"skip it next week"}, "? "},
		{"what is planned tomorrow?", []string{"except the tea"}, "no_operations"},
	} {
		d := newFixture(t)
		d.apply(`{"op":"task.create","title":"Cake"}
{"op":"task.create","title":"Tea"}
{"op":"task.create","title":"Sugar"}`)
		d.say("a", tt.request)
		got := ""
		for i, exception := range tt.exceptions {
			got = d.say(string(rune('b'+i)), exception)
		}
		if ops, _ := find[event.Ops](d); strings.HasPrefix(got, "bulk_delete") {
			got = "bulk_delete " + string(ops.Operations[0].Op.Where.AppendJSON(nil))
		}
		if got != tt.want {
			t.Errorf("%q, %q: %s, want %s", tt.request, tt.exceptions, got, tt.want)
		}
	}
}

// TestARefusalEndsTheProposal says no to a proposal in several words. What is set behind it is no correction.
func TestARefusalEndsTheProposal(t *testing.T) {
	for _, no := range []string{"no", "no, leave it", "wait, keep it", "don't add it", "actually I changed my mind",
		"no, that's wrong", "non, garde-le", "c'est pas ça", "no es eso", "ne l'ajoute pas", "no lo añadas", "cambié de opinión"} {
		d := newFixture(t)
		if got := d.say("a", no); got == problem.Declined {
			t.Errorf("%q: declined, without a proposal", no)
		}
		d.say("b", "add dentist tomorrow at 3pm")
		if got := d.say("c", no); got != problem.Declined {
			t.Errorf("%q: %s, want %s", no, got, problem.Declined)
		}
		if got := d.say("d", "make it 4pm"); strings.Contains(got, "create") {
			t.Errorf("%q, %q: %s", no, "make it 4pm", got)
		}
	}
}

func TestNothingIsCorrectedThatWasNotSpokenOf(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"task.create","title":"Cake"}`)
	for _, text := range []string{"no, rather tuesday", "make it 4pm", "the second one", "yes"} {
		if got := d.say("a", text); strings.Contains(got, "task.") || strings.Contains(got, "event.") {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// TestWhatContinuesIsReadByWhatWasBefore says fragments after a change that was made, and after
// a question.
func TestWhatContinuesIsReadByWhatWasBefore(t *testing.T) {
	day := func(d string) string { return "2026-11-" + d }
	for _, tt := range []struct {
		before []string
		text   string
		want   string // the change, or what the answer has
	}{
		{[]string{"move the cake to friday"}, "and high priority", "task.update 1"},
		{[]string{"move the cake to friday", "and high priority"}, "and on monday", "task.update 1 " + day("23")},
		{[]string{"move the cake to friday"}, "actually call it tart", "task.update 1 tart"},
		{[]string{"move the cake to friday"}, "what about monday?", day("23")},
		{[]string{"what is planned tomorrow?"}, "and monday", day("23")},
		{[]string{"what is planned tomorrow?"}, "monday", day("23")}, // moves nothing
		{nil, "next week", day("23")},
		{[]string{"add yoga every day at 5", "add dinner on monday at 8", "what's on monday?"}, "cancel everything after yoga", "bulk_delete"},
		{[]string{"move the cake to friday", "what about tuesday?"}, "and monday?", day("23")},
		{[]string{"move the cake to friday"}, "and monday?", day("23")}, // a question changes nothing
		{[]string{"do I have time for a haircut on friday?"}, "book it at 11", "event.create Haircut " + day("27") + " 11:00"},
		{[]string{"when am I free on friday?"}, "book it at 11", "?"},
		{[]string{"am I free for a run on friday?"}, "put it at 10", "event.create Run " + day("27") + " 10:00"},
		{[]string{"add the wedding on friday"}, "make a list for it: rings, veil", "checklist.create Wedding"},
		{[]string{"when is the cake?"}, "make a list for it: cream", "checklist.create Cake"},
		{nil, "make a list for it: rings, veil", "?"},
		{[]string{"create a list Trip with socks, soap"}, "and a task to pack the tent", "task.create Pack the tent"},
		{[]string{"create a list Trip with socks, soap", "add rope"}, "what's on it?", "3 open items on the list “Trip”:\n- rope\n- soap\n- socks"},
		{[]string{"add yoga every friday at 5"}, "not on december 4", "event.update 1"},
		{[]string{"ajoute yoga tous les vendredis à 17h"}, "pas le 4 décembre", "event.update 1"},
		{[]string{"añade yoga todos los viernes a las 17:00"}, "el 4 de diciembre no", "event.update 1"},
		{[]string{"ajoute dentiste vendredi"}, "c'est pour le 3 mai", "event.update 1 2027-05-03"},
		{[]string{"add yoga on friday at 5"}, "not tomorrow", "?"},
		{[]string{"add yoga on friday at 5"}, "not friday, monday", "event.update 1 " + day("23")},
		{[]string{"add yoga every day at 5"}, "for 10 days", "event.update 1"},
		{[]string{"add yoga every friday at 5"}, "move the next one to monday", "event.update 1 2026-12-04"},
		{[]string{"add yoga every friday at 5"}, "when is the next one?", day("27")},
		{[]string{"add yoga on friday"}, "it's at 5", "event.update 1 17:00"},
		{[]string{"add Pack"}, "it's for may 3", "task.update 2 2027-05-03"},
		{[]string{"create a list Trip with socks, soap", "what's on it?", "delete the first"}, "and delete the other one", "checklist_item.delete 1"},
		{[]string{"create a list Trip with socks, soap", "what's on it?", "delete the first"}, "and the other", "checklist_item.delete 1"},
		{[]string{"add yoga every friday at 5", "what's planned on december 4?", "the yoga one"}, "move it to 7", "event.update 1"},
		{[]string{"add dentist tomorrow at 3", "add call on december 4", "what's planned on december 4?"}, "the dentist one", "?"},
		{[]string{"note: herbs", "add dill to it"}, "and some mint", "note.append 1"},
		{[]string{"note: herbs", "note: wines", "add dill to the herbs note"}, "the wines note too", "note.append 2"},
		{[]string{"note: herbs", "add dill to it"}, "and wash the car tomorrow", "task.create Wash the car " + day("22")},
		{[]string{"remind me to call Bo at 5"}, "cancel that reminder", "event.delete 1"},
		{[]string{"add lunch tomorrow at 1", "when is lunch?"}, "cancel that reminder", "?"},
		{[]string{"add yoga every friday at 5", "cancel yoga tomorrow"}, "and next week", "event.update 1 2026-12-04"},
		{[]string{"note: herbs", "note: wines", "show my notes"}, "the wines one", "1 note:\n- Wines"},
		{[]string{"note: herbs", "note: wines", "show my notes"}, "the second one", "1 note:\n- Wines"},
		{[]string{"add a project Home", "add fix tap"}, "and put it in Home", "task.update 2"},
		{[]string{"create a list Trip with socks, soap", "what's on it?"}, "call it Holiday", "checklist.update 1 Holiday"},
		{[]string{"add a project Home", "add tasks fix tap and paint wall to it"}, "it's due on may 3", "project.update 1"},
		{[]string{"add fix tap", "add paint wall", "show my tasks"}, "it's due on may 3", "?"},
		{[]string{"cake"}, "done", "task.set_status 1"},
		{[]string{"cake"}, "it's done", "task.set_status 1"},
		{[]string{"cake"}, "move it to friday", "task.update 1 " + day("27")},
		{[]string{"move the cake to friday"}, "done", "task.set_status 1"},
		{[]string{"mueve cake al viernes"}, "hecho", "task.set_status 1"},
		{[]string{"add Pack", "show my tasks"}, "done", "No completed tasks."},
		{[]string{"move the cake to friday"}, "done?", "No completed tasks."},
		{[]string{"add yoga tomorrow at 5"}, "make it 7 instead", "event.update 1 19:00"},
		{[]string{"ajoute yoga demain à 9h"}, "mets plutôt 10h", "event.update 1 10:00"},
		{[]string{"añade yoga mañana a las 9"}, "pon mejor a las 10", "event.update 1 10:00"},
		{[]string{"create a list Trip with socks"}, "what's on the list?", "1 open item on the list “Trip”:\n- socks"},
		{[]string{"nueva lista Trip con socks"}, "¿qué hay en la lista?", "1 elemento de lista abierto en la lista «Trip»:\n- socks"},
		{[]string{"move the cake to friday"}, "what's left on the list?", "1 open task:\n- Cake · Fri 2026-11-27"},
		{[]string{"add yoga tomorrow at 5", "move the cake to friday"}, "and the yoga on monday", "event.update 1 " + day("23")},
		{[]string{"add yoga tomorrow at 5", "add tea tomorrow at 3", "move the tea to 4"}, "and the yoga at 7", "event.update 1 19:00"},
		{[]string{"add yoga every friday at 5", "add tea on friday at 3", "what's planned on friday?", "delete the tea"},
			"and the yoga", "event.update 1 2026-12-04"}, // only that day's
		{[]string{"I need to call Bo by friday"}, "no, monday", "task.update 2"}, // the deadline
		{[]string{"create a list Trip"}, "rope", "checklist_item.create rope"},
		{[]string{"create a list Trip"}, "also rope too", "checklist_item.create rope"},
		{[]string{"add the wedding on friday"}, "rope", "?"},
		{[]string{"nueva lista Trip"}, "pan", "checklist_item.create pan"},
		{[]string{"move the cake to friday"}, "and with a note: bring cash", "task.update 1"},
		{[]string{"move the cake to friday"}, "y con una nota: llevar efectivo", "task.update 1"},
		{[]string{"move the cake to friday"}, "et avec une note : prendre du liquide", "task.update 1"},
		{[]string{"add the wedding on friday at 3"}, "and at 10 instead", "event.update 1 10:00"},
		{[]string{"when is the cake?"}, "skip friday", "?"},
		{[]string{"what's on friday?", "anything in the morning?"}, "add brunch at 11", "event.create Brunch " + day("27") + " 11:00"},
		{[]string{"how many tasks are open?", "anything in the evening?"}, "add drinks at 9", "event.create Drinks " + day("21") + " 21:00"},
		{[]string{"create a list Trip"}, "add a lamp", "checklist_item.create lamp"},
		{[]string{"is there anything on friday?"}, "add a call with Ana then", "event.create Call with Ana " + day("27")},
		{[]string{"am I free on friday at 3?", "what about at 4?"}, "book tea then", "event.create Book tea " + day("27") + " 16:00"},
		{[]string{"suis-je libre vendredi à 16h ?"}, "mets un appel avec Ana à cette heure-là",
			"event.create Appel avec Ana " + day("27") + " 16:00"},
		{[]string{"¿estoy libre el viernes a las 4?"}, "pon una llamada con Ana a esa hora",
			"event.create Llamada con Ana " + day("27") + " 16:00"},
		{[]string{"add the wedding on friday at 3"}, "add tea at that time", "event.create Tea " + day("27") + " 15:00"},
		{[]string{"when is the cake?"}, "remind me about it", "?"},
		{[]string{"add Pack", "show my tasks", "delete the cake"}, "complete the others", "task.set_status 2"},
		{[]string{"when am I free on friday?"}, "when exactly", day("27")}, // and not what else is there
		{[]string{"crea un evento comida con Ana el viernes a las 14:00"}, "¿dónde es?",
			"No hay lugar anotado:\n- Comida con Ana · vie 2026-11-27 14:00 · no hay lugar anotado"},
		{[]string{"add yoga on friday at 5"}, "and invite Kate", "event.update 1 Yoga with Kate"},
		{[]string{"ajoute noces vendredi à 15h"}, "c'est quand", day("27")}, // and not what day it is
		{[]string{"ajoute noces vendredi à 15h"}, "invite aussi Kate", "event.update 1 Noces avec Kate"},
		{[]string{"add Pack"}, "invite Kate", "task.create Invite Kate"}, // nobody takes part in a task
		{[]string{"add Pack"}, "tomorrow at 9", "event.create Pack " + day("22") + " 09:00"},
		{[]string{"ajoute Valise"}, "demain à 9h", "event.create Valise " + day("22") + " 09:00"},
		{[]string{"add Pack due friday"}, "actually make it monday", "task.update 2"}, // the deadline
		{[]string{"add Pack", "due friday"}, "actually make it monday", "task.update 2"},
		{[]string{"je dois finir le colis vendredi"}, "en fait jeudi", "task.update 2 " + day("26")},
		{[]string{"add project Shed", "what's in project Shed"}, "rename it to Barn", "project.update 1"},
		{[]string{"add project Shed", "what's in project Shed"}, "add a task there to oil the door", "task.create Oil the door"},
		{[]string{"add project Shed", "qué hay en el proyecto Shed"}, "añade ahí una tarea pintar", "task.create Pintar"},
		{[]string{"note: herbs", "note: wines"}, "show me the note", "1 note:\n- Wines"},
		{[]string{"add Pack", "add Sweep"}, "the first one is urgent", "task.update 2"}, // of what was made, and not of one
		{[]string{"add Pack", "show my tasks", "add Sweep"}, "the first one is urgent", "?"},
		{[]string{"add yoga every friday at 5", "add choir on friday at 6", "show my events"}, "delete them all", "event.delete 1"},
		{[]string{"add yoga every friday at 5", "add choir on friday at 6", "what's on friday?"}, "delete them all",
			"event.update 1 2026-12-04"}, // the series goes on
		{[]string{"add Pack", "show my tasks", "delete the cake"}, "what's left?", "1 task:\n- Pack"},
		{[]string{"add Pack on friday"}, "not yet, do it monday", "task.update 2 " + day("23")},
		{[]string{"add yoga every friday at 5"}, "except next week", "event.update 1 2026-12-04"},
		{[]string{"ajoute yoga tous les vendredis à 17h"}, "sauf la semaine prochaine", "event.update 1 2026-12-04"},
		{[]string{"add the wedding on friday at 3"}, "and on monday too", "event.create Wedding " + day("23") + " 15:00"},
		{[]string{"add the wedding on friday at 3"}, "same time next week too", "event.create Wedding 2026-12-04 15:00"},
		{[]string{"ajoute noces vendredi à 15h"}, "et lundi aussi", "event.create Noces " + day("23") + " 15:00"},
		{[]string{"add yoga every friday at 5"}, "also on mondays", "event.update 1"},
		{[]string{"añade yoga todos los viernes a las 5"}, "y los lunes también", "event.update 1"},
		{[]string{"add yoga every friday at 5", "move yoga on december 4 to 6pm"}, "make it 7", "event.update 3 19:00"},
		{[]string{"add yoga on friday at 5"}, "and it starts at 6", "event.update 1 18:00"},
		{[]string{"add yoga on friday at 5"}, "with Ann", "event.update 1 Yoga with Ann"},
		{[]string{"add yoga on friday at 5", "move it an hour later"}, "and half an hour earlier", "event.update 1 17:30"},
		{[]string{"ajoute noces vendredi à 15h"}, "une heure plus tôt", "event.update 1 14:00"},
		{[]string{"añade bodas el viernes a las 15:00"}, "una hora antes", "event.update 1 14:00"},
		{[]string{"add yoga every friday at 5"}, "and mondays too", "event.update 1"},
		{[]string{"add yoga on friday at 5"}, "also at 8pm", "event.create Yoga " + day("27") + " 20:00"},
		{[]string{"ajoute noces vendredi à 15h"}, "à la même heure la semaine prochaine aussi", "event.create Noces 2026-12-04 15:00"},
		{[]string{"add yoga on friday at 5"}, "she can't, make it saturday", "event.update 1 " + day("28")}, // it is Saturday
		{[]string{"add yoga on friday at 5", "remind me an hour before"}, "make it 6", "?"},
	} {
		d := newFixture(t)
		d.there, d.picks = true, []int{0, 1, 2}
		d.apply(`{"op":"task.create","title":"Cake"}`)
		var got string
		for i, text := range append(tt.before, tt.text) {
			q := assist.AskRequest{Request: assist.Request{Text: text, Conversation: assist.Conversation{Session: "home"}}}
			d.offered, d.put = nil, nil
			_, err := assist.Ask(t.Context(), d.environment(strconv.Itoa(i)), q)
			switch {
			case len(d.offered) > 0:
				got = brief(d.offered[0].Operations[0].Op)
			case len(d.put) > 0:
				got = "?"
			default:
				got = d.summary()
			}
			if err != nil && got != "?" {
				t.Errorf("%q: %v", text, err)
			}
		}
		if got != tt.want && !(strings.HasPrefix(tt.want, "2026") && strings.Contains(got, tt.want)) {
			t.Errorf("%q, %q: %s, want %s", tt.before, tt.text, got, tt.want)
		}
	}
}

// TestWhatTimeWasWantedForIsCorrectedBeforeItIsMade says corrections of a proposal that nobody approves. An
// event that leaves the time free is not "it".
func TestWhatTimeWasWantedForIsCorrectedBeforeItIsMade(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"event.create","title":"Rehearsal","scheduledFor":"2026-11-27","startTime":"14:00"}`)
	for i, tt := range []struct{ text, want string }{
		{"do I have time for a haircut on friday?", ""},
		{"book it at 11", "event.create Haircut 2026-11-27 11:00"},
		{"make it 12", "event.create Haircut 2026-11-27 12:00"},
		{"no, at 2", "event.create Haircut 2026-11-27 14:00"},
	} {
		q := assist.AskRequest{Request: assist.Request{Text: tt.text, Conversation: assist.Conversation{Session: "home"}}}
		if _, err := assist.Ask(t.Context(), d.environment(strconv.Itoa(i)), q); err != nil {
			t.Fatalf("%q: %v", tt.text, err)
		}
		if tt.want == "" {
			continue
		}
		ops, _ := find[event.Ops](d)
		if got := brief(ops.Operations[0].Op); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestAnotherRecordIsLikeTheFirst adds a day to a record that was made, and compares what both have.
func TestAnotherRecordIsLikeTheFirst(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"project.create","name":"Garden"}`)
	d.there, d.picks = true, []int{0}
	for i, text := range []string{"add prune hedge tomorrow in project Garden high priority tagged tools", "also on thursday"} {
		q := assist.AskRequest{Request: assist.Request{Text: text, Conversation: assist.Conversation{Session: "home"}}}
		if _, err := assist.Ask(t.Context(), d.environment(strconv.Itoa(i)), q); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	}
	first, second := d.offered[0].Operations[0].Op, d.offered[1].Operations[0].Op
	if len(second.Args) != len(first.Args) {
		t.Errorf("%d fields, want %d", len(second.Args), len(first.Args))
	}
	for _, a := range first.Args {
		b, _ := second.Arg(a.Name)
		if same := a.Name == "scheduledFor" || b.Value == a.Value; !same {
			t.Errorf("%s: %v, want %v", a.Name, b.Value, a.Value)
		}
	}
}

// TestACorrectionInsteadOfAnApprovalIsOfTheAnsweredRequest answers a question and corrects what is proposed then, in
// one request. The answer stays.
func TestACorrectionInsteadOfAnApprovalIsOfTheAnsweredRequest(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"task.create","title":"Pay the water bill"}
{"op":"task.create","title":"Pay the gas bill"}`)
	d.there, d.answer, d.instead = true, "the gas bill", "no, sunday"
	for i, text := range []string{"move the bill to friday", "no, sunday"} {
		q := assist.AskRequest{Request: assist.Request{Text: text, Conversation: assist.Conversation{Session: "home"}}}
		_, err := assist.Ask(t.Context(), d.environment(strconv.Itoa(i)), q)
		if _, instead := errors.AsType[assist.InsteadError](err); !instead {
			t.Fatalf("%q: %v", text, err)
		}
	}
	got := brief(d.offered[1].Operations[0].Op)
	if len(d.put) != 1 || !strings.Contains(got, "2026-11-22") {
		t.Errorf("%d questions, then %s", len(d.put), got)
	}
}

// TestAContextAfterAProjectIsAProject corrects the project of something with a word that is a context, too.
func TestAContextAfterAProjectIsAProject(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"project.create","name":"Attic"}
{"op":"project.create","name":"Work"}`)
	d.say("a", "add buy paint in project Attic")
	d.say("b", "no, Work")
	ops, _ := find[event.Ops](d)
	if a, ok := ops.Operations[0].Op.Arg("projectId"); !ok || a.Value.ID() != 2 {
		t.Errorf("the project is %v", ops.Operations[0].Op.Args)
	}
}

// TestWhatRepeatsIsNotMovedAsAWhole says so, where all of what was shown repeats.
func TestWhatRepeatsIsNotMovedAsAWhole(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"event.create","title":"Yoga","scheduledFor":"2026-11-27","recurrence":{"type":"weekly"}}
{"op":"event.create","title":"Choir","scheduledFor":"2026-11-27","recurrence":{"type":"weekly"}}`)
	q := assist.AskRequest{Request: assist.Request{Text: "what's on friday", Conversation: assist.Conversation{Session: "home"}}}
	if _, err := assist.Ask(t.Context(), d.environment("a"), q); err != nil {
		t.Fatal(err)
	}
	q.Text = "move them all to monday"
	if _, err := assist.Ask(t.Context(), d.environment("b"), q); err == nil || !strings.Contains(err.Error(), "all of those repeat") {
		t.Error(err)
	}
}
