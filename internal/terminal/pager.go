package terminal

import (
	"context"
	"io"
	"os/exec"
	"strings"
)

// Pager shows long texts. It is $PAGER, or less where that is installed; "cat" or an
// empty variable turn it off.
type Pager struct {
	Env      func(name string) (value string, set bool)
	Out, Err io.Writer
}

// Page writes a long text: through the pager where Out is a terminal, as it is where it
// is not. A pager that cannot be started is left out.
func (p Pager) Page(ctx context.Context, write func(out io.Writer, colour bool) error) error {
	coloured := Colour(p.Env, Is(p.Out))
	if !Is(p.Out) {
		return write(p.Out, coloured)
	}
	name, set := p.Env("PAGER")
	if !set {
		name = "less"
	}
	if name = strings.TrimSpace(name); name == "" || name == "cat" {
		return write(p.Out, coloured)
	}
	pager := exec.CommandContext(ctx, "sh", "-c", name)
	pager.Stdout, pager.Stderr = p.Out, p.Err
	if _, set := p.Env("LESS"); !set {
		// Leave when the text fits on the screen, pass colours on, keep the screen.
		pager.Env = append(pager.Environ(), "LESS=FRX")
	}
	in, err := pager.StdinPipe()
	if err != nil {
		return write(p.Out, coloured)
	}
	if _, err := exec.LookPath(strings.Fields(name)[0]); err != nil || pager.Start() != nil {
		return write(p.Out, coloured)
	}
	// A reader who leaves the pager early closes the pipe, which is no failure.
	_ = write(in, coloured)
	_ = in.Close()
	_ = pager.Wait()
	return nil
}
