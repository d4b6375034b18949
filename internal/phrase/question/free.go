package question

import (
	"slices"

	"assister/internal/calendar"
)

// free looks at a question of free time. Who has time for a coffee has it for
// anything; who needs an hour of it asks for gaps.
func (r *reader) free() {
	if r.q.Asks != Free && r.q.Asks != Gaps {
		return
	}
	if r.q.Least = r.atLeast(); r.q.Least > 0 {
		r.q.Asks = Gaps
	}
	if r.q.Asks == Gaps {
		r.q.Days = r.q.By == "scheduledFor" || slices.ContainsFunc(r.q.Facts, func(f Fact) bool { return f.Field == "startTime" })
		r.q.By, r.q.Ranks, r.q.Facts = "", false, nil
	}
	if r.q.Asks == Free {
		r.mealtime()
	}
	for _, at := range r.loose {
		if slices.Contains(dayParts, r.words[at].text) {
			r.q.NotUnderstood = append(r.q.NotUnderstood, r.words[at].Span) // "any evening next week": some hours of each day
		}
	}
	if r.q.Asks == Gaps || r.q.When.Set() {
		r.q.Purpose = len(r.loose)+len(r.q.About) > 0
		r.said, r.loose, r.q.About = true, nil, nil
	}
}

// mealtime is the hours that a meal takes place in, where it is asked whether there is
// time for one.
func (r *reader) mealtime() {
	if t := r.q.When; t.From.Valid() || t.To.Valid() || t.Days != t.Last {
		return
	}
	for _, w := range r.words {
		if hours, known := meals[w.text]; known && w.plainly() {
			if !r.q.When.Set() {
				r.q.When.Days, r.q.When.Last = r.today, r.today
			}
			r.q.When.From, r.q.When.To = calendar.TimeOf(hours[0], 0), calendar.TimeOf(hours[1], 0)
		}
	}
}

// meals are the hours that people eat at.
var meals = map[string][2]int{
	"breakfast": {7, 9}, "brunch": {10, 13}, "lunch": {12, 14}, "dinner": {18, 21}, "supper": {18, 21},
	"dejeuner": {12, 14}, "diner": {19, 21}, "souper": {19, 21},
}
