package assist

import (
	"context"
	"slices"
	"strconv"

	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
	"assister/internal/session"
	"assister/internal/workspace"
)

// Completion lists what an argument or a flag can be in a workspace, the most likely
// first. A value can be followed by a tab and a description.
type Completion func(context.Context, Environment) (values []string, err error)

// CompleteSession lists the names of the sessions.
func CompleteSession(ctx context.Context, env Environment) (names []string, err error) {
	err = newRequest(ctx, env, Conversation{}).view(ctx, func(r workspace.Reader) error {
		all, err := r.Sessions()
		names = reference.Each(all, func(s session.Session) string { return s.Name })
		return err
	})
	return names, err
}

// CompleteProject lists the names of the projects.
func CompleteProject(ctx context.Context, env Environment) (names []string, err error) {
	err = newRequest(ctx, env, Conversation{}).view(ctx, func(r workspace.Reader) error {
		projects, err := r.Find(filter.Condition{Kinds: []string{"project"}}, env.Clock.Today())
		names = reference.Each(projects, func(p record.Record) string { return problem.OneLine(p.Label()) })
		return err
	})
	return names, err
}

// CompleteTag lists the tags of the newest tasks that have any.
func CompleteTag(ctx context.Context, env Environment) (names []string, err error) {
	const newest = 1000
	kind := schema.Lookup("task")
	q := filter.Query{Kind: kind, Limit: newest, Sort: []filter.Order{{At: filter.ID, Descending: true}}}
	q.Where.Compare = []filter.Comparison{filter.IsNot("tags", record.Null)}
	err = newRequest(ctx, env, Conversation{}).view(ctx, func(r workspace.Reader) error {
		found, err := r.Query(q, env.Clock.Today())
		names = nil
		for _, x := range found.Records {
			names = append(names, x.Get("tags").Tags()...)
		}
		return err
	})
	slices.Sort(names)
	return slices.Compact(names), err
}

// CompleteBatch lists the newest batches of an action, with their times.
func CompleteBatch(action ledger.Action) Completion {
	const rows, newest = 100, 10
	return func(ctx context.Context, env Environment) (ids []string, err error) {
		err = newRequest(ctx, env, Conversation{}).view(ctx, func(r workspace.Reader) error {
			head, err := r.Head()
			if err != nil {
				return err
			}
			ids = nil
			return r.Audit(max(head.Seq-rows, 0), func(e ledger.Entry) error {
				if e.Batch != 0 && e.Action == string(action) {
					at := e.At.In(env.Clock.Zone).Format("2006-01-02 15:04")
					ids = append(ids, strconv.FormatInt(e.Batch, 10)+"\t"+at)
				}
				return nil
			})
		})
		slices.Reverse(ids)
		return ids[:min(len(ids), newest)], err
	}
}
