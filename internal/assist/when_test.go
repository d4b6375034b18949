package assist_test

import (
	"reflect"
	"testing"

	"assister/internal/assist"
	"assister/internal/event"
)

// whenOf is the row of a text, by names.
func (d *fixture) whenOf(text string) map[string]any {
	d.t.Helper()
	return d.whenIn("", text)
}

// whenIn is the row of a text of somebody in a country.
func (d *fixture) whenIn(country, text string) map[string]any {
	d.t.Helper()
	env := d.environment("w")
	env.Clock.Country = country
	if _, err := assist.When(env, text); err != nil {
		d.t.Fatal(err)
	}
	row, _ := find[event.Facts](d)
	facts := map[string]any{}
	for _, f := range row {
		facts[f.Name] = f.Value
	}
	return facts
}

// The words of a value are read as the same value, in the language of the text.
func TestWordsOfATimeAreReadAsTheSame(t *testing.T) {
	d := newFixture(t)
	for text, language := range map[string]string{
		"next friday at noon": "en", "next week": "en", "every monday and friday": "en", "3 hours": "en",
		"every day at 9:30": "en", "from 9 to 11": "en", "tomorrow from 9 to 11": "en", "at 5pm": "en",
		"until friday": "en", "after friday": "en", "from friday": "en", "after 3pm": "en", "until 3pm": "en", "two years and 3 months": "en", "every weekday": "en", "every other monday and friday at 9": "en",
		"mardi prochain à 15h": "fr", "la semaine prochaine": "fr", "tous les lundis": "fr", "deux heures": "fr",
		"tous les jours à 9h30": "fr", "demain de 9h à 11h": "fr", "trois mois": "fr", "un jeudi sur deux à 8h": "fr", "jusqu'à vendredi": "fr", "après vendredi": "fr",
		"el viernes a las 3 de la tarde": "es", "la semana que viene": "es", "todos los lunes": "es", "dos horas": "es",
		"todos los días a las 9:30": "es", "mañana de 9 a 11": "es", "tres meses": "es", "cada dos semanas los lunes": "es", "hasta el viernes": "es", "después del viernes": "es",
	} {
		first := d.whenOf(text)
		words, _ := first["words"].(string)
		if first["language"] != language || words == "" {
			t.Errorf("%q: %v", text, first)
			continue
		}
		again := d.whenOf(words)
		for _, name := range []string{"kind", "value", "from", "to", "recurrence"} {
			if !reflect.DeepEqual(first[name], again[name]) {
				t.Errorf("%q is %v, and %q is %v", text, first, words, again)
			}
		}
	}
	if after := d.whenOf("after 2026-11-27"); after["from"] != "2026-11-28" {
		t.Errorf("what is after a day begins on the following one: %v", after)
	}
	if us, gb := d.whenOf("mother's day 2027"), d.whenIn("GB", "mother's day 2027"); us["value"] != "2027-05-09" ||
		gb["value"] != "2027-03-07" {
		t.Errorf("mother's day is %v, and in Britain %v", us, gb)
	}
	if row := d.whenOf("buy milk"); row["kind"] != "none" || row["language"] != nil {
		t.Errorf("a text without a time: %v", row)
	}
}

// A date beside another weekday means neither, in no language: "dec" is December in French, too.
func TestAWeekdayThatDoesNotFitItsDateIsAProblem(t *testing.T) {
	d := newFixture(t)
	for text, want := range map[string]string{
		"april 31":          "there is no such day as “april 31”",
		"monday dec 15":     "the weekday and the date in “monday dec 15” do not match: the date is Tue 2026-12-15",
		"lundi 15 décembre": "le jour et la date ne concordent pas dans « lundi 15 décembre » : la date est mar. 2026-12-15",
		"tuesday dec 15":    "", "every day except tuesday dec 15": "",
	} {
		if row := d.whenOf(text); want != "" && (row["kind"] != "none" || row["problem"] != want) || want == "" && row["problem"] != nil {
			t.Errorf("%q: %v", text, row)
		}
	}
}
