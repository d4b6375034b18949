package relational

import (
	"database/sql/driver"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAnInsertionHasAValueThatIsTheSameInAllRowsOnce(t *testing.T) {
	row := func(values ...driver.Value) []driver.Value { return values }
	blob := []byte{1}
	columns := []string{"id", "kind", "notes", "day", "data"}
	for _, tt := range []struct {
		name string
		rows [][]driver.Value
		want Insertion
	}{
		{"no row", nil, Insertion{}},
		{"one row", [][]driver.Value{row(int64(1), "task", nil, nil, blob)}, Insertion{
			Fixed: []string{"id", "kind", "data"}, Values: row(int64(1), "task", blob), Rows: [][]driver.Value{{}}, Count: 1,
		}},
		{"two rows", [][]driver.Value{row(int64(1), "task", nil, nil, blob), row(int64(2), "task", nil, "x", blob)}, Insertion{
			Fixed: []string{"kind"}, Values: row("task"), Columns: []string{"id", "day", "data"},
			Rows: [][]driver.Value{row(int64(1), nil, blob), row(int64(2), "x", blob)}, Count: 2,
		}},
	} {
		if got := NewInsertion(columns, slices.Values(tt.rows)); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", tt.name, got, tt.want)
		}
	}
}

func TestTheEndsOfAColumnAreWholeCharactersAndLeaveNoTextTwice(t *testing.T) {
	long := strings.Repeat("é", 20)
	for _, tt := range []struct {
		first, second string
		want          Ends
	}{
		{long + "a", long + "b", Ends{long, ""}},
		{"a" + long, "b" + long, Ends{"", long}},
		{long + "è" + long, long + "a" + long, Ends{long, long}},
		{long + "è" + long, long + "ê" + long, Ends{long, long}}, // whose first bytes are the same
		{long + long, long, Ends{long, ""}},
		{long, long + "x" + long, Ends{long, ""}},
		{"short a", "short b", Ends{}},
	} {
		rows := [][]driver.Value{{tt.first}, {tt.second}, {tt.first}}
		in := Insertion{Columns: []string{"text"}, Rows: rows, Count: len(rows)}
		e := in.Ends(0)
		for _, row := range rows {
			if text := row[0].(string); e.Prefix+e.Cut(text)+e.Suffix != text || !utf8.ValidString(e.Cut(text)) {
				t.Errorf("%q is cut into %+v", text, e)
			}
		}
		if e != tt.want {
			t.Errorf("%q and %q have %+v", tt.first, tt.second, e)
		}
	}
	for _, other := range []driver.Value{nil, int64(1), []byte(long)} {
		in := Insertion{Columns: []string{"text"}, Rows: [][]driver.Value{{long}, {other}}, Count: 2}
		if e := in.Ends(0); e != (Ends{}) {
			t.Errorf("with %v there is %+v", other, e)
		}
	}
}
