// Command eval scores the built-in language on public data sets of sentences, which are
// not part of the project and have their own licences.
//
//	eval -data DIR [-v] [-failures FILE] [-predictions DIR]
//
// Without data it prints a note and succeeds.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"assister/internal/eval/sets"
)

func main() {
	var o options
	flag.StringVar(&o.data, "data", "", "the `DIR` of the sets, NAME.jsonl each")
	flag.BoolVar(&o.verbose, "v", false, "print every case that is not right")
	flag.StringVar(&o.failures, "failures", "", "write the cases that are not right to this `FILE`, as NDJSON")
	flag.StringVar(&o.predictions, "predictions", "", "write the predictions to this `DIR`, one file for each set")
	flag.Parse()
	if err := run(o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

type options struct {
	data, failures, predictions string
	verbose                     bool
}

func run(o options, out io.Writer) error {
	if o.data == "" {
		_, err := fmt.Fprintln(out, "eval: no data, nothing scored: give its folder, make eval DATA=DIR")
		return err
	}
	if info, err := os.Stat(o.data); err != nil || !info.IsDir() {
		_, err := fmt.Fprintf(out, "eval: no data, nothing scored: %s is no folder\n", o.data)
		return err
	}
	report, err := sets.Run(o.data, time.Now)
	if err != nil {
		return err
	}
	if o.verbose {
		if err := report.WriteDifferences(out); err != nil {
			return err
		}
	}
	if o.failures != "" {
		if err := write(o.failures, report.WriteFailures); err != nil {
			return err
		}
	}
	if o.predictions != "" {
		for _, set := range report.Sets() {
			path := filepath.Join(o.predictions, set+".jsonl")
			if err := write(path, func(w io.Writer) error { return report.WritePredictions(w, set) }); err != nil {
				return err
			}
		}
	}
	return report.WriteTable(out)
}

// write writes a file.
func write(path string, fill func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := fill(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
