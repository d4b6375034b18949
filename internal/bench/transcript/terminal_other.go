//go:build !linux

package main

import "os/exec"

// inTerminal asks for the text that a terminal would get: pseudo-terminals are
// opened in another way on every system. Only the last command of a pipe may
// print text, so the wish is put behind it.
func inTerminal(cmd *exec.Cmd) (string, error) {
	cmd.Args[len(cmd.Args)-1] += " --output text"
	printed, err := cmd.CombinedOutput()
	return string(printed), err
}
