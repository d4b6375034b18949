package problem

import "strconv"

// Count returns a number and its noun as people read them: "1 record", "4,000
// records".
func Count(n int, noun string) string {
	return CountOf(n, noun, noun+"s")
}

// Number returns n with separators: "4,000".
func Number(n int) string {
	digits := strconv.Itoa(n)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(digits) - 3; i > first; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// CountOf returns a number and what it counts, whose plural takes more than an s: "1
// text is", "2 texts are".
func CountOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// Size returns a number of bytes as people read it: "282.6 kB".
func Size(bytes int64) string {
	n, unit := float64(bytes), "B"
	for _, next := range []string{"kB", "MB", "GB", "TB"} {
		if n < 1000 {
			break
		}
		n, unit = n/1000, next
	}
	if unit == "B" {
		return strconv.Itoa(int(n)) + " B"
	}
	return strconv.FormatFloat(n, 'f', 1, 64) + " " + unit
}
