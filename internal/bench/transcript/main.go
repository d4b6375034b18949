// Command transcript runs the first console transcript of a document in a terminal, on a
// new workspace, and fails if the output differs from the document. `make run` and a test
// use it to keep the README true.
package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: transcript FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "transcript:", err)
		os.Exit(1)
	}
}

func run(path string, out io.Writer) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	steps, err := read(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	dir, err := os.MkdirTemp("", "assister-transcript-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return play(steps, dir, environment(dir), out)
}

// step is a command and its output.
type step struct{ command, want string }

// read parses the first code block marked console. A line that begins with "$ " is a
// command, and the lines up to the next command are its output.
func read(document string) (steps []step, err error) {
	_, block, found := strings.Cut(document, "\n```console\n")
	block, _, closed := strings.Cut(block, "\n```")
	if !found || !closed {
		return nil, fmt.Errorf("there is no console transcript in it")
	}
	for line := range strings.SplitSeq(block, "\n") {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			steps = append(steps, step{command: command})
			continue
		}
		if len(steps) == 0 {
			return nil, fmt.Errorf("the transcript does not begin with a command")
		}
		steps[len(steps)-1].want += line + "\n"
	}
	return steps, nil
}

// environment has a fixed time, an empty home, and no variable that changes the output.
func environment(dir string) []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TERM=xterm", "NO_COLOR=1", "LC_ALL=C.UTF-8",
		"ASSISTER_NOW=2026-11-21T09:00:00", "ASSISTER_TZ=Europe/Paris", "ASSISTER_CORRELATION_ID=readme",
		"ASSISTER_ACTOR=anna@desk",
	}
}

func play(steps []step, dir string, env []string, out io.Writer) error {
	for _, s := range steps {
		fmt.Fprintf(out, "$ %s\n", s.command)
		cmd := exec.Command("sh", "-c", s.command)
		cmd.Dir, cmd.Env = dir, env
		printed, err := inTerminal(cmd)
		fmt.Fprint(out, printed)
		if err != nil {
			return fmt.Errorf("$ %s: %w", s.command, err)
		}
		if strings.TrimRight(printed, "\n") != strings.TrimRight(s.want, "\n") {
			return fmt.Errorf("$ %s printed\n%s\nand the document says\n%s", s.command, printed, s.want)
		}
	}
	return nil
}
