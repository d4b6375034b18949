package view

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/record"
)

// fivePlan returns five operations. The third is invalid.
func fivePlan(t testing.TB) event.Ops {
	var o event.Ops
	for _, title := range []string{"a", "b", "c", "d", "e"} {
		o.Operations = append(o.Operations, event.Entry{Finding: check.Finding{Op: parsed(t, `{"op":"task.create","title":"`+title+`"}`)}})
	}
	o.Operations[2].Errors = []problem.Problem{{Code: "invalid_title", Message: "no such title"}}
	return o
}

func picked(c Choice, err error) ([]int, error) { return c.Picked, err }

func TestAnAnswerPicksExactlyTheNamedOperations(t *testing.T) {
	all := []int{0, 1, 3, 4}
	for _, tt := range []struct {
		typed string
		want  []int
	}{
		{"y\n", all}, {"yes\n", all}, {"Y\n", all}, {" all \n", all}, {"a\r\n", all},
		{"n\n", nil}, {"no\n", nil}, {"none\n", nil}, {"q\n", nil},
		{"1\n", []int{0}}, {"1,4-5\n", []int{0, 3, 4}}, {"5 1\n", []int{0, 4}}, {"4-4\n", []int{3}},
		{"-2\n", []int{0, 3, 4}}, {"-1,4-5\n", []int{1}}, {"-1,-2\n", []int{3, 4}}, {"-3\n", all}, {"-1-5\n", nil},
		{"i\ny\nn\ny\nn\n", []int{0, 3}}, {"i\ny\ny\nq\n", nil}, {"i\nmaybe\ny\nn\nn\nn\n", []int{0}},
		{"?\ny\n", all},
	} {
		t.Run(strings.TrimSpace(tt.typed), func(t *testing.T) {
			var out bytes.Buffer
			got, err := picked(Prompt{In: strings.NewReader(tt.typed), Out: &out}.Pick(fivePlan(t)))
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("got %v, %v, want %v\n%s", got, err, tt.want, out.String())
			}
		})
	}
}

func TestWordsAreSaidInsteadOfPicking(t *testing.T) {
	for _, tt := range []struct {
		typed, words string
		picked       []int
	}{
		{"at 7\n", "at 7", nil},
		{" Without Ann \n", "Without Ann", nil},
		{"except the car\n", "except the car", nil}, // and no edit
		{"tomorrow\n", "tomorrow", nil},
		{"yy\nok\n7\n1\n", "", []int{0}},
		{"?\nno\n", "", nil},
	} {
		var out bytes.Buffer
		q := Prompt{In: strings.NewReader(tt.typed), Out: &out, Words: true}
		got, err := q.Pick(fivePlan(t))
		if err != nil || got.Words != tt.words || !slices.Equal(got.Picked, tt.picked) {
			t.Errorf("%q: said %q and picked %v, %v", tt.typed, got.Words, got.Picked, err)
		}
		if explains := strings.Contains(out.String(), "  words "); explains != strings.HasPrefix(tt.typed, "?") {
			t.Errorf("%q: %s", tt.typed, out.String())
		}
	}
	q := Prompt{In: strings.NewReader("at 7\n1\n"), Out: io.Discard}
	if got, err := q.Pick(fivePlan(t)); err != nil || got.Words != "" || len(got.Picked) != 1 {
		t.Errorf("where nothing can be said, %q is said, %v", got.Words, err)
	}
}

func TestWhoQuitsAQuestionAnswersNothing(t *testing.T) {
	for typed, want := range map[string]string{"quit\n": "", "Q\n": "", "quit smoking\n": "quit smoking", "2\n": "2"} {
		got, err := Prompt{In: strings.NewReader(typed), Out: &bytes.Buffer{}}.Answer(event.Clarify{Question: "Which?"})
		if err != nil || got != want {
			t.Errorf("%q: got %q, %v", typed, got, err)
		}
	}
}

func TestOnlyAYesIsAYes(t *testing.T) {
	for name, typed := range map[string]string{
		"the end of the input": "",
		"an empty line":        "\n",
		"many empty lines":     strings.Repeat("\n", 100),
		"a yes cut off":        "y",
		"another word":         "ok\nsure\nyep\n",
		"an invalid one":       "3\n1-5\n1,3\n",
		"no such number":       "0\n6\n1-9\n5-4\n99999999999999999999\n",
		"signs":                "-\n--\n,\n1-\n-,\n",
		"one by one, then end": "i\ny\ny\n",
		"one by one, no sense": "i\ny\n" + strings.Repeat("x\n", 50),
		"control characters":   "\x04\n\x1b[A\n",
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			got, err := picked(Prompt{In: strings.NewReader(typed), Out: &out}.Pick(fivePlan(t)))
			if err != nil || got != nil {
				t.Errorf("got %v, %v\n%s", got, err, out.String())
			}
			if r, bad := deceptive(out.String()); bad {
				t.Errorf("%U is echoed", r)
			}
		})
	}
}

func TestTheExactOperationsAreShownBeforeTheQuestion(t *testing.T) {
	var out bytes.Buffer
	Prompt{In: strings.NewReader("n\n"), Out: &out, Width: 80}.Pick(fivePlan(t))
	golden(t, "pick.txt", out.String())
}

func TestWithoutAValidOperationNothingIsAsked(t *testing.T) {
	o := fivePlan(t)
	o.Operations = o.Operations[2:3]
	got, err := picked(Prompt{In: iotest.ErrReader(os.ErrClosed), Out: &bytes.Buffer{}}.Pick(o))
	if got != nil || err != nil {
		t.Error(got, err)
	}
}

func TestABrokenTerminalIsAnErrorAndNotAnAnswer(t *testing.T) {
	q := Prompt{In: iotest.ErrReader(os.ErrClosed), Out: &bytes.Buffer{}}
	if got, err := picked(q.Pick(fivePlan(t))); got != nil || !errors.Is(err, os.ErrClosed) {
		t.Error(got, err)
	}
	if got, err := q.Confirm("this deletes 28 records"); got || !errors.Is(err, os.ErrClosed) {
		t.Error(got, err)
	}
	q = Prompt{In: strings.NewReader("y\n"), Out: closed{}}
	if got, err := picked(q.Pick(fivePlan(t))); got != nil || err == nil {
		t.Error("a plan that nobody could see was approved")
	}
}

func TestEverythingCanBeSeenBeforeTheAnswer(t *testing.T) {
	o := operations(t)
	var out bytes.Buffer
	got, err := picked(Prompt{In: strings.NewReader("v\nn\n"), Out: &out, Width: 60}.Pick(o))
	if got != nil || err != nil {
		t.Fatal(got, err)
	}
	_, after, _ := strings.Cut(out.String(), "/?]")
	for _, want := range []string{"Old thing 20", "behind the station", strings.Repeat(", or anything", 10)} {
		if !strings.Contains(after, want) {
			t.Errorf("%q is still cut or left out in\n%s", want, after)
		}
	}
}

func TestConfirmingTakesTheWholeWord(t *testing.T) {
	for typed, want := range map[string]bool{
		"yes\n": true, "YES\n": true, "y\nyes\n": true,
		"y\n": false, "\nyes\n": false, "no\n": false, "": false, "yes": false, "yess\n": false,
	} {
		got, err := Prompt{In: strings.NewReader(typed), Out: &bytes.Buffer{}}.Confirm("this deletes 28 records")
		if got != want || err != nil {
			t.Errorf("%q: %v, %v", typed, got, err)
		}
	}
}

func TestTypedAheadInputBelongsToTheNextQuestion(t *testing.T) {
	in := strings.NewReader("y\nyes\n")
	if got, _ := picked((Prompt{In: in, Out: &bytes.Buffer{}}).Pick(fivePlan(t))); len(got) != 4 {
		t.Error(got)
	}
	if got, _ := (Prompt{In: in, Out: &bytes.Buffer{}}).Confirm("this deletes 28 records"); !got {
		t.Error("the second answer is lost")
	}
}

func TestAQuestionIsAnswered(t *testing.T) {
	question := event.Clarify{Question: "Which?", Options: []record.Option{
		{Key: record.Key{Kind: "task", ID: 3}, Title: "a"}, {Key: record.Key{Kind: "task", ID: 4}, Title: "b"}}}
	for typed, want := range map[string]string{"1\n": "1", " The Second \nx": "The Second", "\n": "", "": "", "2": ""} {
		var out bytes.Buffer
		got, err := Prompt{In: strings.NewReader(typed), Out: &out}.Answer(question)
		if got != want || err != nil {
			t.Errorf("%q: %q, %v", typed, got, err)
		}
		if !strings.Contains(out.String(), "Which one? [1-2") || !strings.Contains(out.String(), "task:4") {
			t.Errorf("asked is %q", out.String())
		}
	}
	var out bytes.Buffer
	open := event.Clarify{Question: "What day?"}
	if got, err := (Prompt{In: strings.NewReader("friday\n"), Out: &out}).Answer(open); got != "friday" || err != nil || strings.Contains(out.String(), "Which") {
		t.Errorf("%q, %v, asked %q", got, err, &out)
	}
}

func FuzzPick(f *testing.F) {
	for _, s := range []string{"y\n", "1,3-5\n", "-2\n", "i\ny\n", "-\n", "1-99999999\n"} {
		f.Add(s)
	}
	o := fivePlan(f)
	f.Fuzz(func(t *testing.T, typed string) {
		var out bytes.Buffer
		got, err := picked(Prompt{In: strings.NewReader(typed), Out: &out}.Pick(o))
		if err != nil || !slices.IsSorted(got) || slices.Contains(got, 2) || len(got) > 4 {
			t.Errorf("%q took %v, %v", typed, got, err)
		}
		if r, bad := deceptive(out.String()); bad {
			t.Errorf("%U of %q is echoed", r, typed)
		}
	})
}
