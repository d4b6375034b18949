package replay

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/schema"
)

func TestARecordingIsReplayed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		prompts := rapid.SliceOfNDistinct(rapid.Custom(anyPrompt), 1, 4, Fingerprint).Draw(rt, "prompts")
		said := map[string]spoken{}
		for _, p := range prompts {
			said[Fingerprint(p)] = anySpoken(rt)
		}
		able := propose.Capabilities{Server: "s 1", Model: "m", Tools: rapid.Bool().Draw(rt, "tools"), Thinking: true}
		model := speaker{able, func(p propose.Prompt) (spoken, error) { return said[Fingerprint(p)], nil }}

		name := filepath.Join(t.TempDir(), "r.ndjson")
		f, err := Create(name)
		if err != nil {
			rt.Fatal(err)
		}
		defer f.Close()
		recorder := &Recorder{Of: model, To: f}
		for range 2 {
			if a, err := recorder.Capabilities(t.Context()); err != nil || a != able {
				rt.Fatal(a, err)
			}
		}
		for _, p := range prompts {
			check(rt, recorder, p, said[Fingerprint(p)])
		}
		e := open(rt, name)
		if a, _ := e.Capabilities(t.Context()); a != able {
			rt.Errorf("able to %+v", a)
		}
		for _, p := range append(prompts, prompts...) {
			check(rt, e, p, said[Fingerprint(p)])
		}
	})
}

// A capability that the server refuses is not used from then on. The same holds for its
// recording.
func TestLearntCapabilitiesAreReplayed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.ndjson")
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	told := propose.Capabilities{Model: "m", Tools: true, Schema: true, Context: 4096}
	less := propose.Capabilities{Model: "m", Plain: true, Context: 4096}
	recorder := &Recorder{To: f}
	for _, able := range []propose.Capabilities{told, less, less} {
		recorder.Of = speaker{able: able}
		if a, err := recorder.Capabilities(t.Context()); err != nil || a != able {
			t.Fatal(a, err)
		}
	}
	if a, _ := open(t, name).Capabilities(t.Context()); a != less {
		t.Errorf("able to %+v", a)
	}
	text, err := os.ReadFile(name)
	if err != nil || bytes.Count(text, []byte("able")) != 2 {
		t.Errorf("recorded\n%s%v", text, err)
	}
}

func TestARepeatedPromptGetsItsRepliesInOrderAndThenTheLast(t *testing.T) {
	e := read(t, `{"recording":"assister-recording/1"}`,
		exchangeLine(propose.ForChat, "one"), exchangeLine(propose.ForChat, "two"))
	for _, want := range []string{"one", "two", "two"} {
		if r, err := e.Complete(t.Context(), propose.Prompt{Purpose: propose.ForChat}, nil); err != nil || r.Text != want {
			t.Errorf("%q, %v, want %q", r.Text, err, want)
		}
	}
}

func TestReplayByOrderIsSeparateForEachPurpose(t *testing.T) {
	e := read(t, `{"recording":"assister-recording/1","match":"order"}`,
		exchangeLine(propose.ForChat, "c1"), exchangeLine(propose.ForRoute, "r1"), exchangeLine(propose.ForChat, "c2"))
	for _, turn := range []struct {
		purpose propose.Purpose
		want    string
	}{{propose.ForRoute, "r1"}, {propose.ForChat, "c1"}, {propose.ForChat, "c2"}} {
		p := propose.Prompt{Purpose: turn.purpose, Messages: []propose.Message{{Role: "user", Text: "whatever"}}}
		if r, err := e.Complete(t.Context(), p, nil); err != nil || r.Text != turn.want {
			t.Errorf("%q, %v, want %q", r.Text, err, turn.want)
		}
	}
	_, err := e.Complete(t.Context(), propose.Prompt{Purpose: propose.ForChat}, nil)
	refused(t, err, problem.Unavailable, NoRecording, "2 answers to chat")
}

func TestTheErrorForAMissingRecordingSaysHowToMakeIt(t *testing.T) {
	e := read(t, `{"recording":"assister-recording/1"}`, exchangeLine(propose.ForChat, "one"))
	_, err := e.Complete(t.Context(), propose.Prompt{Purpose: propose.ForRepair}, nil)
	r := refused(t, err, problem.Unavailable, NoRecording, "repair")
	if !strings.Contains(r.Problem.Hint, "--record test.ndjson") {
		t.Errorf("the hint is %q", r.Problem.Hint)
	}
}

func TestAnyDifferenceChangesTheFingerprint(t *testing.T) {
	seen := map[string]int{}
	for i, p := range []propose.Prompt{
		{},
		{Purpose: propose.ForChat},
		{JSON: true},
		{MaxTokens: 1},
		{Schema: []byte(`{}`)},
		{Messages: []propose.Message{{}}},
		{Messages: []propose.Message{{Role: "user"}}},
		{Messages: []propose.Message{{Text: "user"}}},
		{Messages: []propose.Message{{CallID: "user"}}},
		{Messages: []propose.Message{{Calls: []propose.Call{{Name: "a"}}}}},
		{Messages: []propose.Message{{Calls: []propose.Call{{Arguments: "a"}}}}},
		{Tools: []schema.Tool{{Name: "a"}}},
		{Tools: []schema.Tool{{Help: "a"}}},
		{Tools: []schema.Tool{{Schema: []byte("a")}}},
	} {
		f := Fingerprint(p)
		if before, found := seen[f]; found {
			t.Errorf("%d and %d have the same", before, i)
		}
		seen[f] = i
	}
}

func TestAFailureIsNotRecorded(t *testing.T) {
	var to bytes.Buffer
	lost := errors.New("the server is gone")
	r := Recorder{Of: speaker{speak: func(propose.Prompt) (spoken, error) { return spoken{}, lost }}, To: &to}
	if _, err := r.Complete(t.Context(), propose.Prompt{}, nil); err != lost || to.Len() > 0 {
		t.Errorf("%v, and wrote %q", err, &to)
	}
}

func TestOnlyTheOwnerCanReadARecording(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.ndjson")
	if err := os.WriteFile(name, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	about, err := os.Stat(name)
	if err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", about.Mode(), err)
	}
}

func TestARecordingIsAppendedTo(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.ndjson")
	for _, text := range []string{"one", "two"} {
		f, err := Create(name)
		if err != nil {
			t.Fatal(err)
		}
		r := Recorder{Of: speaker{speak: func(propose.Prompt) (spoken, error) { return spoken{reply: propose.Reply{Text: text}}, nil }}, To: f}
		if _, err := r.Complete(t.Context(), propose.Prompt{Purpose: propose.ForChat}, nil); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	e := open(t, name)
	for _, want := range []string{"one", "two"} {
		if r, err := e.Complete(t.Context(), propose.Prompt{Purpose: propose.ForChat}, nil); err != nil || r.Text != want {
			t.Errorf("%q, %v", r.Text, err)
		}
	}
}

func TestAFileThatIsNotARecordingIsNotAppendedTo(t *testing.T) {
	name := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(name, []byte("my notes\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Create(name)
	refused(t, err, problem.Usage, InvalidRecording, "")
	if text, _ := os.ReadFile(name); string(text) != "my notes\n" {
		t.Errorf("the file is %q", text)
	}
}

func TestAnErrorOfTheCallbackEndsTheReplay(t *testing.T) {
	e := read(t, `{"recording":"assister-recording/1"}`,
		`{"purpose":"chat","fingerprint":"`+Fingerprint(propose.Prompt{Purpose: propose.ForChat})+`","pieces":[{"text":"a"},{"text":"b"}],"reply":{"text":"ab"}}`)
	full := errors.New("the pipe is closed")
	heard := 0
	r, err := e.Complete(t.Context(), propose.Prompt{Purpose: propose.ForChat}, func(propose.Chunk) error { heard++; return full })
	if err != full || heard != 1 || r.Text != "" {
		t.Errorf("%+v, %v after %d", r, err, heard)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = e.Complete(ctx, propose.Prompt{Purpose: propose.ForChat}, func(propose.Chunk) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("ended in %v", err)
	}
}

var broken = []string{
	"", "\n", "x", "{}", `{"recording":"other/1"}`, `{"recording":1}`, `{"recording":"assister-recording/1","match":"luck"}`,
	`{"recording":"assister-recording/1","new":1}`, "[]", "null",
	"{\"recording\":\"assister-recording/1\"}\n{}", "{\"recording\":\"assister-recording/1\"}\n{\"purpose\":\"chat\",\"fingerprint\":\"\"}",
	"{\"recording\":\"assister-recording/1\"}\n{\"able\":{\"tools\":1}}", "{\"recording\":\"assister-recording/1\"}\n{\"able\":[]}",
	"{\"recording\":\"assister-recording/1\"}\n{\"purpose\":\"chat\",\"fingerprint\":\"\",\"reply\":{\"calls\":{}}}",
	"{\"recording\":\"assister-recording/1\"}\n{\"purpose\":\"chat\",\"fingerprint\":\"\",\"reply\":{\"calls\":[{\"id\":1}]}}",
	"{\"recording\":\"assister-recording/1\"}\n{\"purpose\":\"chat\",\"fingerprint\":\"\",\"reply\":{\"tokens\":1.5}}",
	"{\"recording\":\"assister-recording/1\"}\n{\"purpose\":\"chat\",\"fingerprint\":\"\",\"pieces\":3,\"reply\":{}}",
}

func TestAnInvalidRecordingIsRefusedWithItsLine(t *testing.T) {
	for _, text := range broken {
		_, err := Read("test.ndjson", strings.NewReader(text))
		if r := refused(t, err, problem.Usage, InvalidRecording, ""); r.Path != "test.ndjson" || strings.Contains(text, "\n{") && r.Line != 2 {
			t.Errorf("%q: %s:%d: %s", text, r.Path, r.Line, r.Problem.Message)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range broken {
		f.Add(text)
	}
	f.Add("{\"recording\":\"assister-recording/1\"}\n" + exchangeLine(propose.ForChat, "one"))
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Read("f", strings.NewReader(text))
		var r *problem.Refusal
		if err != nil && !errors.As(err, &r) {
			t.Error(err)
		}
		if err == nil {
			e.Complete(t.Context(), propose.Prompt{Purpose: propose.ForChat}, nil)
		}
	})
}

// spoken is the reply of a model.
type spoken struct {
	pieces []propose.Chunk
	reply  propose.Reply
}

// speaker is a model with fixed replies.
type speaker struct {
	able  propose.Capabilities
	speak func(propose.Prompt) (spoken, error)
}

func (s speaker) Complete(_ context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	said, err := s.speak(p)
	if err != nil {
		return propose.Reply{}, err
	}
	for _, piece := range said.pieces {
		if err := each(piece); err != nil {
			return propose.Reply{}, err
		}
	}
	return said.reply, nil
}

func (s speaker) Capabilities(context.Context) (propose.Capabilities, error) { return s.able, nil }

func anyPrompt(t *rapid.T) propose.Prompt {
	text := rapid.String()
	return propose.Prompt{
		Purpose:  rapid.SampledFrom([]propose.Purpose{propose.ForRoute, propose.ForChat}).Draw(t, "purpose"),
		Messages: []propose.Message{{Role: "user", Text: text.Draw(t, "text")}},
		JSON:     rapid.Bool().Draw(t, "json"),
	}
}

func anySpoken(t *rapid.T) spoken {
	text := rapid.String()
	var s spoken
	for range rapid.IntRange(0, 3).Draw(t, "pieces") {
		s.pieces = append(s.pieces, propose.Chunk{Text: text.Draw(t, "text"), Thinking: text.Draw(t, "thinking")})
	}
	s.reply = propose.Reply{Text: text.Draw(t, "whole"), Cut: rapid.Bool().Draw(t, "cut"), Model: "m", Tokens: rapid.IntRange(0, 99).Draw(t, "tokens")}
	for range rapid.IntRange(0, 2).Draw(t, "calls") {
		s.reply.Calls = append(s.reply.Calls, propose.Call{ID: text.Draw(t, "id"), Name: text.Draw(t, "name"), Arguments: text.Draw(t, "arguments")})
	}
	return s
}

// check sends a prompt and compares the reply.
func check(t rapid.TB, c propose.Completer, p propose.Prompt, want spoken) {
	var got spoken
	var err error
	got.reply, err = c.Complete(context.Background(), p, func(piece propose.Chunk) error {
		got.pieces = append(got.pieces, piece)
		return nil
	})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("said %+v, %v, want %+v", got, err, want)
	}
}

func exchangeLine(purpose propose.Purpose, answer string) string {
	return `{"purpose":"` + string(purpose) + `","fingerprint":"` + Fingerprint(propose.Prompt{Purpose: purpose}) + `","reply":{"text":"` + answer + `"}}`
}

func read(t *testing.T, lines ...string) *Player {
	t.Helper()
	e, err := Read("test.ndjson", strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func open(t rapid.TB, name string) *Player {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e, err := Read(name, f)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func refused(t *testing.T, err error, class problem.Class, code, words string) *problem.Refusal {
	t.Helper()
	var r *problem.Refusal
	if !errors.As(err, &r) || r.Class != class || r.Problem.Code != code || !strings.Contains(r.Problem.Message, words) {
		t.Fatalf("ended in %v, not in %s", err, code)
	}
	return r
}
