// Command tables compiles the languages to the tables that the program has in it. It is
// run by go generate in the directory of package meaning.
package main

import (
	"fmt"
	"os"

	"assister/internal/language"
	"assister/internal/language/meaning"
)

func main() {
	all, err := meaning.Compiled()
	if err == nil {
		err = os.WriteFile("languages.tables", language.Tables(all), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}
