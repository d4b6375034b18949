package sqlite

import (
	"strings"

	"assister/internal/fulltext"
	"assister/internal/relational"
)

// dialect is that of SQLite, with the function that every connection has.
var dialect = func() *relational.Dialect {
	d := relational.SQLite
	d.Mentions = func(text string) string { return "mentions(" + text + ", ?)" }
	return &d
}()

// containsText is called from SQL. NULL contains no text.
func containsText(text any, plain string) bool {
	s, ok := text.(string)
	return ok && strings.Contains(fulltext.Plain(s), plain)
}
