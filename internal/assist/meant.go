package assist

import (
	"context"
	"slices"

	"assister/internal/brief"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/route"
	"assister/internal/workspace"
)

// routeByMeaning decides by what a text means.
func routeByMeaning(ctx context.Context, r *request, q Request, settled bool) (d route.Routing, err error) {
	err = r.view(ctx, func(snapshot workspace.Reader) error {
		all, err := read(r, snapshot, q.Text)
		if err != nil {
			return err
		}
		d = route.Of(all)
		if len(r.recent) > 0 {
			d = route.Referring(d, all)
		}
		asked, err := askedLately(r, snapshot)
		if err != nil {
			return err
		}
		if !asked {
			d = route.Unconnected(d, all)
		}
		if len(all) > 0 {
			d.Where, err = whereOf(r, snapshot, &all[0])
		}
		return err
	})
	if err != nil || r.modelDecides() || settled {
		return d, err
	}
	return secondLook(ctx, r, q.Text, d)
}

// askedLately reports whether the text before, of a short while ago, was a question. One that
// only continues is what the text before it was.
func askedLately(r *request, snapshot workspace.Reader) (bool, error) {
	for _, before := range slices.Backward(r.lately(r.Now())) {
		all, err := read(r, snapshot, before)
		if err != nil || len(all) == 0 {
			return false, err
		}
		if !all[0].Continues() || slices.ContainsFunc(all, asksByItself) {
			return len(all[0].Ask) > 0, nil
		}
	}
	return false, nil
}

// whereOf is the condition of the records that a text is about; nil if it is about none that
// there are, or not about a number of records.
func whereOf(r *request, snapshot workspace.Reader, said *meaning.Text) (*filter.Condition, error) {
	var of *meaning.Record
	switch {
	case len(said.Do) == 1:
		of = said.Do[0].On
	case len(said.Do) == 0 && len(said.Ask) == 1:
		of = said.Ask[0].Of
	}
	if of == nil || len(of.IDs)+len(of.Where) == 0 {
		return nil, nil
	}
	if narrower := of.It || of.Name != "" || of.Rank != (meaning.Rank{}); narrower {
		return nil, nil
	}
	resolver := resolverIn(r, snapshot)
	f, unknown, err := resolver.Scope(of)
	if err != nil || unknown.Field != "" {
		return nil, err
	}
	if more, err := resolver.Beyond(of); more != nil || err != nil {
		return nil, err
	}
	if len(of.IDs) > 0 {
		ids := make([]int64, len(of.IDs))
		for i, id := range of.IDs {
			ids[i] = int64(id)
		}
		f = f.With(filter.IDs(ids...))
	}
	return &f, nil
}

// findOptions looks for the records that an unclear request may mean: the open ones
// with a part of its words in their titles.
func findOptions(ctx context.Context, r *request, text string, d *route.Routing) error {
	return r.view(ctx, func(snapshot workspace.Reader) error {
		resolver := resolverIn(r, snapshot)
		resolver.Able = isOpen
		found, err := resolver.Resolve(&meaning.Record{Name: text, Words: r.Languages().Keywords(text, wordsMost)})
		if err != nil {
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
