package timeexpr

import "testing"

// TestCountry reads feasts that are on other days in other countries.
func TestCountry(t *testing.T) {
	for _, test := range []struct{ lang, country, text, want string }{
		{"en", "", "mother's day", "2027-05-09"},
		{"en", "GB", "mother's day", "2027-03-07"},
		{"en", "ca", "thanksgiving", "2027-10-11"},
		{"en", "US", "thanksgiving", "2026-11-26"},
		{"en", "CA", "every thanksgiving", "yearly mo n2 m10"},
		{"en", "GB", "the day after labour day", "2027-05-02"},
		{"en", "IN", "independence day 2028", "2028-08-15"},
		{"fr", "BE", "la fête nationale", "2027-07-21"},
		{"fr", "CH", "la fête des pères", "2027-06-06"},
		{"fr", "FR", "fête des mères 2034", "2034-06-04"},
		{"es", "MX", "el día de la madre", "2027-05-10"},
		{"es", "CO", "el día de la independencia", "2027-07-20"},
		{"es", "", "el día de la independencia", ""},
	} {
		c := saturday()
		c.Country = test.country
		f, _ := Best(grammar(t, test.lang), test.text, c)
		got := f.String()
		if f.Kind == None {
			got = ""
		}
		if got != test.want {
			t.Errorf("%q in %q is %q, want %q", test.text, test.country, got, test.want)
		}
	}
}
