package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// report is the results as a page in Markdown.
func report(results []result, at time.Time) string {
	var b strings.Builder
	b.WriteString(`# Reliability

What ` + "`make soak`" + ` tested last. Each row is a promise of ` + "`assister help safety`" + `, the test
that keeps it, and how often it was put to the test without a violation.

`)
	fmt.Fprintf(&b, "%s, %s, %s.\n\n", at.UTC().Format("2006-01-02"), machine(), runtime.Version())
	b.WriteString("| promise | test | reached | goal | time |\n|---|---|---|---|---|\n")
	var inputs result
	for _, r := range results {
		if r.fuzz && !r.missed() {
			// The targets that held are one row: together they have the goal.
			inputs.reached += r.reached
			inputs.goal += r.goal
			inputs.took += r.took
			continue
		}
		b.WriteString(r.row(r.name, r.pkg+"."+r.test))
	}
	if inputs.goal > 0 {
		inputs.unit = "inputs"
		b.WriteString(inputs.row("No input crashes, hangs or breaks a rule of its reader", "all fuzz targets"))
	}
	return b.String()
}

func (r result) row(name, test string) string {
	reached := digits(r.reached) + " " + r.unit
	if r.missed() {
		reached = "**missed**: " + reached
	}
	return fmt.Sprintf("| %s | `%s` | %s | %s | %s |\n", name, test, reached, digits(r.goal), r.took.Round(time.Second))
}

// machine describes the machine, as far as a reader needs to compare.
func machine() string {
	m := fmt.Sprintf("%s/%s with %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if text, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m += ", kernel " + strings.TrimSpace(string(text))
	}
	return m
}
