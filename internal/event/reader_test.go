package event

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
)

func read(t testing.TB, text string) (*Input, error) {
	t.Helper()
	in, err := Read(t.Context(), strings.NewReader(text), t.TempDir(), calendar.Clock{})
	if in != nil {
		t.Cleanup(func() { in.Close() })
	}
	return in, err
}

func items(t testing.TB, in *Input) []Item {
	t.Helper()
	all, err := in.Items()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func names(t testing.TB, in *Input) []string {
	t.Helper()
	var all []string
	for _, item := range items(t, in) {
		title, _ := item.Op.Arg("title")
		all = append(all, fmt.Sprintf("%d %s %s", item.Line, item.Op.Name(), title.Value.Text()))
	}
	return all
}

func refused(t testing.TB, err error, code string) *problem.Refusal {
	t.Helper()
	var r *problem.Refusal
	if !errors.As(err, &r) || r.Problem.Code != code {
		t.Fatalf("want a refusal %s, got %#v", code, err)
	}
	if r.Class != problem.Rejected {
		t.Errorf("%s has class %d", code, r.Class)
	}
	return r
}

const (
	first  = `{"op":"task.create","title":"a"}`
	second = `{"op":"task.create","title":"b"}`
)

func TestOperationsAreReadInEveryForm(t *testing.T) {
	onOne := []string{"1 task.create a", "1 task.create b"}
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"an object", `{"operations":[` + first + `,` + second + `]}`, onOne},
		{"an object with other members", `{"steps":[{"x":1}],"operations":[` + first + `,` + second + `]}`, onOne},
		{"an array", `[` + first + `,` + second + `]`, onOne},
		{"a line each", first + "\n" + second + "\n", []string{"1 task.create a", "2 task.create b"}},
		{"no last newline", first + "\n" + second, []string{"1 task.create a", "2 task.create b"}},
		{"blank lines", "\n \n" + first + "\n\n\t\n" + second + "\n\n", []string{"3 task.create a", "6 task.create b"}},
		{"lines of DOS", first + "\r\n" + second + "\r\n", []string{"1 task.create a", "2 task.create b"}},
		{"a byte order mark", "\ufeff" + first + "\n", []string{"1 task.create a"}},
		{"a pretty object", "{\n  \"operations\": [\n    {\n  \"op\": \"task.create\",\n \"title\": \"a\"\n },\n " + second + "\n]\n}\n",
			[]string{"3 task.create a", "7 task.create b"}},
		{"a pretty array", "\n[\n" + first + ",\n" + second + "\n]", []string{"3 task.create a", "4 task.create b"}},
		{"a pretty object, operations last", "{\n \"summary\": \"x\",\n \"operations\": [\n" + first + "\n]}", []string{"4 task.create a"}},
		{"one operation over several lines", "{\n \"op\": \"task.create\",\n \"title\": \"a\"\n}\n", []string{"1 task.create a"}},
		{"entries of an ops event", `{"op":` + first + `,"errors":[]}` + "\n" + `{"op":` + second + `,"errors":[{"code":"x"}]}`, []string{"1 task.create a"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in, err := read(t, tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := names(t, in); !slices.Equal(got, tt.want) || in.ProblemCount > 0 || in.Stream || in.Count != len(tt.want) {
				t.Errorf("got %q, %v", got, in.Problems)
			}
		})
	}
}

func TestInputWithoutOperationsIsRefused(t *testing.T) {
	for _, tt := range []struct{ name, text, code string }{
		{"nothing", "", "missing_operations"},
		{"blank lines", "\n \n", "missing_operations"},
		{"a byte order mark", "\ufeff", "missing_operations"},
		{"an empty array", "[]", "missing_operations"},
		{"an empty list", `{"operations":[]}`, "missing_operations"},
		{"not a list", `{"operations":"x"}`, "missing_operations"},
		{"two documents", "[" + first + "]\n[" + second + "]", "invalid_json"},
		{"a document that ends early", "{\n\"operations\": [\n" + first + ",\n", "invalid_json"},
		{"a document with a comma too many", "[\n" + first + ",\n]", "invalid_json"},
		{"a name twice", "{\n\"operations\":[" + first + "],\n\"operations\":[" + second + "]}", "duplicate_key"},
		{"bytes that are no UTF-8", "[\"\xff\"]", "invalid_utf8"},
		{"an answer", string(written(t, Start{}, Summary{Text: "42"}, Done{})), "missing_operations"},
		{"the middle of a stream", first + "\n" + `{"type":"ops","seq":3,"operations":[]}`, "broken_stream"},
		{"a document beyond 8 MB", "[" + strings.Repeat(" ", maxDocument), "document_too_long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := read(t, tt.text)
			refused(t, err, tt.code)
		})
	}
}

func TestAProblemOfADocumentNamesItsLine(t *testing.T) {
	_, err := read(t, "[\n"+first+",\n"+first+"\n oops\n]")
	if r := refused(t, err, "invalid_json"); r.Line != 4 {
		t.Errorf("line %d", r.Line)
	}
}

func TestAnInvalidLineIsAProblemAndTheOthersAreRead(t *testing.T) {
	for _, tt := range []struct{ name, line, code string }{
		{"not JSON", "buy milk", "invalid_json"},
		{"cut", `{"op":"task.cre`, "invalid_json"},
		{"two values", first + first, "invalid_json"},
		{"a name twice", `{"op":"task.create","op":"task.delete"}`, "duplicate_key"},
		{"no UTF-8", "\"\xff\"", "invalid_utf8"},
		{"too deep", strings.Repeat("[", 70) + strings.Repeat("]", 70), "too_deep"},
		{"too long", `{"op":"` + strings.Repeat("x", MaxLine) + `"}`, "line_too_long"},
		{"far too long", strings.Repeat("x", 3*MaxLine), "line_too_long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in, err := read(t, first+"\n"+tt.line+"\n"+second+"\n")
			if err != nil {
				t.Fatal(err)
			}
			if got := names(t, in); !slices.Equal(got, []string{"1 task.create a", "3 task.create b"}) {
				t.Errorf("got %q", got)
			}
			if in.ProblemCount != 1 || in.Problems[0].Code != tt.code || in.Problems[0].Line != 2 {
				t.Errorf("got %v", in.Problems)
			}
		})
	}
}

func TestAHundredInvalidLinesAreKeptAndTheRestCounted(t *testing.T) {
	in, err := read(t, strings.Repeat("oops\n", 250))
	if err != nil {
		t.Fatal(err)
	}
	if len(in.Problems) != 100 || in.ProblemCount != 250 {
		t.Error(len(in.Problems), in.ProblemCount)
	}
}

func TestAnInvalidOperationIsPassedOnUnchanged(t *testing.T) {
	in, err := read(t, first+"\n"+`{"op":"task.explode","x":1}`+"\n42\n")
	if err != nil {
		t.Fatal(err)
	}
	all := items(t, in)
	if len(all) != 3 || len(all[1].Problems) == 0 || len(all[2].Problems) == 0 {
		t.Fatal(all)
	}
	if e := all[1].Entry(); e.Valid() || e.Line != 2 || words(*e.Raw, "op") != "task.explode" {
		t.Error(e)
	}
	if e := all[0].Entry(); !e.Valid() || e.Raw != nil {
		t.Error(e)
	}
}

func TestTheSourceOfEachOperationIsKept(t *testing.T) {
	entry := func(source string) string { return `{"op":` + first + source + `,"errors":[]}` }
	lines := []string{entry(`,"source":"model"`), entry(`,"source":"rules"`), entry(`,"source":"hand"`), entry(``),
		entry(`,"source":"oracle"`), first}
	want := []op.Source{op.ByModel, op.ByRules, op.ByHand, op.ByHand, op.ByModel, op.ByHand}
	for _, times := range []int{1, 400} { // in memory, and spooled
		in, err := read(t, strings.Repeat(strings.Join(lines, "\n")+"\n", times))
		if err != nil {
			t.Fatal(err)
		}
		for i, item := range items(t, in) {
			if got := item.Entry().Op.Source; got != want[i%len(want)] {
				t.Fatalf("operation %d of %d: got %s, want %s", i, times*len(want), got, want[i%len(want)])
			}
		}
	}
}

func TestALongInputIsNotKeptInMemory(t *testing.T) {
	for _, size := range []int{spoolMemory / 2, 3 * spoolMemory} {
		line := `{"op":"task.create","title":"` + strings.Repeat("x", 200) + `"}` + "\n"
		in, err := read(t, strings.Repeat(line, size/len(line)))
		if err != nil {
			t.Fatal(err)
		}
		b := &in.operations
		if kept := len(b.spool.head); len(b.short) > 0 || kept > spoolMemory || b.spool.file != nil && kept > 0 {
			t.Errorf("of %d bytes, %d operations and %d bytes are kept, and a file is %t", size, len(b.short), kept, b.spool.file != nil)
		}
		if n := len(items(t, in)); n != in.Count || n != size/len(line) {
			t.Errorf("of %d bytes there are %d operations", size, n)
		}
	}
}

func TestReadCountsDeletesAndUpdates(t *testing.T) {
	in, err := read(t, first+"\n"+strings.Repeat(`{"op":"task.delete","id":1}`+"\n", 3)+
		strings.Repeat(`{"op":"task.update","id":1,"title":"x"}`+"\n", 2)+
		`{"op":"bulk_delete","where":{"tag":"old"}}`+"\n"+`{"op":"task.explode"}`)
	if err != nil {
		t.Fatal(err)
	}
	if in.Creates != 1 || in.Deletes != 3 || in.Updates != 2 || in.Bulk != 1 || in.Count != 8 {
		t.Errorf("%+v", in)
	}
}

// proposal is a stream with two valid operations and an invalid one, in a
// second version after a repair.
func proposal(t testing.TB) []byte {
	bad := entries(t)[5]
	good := []Entry{{Finding: check.Finding{Op: decoded(t, first)}, Line: 7}, {Finding: check.Finding{Op: decoded(t, second)}}}
	return written(t, Start{Command: "propose"}, Stage{Stage: Proposing},
		Ops{Version: 1, Operations: []Entry{bad, good[0]}},
		Ops{Version: 2, Operations: []Entry{good[0], bad, good[1]}},
		Summary{Text: "two tasks"}, Done{Status: "done"})
}

func TestTheLastOpsOfAStreamCountAndItsValidOperationsOnly(t *testing.T) {
	in, err := read(t, string(proposal(t)))
	if err != nil {
		t.Fatal(err)
	}
	if got := names(t, in); !slices.Equal(got, []string{"7 task.create a", "0 task.create b"}) {
		t.Errorf("got %q", got)
	}
	if !in.Stream || in.CorrelationID != "c-1" || in.Version != 2 || in.Invalid != 1 || in.Upstream != nil {
		t.Errorf("%+v", in)
	}
}

func TestUnknownEventsAreSkippedAndUnknownOperationsAreNot(t *testing.T) {
	in, err := read(t, `{"type":"start","correlationId":"x"}
{"type":"fireworks","operations":[1,2,3]}
{"type":"ops","operations":[{"op":{"op":"task.explode"},"errors":[]}]}
{"type":"done","exitCode":0}`)
	if err != nil {
		t.Fatal(err)
	}
	if all := items(t, in); len(all) != 1 || len(all[0].Problems) == 0 {
		t.Error(all)
	}
}

func TestAStreamThatWasCutAnywhereIsRefused(t *testing.T) {
	whole := proposal(t)
	lines := bytes.SplitAfter(whole, []byte("\n"))
	cut := 0
	for _, line := range lines[:len(lines)-2] {
		cut += len(line)
		_, err := read(t, string(whole[:cut]))
		refused(t, err, CutStream)
		var origin *Origin
		if !errors.As(err, &origin) || origin.CorrelationID != "c-1" {
			t.Error("the refusal does not know whose stream it was")
		}
	}
	// Every byte of the last two lines except the last newline, without which the stream is
	// still complete.
	from := cut - len(lines[len(lines)-3])
	for end := from + 1; end < len(whole)-1; end++ {
		in, err := read(t, string(whole[:end]))
		if err == nil {
			t.Fatalf("cut after %q: %+v", whole[from:end], in)
		}
		refused(t, err, CutStream)
	}
	for _, end := range []int{len(whole) - 1, len(whole)} {
		if _, err := read(t, string(whole[:end])); err != nil {
			t.Error(err)
		}
	}
}

func TestAStreamCutInItsFirstLineIsNoOperation(t *testing.T) {
	line, _, _ := bytes.Cut(proposal(t), []byte("\n"))
	for end := 1; end < len(line); end++ {
		in, err := read(t, string(line[:end]))
		if err == nil && (in.Count > 0 || in.ProblemCount != 1) {
			t.Errorf("%q gave %+v", line[:end], in)
		}
	}
}

func TestAStreamThatCannotBeTrustedIsRefused(t *testing.T) {
	whole := string(proposal(t))
	stage := `{"type":"stage","stage":"routing"}` + "\n"
	for name, text := range map[string]string{
		"a line after done":      whole + stage,
		"two streams":            whole + whole,
		"noise in the middle":    strings.Replace(whole, "\n", "\nWarning: deprecated\n", 1),
		"a number in the middle": strings.Replace(whole, "\n", "\n42\n", 1),
		"a line beyond 1 MB":     strings.Replace(whole, "\n", "\n{\"type\":\""+strings.Repeat("x", MaxLine)+"\"}\n", 1),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(t, text)
			if r := refused(t, err, BrokenStream); r.Line == 0 {
				t.Error("it does not say where")
			}
		})
	}
}

func TestAnInvalidCorrelationIDIsRefused(t *testing.T) {
	for _, id := range []string{strings.Repeat("x", 257), "a\nb", "\x1b[2J"} {
		var out bytes.Buffer
		w := NewWriter(&out, id, morning)
		w.Emit(Start{})
		w.Emit(Ops{})
		w.Emit(Done{})
		_, err := read(t, out.String())
		refused(t, err, BrokenStream)
	}
}

func TestALineOfExactlyAMegabyteIsRead(t *testing.T) {
	line := func(length int) string {
		begin := `{"op":"task.explode","x":"`
		return begin + strings.Repeat("x", length-len(begin)-3) + "\"}\n"
	}
	for length, unreadable := range map[int]int{MaxLine: 0, MaxLine + 1: 1} {
		in, err := read(t, first+"\n"+line(length))
		if err != nil || in.ProblemCount != unreadable {
			t.Errorf("%d bytes: %v, %+v", length, err, in.Problems)
		}
	}
}

func TestAFailureUpstreamIsPassedOn(t *testing.T) {
	ops := Ops{Version: 1, Operations: []Entry{{Finding: check.Finding{Op: decoded(t, first)}}}}
	for _, tt := range []struct {
		name   string
		bodies []Body
		class  problem.Class
		code   string
	}{
		{"an exit code", []Body{ops, Done{ExitCode: 4}}, problem.Rejected, "upstream_failed"},
		{"no exit code of ours", []Body{ops, Done{ExitCode: 99}}, problem.Failed, "upstream_failed"},
		{"an error", []Body{ops, Error{Code: "model_missing", Message: "no model"}, Done{ExitCode: 7}}, problem.Unavailable, "model_missing"},
		{"an error and a done that does not know", []Body{ops, Error{Code: "x", Message: "y"}, Done{}}, problem.Failed, "x"},
		{"a question", []Body{Clarify{Question: "which?"}, Done{ExitCode: 3}}, problem.Unanswered, "clarify"},
		{"a question and a done that does not know", []Body{Clarify{Question: "which?"}, Done{}}, problem.Unanswered, "clarify"},
		{"an unknown outcome", []Body{ops, Done{ExitCode: 8}}, problem.Unknown, "upstream_failed"},
		{"an interrupt", []Body{Done{ExitCode: 130}}, problem.Failed, "upstream_failed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in, err := read(t, string(written(t, append([]Body{Start{}}, tt.bodies...)...)))
			if err != nil {
				t.Fatal(err)
			}
			if in.Upstream == nil || in.Upstream.Done.ExitCode == 0 {
				t.Fatalf("%+v", in.Upstream)
			}
			if r := in.Upstream.Refusal(); r.Class != tt.class || r.Problem.Code != tt.code {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestSuccessUpstreamIsNotAFailure(t *testing.T) {
	ops := Ops{Version: 1, Operations: []Entry{{Finding: check.Finding{Op: decoded(t, first)}}}}
	for name, bodies := range map[string][]Body{
		"something would change":             {ops, Done{ExitCode: 10}},
		"a line of its input was unreadable": {Error{Code: "invalid_json", Message: "x", Line: 3}, ops, Done{}},
	} {
		t.Run(name, func(t *testing.T) {
			in, err := read(t, string(written(t, append([]Body{Start{}}, bodies...)...)))
			if err != nil || in.Upstream != nil || in.Count != 1 {
				t.Errorf("%+v, %v", in, err)
			}
			if name != "something would change" && in.Invalid != 1 {
				t.Error("the unreadable line is not counted as invalid")
			}
		})
	}
}

func TestAStreamMayComeInPieces(t *testing.T) {
	in, err := Read(t.Context(), iotest.OneByteReader(bytes.NewReader(proposal(t))), "", calendar.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if in.Count != 2 {
		t.Error(in.Count)
	}
}

func TestAFailingInputIsAnErrorAndNotARefusal(t *testing.T) {
	for _, text := range []string{"", first + "\n", "[" + first, `{"type":"start"}` + "\n"} {
		_, err := Read(t.Context(), io.MultiReader(strings.NewReader(text), iotest.ErrReader(os.ErrDeadlineExceeded)), "", calendar.Clock{})
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("after %q: %v", text, err)
		}
	}
}

func TestAWaitForInputCanBeInterrupted(t *testing.T) {
	quiet, end := io.Pipe()
	defer end.Close()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Read(ctx, quiet, "", calendar.Clock{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// repeated returns a reader of a line n times, which holds it once.
type repeated struct {
	line string
	n    int
	rest string
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.n == 0 {
			return 0, io.EOF
		}
		r.n--
		r.rest = r.line
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func TestManyOperationsAreReadInBatchesWithLittleMemory(t *testing.T) {
	const n = 100_000
	dir := t.TempDir()
	line := `{"op":"task.create","title":"` + strings.Repeat("t", 100) + `"}` + "\n"
	in, err := Read(t.Context(), &repeated{line: line, n: n}, dir, calendar.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Error("the file still has a name", left)
	}
	for range 2 {
		count, batches, last := 0, 0, 0
		for batch, err := range in.Batches(1000) {
			if err != nil {
				t.Fatal(err)
			}
			count, batches, last = count+len(batch), batches+1, batch[len(batch)-1].Line
		}
		if count != n || batches != n/1000 || last != n {
			t.Fatal(count, batches, last)
		}
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 24<<20 {
		t.Errorf("%d MB are held", m.HeapAlloc>>20)
	}
}

// Operations kept in memory must equal those that are decoded again.
func TestOperationsInMemoryEqualThoseOnDisk(t *testing.T) {
	lines := first + "\n" + `{"op":"task.explode","id":3}` + "\n" + `{"op":"bulk_delete","where":{"tag":"x"}}` + "\n"
	few, err := read(t, lines)
	if err != nil {
		t.Fatal(err)
	}
	many, err := read(t, lines+strings.Repeat(first+"\n", memoryItems))
	if err != nil {
		t.Fatal(err)
	}
	if len(few.operations.short) != 3 || many.operations.short != nil {
		t.Fatalf("%d and %d operations are held", len(few.operations.short), len(many.operations.short))
	}
	var held, again []Item
	for batch := range few.Batches(2) {
		held = append(held, batch...)
	}
	for batch := range many.Batches(3) {
		again = append(again, batch...)
		break
	}
	if diff := cmp.Diff(held, again, cmp.AllowUnexported(record.Value{})); diff != "" {
		t.Error(diff)
	}
	if len(held) != 3 || len(held[1].Problems) == 0 {
		t.Errorf("read %+v", held)
	}
}

func TestIterationOverBatchesCanStopEarly(t *testing.T) {
	in, err := read(t, strings.Repeat(first+"\n", 10))
	if err != nil {
		t.Fatal(err)
	}
	for batch := range in.Batches(3) {
		if len(batch) != 3 {
			t.Error(len(batch))
		}
		break
	}
}

func TestWhatTheWriterWritesTheReaderReads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ops []op.Op
		var list []Entry
		for range rapid.IntRange(1, 5).Draw(t, "operations") {
			text := rapid.StringMatching(`[ -~à-ÿ€-₿\t]{0,20}`).Draw(t, "title")
			o := decodedTitle(t, "x"+text)
			list = append(list, Entry{Finding: check.Finding{Op: o}})
			ops = append(ops, o)
		}
		var out bytes.Buffer
		w := NewWriter(&out, rapid.StringMatching(`[^\pC]{0,40}`).Draw(t, "correlation id"), morning)
		w.Emit(Start{})
		w.Emit(Ops{Version: 1, Operations: list})
		w.Emit(Done{})

		in, err := Read(context.Background(), &out, "", calendar.Clock{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := in.Items()
		if err != nil || len(all) != len(ops) || in.Edited {
			t.Fatal(all, in.Edited, err)
		}
		for i, item := range all {
			if got, want := string(item.Op.AppendJSON(nil)), string(ops[i].AppendJSON(nil)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	})
}

// decodedTitle returns a create with a title, in canonical form.
func decodedTitle(t *rapid.T, title string) op.Op {
	o, problems := op.Decode(ijson.Value{Kind: ijson.Object, Members: []ijson.Member{
		{Name: "op", Value: ijson.Value{Kind: ijson.String, Text: "task.create"}},
		{Name: "title", Value: ijson.Value{Kind: ijson.String, Text: title}},
	}}, calendar.Clock{})
	if len(problems) > 0 {
		t.Skip(problems)
	}
	return o
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"", "[", "{", "\ufeff", first, "[" + first + "]", "{\n\"operations\": [\n" + first + "]}",
		first + "\noops\n" + second, string(proposal(f)), `{"type":"done"}`, `{"operations":[{"op":{"op":1}}]}`, "{\"op\":\n", "\xff\xfe{\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		in, err := Read(context.Background(), bytes.NewReader(text), "", calendar.Clock{})
		if err != nil {
			return
		}
		defer in.Close()
		count := 0
		for batch, err := range in.Batches(2) {
			if err != nil {
				t.Fatal(err)
			}
			count += len(batch)
		}
		if count != in.Count || len(in.Problems) > maxKept || len(in.Problems) > in.ProblemCount {
			t.Errorf("%d operations, %+v", count, in)
		}
		if in.Upstream != nil && in.Upstream.Refusal().Problem.Code == "" && in.Upstream.Error == nil {
			t.Error("a refusal without a code")
		}
	})
}
