package postgres

import (
	"database/sql/driver"

	"assister/internal/relational"
)

// dialect is that of PostgreSQL. It has statistics, so queries have no hints.
var dialect = &relational.Dialect{
	Among: func(column string, ids []int64) (string, driver.Value) { return column + " = ANY(?)", ids },

	Flagged:  `substring(? FROM id::integer FOR 1) = '\x01'::bytea`,
	Position: func(text, part string) string { return "strpos(" + text + ", " + part + ")" },

	// In the collation "C", which our columns have, only ASCII letters have two cases.
	Like: func(text string) string { return text + ` ILIKE ? ESCAPE '\'` },

	FirstTerm: "substring(data FROM 7 FOR get_byte(data, 5))",

	Words: func(text string) string { return "unnest(string_to_array(" + text + ", ' ')) AS word (value)" },
	Unhex: func(text string) string { return "decode(" + text + ", 'hex')" },

	Index: func(string) string { return "" },

	LastID: "SELECT seq FROM last_id WHERE name = ?", // noted by keep_last_id
	SetLastID: func(w relational.Writer, table string, id int64) error {
		return w.Change(1, "UPDATE last_id SET seq = ? WHERE name = ?", id, table)
	},

	DeferReferences: "SET CONSTRAINTS ALL DEFERRED",
}
