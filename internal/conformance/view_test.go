package conformance

import (
	"slices"
	"testing"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/schema"
	"assister/internal/search"
	"assister/internal/workspace"
)

// Areas of a visible calendar view. In a shell, a selected day replaces it.

// events returns the events of a case on the days that it names.
func eventsOf(t *testing.T, c testCase) (all []record.Record) {
	today := clock(t).Today()
	for n, e := range at(c.Input, "events").Items {
		day, _ := calendar.ParseDate(str(e, "scheduledFor"))
		switch str(e, "scheduledFor") {
		case "TODAY":
			day = today
		case "FIRST_OF_NEXT_MONTH":
			day = firstOfNextMonth(today)
		}
		all = append(all, record.New(schema.Lookup("event"), int64(n+1)).With("title", record.Text(str(e, "title"))).With("scheduledFor", record.Date(day)))
	}
	return all
}

func firstOfNextMonth(day calendar.Date) calendar.Date {
	_, _, of := day.YMD()
	return day.AddDays(1 - of).AddMonths(1)
}

// viewing returns the proposal of an engine, with the view as selection.
func viewing(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		w := seeded(t, eventsOf(t, c)...)
		focus := route.Forced(route.Routing{}, record.Selection{Day: w.clock.Today()}).Where
		var includes []string
		sources := map[string]string{}
		got := map[string]any{}
		w.view(func(snapshot workspace.Reader) error {
			shown, err := brief.Brief{Clock: w.clock, Records: snapshot}.ForProposal(brief.Focus{Chosen: focus})
			for _, r := range shown.Records {
				includes = append(includes, r.Label())
				if sources[r.Label()] = "next_month"; focus.Selects(r, w.clock.Today()) {
					sources[r.Label()] = "view"
				}
			}
			got["meta.contextTruncated"] = shown.Omitted > 0
			return err
		})
		var words []string
		for _, word := range at(c.Expected, "event_by_title_ci_someKeyContains").Items {
			w.view(func(snapshot workspace.Reader) error {
				a, err := search.Find(snapshot, search.Request{Text: word.Text})
				if slices.ContainsFunc(a.Matches, func(m search.Match) bool { return m.Record.Label() == includes[0] }) {
					words = append(words, word.Text)
				}
				return err
			})
		}
		got["includes"], got["sources"], got["event_by_title_ci_someKeyContains"] = includes, sources, words
		return got, c.Expected
	}
}

// preferring has two events with one name, of which one is in the view.
func preferring(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		s := newShell(t)
		today := clock(t).Today()
		create := func(day calendar.Date) string {
			return `{"op":"event.create","title":"Lunch","scheduledFor":"` + day.String() + `","startTime":"12:00"}` + "\n"
		}
		s.run(create(firstOfNextMonth(today))+create(today), "apply", "--yes")
		if asked, code := s.run("", "ask", str(c.Input, "message")); code != 3 || len(of(asked, "ops")) > 0 {
			t.Error("without a view it is not asked which is meant")
		}
		events, _ := s.run("", "ask", str(c.Input, "message"), "--select-date", "today")
		got := map[string]any{}
		for _, ops := range of(events, "ops") {
			if list := at(ops, "operations"); len(list.Items) > 0 {
				got["operations"] = "array"
				if id, _ := at(list.Items[0], "op", "id").Int(); len(list.Items) == 1 && id == 2 {
					got["prefer"] = "event in view"
				}
			}
		}
		return got, c.Expected
	}
}
