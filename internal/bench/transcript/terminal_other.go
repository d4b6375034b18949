//go:build !linux

package main

import "os/exec"

// inTerminal runs a command with an option that forces terminal output, since every
// system opens pseudo-terminals in another way. The option belongs to the last command of
// a pipe, so it is appended.
func inTerminal(cmd *exec.Cmd) (string, error) {
	cmd.Args[len(cmd.Args)-1] += " --output text"
	printed, err := cmd.CombinedOutput()
	return string(printed), err
}
