package meaning_test

import (
	"slices"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
)

func TestAnAsideGoesToTheNotesOfOneNewRecord(t *testing.T) {
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	for text, want := range map[string][2]string{
		"Lunch with Bo, that place on Cable Street, friday at 1": {"Lunch with Bo", "that place on Cable Street"},
		"Rolf owes me twenty euros, ask Rolf about it on monday": {"ask Rolf about it", "Rolf owes me twenty euros"},
		"Rolf me debe veinte euros, llama a Rolf el lunes":       {"llama a Rolf", ""},
	} {
		got, _ := meaning.BuiltIn().Read(text, clock, nil)
		if do := got.Sole(); do.Title != want[0] || do.Aside != want[1] {
			t.Errorf("%q: %q with the aside %q, want %q", text, do.Title, do.Aside, want)
		}
	}
}

func TestASentenceMayOnlyTell(t *testing.T) {
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	for text, want := range map[string][]string{
		"im at the market and just remembered. mop the hall on friday":                  {"mop the hall"},
		"It has been a long week, you know. Mop the hall on friday. Lunch, friday at 1": {"Mop the hall", "Lunch"},
		"That crazy thing of mine. Mop the hall on friday. Lunch, friday at 1":          {"Mop the hall", "Lunch"},
		"Bo and I went zorbling. Where was that place? Mop the hall on friday":          nil,
	} {
		got, _ := meaning.BuiltIn().Read(text, clock, nil)
		var titles []string
		for _, do := range got.Do {
			titles = append(titles, do.Title)
		}
		if !slices.Equal(titles, want) {
			t.Errorf("%q: %q, want %q", text, titles, want)
		}
	}
}

// TestNoAsideHidesAnotherMeaning has in each text a part that no form reads, and that may be about the day, the record,
// or something else to do.
func TestNoAsideHidesAnotherMeaning(t *testing.T) {
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	for _, text := range []string{
		"Lunch with Bo, never on friday, friday at 1",
		"Lunch with Bo, that place at ten, friday at 1",
		"Lunch with Bo, that was cancelled, friday at 1",
		"Lunch with Bo, where was that place? friday at 1",
		"Lunch with Bo, buy that crazy thing, friday at 1",
		"Lunch with Bo, that crazy place, friday at 1, don't bother",
		"if that fog stays, call Rolf on monday",
		"zorble the garage, ask Rolf about it on monday",
	} {
		if got, ok := meaning.BuiltIn().Read(text, clock, nil); ok && got.Sole().Aside != "" {
			t.Errorf("%q: an aside %q", text, got.Sole().Aside)
		}
	}
}

func TestASentenceThatTellsGoesToTheNotes(t *testing.T) {
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	for text, want := range map[string][2]string{
		"Poor Mr. Ord fell off the ladder and has his leg in plaster. Take him the paper on monday": {
			"Take him the paper", "Poor Mr. Ord fell off the ladder and has his leg in plaster"},
		"Otherwise the tenants chase us. Send the returns on friday": {
			"Send the returns", "Otherwise the tenants chase us"},
		"Poor Ord fell on monday and goes home on friday. Take him the paper on monday": {},
		"The tenants chase us, so cancel the zorbles. Send the returns on friday":       {},
		"Take the tenants the zorbles, it matters. Send the returns on friday":          {},
		"Do the tenants chase us? Send the returns on friday":                           {},
	} {
		got, _ := meaning.BuiltIn().Read(text, clock, nil)
		if do := got.Sole(); want[1] != "" && do.Title != want[0] || do.Aside != want[1] {
			t.Errorf("%q: %q with the aside %q, want %q", text, do.Title, do.Aside, want)
		}
	}
}
