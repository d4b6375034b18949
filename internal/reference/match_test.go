package reference

import "testing"

func TestATitleFitsWhatItIsCalled(t *testing.T) {
	for _, tt := range []struct {
		title, name string
		words       []string
		want        Fit
	}{
		{"Dentist", "dentist", []string{"dentist"}, Exact},
		{"Déjeuner chez Zoé", "dejeuner", []string{"dejeuner"}, Phrase},
		{"Team meeting with Ann", "meetings ann", []string{"meetings", "ann"}, Words},
		{"Tidy the garage", "tidying garage", []string{"tidying", "garage"}, Words},
		{"Dentistry exam", "dentist", []string{"dent"}, Begins},
		{"Pay the rent", "rental", []string{"rental"}, Words},
		{"Rehearsal", "hears", []string{"hears"}, NoFit},
		{"Call Ann", "call ben", []string{"call", "ben"}, NoFit},
		{"Call Ann", "", nil, NoFit},
		{"Write to Ann", "writing ann", []string{"writing", "ann"}, Words},
		{"Pagar el gas", "pagado gas", []string{"pagado", "gas"}, Words},
		{"Design review", "desing", []string{"desing"}, Words},
		{"Call Pilar", "pilates", []string{"pilates"}, NoFit},
		{"Water the plants", "planks", []string{"planks"}, NoFit},
		{"Move to Oslo", "movers", []string{"movers"}, NoFit},
		{"Band concert", "concept", []string{"concept"}, NoFit},
		{"Flute practise", "flute practice", []string{"flute", "practice"}, Words},
		{"Choose a worktop", "working", []string{"working"}, NoFit},
	} {
		if got := FitOf(tt.title, tt.name, tt.words); got != tt.want {
			t.Errorf("%q for %q: %v, want %v", tt.title, tt.name, got, tt.want)
		}
	}
}
