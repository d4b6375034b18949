//go:build unix

package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assister/internal/problem"
)

func TestAFileThatOthersCanChangeIsNotTrusted(t *testing.T) {
	for _, tt := range []struct {
		name      string
		dir, file os.FileMode
		message   string
		hint      string
	}{
		{"private", 0o700, 0o600, "", ""},
		{"readable by all", 0o755, 0o644, "", ""},
		{"in a directory like /tmp", 0o777 | os.ModeSticky, 0o600, "", ""},
		{"writable by the group", 0o700, 0o660, "the file: its mode is 0660", "chmod go-w DIR/config.yaml"},
		{"writable by all", 0o700, 0o602, "the file: its mode is 0602", "chmod go-w DIR/config.yaml"},
		{"in a directory of the group", 0o770, 0o600, "the directory: its mode is 0770", "chmod go-w DIR"},
		{"in a directory of all", 0o777, 0o600, "the directory: its mode is 0777", "chmod go-w DIR"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "config.yaml")
		if err := os.WriteFile(path, []byte("quiet: true\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		for name, mode := range map[string]os.FileMode{dir: tt.dir, path: tt.file} {
			if err := os.Chmod(name, mode); err != nil {
				t.Fatal(err)
			}
		}
		s := Read(flagsOf(t, "--config", path), environ())
		err := s.Err()
		var refusal *problem.Refusal
		switch {
		case tt.message == "":
			if err != nil || !s.On("quiet") {
				t.Errorf("%s: %v", tt.name, err)
			}
		case !errors.As(err, &refusal) || refusal.Problem.Code != "untrusted_file" || refusal.Class != problem.Usage:
			t.Errorf("%s: %v", tt.name, err)
		case !strings.HasSuffix(refusal.Problem.Message, tt.message) || refusal.Problem.Hint != strings.ReplaceAll(tt.hint, "DIR", dir):
			t.Errorf("%s: %q, %q", tt.name, refusal.Problem.Message, refusal.Problem.Hint)
		}
		if tt.message != "" && s.On("quiet") {
			t.Errorf("%s: the file was read", tt.name)
		}
	}
}

func TestALinkIsTrustedIfBothPlacesAre(t *testing.T) {
	dir, open := t.TempDir(), t.TempDir()
	target, link := filepath.Join(open, "config.yaml"), filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(target, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := Trusted(link); err != nil {
		t.Error(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Trusted(link); err == nil {
		t.Error("anyone can replace the target")
	}
}

func TestAFileOfAnotherUserIsNotTrusted(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	path := filepath.Join(t.TempDir(), "policy.yaml")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 65534, 65534); err != nil {
		t.Fatal(err)
	}
	if err := Trusted(path); err == nil || !strings.Contains(err.Error(), "belongs to user 65534") {
		t.Error(err)
	}
}

func TestAFileIsNotReadBeyondItsLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "propose.tmpl")
	for size, want := range map[int]bool{sizeMax: true, sizeMax + 1: false} {
		if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Trusted(path); (err == nil) != want {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	if err := Trusted(path + ".missing"); err != nil {
		t.Error("a missing file:", err)
	}
}
