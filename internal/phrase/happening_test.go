package phrase

import "testing"

func TestWhatTakesPlaceIsKnownByItsNoun(t *testing.T) {
	for title, want := range map[string]bool{
		"Dinner with Ann": true, "The kids' swimming class": true, "Wedding of Claire": true, "Birthday of Paul": true,
		"Anniversaire de Paul": true, "Dîner chez Paul": true, "l'anniversaire de Luc": true, "Fête de l'école": true,
		"Préparer la fête": false, "Acheter un cadeau": false, "Book of recipes": false, "Book a concert": false, "": false,
	} {
		if Happens(title) != want {
			t.Errorf("%q: %v", title, !want)
		}
	}
}

func TestADayThatIsCountedFromWhatIsNotSaidIsNone(t *testing.T) {
	for _, text := range []string{"rappelle-moi d'appeler Paul la veille", "ajoute payer la facture la veille", "remind me to call Paul the day before"} {
		if read := Parse(text, saturday()); len(read.NotUnderstood) == 0 {
			t.Errorf("%q: %+v", text, read.Requests)
		}
	}
	if read := Parse("rappelle-moi d'appeler Paul la veille de noël", saturday()); len(read.NotUnderstood) > 0 || read.Requests[0].Set.When.Day.String() != "2026-12-24" {
		t.Errorf("%+v", read)
	}
}

func TestWhatIsCalledItIsNoNameOfAList(t *testing.T) {
	for text, want := range map[string]bool{
		"add a lamp to it": true, "add a lamp and a mat to that": true, "ajoute de la farine dessus": true, "mets du beurre dedans": true,
		"add a lamp to groceries": false, "add milk to my shopping list": false,
	} {
		read := Parse(text, saturday())
		if len(read.Requests) != 1 || len(read.Requests[0].Onto) != 1 || read.Requests[0].Onto[0].It != want {
			t.Errorf("%q: %+v, %v", text, read.Requests, read.NotUnderstood)
		}
	}
}
