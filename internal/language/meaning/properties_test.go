package meaning

import (
	"bufio"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"assister/fixtures"
)

// requests are the texts that the properties are tested on.
var requests = []string{
	"add milk, eggs and bread to the shopping list", "add dentist tomorrow at 3pm", "remind me to water the plants on friday",
	"delete the dentist appointment", "cancel all meetings on friday", "move the report to monday",
	"mark all overdue tasks as done", "complete the report", "rename the report to final report",
	"set the deadline of the report to friday", "push gym back a week", "swap the dentist and the gym",
	"delete everything tagged home", "move all tasks from today to tomorrow", "tag the report with urgent",
	"skip yoga tomorrow", "reopen the taxes", "start the slides", "new project: garden", "delete all completed tasks",
}

// sameMeaning checks that each request has the same meaning when it is written in another
// way.
func sameMeaning(t *testing.T, change func(string) string) {
	t.Helper()
	for _, text := range requests {
		want := read(text)
		if want == "?" {
			t.Errorf("%q is not understood", text)
			continue
		}
		said, ok := Read(english(), change(text), saturday(), nil)
		said.Talk = nil
		if got := said.String(); !ok || got != want {
			t.Errorf("%q: %s, want %s", change(text), got, want)
		}
	}
}

func TestCourtesyDoesNotChangeTheMeaning(t *testing.T) {
	for _, before := range []string{"please ", "could you please ", "Good morning, ", "hey, can you ", "I'd like you to ", "would you be so kind as to "} {
		sameMeaning(t, func(s string) string { return before + s })
	}
	for _, after := range []string{" please", ", thanks!", ". Thank you very much", " pls", ", if you can"} {
		sameMeaning(t, func(s string) string { return s + after })
	}
}

func TestMarksAndBlanksDoNotChangeTheMeaning(t *testing.T) {
	sameMeaning(t, func(s string) string { return s + "." })
	sameMeaning(t, func(s string) string { return s + "!" })
	sameMeaning(t, func(s string) string { return strings.ReplaceAll(s, " ", "  ") })
	sameMeaning(t, func(s string) string { return "  " + s + "  " })
}

func TestCapitalsChangeOnlyTheNames(t *testing.T) {
	for _, text := range requests {
		want, got := read(text), read(strings.ToUpper(text))
		if !strings.EqualFold(got, want) {
			t.Errorf("%q: %s, want %s", strings.ToUpper(text), got, want)
		}
	}
}

// acts are the acts of a text, and whether each is done to many records.
func actsOf(text string) (list []string) {
	said, _ := Read(english(), text, saturday(), nil)
	for _, d := range said.Do {
		act := string(d.Act)
		if d.Act == Shift || d.Act == Change { // another value of the same record
			act = string(Move)
		}
		if d.On != nil && d.On.Every {
			act += " all"
		}
		list = append(list, act)
	}
	return list
}

// TestAnUnknownWordDoesNotChangeTheAct puts a word that no language knows between all words
// of the requests. What is done stays the same, is not done to more records, or the text is
// not understood.
func TestAnUnknownWordDoesNotChangeTheAct(t *testing.T) {
	for _, text := range requests {
		want := strings.Join(actsOf(text), ", ")
		words := strings.Fields(text)
		for i := 1; i <= len(words); i++ {
			changed := strings.Join(words[:i], " ") + " blorp " + strings.Join(words[i:], " ")
			for _, act := range actsOf(changed) {
				if !strings.Contains(want, act) && act != string(Create) {
					t.Errorf("%q: %s, want %s", changed, act, want)
				}
			}
		}
	}
}

// cases are every nth of the English requests among the fixtures.
func cases(t *testing.T, nth int) (texts []string) {
	t.Helper()
	n := 0
	for _, name := range []string{"everyday", "people", "propose", "bulk", "reports"} {
		f, err := fixtures.Files.Open(name + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		for s := bufio.NewScanner(f); s.Scan(); {
			var c struct{ Skill, Lang, Text string }
			if err := json.Unmarshal(s.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			if c.Skill != "propose" || c.Lang != "en" || strings.ContainsAny(c.Text, "\n?") {
				continue
			}
			if n++; n%nth == 0 {
				texts = append(texts, c.Text)
			}
		}
		f.Close()
	}
	return texts
}

// requested is what a text asks for, but for how its apostrophes and blanks are written; ""
// if it is not understood.
func requested(text string) string {
	said, _ := Read(english(), text, saturday(), nil)
	said.Talk = nil
	return strings.Join(strings.Fields(strings.ReplaceAll(said.String(), "’", "'")), " ")
}

// unsettled is how many of a hundred texts may mean something else when they are written in
// another way: equal readings of what is not clear.
const unsettled = 1

// TestHowARequestIsWrittenDoesNotMatter writes the requests of the fixtures in other ways.
// Each means the same, or is not understood.
func TestHowARequestIsWrittenDoesNotMatter(t *testing.T) {
	bare := func(s string) string { return strings.TrimRight(s, ".!") }
	texts := cases(t, 4)
	for name, change := range map[string]func(string) string{
		"please before":    func(s string) string { return "please " + s },
		"a greeting":       func(s string) string { return "Hi, " + s },
		"thanks behind":    func(s string) string { return bare(s) + ", thanks" },
		"a final mark":     func(s string) string { return bare(s) + "." },
		"doubled blanks":   func(s string) string { return strings.ReplaceAll(s, " ", "  ") },
		"capitals":         strings.ToUpper,
		"curly marks":      func(s string) string { return strings.ReplaceAll(s, "'", "’") },
		"a blank in front": func(s string) string { return " " + s },
	} {
		var other []string
		for _, text := range texts {
			want, got := requested(text), requested(change(text))
			if got != "" && want != "" && !strings.EqualFold(got, want) {
				other = append(other, change(text)+"\n\t\t"+got+"\n\t\t"+want)
			}
		}
		if len(other)*100 > unsettled*len(texts) {
			t.Errorf("%s, %d of %d mean something else:\n\t%s", name, len(other), len(texts), strings.Join(other, "\n\t"))
		}
	}
}

// TestARequestMayBeAskedAsAQuestion puts what asks kindly before the requests of the fixtures
// that begin with a verb of ours.
func TestARequestMayBeAskedAsAQuestion(t *testing.T) {
	var texts []string
	for _, text := range cases(t, 3) {
		said, _ := Read(english(), text, saturday(), nil)
		told := func(d Do) bool { return d.Manner == Bare || d.Manner == Told }
		if len(said.Do) > 0 && len(said.Ask) == 0 && !slices.ContainsFunc(said.Do, told) {
			texts = append(texts, text)
		}
	}
	var other []string
	for _, text := range texts {
		asked := strings.TrimRight(text, ".!")
		for _, changed := range []string{"can you " + text, "could you please " + text, "would you " + asked + "?", "can you " + asked + " for me?"} {
			want, got := requested(text), requested(changed)
			if got != "" && !strings.EqualFold(got, want) {
				other = append(other, changed+"\n\t\t"+got+"\n\t\t"+want)
			}
		}
	}
	if len(other)*100 > 4*unsettled*len(texts) {
		t.Errorf("%d of %d mean something else:\n\t%s", len(other), 4*len(texts), strings.Join(other, "\n\t"))
	}
}

// TestAnUnknownWordDoesNotReachMoreRecords puts a word that no language knows into the
// requests of the fixtures. None of them changes more records than without it.
func TestAnUnknownWordDoesNotReachMoreRecords(t *testing.T) {
	for _, text := range cases(t, 9) {
		want := strings.Join(actsOf(text), ", ")
		words := strings.Fields(text)
		for i := 1; i <= len(words); i++ {
			changed := strings.Join(slices.Insert(slices.Clone(words), i, "blorp"), " ")
			for _, act := range actsOf(changed) {
				few := want != "" && !strings.Contains(want, " all") && !strings.Contains(text, "all ")
				if few && strings.HasSuffix(act, " all") {
					t.Errorf("%q: %s, without the word %s", changed, act, want)
				}
			}
		}
	}
}

// TestTheOrderOfSettingsDoesNotMatter says the same settings in every order.
func TestTheOrderOfSettingsDoesNotMatter(t *testing.T) {
	sorted := func(text string) string {
		said, _ := Read(english(), text, saturday(), nil)
		words := strings.Fields(said.String())
		slices.Sort(words)
		return strings.Join(words, " ")
	}
	settings := []string{"tomorrow", "#work", "high priority", "in project Atlas", "due friday"}
	for _, about := range []string{"add report", "remind me to water the plants", "create a task to call Ann"} {
		for i, a := range settings {
			for k, b := range settings {
				want := sorted(about + " " + settings[min(i, k)] + " " + settings[max(i, k)])
				if text := about + " " + a + " " + b; i != k && sorted(text) != want {
					t.Errorf("%q: %s, want %s", text, sorted(text), want)
				}
			}
		}
	}
	for _, other := range []string{"tomorrow at 3pm add dentist", "add tomorrow at 3pm dentist"} {
		if want := read("add dentist tomorrow at 3pm"); read(other) != want {
			t.Errorf("%q: %s, want %s", other, read(other), want)
		}
	}
}

// TestWordsOfAClassMeanTheSame replaces words by others of their class.
func TestWordsOfAClassMeanTheSame(t *testing.T) {
	for _, class := range [][]string{
		{"move", "shift", "reschedule", "postpone"}, {"delete", "remove", "cancel", "get rid of"},
		{"complete", "tick off", "check off"}, {"tomorrow", "tmrw"},
		{"due friday", "by friday", "due on friday"}, {"rename", "retitle"},
	} {
		for _, text := range requests {
			for _, word := range class {
				if !strings.Contains(" "+text+" ", " "+word+" ") {
					continue
				}
				for _, other := range class {
					changed := strings.Replace(" "+text+" ", " "+word+" ", " "+other+" ", 1)
					if got, want := read(strings.TrimSpace(changed)), read(text); got != want {
						t.Errorf("%q: %s, want %s", changed, got, want)
					}
				}
			}
		}
	}
}

func TestOneSlipInALongWord(t *testing.T) {
	for _, tt := range [][2]string{
		{"cancell all meetings on friday", "cancel all meetings on friday"},
		{"resschedule the report to monday", "move the report to monday"},
		{"complette the report", "complete the report"},
		{"delete all complted tasks", "delete all completed tasks"},
	} {
		if got, want := read(tt[0]), read(tt[1]); got != want && got != "?" {
			t.Errorf("%q: %s, want %s", tt[0], got, want)
		}
	}
}

func BenchmarkRequest(b *testing.B) {
	g := english()
	for b.Loop() {
		Read(g, "could you please move the call with the new office to friday at ten and remind me to print the papers", saturday(), nil)
	}
}

// TestWhatIsDeniedOrDoubtedIsNotDone reads what asks for no change in the other languages.
func TestWhatIsDeniedOrDoubtedIsNotDone(t *testing.T) {
	for lang, texts := range map[string][]string{
		"fr": {
			"ne supprime pas le dentiste", "la réunion n'est pas annulée", "je n'ai pas payé le loyer", "n'efface rien",
			"il ne faut pas déplacer la réunion", "je vais peut-être annuler la réunion",
		},
		"es": {
			"no borres el dentista", "la reunión no está cancelada", "no he pagado el alquiler", "no borres nada",
			"no hay que mover la reunión", "quizá cancele la cena",
		},
	} {
		g := compile(lang)
		for _, text := range texts {
			said, _ := Read(g, text, saturday(), nil)
			for _, d := range said.Do {
				if d.Act != Create {
					t.Errorf("%s: %q means %s", lang, text, said)
				}
			}
		}
	}
}

// TestWhatIsJoinedToARequestIsPartOfIt says something behind "and" that is no request by
// itself. Who drafts the text then says that it is not understood, and changes nothing.
func TestWhatIsJoinedToARequestIsPartOfIt(t *testing.T) {
	for _, text := range []string{
		"déplace le dentiste à vendredi et le pain", "mueve el dentista al viernes y pan",
	} {
		said, ok := BuiltIn().Read(text, saturday(), nil)
		if !ok || len(said.Do) != 2 {
			t.Errorf("%q: %v", text, said)
		}
	}
}

// TestATitleEndsInAWord reads titles with a mark behind them, which has a space before it in French.
func TestATitleEndsInAWord(t *testing.T) {
	for _, text := range []string{"ajoute trier les papiers : demain", "ajoute trier les papiers ; demain", "ajoute trier les papiers, demain"} {
		said, _ := Read(compile("fr"), text, saturday(), nil)
		if len(said.Do) != 1 || said.Do[0].Title != "trier les papiers" {
			t.Errorf("%q means %s", text, said)
		}
	}
}
