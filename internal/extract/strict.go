package extract

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"assister/internal/ijson"
)

// strict parses the JSON value that begins at i and returns where it ends; ok is false
// if there is none, or one that I-JSON refuses (RFC 7493): a duplicate name, half a
// surrogate pair. Valid JSON is parsed here and never repaired, because a guess about
// where a string ends must not change a valid reply. Without build, strict only finds
// the end of the value, and duplicate names are not noticed.
func strict(s string, i, end, depth int, build bool) (v ijson.Value, next int, ok bool) {
	if i >= end || depth > ijson.MaxDepth {
		return v, i, false
	}
	switch s[i] {
	case '{':
		return strictObject(s, i, end, depth, build)
	case '[':
		return strictArray(s, i, end, depth, build)
	case '"':
		v.Kind = ijson.String
		v.Text, next, ok = strictString(s, i, end, build)
		return v, next, ok
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(s[i:end], word) {
			v, _ = literalOf(word)
			return v, i + len(word), true
		}
	}
	next, ok = strictNumber(s, i, end)
	return ijson.Value{Kind: ijson.Number, Text: s[i:next]}, next, ok
}

func strictObject(s string, i, end, depth int, build bool) (v ijson.Value, next int, ok bool) {
	v.Kind = ijson.Object
	if i = blanks(s, i+1, end); i < end && s[i] == '}' {
		return v, i + 1, true
	}
	names := memberIndex{}
	for {
		if i >= end || s[i] != '"' {
			return v, i, false
		}
		var m ijson.Member
		if m.Name, i, ok = strictString(s, i, end, build); !ok {
			return v, i, false
		}
		if build {
			if _, twice := names.add(&v, m.Name); twice {
				return v, i, false
			}
		}
		if i = blanks(s, i, end); i >= end || s[i] != ':' {
			return v, i, false
		}
		if m.Value, i, ok = strict(s, blanks(s, i+1, end), end, depth+1, build); !ok {
			return v, i, false
		}
		if build {
			v.Members = append(v.Members, m)
		}
		i = blanks(s, i, end)
		switch {
		case i >= end:
			return v, i, false
		case s[i] == '}':
			return v, i + 1, true
		case s[i] != ',':
			return v, i, false
		}
		i = blanks(s, i+1, end)
	}
}

func strictArray(s string, i, end, depth int, build bool) (v ijson.Value, next int, ok bool) {
	v.Kind = ijson.Array
	if i = blanks(s, i+1, end); i < end && s[i] == ']' {
		return v, i + 1, true
	}
	for {
		var item ijson.Value
		if item, i, ok = strict(s, i, end, depth+1, build); !ok {
			return v, i, false
		}
		if build {
			v.Items = append(v.Items, item)
		}
		i = blanks(s, i, end)
		switch {
		case i >= end:
			return v, i, false
		case s[i] == ']':
			return v, i + 1, true
		case s[i] != ',':
			return v, i, false
		}
		i = blanks(s, i+1, end)
	}
}

// blanks skips the white space of JSON.
func blanks(s string, i, end int) int {
	for i < end {
		switch s[i] {
		case ' ', '\n', '\r', '\t':
			i++
		default:
			return i
		}
	}
	return i
}

func strictString(s string, i, end int, build bool) (text string, next int, ok bool) {
	var b []byte // of a string with escapes
	var scratch [utf8.UTFMax]byte
	i++
	for start := i; i < end; {
		switch c := s[i]; {
		case c == '"' && b == nil:
			return s[start:i], i + 1, true
		case c == '"':
			return string(append(b, s[start:i]...)), i + 1, true
		case c < 0x20:
			return "", i, false
		case c == '\\':
			var odd bool
			if build {
				b, i, odd = unescape(append(b, s[start:i]...), s, i, end)
				start = i
			} else {
				_, i, odd = unescape(scratch[:0], s, i, end)
			}
			if odd {
				return "", i, false
			}
		default:
			i++
		}
	}
	return "", i, false
}

func hex4(s string, i, end int) (r rune, ok bool) {
	if i+4 > end {
		return 0, false
	}
	n, err := strconv.ParseUint(s[i:i+4], 16, 16)
	return rune(n), err == nil
}

func strictNumber(s string, i, end int) (int, bool) {
	digits := func() bool {
		from := i
		for i < end && isDigit(s[i]) {
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
