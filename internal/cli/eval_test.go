package cli

import (
	"strings"
	"testing"

	"assister/internal/eval"
)

// floors are the shares of the cases in each file, in percent, that the rules get
// right at least and wrong at most. Raise them when the language gets better;
// `assister eval --failures` shows what is missing.
var floors = map[string]struct{ right, wrong float64 }{
	"bulk.jsonl":      {95, 0.1},
	"chat.jsonl":      {98.9, 0.8},
	"everyday.jsonl":  {90, 0.7},
	"reference.jsonl": {99, 0.1},
	"reports.jsonl":   {93.5, 2.5},
	"people.jsonl":    {90.5, 0.6},
	"propose.jsonl":   {96.9, 0.1},
	"route.jsonl":     {95.7, 0.1},
	"strangers.jsonl": {81.5, 3.6},
	"replies.jsonl":   {100, 0},
	"requests.jsonl":  {96, 0.1},
	"spanish.jsonl":   {83.5, 5.5},
	"visitors.jsonl":  {84.5, 4},
}

// scored runs the command and gives the outcomes by file.
func scored(t *testing.T, args ...string) map[string]map[string]int {
	t.Helper()
	w := newWorld(t)
	if code := w.run(append([]string{"eval"}, args...)...); code != 0 {
		t.Fatalf("assister eval exits %d: %s", code, w.stderr.String())
	}
	files := map[string]map[string]int{}
	for _, e := range w.events() {
		if _, is := e.Get("case"); is {
			file := strings.TrimPrefix(word(e, "file"), "built-in/")
			if files[file] == nil {
				files[file] = map[string]int{}
			}
			files[file][word(e, "outcome")]++
		}
	}
	return files
}

func TestTheRulesDoNotFallBelowWhatTheyReached(t *testing.T) {
	files := scored(t)
	for file, outcomes := range scored(t, "--engine", "replay") {
		files[file] = outcomes
	}
	for file, outcomes := range files {
		floor, known := floors[file]
		if !known {
			t.Errorf("%s has no floor", file)
		}
		n := outcomes["right"] + outcomes["wrong"] + outcomes["none"]
		right, wrong := eval.Share{Of: outcomes["right"], N: n}.Percent(), eval.Share{Of: outcomes["wrong"], N: n}.Percent()
		t.Logf("%s: %d cases, %.1f %% right, %.1f %% wrong", file, n, right, wrong)
		if right < floor.right || wrong > floor.wrong {
			t.Errorf("%s: %.1f %% right and %.1f %% wrong, wanted at least %g and at most %g", file, right, wrong, floor.right, floor.wrong)
		}
	}
	for file := range floors {
		if files[file] == nil {
			t.Errorf("%s has a floor and no cases", file)
		}
	}
}
