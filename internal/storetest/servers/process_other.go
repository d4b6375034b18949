//go:build !linux

package servers

import (
	"errors"
	"os/exec"
)

// startTied starts a process; ended is closed when it ends.
func startTied(cmd *exec.Cmd) (ended chan struct{}, err error) {
	ended = make(chan struct{})
	if err := cmd.Start(); err != nil {
		return ended, err
	}
	go func() { _ = cmd.Wait(); close(ended) }()
	return ended, nil
}

func onSmallDisk(*exec.Cmd, string, int64) (*exec.Cmd, error) {
	return nil, errors.New("only Linux has mounts of one process")
}

func insideOf(_ int, path string) string { return path }
