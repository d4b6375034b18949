package workspace_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// spoken returns a value for a field as JSON. A reference is to the record that is named
// by its kind.
func spoken(f *schema.Field) string {
	switch f.Type {
	case schema.Text:
		switch f.Name {
		case "email":
			return `"ann@example.org"`
		case "value": // of the preference "filter"
			return `"{\"context\":\"work\"}"`
		}
		return `"a ` + f.Name + `"`
	case schema.Enum:
		return `"` + f.Values[len(f.Values)-1] + `"`
	case schema.Date:
		return `"2026-11-23"`
	case schema.Time:
		if f.Name == "endTime" {
			return `"16:00"`
		}
		return `"15:00"`
	case schema.Moment:
		return `"2026-11-23T15:00"`
	case schema.Tags:
		return `["a","b"]`
	case schema.Recurrence:
		return `{"type":"weekly"}`
	case schema.Bool:
		return "true"
	case schema.Integer:
		return fmt.Sprint(max(f.Min, 7))
	case schema.URL:
		return `"https://example.org"`
	case schema.Ref:
		return `{"ref":"` + f.Of + `"}`
	}
	panic("no words for a " + f.Name)
}

// creations returns one create of each kind with every field, in the order of their
// references.
func creations() (lines []string) {
	made := map[string]bool{}
	var create func(k *schema.Kind)
	create = func(k *schema.Kind) {
		if made[k.Name] {
			return
		}
		made[k.Name] = true
		line := fmt.Sprintf(`{"op":"%s.create","as":"%s"`, k.Name, k.Name)
		for i := range k.Fields {
			if f := &k.Fields[i]; !f.Kept {
				if f.Type == schema.Ref {
					create(schema.Lookup(f.Of))
				}
				line += fmt.Sprintf(`,"%s":%s`, f.Name, spoken(f))
			}
		}
		lines = append(lines, line+"}")
	}
	for _, k := range schema.Kinds {
		create(k)
	}
	return lines
}

// Each kind of package schema is created, found, changed, deleted and restored. New kinds
// are tested without a change here.
func TestEveryKindIsCreatedChangedDeletedAndRestored(t *testing.T) {
	s := begin(t, creations()...)
	whole := everything(t, s)
	if len(whole) != len(schema.Kinds) {
		t.Fatalf("%d kinds, and there is\n%s", len(schema.Kinds), strings.Join(whole, "\n"))
	}
	for _, k := range schema.Kinds {
		field, other := k.Label, `"other"`
		if label, _ := k.Field(k.Label); label.Type == schema.Enum { // its value depends on it
			field, other = "value", `"{\"context\":\"school\"}"`
		}
		s.apply(fmt.Sprintf(`{"op":"%s.update","id":1,"%s":%s}`, k.Name, field, other))
		changed := everything(t, s)
		if len(changed) != len(whole) || cmp.Diff(whole, changed) == "" {
			t.Errorf("%s: the %s stays as it was", k.Name, field)
		}
		s.mustUndo(workspace.UndoRequest{})
	}
	if diff := cmp.Diff(whole, everything(t, s)); diff != "" {
		t.Fatalf("undone, and yet\n%s", diff)
	}
	// Deleted from the end, so that nothing refers to a deleted record.
	var deletions []string
	lines := creations()
	for i := len(lines) - 1; i >= 0; i-- {
		kind, _, _ := strings.Cut(strings.TrimPrefix(lines[i], `{"op":"`), ".")
		deletions = append(deletions, fmt.Sprintf(`{"op":"%s.delete","id":1}`, kind))
	}
	s.apply(deletions...)
	if rows := everything(t, s); len(rows) != 0 {
		t.Errorf("left are\n%s", strings.Join(rows, "\n"))
	}
	s.mustUndo(workspace.UndoRequest{})
	if diff := cmp.Diff(whole, everything(t, s)); diff != "" {
		t.Errorf("brought back, and yet\n%s", diff)
	}
}

const (
	sitting = `{"op":"note_session.create","name":"Stand-up","as":"s"}`
	line1   = `{"op":"note_line.create","sessionId":{"ref":"s"},"content":"  first"}`
	line2   = `{"op":"note_line.append","sessionId":{"ref":"s"},"content":"second"}`
)

func TestTextIsAppendedToSessionsAndLines(t *testing.T) {
	s := begin(t, sitting, line1, line2)
	if got := s.get("note_line", 1).Get("content").Text(); got != "  first" {
		t.Errorf("it was trimmed to %q", got)
	}
	s.apply(`{"op":"note_line.append","id":2,"text":"and more"}`)
	if got := s.get("note_line", 2).Get("content").Text(); got != "second\nand more" {
		t.Errorf("got %q", got)
	}
	s.apply(`{"op":"note.create","content":"Cache index\nit is slow","as":"n"}`,
		`{"op":"note.append","id":{"ref":"n"},"block":"it is fast now"}`)
	n := s.get("note", 1)
	if n.Label() != "Cache index" || n.Get("content").Text() != "Cache index\nit is slow\n\nit is fast now" {
		t.Errorf("got %q: %q", n.Label(), n.Get("content").Text())
	}
}

func TestASessionIsDeletedAndRestoredWithItsLines(t *testing.T) {
	s := begin(t, sitting, line1, line2)
	before := everything(t, s)
	out := s.apply(`{"op":"note_session.delete","id":1}`)
	if rows := everything(t, s); len(rows) != 0 || out.Counts.Deleted != 3 {
		t.Fatalf("%d deleted, left are %v", out.Counts.Deleted, rows)
	}
	s.mustUndo(workspace.UndoRequest{})
	if diff := cmp.Diff(before, everything(t, s)); diff != "" {
		t.Error(diff)
	}
	s.apply(`{"op":"bulk_delete","where":{"kind":"note_session"}}`, `{"op":"team.create","name":"x"}`)
	if rows := everything(t, s); len(rows) != 1 {
		t.Error(rows)
	}
}

// Only the shown lines are deleted, and not a later one.
func TestANewerLineKeepsItsSessionFromBeingDeleted(t *testing.T) {
	for _, deletion := range []string{`{"op":"note_session.delete","id":1}`, `{"op":"bulk_delete","where":{"kind":"note_session"}}`} {
		s := begin(t, sitting, line1)
		rehearsed, err := workspace.DryRun(t.Context(), s, s.request(deletion))
		if err != nil {
			t.Fatal(err)
		}
		pinned := rehearsed.Findings[0].Pinned()
		if len(pinned.Base) != 2 {
			t.Fatalf("it was shown with %v", pinned.Base)
		}
		again := s.request()
		again.Ops = append(again.Ops, pinned)
		if _, err := workspace.DryRun(t.Context(), s, again); err != nil {
			t.Errorf("it is as it was, and yet: %v", err)
		}
		s.apply(`{"op":"note_line.create","sessionId":1,"content":"wait"}`)
		again = s.request()
		again.Ops = append(again.Ops, pinned)
		s.refused(func() error { _, err := workspace.Apply(t.Context(), s, again); return err }, problem.Conflict, problem.Stale)
	}
}

func TestATeamWithMembersIsDeletedOnlyIfTheyAreReassigned(t *testing.T) {
	s := begin(t, `{"op":"team.create","name":"Red","as":"r"}`, `{"op":"team.create","name":"Blue"}`,
		`{"op":"person.create","name":"Ann","email":"Ann@Example.ORG","teamId":{"ref":"r"}}`)
	if got := s.get("person", 1).Get("email").Text(); got != "ann@example.org" {
		t.Errorf("the address is %q", got)
	}
	s.invalid(`{"op":"team.delete","id":1}`, problem.StillReferenced)
	s.invalid(`{"op":"team.delete","id":1,"reassignTo":1}`, "invalid_reassignTo")
	s.invalid(`{"op":"team.delete","id":1,"reassignTo":9}`, problem.IDNotFound)
	s.apply(`{"op":"team.delete","id":1,"newTeamId":2}`)
	if got := s.get("person", 1).Get("teamId").ID(); got != 2 {
		t.Errorf("the member is in team %d", got)
	}
	s.mustUndo(workspace.UndoRequest{})
	if got := s.get("person", 1).Get("teamId").ID(); got != 1 {
		t.Errorf("taken back, the member is in team %d", got)
	}
}

func TestAPersonIsOneActorInASituation(t *testing.T) {
	s := begin(t, `{"op":"person.create","name":"Ann","as":"a"}`, `{"op":"situation.create","title":"The move","as":"s"}`,
		`{"op":"situation_actor.create","situationId":{"ref":"s"},"personId":{"ref":"a"},"as":"actor"}`,
		`{"op":"situation_note.create","situationId":{"ref":"s"},"actorId":{"ref":"actor"},"content":"she knows"}`)
	if got := s.get("situation_actor", 1).Label(); got != "Ann" {
		t.Errorf("the actor is called %q", got)
	}
	s.invalid(`{"op":"situation_actor.create","situationId":1,"personId":1}`, problem.AlreadyThere)
	s.invalid(`{"op":"situation_actor.delete","id":1}`, problem.StillReferenced)
	s.invalid(`{"op":"person.delete","id":1}`, problem.StillReferenced)
	s.apply(`{"op":"situation.delete","id":1}`)
	if rows := everything(t, s); len(rows) != 1 {
		t.Errorf("left are %v", rows)
	}
	s.mustUndo(workspace.UndoRequest{})
	if rows := everything(t, s); len(rows) != 4 {
		t.Errorf("brought back are %v", rows)
	}
}

// at sets the session's clock.
func (s *session) at(moment string, lines ...string) {
	s.Helper()
	now, err := calendar.ParseNow(moment, saturday.Zone)
	if err != nil {
		s.Fatal(err)
	}
	r := s.request(lines...)
	r.Clock.Instant = now
	if _, err := workspace.Apply(s.Context(), s, r); err != nil {
		s.Fatalf("%v: %v", lines, err)
	}
}

func TestSnoozingAndDismissingAnAlarmKeepItsTime(t *testing.T) {
	s := begin(t, `{"op":"alarm.create","nextTriggerAt":"2026-11-21T10:00","recurrence":{"type":"daily"}}`)
	expect := func(when, next, snoozed string) {
		t.Helper()
		a := s.get("alarm", 1)
		if got := a.Get("nextTriggerAt").MomentText(); got != next {
			t.Errorf("%s: it goes off at %s, not %s", when, got, next)
		}
		if got := a.Get("snoozedUntil").MomentText(); got != snoozed {
			t.Errorf("%s: it is put off until %q, not %q", when, got, snoozed)
		}
	}
	if a := s.get("alarm", 1); a.Label() != "Alarm" || !a.Get("enabled").Bool() || a.Get("done").Bool() {
		t.Errorf("a new one is %s", a.AppendMembers(nil))
	}
	expect("new", "2026-11-21T10:00", "")
	s.at("2026-11-21T09:00:00", `{"op":"alarm.snooze","id":1,"minutes":15}`)
	expect("before it goes off", "2026-11-21T10:00", "2026-11-21T10:15")
	s.at("2026-11-21T10:16:00", `{"op":"alarm.snooze","id":1,"minutes":5}`)
	expect("after that", "2026-11-21T10:00", "2026-11-21T10:21")
	s.at("2026-11-21T10:17:00", `{"op":"alarm.snooze","id":1,"minutes":5}`)
	expect("once more", "2026-11-21T10:00", "2026-11-21T10:26")
	s.at("2026-11-21T10:17:00", `{"op":"alarm.snooze","id":1,"until":"2026-11-21T23:59"}`)
	expect("until a moment", "2026-11-21T10:00", "2026-11-21T23:59")
	s.at("2026-11-21T10:27:00", `{"op":"alarm.dismiss","id":1}`)
	expect("dismissed", "2026-11-22T10:00", "")
	s.at("2026-11-22T09:50:00", `{"op":"alarm.dismiss","id":1}`)
	expect("dismissed before it went off", "2026-11-23T10:00", "")
	s.at("2026-11-30T12:00:00", `{"op":"alarm.set_enabled","id":1,"enabled":false}`)
	s.invalid(`{"op":"alarm.snooze","id":1,"minutes":5}`, problem.AlarmIsOff)
	s.at("2026-11-30T12:00:00", `{"op":"alarm.set_enabled","id":1,"enabled":true}`)
	expect("switched on again", "2026-12-01T10:00", "")
	s.invalid(`{"op":"alarm.snooze","id":1}`, "invalid_minutes")
	s.invalid(`{"op":"alarm.snooze","id":1,"until":"2026-11-21T08:59"}`, "invalid_until")

	s.apply(`{"op":"alarm.create","title":"Once","scheduledFor":"2026-11-21","time":"10:00"}`)
	s.at("2026-11-21T10:01:00", `{"op":"alarm.dismiss","id":2}`)
	if a := s.get("alarm", 2); a.Get("enabled").Bool() || !a.Get("done").Bool() || a.Get("acknowledgedAt").IsNull() {
		t.Errorf("dismissed it is %s", a.AppendMembers(nil))
	}
	s.at("2026-11-21T10:02:00", `{"op":"alarm.update","id":2,"time":"11:00","enabled":true}`)
	if a := s.get("alarm", 2); a.Get("done").Bool() || a.Get("nextTriggerAt").MomentText() != "2026-11-21T11:00" {
		t.Errorf("set again it is %s", a.AppendMembers(nil))
	}
}

// get returns a record that must exist.
func (s *session) get(kind string, id int64) (r record.Record) {
	s.Helper()
	err := s.View(s.Context(), func(reader workspace.Reader) (err error) {
		var ok bool
		if r, ok, err = reader.Record(kind, id); err == nil && !ok {
			err = fmt.Errorf("there is no %s #%d", kind, id)
		}
		return err
	})
	if err != nil {
		s.Fatal(err)
	}
	return r
}

// invalid makes a dry run of an operation that must be invalid.
func (s *session) invalid(line, code string) {
	s.Helper()
	r := s.request(line)
	var plan check.Plan
	err := s.View(s.Context(), func(reader workspace.Reader) (err error) {
		plan, err = check.Make(reader, []op.Op{r.Ops[0]}, check.Rules{}, saturday)
		return err
	})
	if err != nil {
		s.Fatal(err)
	}
	if f := plan.Findings[0]; len(f.Errors) != 1 || f.Errors[0].Code != code {
		s.Errorf("%s: %v, not %s", line, f.Errors, code)
	}
}
