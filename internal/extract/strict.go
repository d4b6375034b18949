package extract

import "assister/internal/ijson"

// strict gives where the JSON value that begins at i ends, and false when there
// is none. What is valid JSON is never mended: a guess about where a string ends
// must not touch a reply that needs none.
func strict(s string, i, end, depth int) (int, bool) {
	if i >= end || depth > ijson.MaxDepth {
		return i, false
	}
	switch s[i] {
	case '{', '[':
		return strictContainer(s, i, end, depth)
	case '"':
		return strictString(s, i, end)
	case 't':
		return strictWord(s, i, end, "true")
	case 'f':
		return strictWord(s, i, end, "false")
	case 'n':
		return strictWord(s, i, end, "null")
	}
	return strictNumber(s, i, end)
}

func strictContainer(s string, i, end, depth int) (int, bool) {
	object, closing := s[i] == '{', byte(']')
	if object {
		closing = '}'
	}
	i = blanks(s, i+1, end)
	if i < end && s[i] == closing {
		return i + 1, true
	}
	for {
		ok := true
		if object {
			if i >= end || s[i] != '"' {
				return i, false
			}
			if i, ok = strictString(s, i, end); !ok {
				return i, false
			}
			if i = blanks(s, i, end); i >= end || s[i] != ':' {
				return i, false
			}
			i = blanks(s, i+1, end)
		}
		if i, ok = strict(s, i, end, depth+1); !ok {
			return i, false
		}
		i = blanks(s, i, end)
		switch {
		case i >= end:
			return i, false
		case s[i] == closing:
			return i + 1, true
		case s[i] != ',':
			return i, false
		}
		i = blanks(s, i+1, end)
	}
}

// blanks skips JSON's own white space.
func blanks(s string, i, end int) int {
	for i < end && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t') {
		i++
	}
	return i
}

func strictWord(s string, i, end int, word string) (int, bool) {
	if i+len(word) > end || s[i:i+len(word)] != word {
		return i, false
	}
	return i + len(word), true
}

func strictString(s string, i, end int) (int, bool) {
	for i++; i < end; i++ {
		switch c := s[i]; {
		case c == '"':
			return i + 1, true
		case c < 0x20:
			return i, false
		case c == '\\':
			i++
			if i >= end {
				return i, false
			}
			switch s[i] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				if _, ok := hex4(s, i+1, end); !ok {
					return i, false
				}
				i += 4
			default:
				return i, false
			}
		}
	}
	return i, false
}

func hex4(s string, i, end int) (r rune, ok bool) {
	if i+4 > end {
		return 0, false
	}
	for _, c := range []byte(s[i : i+4]) {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

func strictNumber(s string, i, end int) (int, bool) {
	digits := func() bool {
		from := i
		for i < end && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < end && s[i] == '-' {
		i++
	}
	zero := i < end && s[i] == '0'
	from := i
	if !digits() || zero && i-from > 1 {
		return i, false
	}
	if i < end && s[i] == '.' {
		if i++; !digits() {
			return i, false
		}
	}
	if i < end && (s[i] == 'e' || s[i] == 'E') {
		if i++; i < end && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return i, false
		}
	}
	return i, true
}
