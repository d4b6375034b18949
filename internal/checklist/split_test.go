package checklist

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// lists has lists and their items.
var lists = []struct {
	name, text string
	items      []string
}{
	// Separators, quotes, escapes and brackets.
	{"commas split", "pens, paper, glue", []string{"pens", "paper", "glue"}},
	{"without spaces", "Pens,Paper", []string{"Pens", "Paper"}},
	{"double quotes keep a comma", `"salt, pepper", oil`, []string{"salt, pepper", "oil"}},
	{"single quotes keep a comma", `'salt, pepper', oil`, []string{"salt, pepper", "oil"}},
	{"a backslash keeps a comma", `salt\, pepper, oil`, []string{"salt, pepper", "oil"}},
	{"two backslashes are one, and the comma splits", `salt\\, pepper`, []string{`salt\`, "pepper"}},
	{"a backslash at the end is nothing", `salt\`, []string{"salt"}},
	{"a comma alone can be an item", `\,`, []string{","}},
	{"other quotes inside quotes are text", `"the 'old' one", new`, []string{"the 'old' one", "new"}},
	{"quotes inside an item are removed", `call "Ann, Bob" today, rest`, []string{"call Ann, Bob today", "rest"}},
	{"escaped quotes are text", `\"salt\", oil`, []string{`"salt"`, "oil"}},
	{"parentheses keep a comma", "Warm up (stretch, run), swim", []string{"Warm up (stretch, run)", "swim"}},
	{"square brackets keep a comma", "[salt, pepper], oil", []string{"[salt, pepper]", "oil"}},
	{"braces keep a comma", "{k: salt, pepper}, oil", []string{"{k: salt, pepper}", "oil"}},
	{"brackets in brackets", "[set (up, down), left], right", []string{"[set (up, down), left]", "right"}},
	{"the wrong bracket closes nothing", "(up, down], left), right", []string{"(up, down], left)", "right"}},
	{"a bracket that is never closed", "(up, down, left", []string{"(up, down, left"}},
	{"a bracket that was never opened", "up), down", []string{"up)", "down"}},
	{"a quote that is never closed", `"up, down, left`, []string{"up, down, left"}},
	{"nothing", "", nil},
	{"spaces", "   ", nil},
	{"commas alone", ",, ,", nil},
	{"empty items", "up, , down , ,", []string{"up", "down"}},
	{"an empty quote", `"" , up`, []string{"up"}},
	{"lines and semicolons do not split", "up\ndown; left", []string{"up\ndown; left"}},
	{"spaces around are trimmed", "up\n, down\t", []string{"up", "down"}},
	{"other scripts", "Käse, crème, 豆腐", []string{"Käse", "crème", "豆腐"}},
	{"an escaped letter of another script", `\豆腐, up`, []string{"豆腐", "up"}},
	{"JSON is one item without its quotes", `["up", "down"]`, []string{"[up, down]"}},

	// An apostrophe is not a quote.
	{"an apostrophe in a word", "Don't wait, call Ann, call Bob", []string{"Don't wait", "call Ann", "call Bob"}},
	{"two apostrophes", "it's late, it's dark", []string{"it's late", "it's dark"}},
	{"of many", "the boys' room, up", []string{"the boys' room", "up"}},
	{"at the beginning, and nothing closes it", "'twas late, up", []string{"'twas late", "up"}},
	{"inside single quotes", "'don't wait, call', up", []string{"don't wait, call", "up"}},
	{"a closing one that is escaped", `'up, down\', left`, []string{"'up", "down'", "left"}},
	{"a quote in brackets", "('up, down') left, right", []string{"(up, down) left", "right"}},
	{"a quote after a comma without a space", "up,'left, right'", []string{"up", "left, right"}},
	{"an empty one", "'', up", []string{"up"}},
	{"on its own", "' , up", []string{"'", "up"}},
}

func TestAListIsSplitAtItsCommas(t *testing.T) {
	for _, tt := range lists {
		t.Run(tt.name, func(t *testing.T) {
			if got := Split(tt.text); !slices.Equal(got, tt.items) {
				t.Errorf("%q became %q, want %q", tt.text, got, tt.items)
			}
		})
	}
}

func TestEscapedItemsRoundTrip(t *testing.T) {
	escape := strings.NewReplacer(`\`, `\\`, `,`, `\,`, `"`, `\"`, `'`, `\'`, `(`, `\(`, `[`, `\[`, `{`, `\{`)
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.StringMatching(`[^\s]([^\pC]{0,8}[^\s])?`), 0, 5).Draw(t, "items")
		want = slices.DeleteFunc(want, func(s string) bool { return strings.TrimSpace(s) != s || s == "" })
		escaped := make([]string, len(want))
		for i, item := range want {
			escaped[i] = escape.Replace(item)
		}
		if got := Split(strings.Join(escaped, ", ")); !slices.Equal(got, want) {
			t.Fatalf("%q became %q", want, got)
		}
	})
}

// steps returns how long the split takes: the minimum of several runs, since the machine
// may be busy.
func steps(text string) time.Duration {
	least := time.Hour
	for range 5 {
		begin := time.Now()
		Split(text)
		least = min(least, time.Since(begin))
	}
	return least
}

func TestTheTimeOfASplitIsLinear(t *testing.T) {
	for _, piece := range []string{"'", " 'a", "'a ", `"`, "(", `\`, "a' 'b, ", ","} {
		short, long := strings.Repeat(piece, 4_000), strings.Repeat(piece, 64_000)
		if once, more := steps(short), steps(long); more > 160*once+500*time.Millisecond {
			t.Errorf("16 times %q takes %v instead of %v", piece, more, once)
		}
	}
}

func FuzzSplit(f *testing.F) {
	for _, tt := range lists {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, item := range Split(text) {
			if item == "" || strings.TrimSpace(item) != item {
				t.Errorf("%q has the item %q", text, item)
			}
			if len(item) > len(text) {
				t.Errorf("%q has grown to %q", text, item)
			}
		}
	})
}
