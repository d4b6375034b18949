package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Keys that are pressed after the end of a prompt belong to the next one.
func TestAKeyAfterAnInterruptIsNotLost(t *testing.T) {
	r, typed := io.Pipe()
	keys := &Keyboard{TTY: struct {
		io.Reader
		io.Writer
	}{r, io.Discard}}
	ctx, stop := context.WithCancelCause(context.Background())
	interrupted := errors.New("interrupted")
	stop(interrupted)
	var one [1]byte
	if _, err := keys.read(ctx, one[:]); !errors.Is(err, interrupted) {
		t.Fatalf("got %v", err)
	}
	go fmt.Fprint(typed, "y")
	if n, err := keys.read(context.Background(), one[:]); n != 1 || one[0] != 'y' || err != nil {
		t.Errorf("got %q, %v", one[:n], err)
	}
}

func TestCtrlCClearsTheLine(t *testing.T) {
	keys := &Keyboard{TTY: struct {
		io.Reader
		io.Writer
	}{strings.NewReader("a\x03b"), io.Discard}}
	got, err := io.ReadAll(&typing{from: lent{keys, context.Background()}})
	if string(got) != "a\x05\x15b" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}
