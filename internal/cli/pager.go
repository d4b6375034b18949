package cli

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
)

// page writes a long text: through the pager where stdout is a terminal, as it is
// where it is not. The pager is $PAGER, or less where that is installed; "cat" or
// an empty variable turn it off. A pager that cannot be started is left out.
func (p *program) page(ctx context.Context, write func(out io.Writer, colour bool) error) error {
	terminal := isTerminal(p.Out)
	coloured := colour(p.env, terminal)
	if !terminal {
		return write(p.Out, coloured)
	}
	name, set := p.env("PAGER")
	if !set {
		name = "less"
	}
	if name = strings.TrimSpace(name); name == "" || name == "cat" {
		return write(p.Out, coloured)
	}
	pager := exec.CommandContext(ctx, "sh", "-c", name)
	pager.Stdout, pager.Stderr = p.Out, p.Err
	if _, set := p.env("LESS"); !set {
		// Leave when the text fits on the screen, pass colours on, keep the screen.
		pager.Env = append(os.Environ(), "LESS=FRX")
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
