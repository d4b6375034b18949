package config

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"assister/internal/problem"
)

// sizeMax is the largest file that decides what the program does.
const sizeMax = 1 << 20

// Trusted refuses a file that anyone but its user or root can change, or replace in its
// directory, as ssh does: such a file decides which server gets the requests, or how a
// model is prompted. It refuses one that is longer than 1 MB too, but not a missing one.
// Of a directory only its own mode and owner count.
func Trusted(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("find %s: %w", path, err)
	}
	if err := owned(path); err != nil {
		return err
	}
	if about, err := os.Stat(path); err != nil || about.IsDir() {
		return nil
	}
	if err := owned(filepath.Dir(path)); err != nil {
		return err
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return owned(filepath.Dir(target))
	}
	return nil
}

// owned checks one file or directory. Others cannot replace the files of a directory with
// the sticky bit, such as /tmp.
func owned(path string) error {
	about, err := os.Stat(path)
	if err != nil {
		return nil // reading it says what is wrong
	}
	what := "the file"
	if about.IsDir() {
		what = "the directory"
	}
	mode := about.Mode()
	sticky := about.IsDir() && mode&fs.ModeSticky != 0
	switch user, others := foreignOwner(about); {
	case others:
		return untrusted(path, fmt.Sprintf("%s belongs to user %d, who can change it", what, user),
			"use one of your own, or as root: chown USER "+problem.ShellWord(path))
	case hasModes && mode.Perm()&0o022 != 0 && !sticky:
		return untrusted(path, fmt.Sprintf("others can change %s: its mode is %04o", what, mode.Perm()),
			"chmod go-w "+problem.ShellWord(path))
	case mode.IsRegular() && about.Size() > sizeMax:
		return untrusted(path, fmt.Sprintf("%s is longer than 1 MB", what), "give another one")
	}
	return nil
}

func untrusted(path, message, hint string) error {
	r := problem.Refuse(problem.Usage, "untrusted_file", message, hint)
	r.Path = path
	return r
}
