package view

import (
	"strings"

	"assister/internal/event"
)

// streamed is a summary that is shown while it arrives.
type streamed struct {
	text     string // so far
	column   int    // where the next word stands
	thoughts []event.Stage
}

// Stream shows a piece of a summary while a model writes it. The Summary event then
// adds the rest; a summary with another text is shown whole.
func (t *Text) Stream(text string) error {
	if t.opts.Quiet || text == "" {
		return t.out.err
	}
	t.table.flush(t.out)
	t.streaming.text += text
	t.out.write(t.out.coloured(bold, t.streaming.flow(Safe(text), t.out.width)))
	return t.out.err
}

// flow breaks lines at spaces, before a word that would not fit.
func (g *streamed) flow(text string, width int) string {
	var b strings.Builder
	for i, word := range strings.Split(text, " ") {
		if i > 0 {
			if width > 0 && g.column > 0 && g.column+1+columns(word) > width {
				b.WriteByte('\n')
				g.column = 0
			} else {
				b.WriteByte(' ')
				g.column++
			}
		}
		b.WriteString(word)
		g.column += columns(word)
	}
	return b.String()
}

// endStream ends a summary that was streamed. It reports whether the event is that
// summary, so that nothing of it is left to show.
func (t *Text) endStream(b event.Body) (shown bool) {
	if t.streaming.text == "" {
		return false
	}
	if s, ok := b.(event.Summary); ok {
		rest, same := strings.CutPrefix(s.Text, t.streaming.text)
		if same {
			t.out.write(t.out.coloured(bold, t.streaming.flow(Safe(rest), t.out.width)))
		}
		shown = same
	}
	t.out.write("\n")
	thoughts := t.streaming.thoughts
	t.streaming = streamed{}
	for _, s := range thoughts {
		t.thought(s)
	}
	return shown
}

// omitted prints what a model was not shown.
func (t *Text) omitted(s event.Stage) {
	if !t.opts.Quiet {
		t.messages.prose(styled(faint, s.Call+": "), faint, "the model was not shown "+s.Omitted)
	}
}

// thought prints what a model thought in a call.
func (t *Text) thought(s event.Stage) {
	if t.opts.Quiet {
		return
	}
	t.messages.prose(styled(faint, s.Call+", thinking: "), faint, s.Thinking)
}
