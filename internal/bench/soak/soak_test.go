package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
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

func TestAReportNamesTheMissedBounds(t *testing.T) {
	results := []result{
		{promise: promise{name: "a", pkg: "p", test: "T", goal: 10, unit: "kills"}, reached: 12},
		{promise: promise{name: "b", pkg: "p", test: "T", goal: 10, unit: "kills"}, reached: 9},
		{promise: promise{name: "c", goal: 10, unit: "kills"}, reached: 10, failure: "exit status 1"},
		{promise: promise{name: "d", goal: 1000, unit: "inputs", fuzz: true}, reached: 1200},
		{promise: promise{name: "e", goal: 1000, unit: "inputs", fuzz: true}, reached: 1300},
	}
	text := report(results, time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC))
	for _, want := range []string{"2026-11-22", "| a | `p.T` | 12 kills | 10 |", "| b | `p.T` | **missed**: 9 kills |",
		"**missed**: 10 kills", "| 2,500 inputs | 2,000 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
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
		if short := p.part(); short.goal > p.goal/50 || short.full != "" {
			t.Errorf("%s: a part of it is %+v", p.name, short)
		}
	}
}
