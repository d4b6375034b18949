package relational

import (
	"database/sql/driver"
	"reflect"
	"slices"
	"testing"
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
