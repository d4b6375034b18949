package relational

import (
	"database/sql/driver"
	"strings"

	"assister/internal/fulltext"
)

// Texts are compared in their plain form, which SQL cannot compute. LIKE ignores the case
// of ASCII letters, and the plain form leaves them as they are; so LIKE decides for texts
// in ASCII. Texts with other letters call a Go function, if the database has it, which takes
// some microseconds for each row. Otherwise they are doubtful, and matched in memory.

// containing is the SQL condition that a column contains a text. If the database has no
// function for it, the condition is that of the rows that are not doubtful, or a broad one.
func (t translation) containing(column, text string) (condition string, args []driver.Value) {
	plain := fulltext.Plain(text)
	like := func(or string) (string, []driver.Value) {
		return "(" + t.dialect.Like(column) + or + ")", []driver.Value{"%" + literal.Replace(plain) + "%"}
	}
	mentions := t.dialect.Mentions
	switch way := comparable(plain); {
	case way == byLike && mentions != nil:
		condition, args = like(" OR " + foreign(column) + " AND " + mentions(column))
		return condition, append(args, plain)
	case way == byLike && t.broad:
		return like(" OR " + foreign(column))
	case way == byLike:
		return like("")
	case way == foreignOnly && mentions != nil:
		return "(" + foreign(column) + " AND " + mentions(column) + ")", []driver.Value{plain}
	case mentions != nil:
		return mentions(column), []driver.Value{plain}
	case t.broad:
		return t.undecided(column, plain), nil
	}
	return nothing, nil // of the rows that SQL can decide
}

// How SQL can compare a text in its plain form.
const (
	byLike      = iota // texts in ASCII by LIKE
	foreignOnly        // only texts with other letters can contain it
	notAtAll
)

func comparable(plain string) int {
	switch {
	case strings.ContainsFunc(plain, func(r rune) bool { return r >= 0x80 }):
		return foreignOnly
	case len(plain) > maxPattern || strings.ContainsRune(plain, 0):
		return notAtAll
	}
	return byLike
}

// foreign is the condition that a text has letters that are not in ASCII.
func foreign(column string) string { return "length(" + column + ") <> octet_length(" + column + ")" }

// undecided is the condition of the rows for which SQL cannot decide whether a column
// contains a text. It is never null.
func (t translation) undecided(column, plain string) string {
	if comparable(plain) == notAtAll {
		return column + " IS NOT NULL"
	}
	return "coalesce(" + foreign(column) + ", FALSE)"
}

// maxPattern is the longest text for LIKE; SQLite refuses patterns of more than 50,000
// bytes.
const maxPattern = 1000

// literal escapes a text for a pattern of LIKE.
var literal = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
