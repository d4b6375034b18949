package sqlite

import (
	"database/sql/driver"
	"strings"

	"assister/internal/fulltext"
)

// Whether a text has another in it is told by their plain forms, which SQL does not
// know. It knows LIKE, which takes no notice of the case of ASCII letters: what has a
// text in ASCII by it has it in its plain form, too, for nothing that is done to the
// other letters touches these. So only a text with other letters has to be asked
// about in Go, where one that is called from SQL takes some microseconds.

// containing is the condition that a column has a text in it.
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

// maxPattern is how long a text may be that LIKE looks for; SQLite refuses
// patterns of more than 50,000 bytes.
const maxPattern = 1000

// literal writes a text as a pattern of LIKE that matches it alone.
var literal = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// containsText is called from SQL. A column that is null has no text.
func containsText(text any, plain string) bool {
	s, ok := text.(string)
	return ok && strings.Contains(fulltext.Plain(s), plain)
}
