package language

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// through are the nodes that only hold others together: what they hold is said of the node
// around them.
var through = map[string]bool{"list": true, "within": true, "record": true, "said": true, "given": true, "heard": true}

// meanings are what the forms of a language can mean, but for expressions of time: each node
// with its symbols, and with each node that it may have, "change: longer" of a change to
// something longer; and the values of its words for acts, states and kinds.
func meanings(t *testing.T, lang string) map[string]bool {
	t.Helper()
	from, err := readSource(lang, Files(lang))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for i := range from.forms {
		if f := from.forms[i]; !strings.Contains(f.where, "time.forms") && !strings.Contains(f.where, "feasts") {
			addMeanings(out, &f.meaning, "")
		}
	}
	g, err := Compile(lang, Options{}, Files(lang))
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range []string{"verb", "state", "priority", "level", "kind", "rank", "field", "context", "risk"} {
		for _, e := range g.OfClass(class) {
			out[class+" "+e.Sym] = true
		}
	}
	return out
}

// addMeanings adds what a template means, below a node of a name.
func addMeanings(out map[string]bool, n *template, above string) {
	if n.capture != -1 || n.name == Int || n.name == Sym {
		return
	}
	name := n.name
	for i := range n.args {
		if a := &n.args[i]; a.capture == -1 && a.name == Sym {
			name += " ." + a.sym
		}
	}
	if !through[n.name] {
		out[name] = true
		if above != "" {
			out[above+": "+n.name] = true
		}
		above = n.name
	}
	for i := range n.args {
		addMeanings(out, &n.args[i], above)
	}
}

// ownWays are the meanings that only the forms of English have so, and why others do without.
var ownWays = map[string]string{
	"create .made": "no verb makes both dinner and appointments",
	"create .put":  "the verb is captured", "verb found": "no verb makes both dinner and appointments",
	"body: when": "a wish, or an alarm, has its time as a setting", "status: on": "a description holds the day",
	"move: many": "what is moved has a noun", "move: on": "what is moved has a noun", "rel .day": "days have no genitive",
	"weekday": "days have no genitive", "state .on": "alarms are on by an adjective", "state .doing": "by a word",
	"create .event": "to remind somebody of an event has the verb of all reminders",
}

// lackMost is how many other meanings of English a language may lack.
const lackMost = 10

// What English can say, the other languages can say, too: go test -run EachLanguage -v lists
// what they cannot.
func TestEveryMeaningHasAFormInEachLanguage(t *testing.T) {
	all := meanings(t, "en")
	for _, lang := range []string{"fr", "es"} {
		has, said, lacks := meanings(t, lang), 0, []string(nil)
		for _, m := range slices.Sorted(maps.Keys(all)) {
			switch _, other := ownWays[m]; {
			case has[m]:
				said++
			case !other:
				lacks = append(lacks, m)
			}
		}
		t.Logf("%s says %d of the %d meanings of English, and lacks %q", lang, said, len(all), lacks)
		if len(lacks) > lackMost {
			t.Errorf("%s lacks %d meanings of English, and may lack %d: %q", lang, len(lacks), lackMost, lacks)
		}
	}
	for m, why := range ownWays {
		if !all[m] || why == "" {
			t.Errorf("English has no form that means %q, or nothing says why others do without", m)
		}
	}
}
