package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/sys/unix"
)

// inTerminal runs a command on a pseudo-terminal and returns its output with Unix line
// ends.
func inTerminal(cmd *exec.Cmd) (string, error) {
	ours, theirs, err := openTerminal()
	if err != nil {
		return "", fmt.Errorf("open a terminal: %w", err)
	}
	defer ours.Close()
	cmd.Stdout, cmd.Stderr = theirs, theirs
	err = cmd.Start()
	theirs.Close()
	if err != nil {
		return "", err
	}
	var printed bytes.Buffer
	// Reading ends with EIO once the last writer has closed the terminal.
	_, _ = io.Copy(&printed, ours)
	return strings.ReplaceAll(printed.String(), "\r\n", "\n"), cmd.Wait()
}

func openTerminal() (ours, theirs *os.File, err error) {
	ours, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	fd := int(ours.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		ours.Close()
		return nil, nil, err
	}
	return ours, theirs, nil
}
