package propose

import (
	"context"
	"slices"
	"strings"
	"sync"
	"unicode"

	"assister/internal/brief"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/language"
	"assister/internal/planner"
	"assister/internal/record"
)

// Limits of a model's texts, in characters.
const (
	summaryMax  = 500
	answerMax   = 4000
	thinkingMax = 2000
)

// summarize asks the model for a summary of the proposal. If there is none, or it claims
// that something was done, the computed summary is used.
func (m *Model) summarize(ctx context.Context, r Request, src Source, ops event.Ops) (
	text, thinking string, err error) {
	if m.NoSummary || invalid(ops.Operations) == len(ops.Operations) {
		return summary(r.Language, ops, src.Clock.Today()), "", nil
	}
	s := m.newPromptData(r.Text, src)
	if s.Language, err = src.language(ctx); err != nil {
		return "", "", err
	}
	var findings []check.Finding
	for _, e := range ops.Operations {
		if e.Valid() {
			findings = append(findings, e.Finding)
			s.Changes = append(s.Changes, changeLines(e.Finding, m.snapshot.Records)...)
		}
	}
	text, thinking, err = m.streamText(ctx, ForSummary, s, summaryMax)
	if err != nil && canceled(ctx, err) {
		return "", "", err
	}
	if err != nil || text == "" || claimsChange(text) {
		text = check.Summary(findings, r.Language, check.Planned, src.Clock.Today())
	}
	return filtered(r.Language, text, ops.Operations), thinking, nil
}

// Answer answers a question. An answer from the data holds its records and their
// number; a model's answer is only text.
type Answer struct {
	Text     string
	Thinking string // of a model; only if requested

	Records       []record.Record // in the order of the answer, each once
	Lines         []record.Key    // the records that the answer names, that of each line
	Total         *int            // number of matching records; nil if nothing was counted
	NotUnderstood []string        // pieces of the question; if there are any, there is no answer
	Unknown       bool            // NotUnderstood are words that no record has in its texts
	Steps         []planner.Step  // that look up what it is made of; none if they are too many
}

// Chat answers a question from a part of the workspace. It cannot change anything,
// and says so if the request asks for a change or the model claims one. To an unplanned
// request there is no answer but the model's own.
func (m *Model) Chat(ctx context.Context, r Request, src Source) (Answer, error) {
	if strings.TrimSpace(r.Text) == "" {
		return Answer{Text: r.Language.Text("chat.hello")}, nil
	}
	s := m.newPromptData(r.Text, src)
	var week, found brief.Snapshot
	if err := src.read(ctx, func(b brief.Brief) (err error) {
		if week, err = b.ForRouting(); err != nil {
			return err
		}
		if found, err = b.ForProposal(r.focus()); err != nil {
			return err
		}
		s.Language, err = b.Language()
		return err
	}); err != nil {
		return Answer{}, err
	}
	// A record of the week is listed again only if the question may mean it.
	found.Records = slices.DeleteFunc(found.Records, func(x record.Record) bool {
		key := record.Key{Kind: x.Kind.Name, ID: x.ID}
		return week.Has(key) && !found.Why[key].Sure()
	})
	m.aliases = newAliases()
	s.Counts, s.Week, s.Records = week.Counts, m.aliases.lines(week.Week, nil), m.aliases.lines(found.Records, found.Why)
	s.Titles, s.Unplanned = m.aliases.titles(found.Titles), r.Unplanned
	text, thinking, err := m.streamText(ctx, ForChat, s, answerMax)
	if err != nil {
		return Answer{}, err
	}
	switch {
	case r.Unplanned && (text == "" || claimsChange(text)):
		return Answer{}, nil
	case r.Unplanned:
		text += " " + r.Language.Text("summary.done.nothing")
	case claimsChange(text):
		text = r.Language.Text("chat.cannot-change")
	case r.asksForChange():
		text = strings.TrimSpace(text + " " + r.Language.Text("chat.cannot-change"))
	case text == "":
		text = r.Language.Text("chat.okay")
	}
	return Answer{Text: text, Thinking: thinking}, nil
}

// streamText asks for a text, streams it, and returns it as plain text.
func (m *Model) streamText(ctx context.Context, purpose Purpose, s promptData, most int) (
	text, thinking string, err error) {
	p, digest, err := fitted(ctx, m, purpose, s, nil, textTokens, m.Prompts.of(purpose))
	if err != nil {
		return "", "", err
	}
	var each func(Chunk) error
	if m.OnText != nil {
		g := textStream{plain: func(text string) string { return m.aliases.plainText(text, most) }, grow: m.OnText}
		each = func(p Chunk) error { return g.add(p.Text) }
	}
	reply, err := m.ask(ctx, p, digest, each)
	if err != nil {
		return "", "", err
	}
	return m.aliases.plainText(reply.Text, most), reply.Thinking, nil
}

// textStream passes on the part of a reply that can be shown before it is complete: plain
// text. It stops at the first tag, code fence or object; the whole text is then shown at
// the end.
type textStream struct {
	all   strings.Builder
	shown string // of the plain text
	plain func(string) string
	grow  func(string) error
}

func (g *textStream) add(piece string) error {
	if piece == "" {
		return nil
	}
	g.all.WriteString(piece)
	text := g.all.String()
	if i := strings.IndexAny(text, "<`{"); i >= 0 {
		text = text[:i]
	}
	// The last word may be incomplete.
	text = text[:max(0, strings.LastIndexFunc(text, unicode.IsSpace))]
	plain := g.plain(text)
	more, goesOn := strings.CutPrefix(plain, g.shown)
	if !goesOn || more == "" || strings.HasSuffix(plain, "…") {
		return nil
	}
	g.shown = plain
	return g.grow(more)
}

// plainText returns a text of the model for people.
func (a *aliases) plainText(text string, most int) string {
	return truncate(a.inProse(plainText(text, most)), most)
}

// plainText returns a model's text as one line of plain text, without thoughts,
// fences and markup, and with at most the given number of characters.
func plainText(text string, most int) string {
	return truncate(strings.Join(strings.Fields(plainLines(text)), " "), most)
}

// plainLines is plainText with its lines.
func plainLines(text string) string {
	text, _ = splitThinking(text)
	if text = strings.TrimSpace(text); strings.HasPrefix(text, "{") {
		text = textMember(objectIn(text))
	}
	var out []string
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
			continue
		}
		if fenced {
			continue
		}
		out = append(out, stripMarkup(line))
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// splitThinking separates the text between <think> tags from the rest of a reply. If
// there are <response> tags, the rest is what they enclose. A thought without a
// closing tag extends to the end.
func splitThinking(text string) (rest, thoughts string) {
	var b, thought strings.Builder
	for {
		at := indexTag(text, "<think>")
		if at < 0 {
			break
		}
		b.WriteString(text[:at])
		text = text[at+len("<think>"):]
		end := indexTag(text, "</think>")
		if end < 0 {
			thought.WriteString(text)
			text = ""
			break
		}
		thought.WriteString(text[:end])
		text = text[end+len("</think>"):]
	}
	b.WriteString(text)
	rest = b.String()
	// The template of a model may begin the thought, so that the reply only has its end.
	if end := indexTag(rest, "</think>"); end >= 0 {
		thought.WriteString(rest[:end])
		rest = rest[end+len("</think>"):]
	}
	if at := indexTag(rest, "<response>"); at >= 0 {
		rest = rest[at+len("<response>"):]
		if end := indexTag(rest, "</response>"); end >= 0 {
			rest = rest[:end]
		}
	}
	return rest, thought.String()
}

// indexTag finds a tag, ignoring case.
func indexTag(text, name string) int {
	for at := 0; at+len(name) <= len(text); at++ {
		next := strings.IndexByte(text[at:], '<')
		if next < 0 || at+next+len(name) > len(text) {
			return -1
		}
		if at += next; strings.EqualFold(text[at:at+len(name)], name) {
			return at
		}
	}
	return -1
}

// textMember returns the text in an object that a model wrote instead of a text.
func textMember(v ijson.Value) string {
	for _, name := range [...]string{"text", "message", "summary", "answer", "response"} {
		if text, ok := v.Get(name); ok && text.Kind == ijson.String {
			return text.Text
		}
	}
	return ""
}

// stripMarkup returns a line without markup and invisible characters.
func stripMarkup(line string) string {
	line = strings.TrimLeft(line, "#>")
	for _, bullet := range []string{"- ", "* ", "+ ", "• "} {
		line = strings.TrimPrefix(strings.TrimSpace(line), bullet)
	}
	runes := []rune(line)
	var b strings.Builder
	for i, r := range runes {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case invisible(r) || r == '`':
		case r == '*':
			// A markup character is next to a word; alone between blanks it is text.
			if i > 0 && i+1 < len(runes) && unicode.IsSpace(runes[i-1]) && unicode.IsSpace(runes[i+1]) {
				b.WriteRune(r)
			}
		case r == '_':
			inside := i > 0 && i+1 < len(runes) && wordRune(runes[i-1]) && wordRune(runes[i+1])
			if inside {
				b.WriteRune(r)
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func truncate(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return strings.TrimSpace(string(runes[:most-1])) + "…"
}

// claims are how languages say that something was done.
var claims = sync.OnceValue(func() (all []map[string][]string) {
	for _, code := range language.WithMessages() {
		all = append(all, language.Claims(code))
	}
	return all
})

// claimsChange reports whether a text claims that something was done. That is always
// false: a proposal waits for approval, and a chat changes nothing.
func claimsChange(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(claims(), func(of map[string][]string) bool { return makesClaim(words, of) })
}

// How many words before a participle may have who has done it, and deny it.
const (
	claimWithin = 4
	denyWithin  = 6
)

// makesClaim reports whether words claim a change in a language.
func makesClaim(words []string, of map[string][]string) bool {
	denied := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(of["unless"], w) })
	}
	for i, w := range words {
		if !slices.Contains(of["done"], w) {
			continue
		}
		before := words[max(0, i-claimWithin):i]
		for j, b := range before {
			switch {
			case slices.Contains(of["by"], b):
				// "I have not", "I will have": a denial or the future is not a claim.
				if !denied(before[j+1:]) {
					return true
				}
			case slices.Contains(of["been"], b):
				if !denied(words[max(0, i-denyWithin):i]) {
					return true
				}
			}
		}
	}
	return false
}
