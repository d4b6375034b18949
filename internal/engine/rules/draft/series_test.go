package draft_test

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/record"
)

// One occurrence of a repeating task is skipped. The series of an event, which has no
// skippedDates, is split around it.
func TestOneOccurrenceIsLeftOutOrMoved(t *testing.T) {
	weekly := record.Recurrence(calendar.Recurrence{Freq: calendar.Weekly, Count: 4})
	monthly := record.Recurrence(calendar.Recurrence{Freq: calendar.Monthly})
	s := shelf{
		of("event", 1, "Choir", "scheduledFor", on21("2026-11-19"), "startTime", clockTime(19, 0), "endTime", clockTime(21, 0), "recurrence", weekly),
		of("event", 2, "Payday", "scheduledFor", on21("2026-10-30"), "recurrence", monthly),
		of("event", 3, "Judo", "scheduledFor", on21("2026-11-25"), "startTime", clockTime(17, 0), "recurrence", monthly),
		of("event", 4, "Walk", "scheduledFor", on21("2026-11-23"), "recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.Weekly, ByDay: calendar.DaySet(time.Monday, time.Wednesday)})),
		of("event", 5, "Swim", "scheduledFor", on21("2026-11-24"), "recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.Weekly, ByDay: calendar.DaySet(time.Tuesday, time.Thursday)})),
		of("task", 1, "Bins", "scheduledFor", on21("2026-11-19"), "recurrence", weekly),
		of("task", 2, "Tax return", "scheduledFor", on21("2026-11-21")),
	}
	divided := `{op:event.update,id:1,recurrence:{type:weekly,until:2026-11-25}}
{op:event.create,title:Choir,scheduledFor:2026-12-03,startTime:19:00,endTime:21:00,recurrence:{type:weekly,count:2}}`
	tests := []struct{ text, want string }{
		{"skip choir on thursday", divided + "\n(series_divided)"},
		{"cancel choir next week", divided + "\n(series_divided)"},
		{"choir next thursday is cancelled", divided + "\n(series_divided)"},
		{"move thursday's choir to friday at 8", divided + `
{op:event.create,title:Choir,scheduledFor:2026-11-27,startTime:20:00,endTime:22:00}
(series_divided)`},
		{"cancel choir on december 10", `{op:event.update,id:1,recurrence:{type:weekly,until:2026-12-09}}`},
		{"cancel choir on friday", `? “Choir” does not occur then. Which day do you mean? [event:1]`},
		{"skip judo on wednesday", `{op:event.update,id:3,scheduledFor:2026-12-25,recurrence:{type:monthly}}`},
		{"skip payday on november 30", `! skip payday on november 30
(use_occurrence_for_repeating)`},
		{"cancel the bins on thursday", `{op:task.set_status,id:1,status:skipped,occurrenceDate:2026-11-26}`},
		{"move the bins next week to friday", `{op:task.set_status,id:1,status:skipped,occurrenceDate:2026-11-26}
{op:task.create,title:Bins,scheduledFor:2026-11-27,priority:medium}`},
		{"move the bins on friday to saturday", `? “Bins” does not occur then. Which day do you mean? [task:1]`},
		{"skip every choir except on december 3", `{op:event.update,id:1,recurrence:{type:weekly,until:2026-11-25}}
{op:event.create,title:Choir,scheduledFor:2026-12-03,startTime:19:00,endTime:21:00,recurrence:{type:weekly,until:2026-12-03}}
(series_divided)`},
		{"cancel choir until december 15 except on december 3", `{op:event.update,id:1,recurrence:{type:weekly,until:2026-11-25}}
{op:event.create,title:Choir,scheduledFor:2026-12-03,startTime:19:00,endTime:21:00,recurrence:{type:weekly,until:2026-12-09}}
(series_divided)`},
		{"skip the bins in december except on the 3rd", `{op:task.set_status,id:1,status:skipped,occurrenceDate:2026-12-10}`},
		{"saute les bins en décembre sauf le 3", `{op:task.set_status,id:1,status:skipped,occurrenceDate:2026-12-10}`},
		{"salta bins en diciembre menos el 3", `{op:task.set_status,id:1,status:skipped,occurrenceDate:2026-12-10}`},
		{"skip the bins next week except zorb", `! skip the bins next week except zorb`},
		{"move choir to fridays instead of thursdays", `{op:event.update,id:1,scheduledFor:2026-11-27,recurrence:{type:weekly,byDay:[FR]}}`},
		{"move choir to fridays instead of mondays", `? “Choir” does not occur then. Which day do you mean? [event:1]`}, // it is on thursdays
		{"make the swim mondays instead of tuesdays", `{op:event.update,id:5,scheduledFor:2026-11-23,recurrence:{type:weekly,byDay:[MO,TH]}}`},
		{"move the walk from wednesdays to fridays", `{op:event.update,id:4,recurrence:{type:weekly,byDay:[MO,FR]}}`},
		{"move choir to 8pm on thursday", divided + `
{op:event.create,title:Choir,scheduledFor:2026-11-26,startTime:20:00,endTime:22:00}
(series_divided)`},
		{"cancel choir from now on", `{op:event.update,id:1,recurrence:{type:weekly,until:2026-11-20}}`},
		{"stop choir after november 26", `{op:event.update,id:1,recurrence:{type:weekly,until:2026-11-26}}`},
		{"stop the bins from december", `{op:task.update,id:1,recurrence:{type:weekly,until:2026-11-30}}`},
		{"cancel judo from now on", `{op:event.delete,id:3}`},
		{"remove choir from thursday", divided + "\n(series_divided)"},
		{"skip choir on november 26 and december 3", `{op:event.update,id:1,recurrence:{type:weekly,until:2026-11-25}}
{op:event.create,title:Choir,scheduledFor:2026-12-10,startTime:19:00,endTime:21:00,recurrence:{type:weekly,count:1}}
(series_divided)`},
		{"skip choir on november 26 and december 10", `{op:event.update,id:1,recurrence:{type:weekly,until:2026-11-25}}
{op:event.create,title:Choir,scheduledFor:2026-12-03,startTime:19:00,endTime:21:00,recurrence:{type:weekly,until:2026-12-09}}
(series_divided)`},
		{"choir is at 8 from december", `{op:event.update,id:1,recurrence:{type:weekly,until:2026-11-30}}
{op:event.create,title:Choir,scheduledFor:2026-12-03,startTime:20:00,endTime:22:00,recurrence:{type:weekly,count:2}}`},
		{"move the bins to fridays from december", `{op:task.update,id:1,recurrence:{type:weekly,until:2026-11-30}}
{op:task.create,title:Bins,scheduledFor:2026-12-04,priority:medium,recurrence:{type:weekly,byDay:[FR]}}`},
		{"cancel judo until january", `{op:event.update,id:3,scheduledFor:2027-01-25,recurrence:{type:monthly}}`},
		{"pause judo until january", `{op:event.update,id:3,scheduledFor:2027-01-25,recurrence:{type:monthly}}`},
		{"put judo on hold until january", `{op:event.update,id:3,scheduledFor:2027-01-25,recurrence:{type:monthly}}`},
		{"suspends judo jusqu'au 20 décembre", `{op:event.update,id:3,scheduledFor:2026-12-25,recurrence:{type:monthly}}`},
		{"suspende judo hasta el 20 de diciembre", `{op:event.update,id:3,scheduledFor:2026-12-25,recurrence:{type:monthly}}`},
		{"suspends judo pendant trois semaines", `{op:event.update,id:3,scheduledFor:2026-12-25,recurrence:{type:monthly}}`},
		{"pause the tax return until monday", `! pause the tax return until monday`},
		{"put judo on hold", `! put judo on hold`},
		{"cancel choir in december", `? Which occurrence of “Choir” do you mean? [event:1]`},
		{"cancel choir for the next two weeks", `{op:event.update,id:1,recurrence:{type:weekly,until:2026-11-25}}
{op:event.create,title:Choir,scheduledFor:2026-12-10,startTime:19:00,endTime:21:00,recurrence:{type:weekly,count:1}}
(series_divided)`},
		{"choir starts on december 1", `{op:event.update,id:1,recurrence:{type:weekly,until:2026-11-20}}
{op:event.create,title:Choir,scheduledFor:2026-12-03,startTime:19:00,endTime:21:00,recurrence:{type:weekly,count:2}}
(series_divided)`},
		{"judo starts on january 10", `{op:event.update,id:3,scheduledFor:2027-01-25}`},
		{"le judo commence le 10 janvier", `{op:event.update,id:3,scheduledFor:2027-01-25}`},
		{"judo empieza el 10 de enero", `{op:event.update,id:3,scheduledFor:2027-01-25}`},
		{"bins begins on december 1", `{op:task.update,id:1,scheduledFor:2026-12-03}`},
		{"choir is on wednesdays starting december 1", `{op:event.update,id:1,recurrence:{type:weekly,until:2026-11-30}}
{op:event.create,title:Choir,scheduledFor:2026-12-02,startTime:19:00,endTime:21:00,recurrence:{type:weekly,byDay:[WE]}}`},
		{"move choir to 8", `{op:event.update,id:1,startTime:20:00,endTime:22:00}`},
		{"change judo to every other tuesday", `{op:event.update,id:3,scheduledFor:2026-11-24,recurrence:{type:every_n_days,intervalDays:14}}`},
		{"make the walk every friday instead of wednesday", `{op:event.update,id:4,recurrence:{type:weekly,byDay:[MO,FR]}}`},
		{"walk is on fridays, not wednesdays", `{op:event.update,id:4,recurrence:{type:weekly,byDay:[MO,FR]}}`},
		{"judo no longer repeats", `{op:event.update,id:3,recurrence:null}`},
		{"judo ne se répète plus", `{op:event.update,id:3,recurrence:null}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, s, record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// The weekday to which an occurrence is moved is in the same week.
func TestAWeekdayIsInTheWeekOfTheOccurrence(t *testing.T) {
	s := shelf{of("event", 1, "Panel", "scheduledFor", on21("2026-12-07"), "startTime", clockTime(10, 0))}
	for text, want := range map[string]string{
		"move the panel to wednesday": `{op:event.update,id:1,scheduledFor:2026-11-25}`,
	} {
		if got := drafted(drafts(t, text, s, record.Selection{})); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}
