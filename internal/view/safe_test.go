package view

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"assister/internal/ijson"
)

// payloads could deceive a terminal, an editor or a reader.
var payloads = []string{
	"\x1b[2J", "\x1b[31m", "\x1b[1A\x1b[2K", "\x1b]0;title\a", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "\x1b]52;c;ZXZpbA==\a",
	"\x1bP$q\"p\x1b\\", "\x1b_apc\x1b\\", "\x1b^pm\x1b\\", "\x1bX sos\x1b\\", "\x1b[?1049h", "\x1b[?25l", "\x1b[6n", "\x1b[c", "\x1b[>c", "\x1b[21t",
	"\x1bc", "\x1b#8", "\x1b(0", "\x1b]1337;File=:AAAA\a", "\x1b]4;1;?\a", "\x1b[?2004l", "\x1b[200~rm -rf\x1b[201~", "\x1b]133;A\a",
	"\u009b31m", "\u009d0;x\u009c", "\u0090q\u009c", "\u0085", "\u008d", "\x9b31m", "\xc2", "\xff\xfe", "\xed\xa0\x80", "\xf4\x90\x80\x80",
	"\x00", "\a", "\b\b\b", "\r", "\n", "\t", "\v", "\f", "\x0e", "\x0f", "\x7f", "a\rerror: nothing is wrong", "x\nhint: run rm -rf",
	"\u202e txt.exe", "\u2066\u2069", "\u200b", "\u200d", "\u200e", "\u2028", "\u2029", "\u00ad", "\ufeff", "\u061c", "\u180e", "\u3164", "\u115f", "\u1160", "\uffa0", "\u2800",
	"\u00a0", "\u2003", "\U000e0041\U000e007f", "\ue000", "\U0010ffff", "\ufdd0", "\\x1b[31m", `\\`, "<U+001B>", "<0xFF>", "<U+", "↵",
	"\ufe0f", "a\ufe0f", "葛\U000e0100", "x\ufe00\ufe01", "👩\ufe0f\ufe0f\ufe0f", "1\ufe0f", "1\ufe0f\ufe0f\u20e3", "\xff\ufe0f", "\u200d\xc2", "\u034f", "\u17b4", "\u180b", "\U0001d173", "\ufff0",
	"a\u200db", "★\u200d", "\u200d★", "👩\u200d\u200d👧", "👩\u200d\u202e", "👩\u200d\u0301👧", "■\u200d●",
}

// deceptive finds characters that must not reach a terminal.
func deceptive(shown string) (rune, bool) {
	if !utf8.ValidString(shown) {
		return utf8.RuneError, true
	}
	for _, r := range shown {
		if r == zeroWidthJoiner || r == asText || r == asEmoji {
			continue // within an emoji; TestInvisibleCharactersArePrintedOnlyInAnEmoji
		}
		if r != '\n' && (!unicode.IsPrint(r) || ijson.Invisible(r) || r == 0x2800) {
			return r, true
		}
	}
	return 0, false
}

var escaped = regexp.MustCompile(`<U\+([0-9A-F]{4,6})>|<0x([0-9A-F]{2})>|↵`)

// raw undoes Safe.
func raw(shown string) string {
	return escaped.ReplaceAllStringFunc(shown, func(form string) string {
		if form == "↵" {
			return "\n"
		}
		n, _ := strconv.ParseUint(form[3:len(form)-1], 16, 32)
		if strings.HasPrefix(form, "<0x") {
			return string([]byte{byte(n)})
		}
		return string(rune(n))
	})
}

func safety(t *testing.T, s string) {
	t.Helper()
	shown := Safe(s)
	if r, bad := deceptive(shown); bad || strings.Contains(shown, "\n") {
		t.Errorf("Safe(%q) = %q has %U", s, shown, r)
	}
	if back := raw(shown); back != s {
		t.Errorf("Safe(%q) = %q is %q again", s, shown, back)
	}
}

func TestControlCharactersAreEscaped(t *testing.T) {
	for _, s := range payloads {
		safety(t, s)
	}
}

func TestOrdinaryTextIsUnchanged(t *testing.T) {
	for _, s := range []string{"", "Buy milk", "Déjeuner à l’école – 12 €", "買い物 ✓", "🎂 x", "Ωμέγα", "a/b:c|d", "\ufffd",
		`C:\new\x1b`, "✅ ⭐ 👍🏽", "👨\u200d👩\u200d👧\u200d👦", "🏳\ufe0f\u200d🌈", "❤\ufe0f\u200d🔥", "🙂\u200d↔\ufe0f", "🇫🇷", "☎\ufe0e", "1\ufe0f\u20e3 #\ufe0f\u20e3", "ℹ\ufe0f‼\ufe0f〰\ufe0f", "👁\ufe0f\u200d🗨\ufe0f", "©\ufe0f", "1 < 2 <b>"} {
		if got := Safe(s); got != s {
			t.Errorf("Safe(%q) = %q", s, got)
		}
	}
}

func FuzzSafe(f *testing.F) {
	for _, s := range payloads {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		safety(t, s)
		for _, width := range []int{1, 7, 30} {
			if got := columns(cut(Safe(s), width)); got > width {
				t.Errorf("%q cut to %d has %d columns", s, width, got)
			}
		}
		for _, line := range wrap(Safe(s), 20) {
			if columns(line) > 20 {
				t.Errorf("%q wrapped gives %q", s, line)
			}
		}
	})
}

func TestWrappingLosesNoWord(t *testing.T) {
	text := "the quick brown fox jumps over the lazy dog and " + strings.Repeat("x", 50) + " never comes back"
	lines := wrap(text, 24)
	if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != strings.ReplaceAll(text, " ", "") {
		t.Errorf("%q", lines)
	}
	if len(lines) < 5 {
		t.Errorf("%q", lines)
	}
}

// The widths follow Unicode's East Asian Width and emoji tables, like those of terminals.
func TestTextIsMeasuredInColumns(t *testing.T) {
	for s, want := range map[string]int{
		"abc": 3, "買い物": 6, "é": 1, "e\u0301": 1, "🎂": 2, "…": 1, "✅": 2, "⭐": 2, "✓": 1, "☀": 1, "☀\ufe0f": 2,
		"👨\u200d👩\u200d👧\u200d👦": 2, "👍🏽": 2, "🇫🇷": 2, "1\ufe0f\u20e3": 2, "한": 2, "ｱ": 1, "“–”": 3,
	} {
		if got := columns(s); got != want {
			t.Errorf("%q has %d columns, want %d", s, got, want)
		}
	}
}

func TestACutNeverSplitsACharacter(t *testing.T) {
	const family = "👨\u200d👩\u200d👧\u200d👦"
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{
		{"買い物リスト", 7, "買い物…"}, {"買い物リスト", 8, "買い物…"}, {"買い物", 6, "買い物"},
		{family + family, 3, family + "…"}, {family + family, 2, "…"}, {family, 2, family},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"}, {"🇫🇷🇩🇪🇮🇹", 4, "🇫🇷…"}, {"✅ done", 4, "✅ …"}, {"abc", 0, "abc"},
	} {
		if got := cut(tt.text, tt.width); got != tt.want {
			t.Errorf("%q cut to %d is %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
	if got := wrap(strings.Repeat(family, 11), 20); len(got) != 2 || got[1] != family {
		t.Errorf("wrapped: %q", got)
	}
	if got := without("e\u0301"+family+"x", 2); got != "x" {
		t.Errorf("without two characters: %q", got)
	}
}

func TestInvisibleCharactersArePrintedOnlyInAnEmoji(t *testing.T) {
	for s, want := range map[string]string{
		"👩\u200d👧": "👩\u200d👧", "a\u200db": "a<U+200D>b", "👩\u200d": "👩<U+200D>", "\u200d👧": "<U+200D>👧",
		"a\u200d👧": "a<U+200D>👧", "■\u200d●": "■<U+200D>●",
		"❤\ufe0f\ufe0f": "❤\ufe0f<U+FE0F>", "a\ufe0f": "a<U+FE0F>", "\ufe0f": "<U+FE0F>", "1\ufe0f": "1<U+FE0F>",
		"葛\U000e0100": "葛<U+E0100>", "❤\ufe01": "❤<U+FE01>", "\xff\ufe0f": "<0xFF><U+FE0F>",
	} {
		if got := Safe(s); got != want {
			t.Errorf("Safe(%q) = %q, want %q", s, got, want)
		}
	}
}
