package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"assister/internal/assist"
)

// edit opens a text in the person's editor and returns what was saved. As with git,
// the editor is the command in $VISUAL or $EDITOR, with the file as its argument.
// The file is readable by this user alone, and is removed afterwards.
func (p *program) edit(ctx context.Context, tty io.ReadWriter, text string) (string, error) {
	editor := p.editor()
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
	if p.Interrupts != nil {
		defer p.Interrupts(func() {})()
	}
	command := exec.CommandContext(ctx, "sh", "-c", editor+` "$1"`, "sh", file.Name())
	command.Stdout, command.Stderr = tty, tty
	if typed := terminalFile(tty); typed != nil {
		command.Stdin, command.Stdout, command.Stderr = typed, typed, typed
	}
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("the editor “%s” failed: %w; set EDITOR to another one", editor, err)
	}
	return savedText(file.Name())
}

func (p *program) editor() string {
	for _, name := range [...]string{"VISUAL", "EDITOR"} {
		if value, _ := p.env(name); strings.TrimSpace(value) != "" {
			return value
		}
	}
	return "vi"
}

// terminalFile is the terminal behind a stream, or nil.
func terminalFile(tty io.ReadWriter) *os.File {
	switch tty := tty.(type) {
	case *os.File:
		return tty
	case lentTerminal:
		return terminalFile(tty.keys.tty)
	}
	return nil
}

// savedText reads what an editor saved; many editors save to a new file of the name.
func savedText(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("read the edited file: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, assist.TextMax+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("read the edited file: %w", err)
	case len(text) > assist.TextMax:
		return "", fmt.Errorf("the edited file is longer than %d kB", assist.TextMax>>10)
	}
	return strings.TrimPrefix(string(text), byteOrderMark), nil
}
