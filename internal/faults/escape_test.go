//go:build linux

package faults

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"assister/internal/ijson"
)

// payloads could deceive a terminal, an editor or a reader.
var payloads = []string{
	"\x1b[2J", "\x1b[31m", "\x1b[1A\x1b[2K", "\x1b]0;title\a", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "\x1b]52;c;ZXZpbA==\a",
	"\x1bP$q\"p\x1b\\", "\x1b_apc\x1b\\", "\x1b^pm\x1b\\", "\x1bX sos\x1b\\", "\x1b[?1049h", "\x1b[6n", "\x1b[21t", "\x1b[5i", "\x05",
	"\x1bc", "\x1b(0", "\x1b]1337;File=:AAAA\a", "\x1b]9;note\a", "\x1b]777;notify;a;b\a", "\x1b]50;#1\a", "\x1b[200~rm\x1b[201~", "\x1bPtmux;x\x1b\\",
	"\u009b31m", "\u009d0;x\u009c", "\u0090q\u009c", "\u0085", "\x9b31m", "\xc2", "\xff\xfe", "\xed\xa0\x80",
	"\a", "\b\b\b", "\r", "\n", "\t", "\v", "\f", "\x0e", "\x0f", "\x7f", "a\rerror: nothing is wrong", "x\nhint: run rm",
	"\u202e txt.exe", "\u2066\u2069", "\u200b", "\u200d", "\u200e", "\u2028", "\u2029", "\u00ad", "\ufeff", "\u061c", "\u180e",
	"\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\U000e0041\U000e007f", "\U000e0100\U000e01ef", "\ufe00\ufe0f", "\u034f", "\ue000", "\ufdd0", "%s%n", "{{.}}", "\\x1b[31m",
}

// inTerminal finds text that must not reach a terminal: anything but printable
// characters and line ends.
func inTerminal(shown string) (rune, bool) {
	for _, r := range shown {
		if r != '\n' && (!unicode.IsPrint(r) || ijson.Invisible(r) || r == 0x2800) {
			return r, true
		}
	}
	return 0, !utf8.ValidString(shown)
}

// inStream finds characters that JSON must escape: control characters, line separators
// and invisible characters.
func inStream(shown string) (rune, bool) {
	for _, r := range shown {
		switch {
		case r == '\n':
		case unicode.Is(unicode.Cc, r), r == 0x2028, r == 0x2029, ijson.Invisible(r):
			return r, true
		}
	}
	return 0, !utf8.ValidString(shown)
}

// attack is a way to give a text to the program.
type attack struct {
	args  []string
	stdin string
	env   []string
}

// attacks are the ways to give a payload to the program. In a stream, it is written both
// escaped and unescaped.
func attacks(p string, file string) (all []attack) {
	args := func(words ...string) { all = append(all, attack{args: words}) }
	args(p)
	args("help", p)
	args("list", p)
	args("--" + p)
	args("list", "--"+p)
	for _, flag := range []string{"--title", "--tag", "--project", "--date", "--from", "--limit", "--status", "--priority", "--context",
		"--tz", "--now", "--config", "--engine", "--model", "--host", "--correlation-id", "--output"} {
		args("list", flag, p)
	}
	args("undo", p)
	args("redo", p)
	args("audit", p)
	args("audit", "tail", "--action", p)
	args("audit", "tail", "--request", p)
	args("audit", "verify", "--expect", p)
	for _, words := range []string{p, "add task " + p, "delete task " + p, "rename " + p + " to " + p, "move " + p + " to friday", "what about " + p + "?"} {
		args("route", "--", words)
		args("propose", "--", words)
		args("ask", "--", words)
	}
	args("ask", "--mode", p, "x")
	args("ask", "--select", p, "x")
	args("completion", p)
	args("config", p)
	args("config", "get", p)
	args("version", p)
	args("apply", p)
	args("dryrun", file)
	args("--db", p+"/w.db", "list")
	args("--db", p+"/w.db", "apply", "--yes")
	args("--config", file, "list")
	args("apply", "--yes", "--idempotency-key", p, "plan")
	for _, name := range []string{"TZ", "ASSISTER_TZ", "ASSISTER_NOW", "ASSISTER_OUTPUT", "ASSISTER_ENGINE", "ASSISTER_CONFIG", "ASSISTER_DB", "ASSISTER_QUIET", "XDG_CONFIG_HOME"} {
		all = append(all, attack{args: []string{"list"}, env: []string{name + "=" + p}})
	}
	for _, q := range []string{string(ijson.AppendString(nil, p)), `"` + p + `"`, escaped(p)} {
		for _, line := range []string{
			`{"op":"task.create","title":Q}`, `{"op":"task.create","title":"x","notes":Q}`, `{"op":"task.create","title":"x","tags":[Q]}`,
			`{"op":"task.create","title":"x","scheduledFor":Q}`, `{"op":"task.create","title":"x","priority":Q}`, `{"op":"task.create","title":"x","as":Q}`,
			`{"op":Q}`, `{"op":"task.create",Q:1}`, `{"op":"task.delete","id":Q}`, `{"op":"task.delete","id":{"ref":Q}}`, `{"kind":Q,"action":Q}`,
			`{"op":"bulk_delete","where":{Q:1}}`, `{"op":"bulk_delete","where":{"title_contains":Q}}`, `{"op":"bulk_update","where":{"tag":Q},"set":{Q:Q}}`,
			`{"op":"task.create","title":"x","recurrence":{"type":Q}}`, `{"op":"task.create","arguments":Q}`, `Q`,
			`{"op":"event.create","title":Q,"location":Q,"scheduledFor":"2026-11-23","startTime":Q}`, `{"op":"project.create","name":Q,"status":Q}`,
			`{"type":"start","seq":0,"ts":"2026-11-21T09:00:00Z","correlationId":Q,"protocol":"assister/1","command":Q}`,
			start + `{"type":"error","seq":1,"ts":"2026-11-21T09:00:00Z","correlationId":"c","code":Q,"message":Q,"hint":Q,"path":Q}` + "\n" +
				`{"type":"done","seq":2,"ts":"2026-11-21T09:00:00Z","correlationId":"c","status":Q,"exitCode":7}`,
			start + `{"type":"clarify","seq":1,"ts":"2026-11-21T09:00:00Z","correlationId":"c","question":Q,"options":[{"kind":"task","id":1,"title":Q,"scheduledFor":Q}]}` + "\n" +
				`{"type":"done","seq":2,"ts":"2026-11-21T09:00:00Z","correlationId":"c","status":"clarify","exitCode":3}`,
			start + `{"type":"ops","seq":1,"ts":"2026-11-21T09:00:00Z","correlationId":"c","version":1,"operations":[{"op":{"op":"task.create","title":Q},"errors":[{"code":Q,"message":Q}]}],"validCount":0,"invalidCount":1}` + "\n" +
				`{"type":"done","seq":2,"ts":"2026-11-21T09:00:00Z","correlationId":"c","status":"done","exitCode":0}`,
		} {
			line = strings.ReplaceAll(line, "Q", q) + "\n"
			all = append(all, attack{args: []string{"dryrun"}, stdin: line}, attack{args: []string{"apply", "--yes"}, stdin: line})
		}
	}
	return all
}

const start = `{"type":"start","seq":0,"ts":"2026-11-21T09:00:00Z","correlationId":"c","protocol":"assister/1","command":"propose","database":""}` + "\n"

// escaped returns a text in quotes with every character escaped.
func escaped(p string) string {
	const hex = "0123456789abcdef"
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range p {
		if r > 0xffff {
			b.WriteRune(r)
			continue
		}
		b.WriteString(`\u`)
		for places := 12; places >= 0; places -= 4 {
			b.WriteByte(hex[r>>places&15])
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Whatever its source, text reaches stdout and stderr only as visible characters.
func TestNoTextIsPrintedAsAnEscapeSequence(t *testing.T) {
	everything := strings.Join(payloads, "x")
	h := newHome(t)
	h.env = append(h.env, "CLICOLOR_FORCE=")
	h.here(creations(3, "first"), "apply", "--yes").must(0)
	h.poison(everything)
	dir := h.tmp
	t.Chdir(dir)
	file := filepath.Join(dir, "settings"+strings.ReplaceAll(strings.ReplaceAll(everything, "/", ""), "\x00", "")[:60]+".yaml")
	if err := os.WriteFile(file, []byte("tz: \""+everything+"\"\n"+everything+": 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "plan"), []byte(creations(1, "x")), 0o600); err != nil {
		t.Fatal(err)
	}
	runs := 0
	try := func(a attack) {
		for _, form := range []string{"ndjson", "text"} {
			runs++
			var stdout bytes.Buffer
			args := append([]string{"--output", form}, a.args...)
			_, stderr := h.with(a.env...).inProcess(context.Background(), a.stdin, &stdout, args...)
			look := inTerminal
			if strings.HasPrefix(stdout.String(), `{"type":"start"`) {
				look = inStream
			}
			if r, found := look(stdout.String()); found {
				t.Errorf("%.200q, input %.200q: %U came out in %q", a.args, a.stdin, r, around(stdout.String(), look))
			}
			if r, found := inTerminal(stderr); found {
				t.Errorf("%.200q, input %.200q: %U on stderr in %q", a.args, a.stdin, r, around(stderr, inTerminal))
			}
		}
	}
	for _, a := range attacks(everything, file) {
		try(a)
	}
	ways := attacks("PAYLOAD", file)
	share := 10 // each payload tries one of so many ways
	if testing.Short() {
		share = 100
	}
	for i, p := range payloads {
		for n := i % share; n < len(ways); n += share {
			a := ways[n]
			b := attack{stdin: strings.ReplaceAll(a.stdin, "PAYLOAD", p)}
			for _, v := range a.args {
				b.args = append(b.args, strings.ReplaceAll(v, "PAYLOAD", p))
			}
			for _, v := range a.env {
				b.env = append(b.env, strings.ReplaceAll(v, "PAYLOAD", p))
			}
			try(b)
		}
		if t.Failed() {
			break
		}
	}
	for _, words := range [][]string{{"list", "--all"}, {"list", "project"}, {"audit", "tail"}, {"undo", "--dry-run"}, {"audit", "verify"}, {"ask", "what is planned for today?"},
		{"propose", "complete everything for today"}, {"propose", "delete the milk"}, {"route", "delete first"}, {"propose", "delete first"}} {
		try(attack{args: words})
	}
	t.Logf("%d runs", runs)
}

// around returns the text around a finding.
func around(s string, look func(string) (rune, bool)) string {
	from := 0
	for i := range s {
		if _, found := look(s[:i]); found {
			from = i
			break
		}
	}
	return s[max(0, from-80):min(len(s), from+40)]
}

// poison writes a text into the database, as another program could.
func (h *home) poison(text string) {
	h.t.Helper()
	db := h.directly()
	defer db.Close()
	for _, statement := range []string{
		"UPDATE task SET title = ?, folded = 'first', scheduled_for = '2026-11-21', notes = ?, tags = ? WHERE id = 1",
		"INSERT INTO project (rev, folded, name, description, status) VALUES (1, 'p', ?, ?, ?)",
		"INSERT INTO event (rev, folded, title, notes, location, scheduled_for) VALUES (1, 'e', ?, ?, ?, '2026-11-21')",
	} {
		if _, err := db.Exec(statement, text, text, text); err != nil {
			h.t.Fatal(err)
		}
	}
}

// The same holds for prompts in the terminal.
func TestThePromptPrintsNoEscapeSequence(t *testing.T) {
	everything := strings.Join(payloads, "x")
	h := newHome(t).with("NO_COLOR=1")
	h.here(creations(3, "first"), "apply", "--yes").must(0)
	h.poison(everything)
	p := openTerminal(t)
	w := h.asked(p, `{"op":"task.update","id":1,"title":"calm"}`+"\n"+`{"op":"task.create","title":"\u202e\u00adtxt","notes":"\u202e\u2800"}`+"\n", "apply", "--output", "text")
	if _, err := p.person.Write([]byte("v\nn\n")); err != nil {
		t.Fatal(err)
	}
	_ = w.Wait()
	until(t, "the answer", func() bool { return strings.Count(p.seen.String(), "?") >= 2 })
	shown := strings.ReplaceAll(p.seen.String(), "\r\n", "\n")
	if r, found := inTerminal(shown); found {
		t.Errorf("%U came out in %q", r, around(shown, inTerminal))
	}
	if !strings.Contains(shown, "<U+202E>") {
		t.Errorf("the text was not shown at all: %q", shown)
	}
}
