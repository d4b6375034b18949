package assist

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"assister/internal/problem"
)

// TextMax is how many bytes the text of a request may have.
const TextMax = 64 << 10

const byteOrderMark = "\ufeff" // some editors put one at the beginning of a file

// ReadText returns the text of a request without the blanks around it, and refuses
// what cannot be one before anything is opened for it.
func ReadText(text string) (string, error) {
	refuse := func(code, message, hint string) (string, error) {
		return "", problem.Refuse(problem.Usage, code, message, hint)
	}
	const hint = "give plain text in UTF-8"
	if len(text) > TextMax {
		return refuse("text_too_long", fmt.Sprintf("the text is longer than %d kB", TextMax>>10),
			"ask for one thing at a time; many operations go to `assister apply` as a stream")
	}
	if strings.ContainsRune(text, 0) {
		return refuse(problem.InvalidText, "the text has a NUL byte in it", hint)
	}
	if !utf8.ValidString(text) {
		return refuse(problem.InvalidText, "the text is not UTF-8", hint)
	}
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' {
			return refuse(problem.InvalidText, "the text has control characters in it", hint)
		}
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, byteOrderMark))
	if text == "" {
		return refuse("empty_text", "the text is empty", `say what you want, such as "add buy milk tomorrow"`)
	}
	return text, nil
}
