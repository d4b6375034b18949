package draft_test

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assister/fixtures"
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/eval"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

var everyWord = flag.Bool("every-word", false, "put each unknown word at each place of each request, not a sample of them")

// unknownWords are in no lexicon and name no record. They end like verbs, participles,
// plurals and names.
var unknownWords = []string{
	"zorble", "quibble", "hide", "export", "Kvist", "ZORBLE", "zorbles", "zorbled", "zorbling", "zorbler", "Zorbla", "zorbé", "frum", "Quibble", "unzorble",
}

// inserted returns the text with a word before its n-th word, or at its end. ok is false
// if there is no such place. Nothing is inserted in quotes, which contain free text.
func inserted(text, word string, n int) (string, bool) {
	words := strings.Fields(text)
	if n > len(words) || strings.Count(strings.Join(words[:n], " "), `"`)%2 == 1 {
		return "", false
	}
	return strings.Join(slices.Insert(words, n, word), " "), true
}

// requestCase is a request in a workspace.
type requestCase struct {
	id, text string
	clock    calendar.Clock
	records  *memory
}

// memory is a snapshot whose records are read once.
type memory struct {
	check.Reader
	all []record.Record
}

func (m *memory) Find(f filter.Condition, today calendar.Date) (out []record.Record, err error) {
	for _, r := range m.all {
		if f.Match(r, today) {
			out = append(out, r)
		}
	}
	return out, nil
}

func (m *memory) Record(kind string, id int64) (record.Record, bool, error) {
	for _, r := range m.all {
		if r.Kind.Name == kind && r.ID == id {
			return r, true, nil
		}
	}
	return record.Record{}, false, nil
}

// has reports whether a word is in the workspace, and therefore not unknown.
func (m *memory) has(word string) bool {
	return slices.ContainsFunc(m.all, func(r record.Record) bool {
		return strings.Contains(strings.ToLower(r.Label()), strings.ToLower(word))
	})
}

// effects returns the changes of the valid operations of a draft, and the operations.
func effects(t testing.TB, c requestCase, text string) ([]ledger.Change, []op.Op) {
	t.Helper()
	d := makeAt(t, text, c.records, record.Selection{}, c.clock)
	if len(d.Ops) == 0 || d.Question != "" || len(d.NotUnderstood) > 0 {
		return nil, nil
	}
	p, err := check.Make(c.records, d.Ops, check.Rules{}, c.clock)
	if err != nil {
		t.Fatalf("%s: %q: %v", c.id, text, err)
	}
	var valid []op.Op
	for _, f := range p.Findings {
		if f.Valid() {
			valid = append(valid, f.Op)
		}
	}
	if len(valid) < len(p.Findings) { // as apply does
		if p, err = check.Make(c.records, valid, check.Rules{}, c.clock); err != nil {
			t.Fatalf("%s: %q: %v", c.id, text, err)
		}
	}
	return slices.DeleteFunc(p.Changes(1), ledger.Change.Empty), valid
}

// widened returns what the changes of a request with an unknown word do in addition to
// those of the request without it; "" for nothing. New tasks and events count as one sort,
// since a title may decide between them. makes is whether the request creates a record
// unless there is one of that name.
func widened(got, want []ledger.Change, word string, makes bool) string {
	made := map[string]int{}
	for _, w := range want {
		if !w.Was {
			made[sortOf(w)]++
		}
	}
	for _, g := range got {
		if !g.Was {
			named := slices.ContainsFunc(g.Cells, func(c ledger.Cell) bool { return has(c.After, word) })
			if made[sortOf(g)]--; made[sortOf(g)] < 0 && !(named && makes) {
				return "creates another " + g.Kind.Name
			}
			continue
		}
		i := slices.IndexFunc(want, func(w ledger.Change) bool { return w.Key() == g.Key() && w.Was })
		switch {
		case i < 0:
			return fmt.Sprintf("touches %s %d", g.Kind.Name, g.ID)
		case g.Is != want[i].Is:
			return fmt.Sprintf("deletes or keeps %s %d", g.Kind.Name, g.ID)
		case !g.Is:
			continue
		}
		for _, cell := range g.Cells {
			n := slices.IndexFunc(want[i].Cells, func(w ledger.Cell) bool { return w.Field == cell.Field })
			switch {
			case has(cell.After, word):
			case n < 0:
				return fmt.Sprintf("sets %s of %s %d", cell.Field, g.Kind.Name, g.ID)
			case cell.Field == "status" && cell.After != want[i].Cells[n].After:
				return fmt.Sprintf("sets another status of %s %d", g.Kind.Name, g.ID)
			}
		}
	}
	return ""
}

// sortOf returns the kind of a change, with events counted as tasks.
func sortOf(c ledger.Change) string {
	if c.Kind.Name == "event" {
		return "task"
	}
	return c.Kind.Name
}

// has reports whether a value is a text with a word in it.
func has(v record.Value, word string) bool {
	return strings.Contains(strings.ToLower(v.Text()), strings.ToLower(word)) || slices.Contains(v.Tags(), strings.ToLower(word))
}

// makes reports whether a text creates a record unless there is one of that name: "put the
// dentist on friday".
func makes(c requestCase) bool {
	said, _ := meaning.BuiltIn().Read(c.text, c.clock, nil)
	return slices.ContainsFunc(said.Do, func(d meaning.Do) bool { return d.Act == meaning.Create && d.Kind == "" })
}

// alreadyListed returns a creation for each item that a request asks for and that its list has:
// with an unknown word in its title it is another item, and created.
func alreadyListed(t testing.TB, c requestCase) (out []ledger.Change) {
	t.Helper()
	for _, w := range makeAt(t, c.text, c.records, record.Selection{}, c.clock).Warnings {
		if w.Code == problem.AlreadyListed {
			out = append(out, ledger.Change{Kind: schema.Lookup("checklist_item")})
		}
	}
	return out
}

// blind reports whether a file is only for the score of a release.
func blind(name string) bool {
	return strings.HasPrefix(name, "strangers") || strings.HasPrefix(name, "spanish")
}

// requestCases returns the cases of the fixtures with one of these skills.
func requestCases(t *testing.T, skills ...eval.Skill) (out []requestCase) {
	t.Helper()
	names, err := fs.Glob(fixtures.Files, "*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	workspaces := map[string]*memory{}
	for _, name := range names {
		if blind(name) {
			continue
		}
		f, err := fixtures.Files.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := eval.Read(name, f)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			if len(c.Before) > 0 || len(c.Replies) > 0 || c.Lang != "en" || !slices.Contains(skills, c.Skill) {
				continue
			}
			if workspaces[c.Workspace] == nil {
				workspaces[c.Workspace] = remembered(t, c.Workspace)
			}
			out = append(out, requestCase{c.ID, c.Text, c.Clock, workspaces[c.Workspace]})
		}
	}
	return out
}

// remembered returns a workspace of the fixtures; "" is an empty one.
func remembered(t *testing.T, name string) *memory {
	t.Helper()
	store, err := sqlite.Open(filepath.Join(t.TempDir(), "w.db"), workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if name != "" {
		f, err := fixtures.Files.Open(path.Join("workspaces", name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		if err := eval.Fill(context.Background(), store, name, f); err != nil {
			t.Fatal(err)
		}
	}
	m := &memory{}
	release := make(chan struct{})
	opened := make(chan error, 1)
	go func() {
		err := store.View(context.Background(), func(r workspace.Reader) (err error) {
			m.Reader = r
			m.all, err = everything(r)
			opened <- err
			<-release
			return err
		})
		_ = err
	}()
	if err := <-opened; err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { close(release) })
	return m
}

// everything returns the records of all kinds; without a kind, a search is for those that are
// planned.
func everything(r workspace.Reader) (all []record.Record, err error) {
	for _, k := range schema.Kinds {
		some, err := r.Find(filter.Condition{Kinds: []string{k.Name}}, calendar.Date(0))
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// sampled reports whether a combination is tested without -every-word.
func sampled(of int, parts ...any) bool {
	h := fnv.New32a()
	fmt.Fprint(h, parts...)
	return *everyWord || h.Sum32()%uint32(of) == 0
}

// With an unknown word a request is not understood, or the word becomes a part of a title.
// It never turns the request into another one, and never selects more records.
func TestAnUnknownWordNeverMakesOrWidensAChange(t *testing.T) {
	tried, changing := 0, 0
	for _, c := range requestCases(t, eval.Propose) {
		want, _ := effects(t, c, c.text)
		if len(want) == 0 {
			continue
		}
		want = append(want, alreadyListed(t, c)...)
		for _, word := range unknownWords {
			for n := 0; ; n++ {
				text, ok := inserted(c.text, word, n)
				if !ok && n >= len(strings.Fields(c.text)) {
					break
				}
				if !ok || !sampled(120, c.text, word, n) {
					continue
				}
				if c.records.has(word) {
					continue
				}
				tried++
				got, ops := effects(t, c, text)
				if len(got) > 0 {
					changing++
				}
				if more := widened(got, want, word, makes(c)); more != "" {
					t.Errorf("%s: %q %s: %v", c.id, text, more, canonical(ops))
				}
			}
		}
	}
	t.Logf("%d requests tried, %d of them still change something", tried, changing)
}

func canonical(ops []op.Op) (out []string) {
	for _, o := range ops {
		out = append(out, string(o.Canonical()))
	}
	return out
}

// descriptions select records without saying what to do with them.
var descriptions = []string{
	"finished tasks", "completed tasks", "all finished tasks", "overdue tasks", "tasks", "all tasks", "all my tasks", "everything", "everything overdue",
	"today's tasks", "tasks today", "high priority tasks", "tasks tagged work", "events this week", "the notes", "my projects", "old tasks", "done tasks",
	"tasks that are done", "skipped tasks", "all completed tasks from last week", "what is done", "finished", "my completed tasks and notes",
	"tâches terminées", "les tâches terminées", "toutes les tâches en retard", "tout ce qui est fini", "tâches d'aujourd'hui", "toutes les tâches",
}

// An unknown word is not a verb: before or after a description it changes nothing.
func TestAnUnknownWordIsNoVerb(t *testing.T) {
	for _, name := range []string{"office", "family"} {
		c := requestCase{id: name, clock: calendar.Clock{Instant: saturday().Instant, Zone: saturday().Zone}, records: remembered(t, name)}
		for _, of := range descriptions {
			for _, word := range unknownWords {
				if c.records.has(word) {
					continue
				}
				texts := []string{word + " " + of, of + " " + word}
				if !strings.Contains(of, "tâches") && !strings.HasPrefix(of, "tout") { // the others are in English
					texts = append(texts, "please "+word+" "+of, "all "+word+" "+of, word+" all the "+of)
				}
				for _, text := range texts {
					got, ops := effects(t, c, text)
					if len(got) > 0 {
						t.Errorf("%s: %q changes something: %v", name, text, canonical(ops))
					}
				}
			}
		}
	}
}

// What is said not to be is changed of none that is: the two descriptions have no record in
// common.
func TestANegationIsNeverLost(t *testing.T) {
	office := requestCase{id: "office", clock: clockAt("2026-11-18T09:00"), records: remembered(t, "office")}
	touched := func(text string) (all []record.Key) {
		got, _ := effects(t, office, text)
		for _, change := range got {
			all = append(all, change.Key())
		}
		return all
	}
	for _, is := range []string{
		"urgent", "tagged code", "overdue", "low priority", "high priority", "in project data", "in hiring", "on friday", "recurring",
		"in the backlog", "personal", "due friday", "with a deadline", "longer than an hour", "about northwind", "called review", "done",
	} {
		with := touched("delete all tasks that are " + is)
		for _, not := range []string{"that are not", "that aren't", "which aren't", "that weren't", "that arent", "not"} {
			for _, key := range touched("delete all tasks " + not + " " + is) {
				if slices.Contains(with, key) {
					t.Errorf("“%s %s” deletes %v, as “that are %s” does", not, is, key, is)
				}
			}
		}
	}
	if len(touched("delete all tasks that are tagged code")) != 3 || len(touched("delete all tasks that aren't tagged code")) < 15 {
		t.Error("tasks are not told apart by a tag")
	}
}
