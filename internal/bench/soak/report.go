package main

import (
	"fmt"
	"runtime"
	"strings"
	"time"
)

// head is what stands above the rows of the report.
const head = `# Reliability

What ` + "`make soak`" + ` tested last. Each row is a promise of ` + "`assister help safety`" + `, the test
that keeps it, and how often it was put to the test without a violation.

| promise | test | reached | goal | time | on |
|---|---|---|---|---|---|
`

// report is the page in Markdown: the results, and for the promises of the plan without a
// result the rows of the old page. So the whole can be run in several parts.
func report(old string, plan []promise, results []result, on string) string {
	rows := map[string]string{}
	for line := range strings.Lines(old) {
		if name, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " | "); ok && strings.HasPrefix(line, "| ") {
			rows[name] = line
		}
	}
	for _, r := range results {
		rows[r.name] = r.row(on)
	}
	var b strings.Builder
	b.WriteString(head)
	for _, p := range plan {
		b.WriteString(rows[p.name])
	}
	return b.String()
}

// row is the result as a row of the page.
func (r result) row(on string) string {
	reached := digits(r.reached) + " " + r.unit
	if r.missed() {
		reached = "**missed**: " + reached
	}
	return fmt.Sprintf("| %s | `%s.%s` | %s | %s | %s | %s |\n",
		r.name, r.pkg, r.test, reached, digits(r.goal), r.took.Round(time.Second), on)
}

// today is the day and the machine of a run, as far as a reader needs to compare.
func today(at time.Time) string {
	return fmt.Sprintf("%s, %s/%s with %d processors, %s", at.UTC().Format(time.DateOnly), runtime.GOOS, runtime.GOARCH,
		runtime.NumCPU(), runtime.Version())
}
