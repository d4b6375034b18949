package sqlite

import (
	"database/sql/driver"
	"strings"

	"assister/internal/fulltext"
)

// Texts are compared in their plain form, which SQL cannot compute. LIKE ignores the case
// of ASCII letters, and the plain form leaves them as they are; so LIKE decides for texts
// in ASCII. Only texts with other letters call a Go function, which takes some
// microseconds for each row.

// containing is the SQL condition that a column contains a text.
func containing(column, text string) (condition string, args []driver.Value) {
	plain := fulltext.Plain(text)
	switch foreign := "length(" + column + ") <> octet_length(" + column + ")"; {
	case strings.ContainsFunc(plain, func(r rune) bool { return r >= 0x80 }):
		return "(" + foreign + " AND mentions(" + column + ", ?))", []driver.Value{plain}
	case len(plain) > maxPattern || strings.ContainsRune(plain, 0):
		return "mentions(" + column + ", ?)", []driver.Value{plain}
	default:
		return "(" + column + ` LIKE ? ESCAPE '\' OR ` + foreign + " AND mentions(" + column + ", ?))",
			[]driver.Value{"%" + literal.Replace(plain) + "%", plain}
	}
}

// maxPattern is the longest text for LIKE; SQLite refuses patterns of more than 50,000
// bytes.
const maxPattern = 1000

// literal escapes a text for a pattern of LIKE.
var literal = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// containsText is called from SQL. NULL contains no text.
func containsText(text any, plain string) bool {
	s, ok := text.(string)
	return ok && strings.Contains(fulltext.Plain(s), plain)
}
