package check

import (
	"fmt"
	"time"

	"assister/internal/calendar"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
)

// An alarm goes off at nextTriggerAt, or at snoozedUntil if it was snoozed.
// nextTriggerAt is computed from the day, the time and the recurrence alone, so
// that snoozing or dismissing one occurrence does not move the others.

// moment is a local day and time.
type moment struct {
	day calendar.Date
	at  calendar.Time
}

func momentOf(v record.Value) moment {
	d, t := v.Moment()
	return moment{d, t}
}

func (m moment) value() record.Value   { return record.Moment(m.day, m.at) }
func (m moment) before(n moment) bool  { return m.day < n.day || m.day == n.day && m.at < n.at }
func (m moment) String() string        { return m.day.String() + " " + m.at.String() }
func localNow(c calendar.Clock) moment { return localOf(c.Instant, c) }
func localOf(t time.Time, c calendar.Clock) moment {
	t = t.In(c.Zone)
	return moment{calendar.DateIn(t), calendar.TimeOf(t.Hour(), t.Minute())}
}

// follow updates fields that are computed from others: nextTriggerAt of an alarm
// that is new, moved or switched on again.
func follow(before record.Record, after *record.Record, now calendar.Clock) {
	if _, i := after.Kind.Field("nextTriggerAt"); i < 0 || !after.Day().Valid() || after.Get("time").IsNull() {
		return
	}
	moved := false
	for _, f := range []string{"scheduledFor", "time", "recurrence"} {
		moved = moved || before.Get(f) != after.Get(f)
	}
	switchedOn := after.Get("enabled").Bool() && !before.Get("enabled").Bool()
	if !moved && !switchedOn {
		return
	}
	next := moment{after.Day(), after.Get("time").Time()}
	if after.Repeats() {
		if coming, ok := occurrenceAfter(*after, localNow(now)); ok {
			next = coming
		}
	}
	*after = after.With("nextTriggerAt", next.value())
	*after = after.With("snoozedUntil", record.Null)
	*after = after.With("done", record.Bool(false))
}

// occurrenceAfter returns the first occurrence of a series after a moment.
func occurrenceAfter(r record.Record, after moment) (moment, bool) {
	at := r.Get("time").Time()
	from := after.day
	if at <= after.at {
		from = from.AddDays(1)
	}
	from = max(from, r.Day())
	day := from
	if !r.Recurrence().OccursOn(r.Day(), day) {
		day = r.Recurrence().Next(r.Day(), day)
	}
	return moment{day, at}, day.Valid()
}

// enable switches an alarm on or off.
func enable(r record.Record, o op.Op, now calendar.Clock) (record.Record, []problem.Problem) {
	enabled, _ := o.Arg("enabled")
	after := r.With("enabled", enabled.Value)
	follow(r, &after, now)
	return after, nil
}

// snooze puts an alarm off until a moment, or by minutes: from when it would go
// off, or from now if that is later.
func snooze(r record.Record, o op.Op, now calendar.Clock) (record.Record, []problem.Problem) {
	if !r.Get("enabled").Bool() {
		return r, []problem.Problem{{Code: problem.AlarmIsOff, Field: "id",
			Message: named(r) + " is off", Hint: "turn it on first with alarm.set_enabled"}}
	}
	minutes, byMinutes := o.Arg("minutes")
	until, byMoment := o.Arg("until")
	switch {
	case byMinutes == byMoment:
		return r, []problem.Problem{{Code: problem.Invalid("minutes"), Field: "minutes",
			Message: "snooze needs either minutes or until", Hint: "give exactly one of them"}}
	case byMoment && !localNow(now).before(momentOf(until.Value)):
		return r, []problem.Problem{{Code: problem.Invalid("until"), Field: "until",
			Message: fmt.Sprintf("until is %s, which is not after now (%s)", momentOf(until.Value), localNow(now)),
			Hint:    "choose a later time, or acknowledge the alarm with alarm.dismiss"}}
	case byMoment:
		return r.With("snoozedUntil", until.Value), nil
	}
	from := localNow(now)
	for _, field := range []string{"nextTriggerAt", "snoozedUntil"} {
		if m := momentOf(r.Get(field)); from.before(m) {
			from = m
		}
	}
	instant, _ := now.At(from.day, from.at)
	off := localOf(instant.Add(time.Duration(minutes.Value.Integer())*time.Minute), now)
	return r.With("snoozedUntil", off.value()), nil
}

// dismiss acknowledges an alarm. A repeating alarm goes off again at its next
// occurrence; any other is done.
func dismiss(r record.Record, _ op.Op, now calendar.Clock) (record.Record, []problem.Problem) {
	r = r.With("acknowledgedAt", record.Instant(now.Instant)).With("snoozedUntil", record.Null)
	if r.Repeats() {
		pending := localNow(now)
		if next := momentOf(r.Get("nextTriggerAt")); pending.before(next) {
			pending = next
		}
		if next, ok := occurrenceAfter(r, pending); ok {
			return r.With("nextTriggerAt", next.value()), nil
		}
	}
	return r.With("enabled", record.Bool(false)).With("done", record.Bool(true)), nil
}
