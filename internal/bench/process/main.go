// Command process benchmarks whole processes, as users experience them: wall time,
// processor time and peak memory, compared with a reference that runs in turn with the
// program. It checks the bounds that the program promises.
//
//	process [-runs N] [-only NAME,…] [-long] [-json] [-check]
//
// Run it from within the module. It writes to a temporary directory (TMPDIR), which it
// removes at the end.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
)

func main() {
	// An interrupt ends the running child and with it the measurement; this process
	// cleans up.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)

	var o options
	flag.IntVar(&o.runs, "runs", 20, "how often each work is done")
	only := flag.String("only", "", "the `NAMES` of the rows to measure, with commas; all of them without it")
	flag.BoolVar(&o.long, "long", false, "measure a workspace of a million tasks as well, which takes minutes")
	flag.BoolVar(&o.json, "json", false, "print NDJSON instead of a table")
	check := flag.Bool("check", false, "exit 1 when a bound is missed")
	flag.Parse()
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	over, err := run(o, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "process:", err)
		os.Exit(1)
	}
	if over && *check {
		os.Exit(1)
	}
}

type options struct {
	runs int
	only []string
	long bool
	json bool
}

// run measures and prints, and reports whether a bound was missed.
func run(o options, out, progress io.Writer) (over bool, err error) {
	works, err := chosen(o.only, o.long)
	if err != nil {
		return false, err
	}
	if o.runs < 1 {
		return false, fmt.Errorf("-runs %d measures nothing", o.runs)
	}
	dir, err := os.MkdirTemp("", "assister-process-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir, runs: o.runs, progress: progress, made: map[int]string{}}
	if err := b.build(); err != nil {
		return false, err
	}
	var rows []row
	for _, w := range works {
		fmt.Fprintf(progress, "%s …\n", w.name)
		measured, err := w.measure(b)
		if err != nil {
			return false, fmt.Errorf("%s: %w", w.name, err)
		}
		for _, r := range measured {
			over = over || len(r.over()) > 0
		}
		rows = append(rows, measured...)
	}
	if o.json {
		return over, writeJSON(out, rows)
	}
	return over, writeTable(out, rows, b.remarks)
}
