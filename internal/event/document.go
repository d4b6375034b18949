package event

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// isDocument reports whether the input is one JSON document and not lines of JSON:
// an array, an object that begins with `operations`, or an object whose first line
// ends in the middle of a value.
func isDocument(begin []byte) bool {
	if begin[0] != '{' {
		return begin[0] == '['
	}
	if bytes.HasPrefix(trim(begin[1:]), []byte(`"operations"`)) {
		return true
	}
	first, _, whole := bytes.Cut(begin, []byte{'\n'})
	if first = trim(first); !whole {
		return false
	}
	return bytes.IndexByte([]byte("{[,:"), first[len(first)-1]) >= 0
}

func (in *Input) readDocument(l *lines) error {
	text, err := io.ReadAll(io.LimitReader(l.in, maxDocument+1))
	if err != nil {
		return fmt.Errorf("read operations: %w", err)
	}
	if len(text) > maxDocument {
		return problem.Refuse(problem.Rejected, "document_too_long", "the document is longer than 8 MB",
			"write one operation per line; such a stream has no limit")
	}
	if one, err := in.readOne(text, l.line+1); one {
		return err
	}
	// The elements are parsed one by one: a tree of the whole document would be many
	// times as large as its text.
	w := &walker{in: in, text: text, first: l.line + 1, d: jsontext.NewDecoder(bytes.NewBuffer(text))}
	if err := w.walk(); err != nil {
		return err
	}
	if in.Count+in.Invalid+in.ProblemCount == 0 {
		return missing("there are no operations in it", howToGive)
	}
	return nil
}

// readOne reads a document that is a single operation over several lines.
func (in *Input) readOne(text []byte, line int) (one bool, err error) {
	if len(text) > MaxLine {
		return false, nil
	}
	v, fault := ijson.Parse(text)
	if fault != nil || v.Kind != ijson.Object {
		return false, nil
	}
	if _, several := v.Get("operations"); several {
		return false, nil
	}
	return true, in.add(v, line)
}

// walker parses the operations of a document one by one.
type walker struct {
	in    *Input
	text  []byte
	d     *jsontext.Decoder
	first int // number of the line that the text begins on
	at    int // offset up to which lines are counted
	line  int
}

func (w *walker) walk() error {
	if !utf8.Valid(w.text) {
		return w.refuse(ijson.InvalidUTF8, "the input is not valid UTF-8", "save the input as UTF-8")
	}
	found, err := w.document()
	if err != nil {
		return w.because(err)
	}
	switch _, err := w.d.ReadToken(); {
	case err == nil:
		return w.refuse(ijson.InvalidJSON, "the input holds more than one JSON document",
			"write one operation per line, as jq -c does")
	case err != io.EOF:
		return w.because(err)
	case !found:
		return missing("there is no array of operations in it", howToGive)
	}
	return nil
}

func (w *walker) document() (found bool, err error) {
	if w.d.PeekKind() == '[' {
		return true, w.array()
	}
	if _, err := w.d.ReadToken(); err != nil {
		return false, err
	}
	for w.d.PeekKind() != '}' {
		name, err := w.d.ReadToken()
		if err != nil {
			return false, err
		}
		if name.String() == "operations" && w.d.PeekKind() == '[' {
			found, err = true, w.array()
		} else {
			err = w.d.SkipValue()
		}
		if err != nil {
			return false, err
		}
	}
	_, err = w.d.ReadToken()
	return found, err
}

func (w *walker) array() error {
	if _, err := w.d.ReadToken(); err != nil {
		return err
	}
	for w.d.PeekKind() != ']' {
		text, err := w.d.ReadValue()
		if err != nil {
			return err
		}
		line := w.lineAt(int(w.d.InputOffset()) - len(text))
		if len(text) > MaxLine {
			w.in.unreadable(line, tooLong())
			continue
		}
		v, fault := ijson.Parse(text)
		if fault != nil {
			w.in.unreadable(line, *fault)
			continue
		}
		if err := w.in.add(v, line); err != nil {
			return err
		}
	}
	_, err := w.d.ReadToken()
	return err
}

func (w *walker) lineAt(offset int) int {
	w.line += bytes.Count(w.text[w.at:offset], []byte{'\n'})
	w.at = offset
	return w.first + w.line
}

// because returns an error of the decoder as a refusal, and any other error as it is.
func (w *walker) because(err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return w.refuse(ijson.DuplicateName, "an object has the same name twice", "remove one of them")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return w.refuse(ijson.InvalidJSON, "the document ends before it is complete", "")
	case errors.As(err, &syntax):
		w.lineAt(max(w.at, min(int(syntax.ByteOffset), len(w.text))))
		return w.refuse(ijson.InvalidJSON, "the input is not valid JSON", howToGive)
	}
	return err
}

func (w *walker) refuse(code, message, hint string) error {
	refusal := problem.Refuse(problem.Rejected, code, message, hint)
	refusal.Line = w.first + w.line
	return refusal
}

func tooLong() problem.Problem {
	return problem.Problem{Code: LineTooLong,
		Message: "the line is longer than 1 MB", Hint: "write one operation per line"}
}
