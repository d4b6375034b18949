package problem

import "testing"

func TestNumbersHaveSeparators(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 4000000: "4,000,000", -100: "-100", -1234: "-1,234"} {
		if got := Number(n); got != want {
			t.Errorf("Number(%d) = %q, want %q", n, got, want)
		}
	}
	if one, many := Count(1, "record"), Count(4000, "record"); one != "1 record" || many != "4,000 records" {
		t.Errorf("got %q, %q", one, many)
	}
}
