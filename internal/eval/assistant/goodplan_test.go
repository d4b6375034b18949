package assistant

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/eval"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/language/meaning"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
	"assister/internal/workspace"
	"assister/prompts"
)

// goodModel answers each request with the operations that its case expects, with the
// aliases that it reads in the prompt. It is a completer and the engines of a front end.
type goodModel struct {
	ops     []ijson.Value
	records map[record.Key]record.Record
	unseen  bool // an operation names a record that the prompt does not show
}

func (m *goodModel) Choice() string { return "good" }

func (m *goodModel) Model(string) (*propose.Model, error) { return m.ModelOf(m, "") }

func (m *goodModel) ModelOf(c propose.Completer, _ string) (*propose.Model, error) {
	return &propose.Model{Completer: c, Prompts: propose.Prompts{Files: prompts.Files}, Name: "good", Nonce: "data"}, nil
}

func (m *goodModel) Embedder(time.Duration) (search.Model, bool, error) {
	return search.Model{}, false, nil
}

func (m *goodModel) Capabilities(context.Context) (propose.Capabilities, error) {
	return propose.Capabilities{Schema: true}, nil
}

func (m *goodModel) Complete(_ context.Context, p propose.Prompt, _ func(propose.Chunk) error) (propose.Reply, error) {
	if p.Purpose != propose.ForPropose {
		return propose.Reply{Text: `{"operations":[]}`}, nil
	}
	shown := map[string]string{} // aliases by what tells a record apart
	for _, message := range p.Messages {
		for line := range strings.Lines(message.Text) {
			v, _ := ijson.Parse([]byte(line))
			if kind, _ := v.Get("kind"); schema.Lookup(kind.Text) != nil {
				alias, _ := v.Get("id")
				shown[distinction(v)] = alias.Text
			}
		}
	}
	var list []string
	for _, o := range m.ops {
		list = append(list, string(ijson.AppendValue(nil, m.aliased(o, nil, shown))))
	}
	return propose.Reply{Text: `{"operations":[` + strings.Join(list, ",") + `]}`}, nil
}

// distinction is what tells a record apart from the others in a prompt.
func distinction(v ijson.Value) string {
	kind, _ := v.Get("kind")
	var words []string
	for _, name := range []string{schema.Lookup(kind.Text).Label, "scheduledFor", "startTime", "status"} {
		m, _ := v.Get(name)
		words = append(words, strings.TrimPrefix(m.Text, "pending")) // a prompt leaves the default out
	}
	return kind.Text + " " + strings.Join(words, " ")
}

// aliased is an operation or a part of one with aliases. kinds are those of its records.
func (m *goodModel) aliased(v ijson.Value, kinds []string, shown map[string]string) ijson.Value {
	name, _ := v.Get("op")
	if kind, _, single := strings.Cut(name.Text, "."); single {
		kinds = []string{kind}
	}
	if kind, given := v.Get("kind"); given {
		kinds = nil
		for _, k := range append(kind.Items, kind) {
			kinds = append(kinds, k.Text)
		}
	}
	v.Members, v.Items = slices.Clone(v.Members), slices.Clone(v.Items)
	for i, member := range v.Members {
		of := kinds
		if member.Name != "id" && member.Name != "ids" {
			of = nil
			for _, k := range schema.Kinds {
				if f, _ := k.Field(member.Name); f != nil && f.Type == schema.Ref {
					of = []string{f.Of}
				}
			}
		}
		if of == nil {
			v.Members[i].Value = m.aliased(member.Value, kinds, shown)
			continue
		}
		v.Members[i].Value = m.alias(member.Value, of, shown)
	}
	for i, item := range v.Items {
		v.Items[i] = m.aliased(item, kinds, shown)
	}
	return v
}

func (m *goodModel) alias(v ijson.Value, kinds []string, shown map[string]string) ijson.Value {
	v.Items = slices.Clone(v.Items)
	for i, item := range v.Items {
		v.Items[i] = m.alias(item, kinds, shown)
	}
	id, isID := v.Int()
	if !isID {
		return v
	}
	for _, kind := range kinds {
		r, there := m.records[record.Key{Kind: kind, ID: id}]
		if !there {
			continue
		}
		line, _ := ijson.Parse(append(r.AppendOwn([]byte{'{'}), '}'))
		line.Members = append(line.Members, ijson.Member{Name: "kind", Value: ijson.Value{Kind: ijson.String, Text: kind}})
		if name := shown[distinction(line)]; name != "" {
			return ijson.Value{Kind: ijson.String, Text: name}
		}
		m.unseen = true
	}
	return v
}

// wellMeaning has each case answered by a good model.
type wellMeaning struct {
	subject
	model *goodModel
}

func (s *wellMeaning) Propose(ctx context.Context, c eval.Case, store workspace.Store, sink event.Sink) error {
	s.model.ops, s.model.unseen, s.model.records = nil, false, map[record.Key]record.Record{}
	for _, o := range c.Expect.Operations {
		v, _ := ijson.Parse(o.Canonical())
		s.model.ops = append(s.model.ops, v)
	}
	err := store.View(ctx, func(snapshot workspace.Reader) error {
		for _, k := range schema.Kinds {
			found, err := snapshot.Find(filter.Condition{Kinds: []string{k.Name}}, c.Clock.Today())
			if err != nil {
				return err
			}
			for _, r := range found {
				s.model.records[record.Key{Kind: k.Name, ID: r.ID}] = r
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.subject.Propose(ctx, c, store, sink)
}

// refusedAtMost are the shares of good plans, in percent, that may be refused: of requests
// that stand alone, and of those that continue a conversation, whose earlier requests the
// built-in rules answer. Lower them when the prompts get better.
var refusedAtMost = map[bool]float64{false: 0.2, true: 6}

// A model that proposes what a person wants is refused in one request of two hundred at most:
// the scope of its operations costs next to nothing.
func TestOfGoodPlansNextToNoneIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("-short is for the race detector, and this runs in one goroutine; make test runs it")
	}
	cases, err := BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	cases = slices.DeleteFunc(cases, func(x eval.Case) bool {
		return x.Skill != eval.Propose || len(x.Expect.Operations) == 0 || len(x.Expect.Operations) > propose.MaxOperations || len(x.Replies) > 0
	})
	stores, err := newWorkspaces(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer stores.close()
	model := &goodModel{}
	s := &wellMeaning{subject{Setup: Setup{Engines: model, Earlier: builtInRules{}, Languages: meaning.BuiltIn}}, model}
	continues, of, missed := map[string]bool{}, map[bool]int{}, map[bool]int{}
	for _, x := range cases {
		continues[x.ID] = len(x.Before) > 0
		of[continues[x.ID]]++
	}
	var refused []string
	unseen := 0
	err = eval.Run(context.Background(), cases, s, stores.open, func() time.Time { return time.Time{} }, func(r eval.Result) error {
		if r.Outcome != eval.Right {
			missed[continues[r.ID]]++
			refused = append(refused, fmt.Sprintf("%s (%s): %q: %v, unseen %v", r.ID, r.Outcome, r.Text, r.Misses, model.unseen))
			if model.unseen {
				unseen++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("of %d good plans, %d were refused or reached less, %d of these since a record was not shown:\n%s",
		len(cases), len(refused), unseen, strings.Join(refused, "\n"))
	for before, most := range refusedAtMost {
		if share := (eval.Share{Of: missed[before], N: of[before]}).Percent(); share > most {
			t.Errorf("%.1f %% of %d cases, with earlier requests: %v, wanted at most %g %%", share, of[before], before, most)
		}
	}
	if len(cases) < 1000 || of[true] < 40 {
		t.Error("there are too few cases")
	}
}
