package meaning

import (
	"testing"

	"assister/internal/language"
)

func TestTheTablesAreThoseOfTheFiles(t *testing.T) {
	all, err := Compiled()
	if err != nil {
		t.Fatal(err)
	}
	if string(language.Tables(all)) != tables {
		t.Error("the tables are not those of the files: run go generate ./internal/language/meaning")
	}
}
