package relational

import "database/sql/driver"

// SQLite is the SQL of any SQLite, without functions of our own.
var SQLite = Dialect{
	Among: func(column string, ids []int64) (string, driver.Value) {
		return column + " IN (SELECT value FROM json_each(?))", IDList(ids)
	},
	Flagged:  "substr(?, id, 1) = x'01'",
	Position: func(text, part string) string { return "instr(" + text + ", " + part + ")" },
	Like:     func(text string) string { return text + ` LIKE ? ESCAPE '\'` },

	FirstTerm: "substr(data, 7, unicode(CAST(substr(data, 6, 1) AS TEXT)))",

	Words: func(text string) string {
		return `json_each('["' || replace(` + text + `, ' ', '","') || '"]') AS word`
	},
	Unhex: func(text string) string { return "unhex(" + text + ")" },

	Index: func(name string) string { return " INDEXED BY " + name },
	Scan:  " NOT INDEXED",

	LastID: "SELECT seq FROM sqlite_sequence WHERE name = ?",
	SetLastID: func(w Writer, table string, id int64) error {
		if err := w.Change(AnyRows, "DELETE FROM sqlite_sequence WHERE name = ?", table); err != nil {
			return err
		}
		return w.Change(1, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, id)
	},

	DeferReferences: "PRAGMA defer_foreign_keys = ON",
}
