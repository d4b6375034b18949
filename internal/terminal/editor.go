package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Editor is the person's editor: as with git, the command in $VISUAL or $EDITOR, with
// the file as its argument.
type Editor struct {
	Env func(name string) (value string, set bool)
	Max int // bytes of a text

	// Interrupts has fn called for SIGINT until back is called; nil if nobody can
	// interrupt.
	Interrupts func(fn func()) (back func())
}

// Edit opens a text in the editor, which runs in tty, and returns what was saved. The
// file is readable by this user alone, and is removed afterwards.
func (e Editor) Edit(ctx context.Context, tty io.ReadWriter, text string) (string, error) {
	editor := e.command()
	file, err := os.CreateTemp("", "assister-*.json") // with mode 0600
	if err != nil {
		return "", fmt.Errorf("create a file to edit: %w", err)
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(text)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return "", fmt.Errorf("write the file to edit: %w", err)
	}
	// Ctrl-C belongs to the editor while it runs.
	if e.Interrupts != nil {
		defer e.Interrupts(func() {})()
	}
	command := exec.CommandContext(ctx, "sh", "-c", editor+` "$1"`, "sh", file.Name())
	command.Stdout, command.Stderr = tty, tty
	if typed := fileOf(tty); typed != nil {
		command.Stdin, command.Stdout, command.Stderr = typed, typed, typed
	}
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("the editor “%s” failed: %w; set EDITOR to another one", editor, err)
	}
	return e.saved(file.Name())
}

func (e Editor) command() string {
	for _, name := range [...]string{"VISUAL", "EDITOR"} {
		if value, _ := e.Env(name); strings.TrimSpace(value) != "" {
			return value
		}
	}
	return "vi"
}

// fileOf is the terminal behind a stream, or nil.
func fileOf(tty io.ReadWriter) *os.File {
	switch tty := tty.(type) {
	case *os.File:
		return tty
	case lent:
		return fileOf(tty.keys.TTY)
	}
	return nil
}

// saved reads what an editor saved; many editors save to a new file of the name.
func (e Editor) saved(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("read the edited file: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, int64(e.Max)+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("read the edited file: %w", err)
	case len(text) > e.Max:
		return "", fmt.Errorf("the edited file is longer than %d kB", e.Max>>10)
	}
	return strings.TrimPrefix(string(text), "\ufeff"), nil
}
