package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestTheTranscriptOfTheREADMERuns(t *testing.T) {
	bin := t.TempDir()
	to := filepath.Join(bin, "assister")
	build := exec.Command("go", "run", "-ldflags=-w", "-exec", "cp", "assister/cmd/assister", to) // Go keeps it
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	if err := run("../../../README.md", io.Discard); err != nil {
		t.Fatal(err)
	}
}

func TestATranscriptWithWrongOutputFails(t *testing.T) {
	for _, steps := range [][]step{
		{{"echo one", "two\n"}},
		{{"exit 3", ""}},
	} {
		if err := play(steps, t.TempDir(), environment(t.TempDir()), io.Discard); err == nil {
			t.Errorf("%v passed", steps)
		}
	}
}

func TestATranscriptIsParsedAsCommandsAndOutput(t *testing.T) {
	steps, err := read("# x\n\n```console\n$ a | b\none\n\ntwo\n$ c\n```\n\n```console\n$ d\n```\n")
	if err != nil || len(steps) != 2 || steps[0] != (step{"a | b", "one\n\ntwo\n"}) || steps[1] != (step{"c", ""}) {
		t.Errorf("read %q, %v", steps, err)
	}
}
