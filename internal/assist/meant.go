package assist

import (
	"context"
	"slices"
	"strings"

	"assister/internal/brief"
	"assister/internal/filter"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/propose"
	"assister/internal/reference"
	"assister/internal/route"
	"assister/internal/workspace"
)

// routeByMeaning decides by what a text means.
func routeByMeaning(ctx context.Context, r *request, q Request, settled bool) (d route.Routing, err error) {
	err = lookInto(ctx, r, func(in lookup) {
		all := read(in, q.Text)
		d = route.Of(all)
		if len(r.topics.Recent)+len(r.topics.Rest) > 0 {
			d = route.Referring(d, all)
		}
		if !askedLately(in) {
			d = route.Unconnected(d, all)
		}
		if len(all) > 0 {
			d.Where = whereOf(in, &all[0])
		}
	})
	if err != nil || r.modelDecides() || settled {
		return d, err
	}
	return secondLook(ctx, r, q.Text, d)
}

// askedLately reports whether the text before, of a short while ago, was a question. One that
// only continues is what the text before it was.
func askedLately(in lookup) bool {
	for _, before := range slices.Backward(in.lately(in.Now())) {
		all := read(in, before)
		if len(all) == 0 {
			return false
		}
		if !all[0].Continues() || slices.ContainsFunc(all, asksByItself) {
			return len(all[0].Ask) > 0
		}
	}
	return false
}

// focus adds to a request for a model which records it describes and which days it names.
func focus(in lookup, p *propose.Request, said *meaning.Text) {
	p.Where, p.Days = described(in, said), daysNamed(in.request, p.Text)
}

// described is the condition of the records that the changes and the questions in a text
// describe, each by more than a name; nil if none does.
func described(in lookup, said *meaning.Text) *filter.Condition {
	var any []filter.Condition
	parts := make([]meaning.Text, 0, len(said.Do)+len(said.Ask))
	for i := range said.Do {
		parts = append(parts, meaning.Text{Do: said.Do[i : i+1]})
	}
	for i := range said.Ask {
		parts = append(parts, meaning.Text{Ask: said.Ask[i : i+1]})
	}
	for i := range parts {
		if where := whereOf(in, &parts[i]); where != nil {
			any = append(any, *where)
		}
	}
	switch len(any) {
	case 0:
		return nil
	case 1:
		return &any[0]
	}
	return &filter.Condition{Any: any}
}

// How many days of a text are looked up, and in how many of its characters they are
// searched: pasted text is data, and no request.
const (
	daysMost = 4
	daysIn   = 600
)

// daysNamed are the days and ranges of days in a text, whether or not the rest of it is
// understood. What has no end is none, and neither is a time of any day.
func daysNamed(r *request, text string) (days []filter.Range) {
	if len(text) > daysIn {
		text = strings.ToValidUTF8(text[:daysIn], "")
	}
	g := r.Languages().Likeliest(language.Tokens(text))
	for _, found := range timeexpr.Find(g, text, r.Clock) {
		d := reference.WindowOf(found.Value, r.Clock.Today()).Days()
		day := d.From.Valid() && d.To.Valid() && found.Kind != timeexpr.TimeOfDay && !found.Daily
		if day && !slices.Contains(days, d) && len(days) < daysMost {
			days = append(days, d)
		}
	}
	return days
}

// whereOf is the condition of the records that a text is about; nil if it is about none that
// there are, or not about a number of records.
func whereOf(in lookup, said *meaning.Text) *filter.Condition {
	var of *meaning.Record
	switch {
	case len(said.Do) == 1:
		of = said.Do[0].Target()
	case len(said.Do) == 0 && len(said.Ask) == 1:
		of = said.Ask[0].Of
	}
	if of == nil || len(of.IDs)+len(of.Where) == 0 {
		return nil
	}
	if narrower := of.It || of.Name != "" || of.Rank != (meaning.Rank{}); narrower {
		return nil
	}
	scope, unknown := in.resolver().Scope(of)
	if unknown.Field != "" || scope.Beyond != nil {
		return nil
	}
	return &scope.Condition
}

// findOptions looks for the records that an unclear request may mean: the open ones
// with a part of its words in their titles.
func findOptions(ctx context.Context, r *request, text string, d *route.Routing) error {
	return r.view(ctx, func(snapshot workspace.Reader) error {
		resolver := lookupIn(r, snapshot).resolver()
		resolver.Able, resolver.Alike = isOpen, r.Languages().Likeliest(language.Tokens(text))
		found := resolver.Resolve(&meaning.Record{Name: text, Words: r.Languages().Keywords(text, wordsMost)})
		if err := resolver.Records.Err(); err != nil {
			return err
		}
		options := append(found.Records, found.Near...)
		favorites, err := brief.FavoriteProjects(snapshot, r.Clock.Today())
		if err != nil {
			return err
		}
		favorites.SortFirst(options)
		if d.Options = options[:min(len(options), route.Options)]; len(options) > 0 {
			return nil
		}
		open, err := r.briefOf(snapshot).ForRouting()
		d.Options = route.Whichever(*d, append(open.Week, open.Backlog...))
		return err
	})
}
