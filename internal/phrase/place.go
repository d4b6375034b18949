package phrase

import "strings"

// timeAtPlace finds a time where place would see a location: "at 10am until
// whenever" is no restaurant.
func (r *reader) timeAtPlace(run [2]int) Span {
	for i := run[1] - 2; i >= run[0]; i-- {
		if !r.oneOf(i, "at", "@") {
			continue
		}
		if p := r.piece(i); p.Time.Valid() && p.to <= run[1] && !p.said.Bare() {
			return r.span(i, run[1])
		}
		for k := i + 1; k < run[1]; k++ {
			if r.oneOf(k, "until", "till", "til") {
				return r.span(k, run[1])
			}
		}
		return Span{}
	}
	return Span{}
}

// plainPlace reports whether a location is no more than that: "the bowling alley, 12 kids,
// bring socks" and "9, bank" are.
func plainPlace(location string) bool {
	if first, _, more := strings.Cut(strings.ToLower(location), " "); more && (first == "half" || first == "quarter") {
		return false // "at half past no quarter to eight"
	}
	before, _, more := strings.Cut(location, ",")
	return strings.Count(location, ",") < 2 && !(more && strings.Trim(before, "0123456789:.") == "")
}

// place takes "at Mario's" at the end of an event's title as where it is.
func (r *reader) place(runs [][2]int, s *Settings) [][2]int {
	last := &runs[len(runs)-1]
	for i := last[1] - 2; i >= last[0]; i-- {
		if !r.oneOf(i, "at", "@") && !r.foreign(i, "to") && !(r.word(i) == "in" && r.oneOf(i+1, "room", "rooms", "hall", "building")) {
			continue
		}
		if i == runs[0][0] || r.oneOf(i-1, "look", "looking", "work", "arrive", "be", "good", "stay", "meet", "not", "up", "start", "begin") {
			return runs
		}
		if with := r.find("with", i+2, last[1]); with+1 < last[1] && i > last[0] { // "swim at the lido with Ben"
			s.Location = r.title(i+1, with)
			runs = append(runs[:len(runs)-1], [2]int{last[0], i}, [2]int{with, last[1]})
			return runs
		}
		s.Location = r.title(i+1, last[1])
		if i == last[0] {
			return runs[:len(runs)-1]
		}
		last[1] = i
		return runs
	}
	return runs
}
