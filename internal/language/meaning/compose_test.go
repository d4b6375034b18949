package meaning

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"assister/internal/language"
)

// plans are the words of a language in LANGUAGE/plan.composed: titles, and days and times with what they mean.
func plans(t *testing.T, lang string) (titles []string, days, times [][2]string) {
	t.Helper()
	text, err := os.ReadFile("../" + lang + "/plan.composed")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		kind, words, _ := strings.Cut(strings.TrimSpace(line), " ")
		for each := range strings.SplitSeq(words, "|") {
			said, means, _ := strings.Cut(strings.TrimSpace(each), " = ")
			switch kind {
			case "titles":
				titles = append(titles, said)
			case "days":
				days = append(days, [2]string{said, means})
			case "times":
				times = append(times, [2]string{said, means})
			}
		}
	}
	return titles, days, times
}

// A title, a day and a time mean the same in each notation, in whichever order they stand.
func TestADayAndATimeMeanTheSameWhereverTheyStand(t *testing.T) {
	for _, lang := range language.Codes() {
		titles, days, times := plans(t, lang)
		if len(titles)*len(days)*len(times) < 100 {
			t.Errorf("%s: only %d titles, %d days and %d times", lang, len(titles), len(days), len(times))
		}
		for _, title := range titles {
			for _, day := range days {
				for _, at := range times {
					for _, text := range orders(title, day[0], at[0]) {
						if strings.HasPrefix(text, "10-12 Dec 3") { // which may be the days from the 10th to the 12th
							continue
						}
						want := strings.ToLower(title) + " on " + day[1] + " at " + at[1]
						if got := planOf(lang, text); got != want {
							t.Errorf("%s: %q is %q, not %q", lang, text, got, want)
						}
					}
				}
			}
		}
	}
}

// orders are the orders of a title, a day and a time.
func orders(title, day, at string) []string {
	return []string{
		title + " " + day + " " + at, title + " " + at + " " + day, day + " " + at + " " + title, at + " " + day + " " + title,
		title + ", " + day + ", " + at, day + ", " + at + ", " + title,
	}
}

// planOf is the one new record of a text with its day and its time.
func planOf(lang, text string) string {
	said, ok := Read(BuiltIn().Called(lang), text, saturday(), nil)
	if !ok || len(said.Do) != 1 || said.Do[0].Act != Create {
		return "?"
	}
	do := said.Do[0]
	at := ""
	for _, a := range do.Set {
		if a.Field == When && a.Time.From.Timed() {
			at = clockOf(a.Time.From.Clock)
			if a.Time.To.Timed() {
				at += "-" + clockOf(a.Time.To.Clock)
			}
		}
	}
	return fmt.Sprintf("%s on %s at %s", strings.ToLower(do.Title), do.Day().Append(nil), at)
}

func clockOf(clock int32) string {
	s := clock - 1
	return fmt.Sprintf("%02d:%02d", s/3600, s/60%60)
}
