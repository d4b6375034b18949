package extract

import "testing"

func TestEveryRepairHasAMessageAndItsOwnCode(t *testing.T) {
	seen := map[string]bool{}
	for m, note := range repairNotes {
		if note.Code == "" || note.Message == "" {
			t.Errorf("mend %d has no words", m)
		}
		if seen[note.Code] {
			t.Errorf("%s stands for two mends", note.Code)
		}
		seen[note.Code] = true
	}
}
