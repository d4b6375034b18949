package undotest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/workspace"
)

// Replay runs a history, written in the lines that Histories prints, in the model and in a
// store. It fails the test if they differ.
func Replay(t testing.TB, s workspace.Store, history string) {
	t.Helper()
	steps, err := read(history)
	if err == nil {
		err = again(s, steps)
	}
	if err != nil {
		t.Error(err)
	}
}

func read(text string) (steps []Step, err error) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		s, err := readStep(words[1:])
		if err != nil {
			return nil, fmt.Errorf("line %s: %w", words[0], err)
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// readStep reads the words of Step.String.
func readStep(words []string) (s Step, err error) {
	key := ""
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case strings.HasPrefix(word, "{"):
			v, problem := ijson.Parse([]byte(word))
			if problem != nil {
				return s, fmt.Errorf("%s: %s", word, problem.Message)
			}
			o, problems := op.Decode(v, Clock)
			if len(problems) > 0 {
				return s, fmt.Errorf("%s: %s", word, problems[0].Message)
			}
			s.Ops = append(s.Ops, o)
		case word == "--idempotency-key" && i+1 < len(words):
			i++
			key = words[i]
		case word == "redo":
			s.Undo.Redo = true
		case word == "--partial":
			s.Undo.Partial = true
		case word == "--force":
			s.Undo.Force = true
		case word == "--dry-run":
			s.Undo.DryRun = true
		case word == "rewind":
			return rewind, nil
		case word == "|", word == "apply", word == "undo":
		default: // the number of a batch
			if s.Undo.Batch, err = strconv.ParseInt(word, 10, 64); err != nil {
				return s, fmt.Errorf("unknown word %s", word)
			}
		}
	}
	if len(s.Ops) > 0 {
		s.Key = key
	} else {
		s.Undo.Key = key
	}
	return s, nil
}
