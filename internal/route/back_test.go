package route

import "testing"

func TestRequestsForAnUndoAreRecognized(t *testing.T) {
	for text, want := range map[string]bool{
		"undo": true, "Undo that, please!": true, "undo the last change": true, "take it back": true, "annule ça": true, "Annule la dernière modification": true,
		"undo the laces": false, "mark milk undone": false, "annule la réunion": false, "cancel it": false, "take it back to the shop": false, "": false,
		"what did I undo that for?": false,
	} {
		if TakesBack(text) != want {
			t.Errorf("%q asks for an undo: %v, want %v", text, !want, want)
		}
	}
}
