package rules

import "testing"

func TestAWholeTitleWinsOverAPartOfIt(t *testing.T) {
	for _, tt := range []struct {
		title, name string
		want        bool
	}{
		{"Buy bread and milk", "bread", true},
		{"Buy bread and milk", "milk", true},
		{"Buy bread and milk", "milk and bread", false},
		{"Buy bread, milk & eggs", "bread and eggs", true},
		{"Acheter du pain et du lait", "pain", true},
		{"Acheter du pain et du lait", "pain et lait", false},
		{"Wash and dry the car", "car", true},
		{"Call Ann", "Ann", false},
		{"Buy brown bread", "bread", false},
	} {
		if got := saysMore(tt.title, tt.name); got != tt.want {
			t.Errorf("%q, %q: %v", tt.title, tt.name, got)
		}
	}
}
