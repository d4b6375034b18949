package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestTheNumberOfATestIsReadFromItsEvents(t *testing.T) {
	var said strings.Builder
	reached := promise{}.count(strings.NewReader(strings.Join([]string{
		`{"Action":"output","Test":"TestA","Output":"=== RUN TestA\n"}`,
		`{"Action":"attr","Test":"TestA/one","Key":"reached","Value":"40"}`,
		`{"Action":"attr","Test":"TestA/two","Key":"reached","Value":"2"}`,
		`{"Action":"attr","Test":"TestA","Key":"color","Value":"7"}`,
		`a panic outside of any test`,
	}, "\n")), &said)
	if reached != 42 || !strings.Contains(said.String(), "a panic") {
		t.Errorf("%d, %q", reached, said.String())
	}
	reached = promise{}.count(strings.NewReader(
		`{"Action":"output","Output":"fuzz: elapsed: 3s, execs: 1000 (333/sec), new interesting: 1 (total: 2)\n"}
{"Action":"output","Output":"fuzz: elapsed: 6s, execs: 2500 (500/sec), new interesting: 1 (total: 2)\n"}`), &said)
	if reached != 2500 {
		t.Errorf("%d inputs", reached)
	}
}

func TestAReportNamesTheMissedBoundsAndKeepsTheOtherRows(t *testing.T) {
	plan := []promise{
		{name: "a", pkg: "p", test: "T", goal: 10, unit: "kills"},
		{name: "b", pkg: "p", test: "T", goal: 10, unit: "kills"},
		{name: "c", pkg: "p", test: "T", goal: 10, unit: "kills"},
		{name: "never run", pkg: "p", test: "T", goal: 10, unit: "kills"},
	}
	text := report("", plan, []result{
		{promise: plan[0], reached: 1, failure: "exit status 1"}, {promise: plan[1], reached: 9},
	}, "2026-11-22")
	text = report(text+"| gone | `p.T` | 1 | 1 | 1s | 2026-11-22 |\n", plan, []result{
		{promise: plan[0], reached: 1200}, {promise: plan[2], reached: 10, failure: "exit status 1"},
	}, "2026-11-23")
	want := head + `| a | ` + "`p.T`" + ` | 1,200 kills | 10 | 0s | 2026-11-23 |
| b | ` + "`p.T`" + ` | **missed**: 9 kills | 10 | 0s | 2026-11-22 |
| c | ` + "`p.T`" + ` | **missed**: 10 kills | 10 | 0s | 2026-11-23 |
`
	if text != want {
		t.Errorf("the report is\n%s\nwant\n%s", text, want)
	}
}

func TestEveryPromiseHasATest(t *testing.T) {
	for _, p := range promises {
		files, _ := filepath.Glob(filepath.Join("../..", p.pkg, "*_test.go"))
		found := false
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			found = found || regexp.MustCompile(`(?m)^func `+p.test).Match(text)
		}
		if !found {
			t.Errorf("%s: there is no %s in %s", p.name, p.test, p.pkg)
		}
		if short := p.part(); short.goal > p.goal/25 || short.full != p.few {
			t.Errorf("%s: a part of it is %+v", p.name, short)
		}
	}
}
