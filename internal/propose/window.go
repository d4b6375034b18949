package propose

import (
	"context"
	"math"
	"slices"
	"strings"

	"assister/internal/problem"
	"assister/internal/schema"
)

// A prompt and its answer have to fit in the context of the model: a server refuses a prompt
// that does not, or cuts it without a word. How many tokens a text has is known only to the
// server, so they are estimated with some to spare, and the estimate is corrected by what
// the server has counted in earlier prompts.

// Bounds of a correction, since servers may leave out of their count what they have cached.
const (
	correctionMin = 0.5
	correctionMax = 2
	countedFrom   = 500 // estimated tokens; in shorter prompts the template of a model weighs more
)

// estimate returns how many tokens a text has at most for most tokenizers. The words of
// English and JSON have three and a half to five characters to a token; many tokenizers
// split numbers into digits, and words of other letters into small pieces.
func estimate(text string) int {
	letters, others := 0, 0
	for _, r := range text {
		if digit := r >= '0' && r <= '9'; digit || r >= 0x80 {
			others++
		} else {
			letters++
		}
	}
	return others + (2*letters+6)/7
}

// Tokens estimates the tokens of a prompt.
func (p Prompt) Tokens() (n int) {
	const turn, call, tool = 6, 8, 12 // what templates write around them
	for _, m := range p.Messages {
		n += turn + estimate(m.Text)
		for _, c := range m.Calls {
			n += call + estimate(c.Name) + estimate(c.Arguments)
		}
	}
	for _, t := range p.Tools {
		n += tool + estimate(t.Name) + estimate(t.Help) + estimate(string(t.Schema))
	}
	return n
}

// Correction returns how many tokens a server has counted for each estimated one; 0 if the
// exchange does not tell.
func Correction(p Prompt, r Reply) float64 {
	estimated := p.Tokens()
	// A server that constrains the answer after the model has thought counts the prompt twice.
	twice := r.Thinking != "" && p.Schema != nil
	if r.PromptTokens == 0 || estimated < countedFrom || twice {
		return 0
	}
	found := math.Round(100*float64(r.PromptTokens)/float64(estimated)) / 100
	return min(max(found, correctionMin), correctionMax)
}

// LeftOut is what a prompt would have if the context of the model were longer.
type LeftOut struct {
	Records int  // that are not shown, not even by their titles
	Titles  int  // of records that are only shown by their titles
	Turns   int  // of the conversation
	Tools   bool // the model is asked for JSON instead
	Window  int  // the context, in tokens
}

// window is the context of the model during a request.
type window struct {
	tokens     int
	correction float64 // of estimates
}

// windowOf returns the context of a model.
func windowOf(ctx context.Context, m *Model) (window, error) {
	caps, err := m.loadCapabilities(ctx)
	w := window{caps.Window(), caps.Correction}
	if m.correction > 0 {
		w.correction = m.correction
	}
	if w.correction == 0 {
		w.correction = 1
	}
	return w, err
}

func (w window) count(p Prompt) int { return int(float64(p.Tokens()) * w.correction) }

// spare is what the estimate may be wrong by.
func (w window) spare() int { return w.tokens / 64 }

// answer is the limit of an answer that may have up to most tokens.
func (w window) answer(most int) int { return min(most, w.tokens/2) }

// room is how many tokens a prompt may have whose answer may have up to most.
func (w window) room(most int) int { return w.tokens - w.answer(most) - w.spare() }

// shortest is the shortest answer that is worth asking for, in tokens.
const shortest = 128

// rest is the limit of an answer to a prompt that has grown since it was fitted.
func (w window) rest(p Prompt) int {
	return max(min(p.MaxTokens, w.tokens-w.count(p)-w.spare()), shortest)
}

// tooNarrow reports whether tools would leave too little of a prompt for the rest of it.
// Operations as JSON need no more than a line each to describe them.
func (w window) tooNarrow(tools []schema.Tool) bool {
	return w.count(Prompt{Tools: tools}) > w.room(planTokens)*3/4
}

// full reports whether there is no room for an answer to a prompt.
func (w window) full(p Prompt) bool { return w.tokens-w.count(p)-w.spare() < shortest }

// rendering renders the messages of a prompt, and returns the digest of its template.
type rendering func(promptData) (messages []Message, digest string, err error)

// fitted renders a prompt so that it fits in the context of the model, with an answer of up
// to most tokens. It leaves out what the request needs least, and says so.
func fitted(ctx context.Context, m *Model, purpose Purpose, s promptData, tools []schema.Tool, most int,
	render rendering) (p Prompt, digest string, err error) {
	w, err := windowOf(ctx, m)
	if err != nil {
		return p, "", err
	}
	left := LeftOut{Tools: s.withoutTools, Window: w.tokens}
	for {
		s.refer(m.aliases)
		p = Prompt{Purpose: purpose, Tools: tools, MaxTokens: w.answer(most)}
		if p.Messages, digest, err = render(s); err != nil {
			return p, "", err
		}
		excess := w.count(p) - w.room(most)
		if excess <= 0 || !s.shorten(m.aliases, int(float64(excess)/w.correction)+1, &left) {
			break
		}
	}
	if left != (LeftOut{Window: w.tokens}) && m.OnLeftOut != nil {
		err = m.OnLeftOut(purpose, left)
	}
	return p, digest, err
}

// of returns the rendering of a template.
func (p Prompts) of(purpose Purpose) rendering {
	return func(s promptData) ([]Message, string, error) { return p.render(purpose, s) }
}

// shorten drops lines with at least some tokens: titles, then records that the request
// hardly means, then the oldest turns, then records from the end. It reports false if there
// is nothing left to drop.
func (s *promptData) shorten(a *aliases, tokens int, left *LeftOut) bool {
	before := tokens
	drop := func(lines []line, count *int, needless func(line) bool) []line {
		for i := len(lines) - 1; i >= 0 && tokens > 0; i-- {
			if needless(lines[i]) {
				a.hide(lines[i].key)
				tokens -= estimate(lines[i].Text) + 1
				lines = slices.Delete(slices.Clone(lines), i, i+1)
				*count++
			}
		}
		return lines
	}
	any := func(line) bool { return true }
	shown := len(s.Records)
	s.Titles = drop(s.Titles, &left.Titles, any)
	s.Backlog = drop(s.Backlog, &left.Records, any)
	s.Week = drop(s.Week, &left.Records, any)
	s.Records = drop(s.Records, &left.Records, func(l line) bool { return !l.why.Sure() })
	for len(s.Turns) > 0 && tokens > 0 {
		tokens -= estimate(s.Turns[0].Text) + 4
		s.Turns = s.Turns[1:]
		left.Turns++
	}
	s.Records = drop(s.Records, &left.Records, any)
	s.Left += shown - len(s.Records)
	return tokens < before
}

// String says what is left out: "12 records and 1 turn of the conversation, for which its
// context of 4,096 tokens is too short".
func (l LeftOut) String() string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, problem.Count(n, what))
		}
	}
	add(l.Records, "record")
	add(l.Titles, "further title")
	if add(l.Turns, "turn"); l.Turns > 0 {
		parts[len(parts)-1] += " of the conversation"
	}
	if l.Tools {
		parts = append(parts, "any tools")
	}
	text := strings.Join(parts, ", ")
	if n := len(parts); n > 1 {
		text = strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return text + ", for which its context of " + problem.Number(l.Window) + " tokens is too short"
}
