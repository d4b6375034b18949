// Command soak runs the tests of the promises in `assister help safety` for long: kills,
// power losses, failing writes, undos, hostile plans and fuzzing. It prints each promise
// with its test and the number that was reached, writes RELIABILITY.md, and fails if a
// test failed or a number was missed.
//
//	go run ./internal/bench/soak              the whole: hours
//	go run ./internal/bench/soak -short       about a hundredth of it, in minutes, without fuzzing or the file
//	go run ./internal/bench/soak -run undo    the promises whose name matches
//
// A test reports its number with t.Attr("reached", number).
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// result is what a promise was tested with.
type result struct {
	promise
	reached int64
	took    time.Duration
	failure string // what the test said; "" if it passed
}

func (r result) missed() bool { return r.failure != "" || r.reached < r.goal }

func main() {
	short := flag.Bool("short", false, "about a hundredth of the numbers, no fuzzing, and no file")
	pattern := flag.String("run", "", "only the promises whose name matches this `regexp`")
	out := flag.String("o", "RELIABILITY.md", "the `file` to write; a run of some promises replaces their rows")
	flag.Parse()
	only, err := regexp.Compile("(?i)" + *pattern)
	if err != nil {
		fail(err)
	}
	plan := promises
	if !*short {
		// To build a target takes longer than a hundredth of its inputs, and `go test`
		// runs the inputs that are kept.
		if plan, err = withFuzzing(plan); err != nil {
			fail(err)
		}
	}
	var results []result
	missed := false
	for _, p := range plan {
		if !only.MatchString(p.name) {
			continue
		}
		if *short {
			p = p.part()
		}
		r := p.keep()
		fmt.Println(r.line())
		if r.failure != "" {
			fmt.Println(r.failure)
		}
		missed = missed || r.missed()
		results = append(results, r)
		if *short {
			continue
		}
		// After each, so that a run that is stopped has written what it reached.
		old, err := os.ReadFile(*out)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			fail(err)
		}
		if err := os.WriteFile(*out, []byte(report(string(old), plan, results, today(time.Now()))), 0o644); err != nil {
			fail(err)
		}
	}
	if missed {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "soak:", err)
	os.Exit(1)
}

func (r result) line() string {
	verdict := "kept  "
	if r.missed() {
		verdict = "MISSED"
	}
	return fmt.Sprintf("%s %-58s %12s of %s %s (%s)", verdict, r.name, digits(r.reached), digits(r.goal), r.unit,
		r.took.Round(time.Second))
}

// keep runs the test of a promise.
func (p promise) keep() result {
	r := result{promise: p}
	begun := time.Now()
	c := exec.Command("go", p.arguments()...)
	c.Env = append(os.Environ(), p.environment()...)
	c.Stderr = os.Stderr
	output, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		r.failure = err.Error()
		return r
	}
	var said strings.Builder
	r.reached = p.count(output, &said)
	if err := c.Wait(); err != nil {
		r.failure = err.Error() + "\n" + said.String()
	}
	r.took = time.Since(begun)
	return r
}

// count reads the events of `go test -json`: the numbers that the tests report, and what
// they print.
func (p promise) count(from io.Reader, said *strings.Builder) (reached int64) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	var inputs int64
	for lines.Scan() {
		var e struct{ Action, Key, Value, Output string }
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			said.WriteString(lines.Text() + "\n")
			continue
		}
		if e.Action == "attr" && e.Key == "reached" {
			n, _ := strconv.ParseInt(e.Value, 10, 64)
			reached += n
		}
		if m := fuzzed.FindStringSubmatch(e.Output); m != nil {
			inputs, _ = strconv.ParseInt(m[1], 10, 64) // the newest line counts all
		}
		if said.Len() < 8<<10 {
			said.WriteString(e.Output)
		}
	}
	return reached + inputs
}

// fuzzed is a line of progress of the fuzzer.
var fuzzed = regexp.MustCompile(`^fuzz: elapsed: .*execs: ([0-9]+) `)

// digits writes a number with a comma between thousands.
func digits(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
