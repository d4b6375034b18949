package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assister/fixtures"
)

// What somebody says in any order is proposed, asked about or refused. "Remove the deadline" and then "move the
// deadline to monday" once set a field and emptied it, which ended the program.
func TestTurnsInAnyOrderEndInAReply(t *testing.T) {
	const turns = 4
	conversations := 80
	if testing.Short() {
		conversations = 15
	}
	dir := t.TempDir()
	records, err := fs.ReadFile(fixtures.Files, "workspaces/home.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "records.ndjson"), records, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "home"), 0o700); err != nil {
		t.Fatal(err)
	}
	shell(t, dir, `assister apply --yes records.ndjson`, 0)
	first := []string{
		"move the goose to friday", "add lunch with Sue on friday at 12", "move all overdue tasks to monday",
		"yoga every monday at 7", "add milk and eggs to the shopping list", "remind me at 4 to call Bo",
		"remove the deadline of the goose", "delete the sofa",
	}
	then := []string{
		"remove the deadline", "move the deadline to monday", "clear its tags", "tag it food", "make it monday",
		"no date", "at 5", "rename it to Turkey", "put it in the garden project", "take it out of the project",
		"scrap that", "and the sofa too", "high priority", "for two hours", "make it weekly", "note: from the farm",
		"remove the notes", "it's with Mia, not Sue",
	}
	env := sessionEnv(filepath.Join(dir, "home"), "")
	from, wanted := rand.New(rand.NewPCG(1, 2)), []int{0, 3, 6, 7}
	for i := range conversations {
		said := []string{first[from.IntN(len(first))]}
		for len(said) < turns {
			said = append(said, then[from.IntN(len(then))])
		}
		for k, text := range said {
			code, out, complaints := withoutShell(t, dir, env, fmt.Sprintf("assister propose --session %d %q", i, text))
			if !slices.Contains(wanted, code) {
				t.Fatalf("%s\nexit %d\n%s%s", strings.Join(said[:k+1], "\n"), code, out, complaints)
			}
		}
	}
}
