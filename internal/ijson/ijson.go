// Package ijson reads and writes I-JSON (RFC 7493), the strict profile of JSON that
// the protocol uses: valid UTF-8, no duplicate names in an object, case-sensitive
// names, bounded nesting. Two readers of the same line can then never see different
// operations.
package ijson

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"assister/internal/problem"
)

// MaxDepth bounds the nesting of values. The protocol itself needs 6.
const MaxDepth = 64

// Kind of a JSON value.
type Kind uint8

const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"null", "true or false", "a number", "a string", "an array", "an object"}

func (k Kind) String() string { return kindNames[k] }

// Value is one JSON value. The zero Value is null.
type Value struct {
	Kind    Kind
	Bool    bool
	Text    string   // of a String; of a Number, as it was written
	Items   []Value  // of an Array
	Members []Member // of an Object, in the order they came
}

// Member is one name and value of an object.
type Member struct {
	Name  string
	Value Value
}

// Get finds a member of an object.
func (v Value) Get(name string) (Value, bool) {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return Value{}, false
}

// Int returns a whole number. It returns false for a fraction, for a number beyond
// 2^53 (RFC 7493, section 2.2) and for any other value.
func (v Value) Int() (int64, bool) {
	if v.Kind != Number {
		return 0, false
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	return n, err == nil && n <= 1<<53 && n >= -(1<<53)
}

// Codes of the problems of Parse.
const (
	InvalidJSON   = "invalid_json"
	DuplicateName = "duplicate_key"
	InvalidUTF8   = "invalid_utf8"
	TooDeep       = "too_deep"
)

// Parse reads exactly one value. The problem does not quote the input, which may be
// long or secret.
func Parse(text []byte) (Value, *problem.Problem) {
	if !utf8.Valid(text) {
		return Value{}, &problem.Problem{Code: InvalidUTF8, Message: "not valid UTF-8", Hint: "save the input as UTF-8"}
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return Value{}, &problem.Problem{Code: InvalidJSON, Message: "nothing where a JSON value should be"}
	}
	d := decoders.Get().(*jsontext.Decoder)
	defer decoders.Put(d)
	d.Reset(bytes.NewBuffer(text))
	v, err := read(d, 0)
	if err == nil {
		if _, err = d.ReadToken(); err == nil {
			return Value{}, &problem.Problem{Code: InvalidJSON,
				Message: "more than one JSON value on the line", Hint: "one value a line"}
		} else if err == io.EOF {
			return v, nil
		}
	}
	return Value{}, fault(err)
}

// decoders are reused, since an input has thousands of lines.
var decoders = sync.Pool{New: func() any { return new(jsontext.Decoder) }}

var errTooDeep = errors.New("too deep")

func read(d *jsontext.Decoder, depth int) (Value, error) {
	t, err := d.ReadToken()
	if err != nil {
		return Value{}, err
	}
	switch t.Kind() {
	case 't', 'f':
		return Value{Kind: Bool, Bool: t.Bool()}, nil
	case '"':
		return Value{Kind: String, Text: t.String()}, nil
	case '0':
		return Value{Kind: Number, Text: t.String()}, nil
	case '[':
		if depth++; depth > MaxDepth {
			return Value{}, errTooDeep
		}
		v := Value{Kind: Array}
		for d.PeekKind() != ']' {
			item, err := read(d, depth)
			if err != nil {
				return Value{}, err
			}
			v.Items = append(v.Items, item)
		}
		_, err = d.ReadToken()
		return v, err
	case '{':
		if depth++; depth > MaxDepth {
			return Value{}, errTooDeep
		}
		v := Value{Kind: Object}
		for d.PeekKind() != '}' {
			name, err := d.ReadToken()
			if err != nil {
				return Value{}, err
			}
			key := name.String() // before the next read, which invalidates the token
			member, err := read(d, depth)
			if err != nil {
				return Value{}, err
			}
			v.Members = append(v.Members, Member{key, member})
		}
		_, err = d.ReadToken()
		return v, err
	}
	return Value{}, nil
}

func fault(err error) *problem.Problem {
	switch {
	case errors.Is(err, errTooDeep):
		return &problem.Problem{Code: TooDeep, Message: "nested more than " + strconv.Itoa(MaxDepth) + " deep"}
	case errors.Is(err, jsontext.ErrDuplicateName):
		return &problem.Problem{Code: DuplicateName, Message: "the same name twice in one object", Hint: "keep one of them"}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &problem.Problem{Code: InvalidJSON, Message: "the JSON value ends before it is complete"}
	}
	p := &problem.Problem{Code: InvalidJSON, Message: "not valid JSON"}
	var at *jsontext.SyntacticError
	if errors.As(err, &at) {
		p.Message += " at byte " + strconv.FormatInt(at.ByteOffset+1, 10)
	}
	return p
}

// AppendString appends s as a JSON string. It also escapes characters that JSON does
// not require to be escaped, but that a terminal or an editor may obey or hide: DEL
// and C1, line and paragraph separators, and what is Invisible.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = append(dst, s[start:i]...)
			switch c {
			case '"', '\\':
				dst = append(dst, '\\', c)
			case '\n':
				dst = append(dst, '\\', 'n')
			case '\t':
				dst = append(dst, '\\', 't')
			case '\r':
				dst = append(dst, '\\', 'r')
			default:
				dst = appendEscape(dst, rune(c))
			}
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || hidden(r) {
			dst = append(dst, s[start:i]...)
			dst = appendEscape(dst, r)
			start = i + size
		}
		i += size
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// Escape escapes in JSON text from elsewhere what AppendString escapes: in valid JSON,
// such characters can only be in strings.
func Escape(text []byte) []byte {
	escaped := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == 0x7f || hidden(r) {
			escaped = appendEscape(escaped, r)
		} else {
			escaped = append(escaped, text[:size]...)
		}
		text = text[size:]
	}
	return escaped
}

func hidden(r rune) bool {
	return r >= 0x80 && r <= 0x9f || r == 0x2028 || r == 0x2029 || Invisible(r)
}

func appendEscape(dst []byte, r rune) []byte {
	if r > 0xffff {
		r -= 0x10000
		return appendEscape(appendEscape(dst, 0xd800+r>>10), 0xdc00+r&0x3ff)
	}
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}

// AppendValue appends a value without white space, its members in their order.
func AppendValue(dst []byte, v Value) []byte {
	switch v.Kind {
	case Bool:
		return strconv.AppendBool(dst, v.Bool)
	case Number:
		return append(dst, v.Text...)
	case String:
		return AppendString(dst, v.Text)
	case Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendValue(dst, item)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range v.Members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendString(dst, m.Name)
			dst = append(dst, ':')
			dst = AppendValue(dst, m.Value)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}
