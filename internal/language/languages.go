package language

import (
	"embed"
	"io/fs"
)

// files are the directories of the languages.
//
//go:embed */*.lexicon */*.forms
var files embed.FS

// Files is the directory of a language.
func Files(name string) fs.FS {
	dir, err := fs.Sub(files, name)
	if err != nil {
		panic("language: no directory " + name + ": " + err.Error())
	}
	return dir
}

// Codes are the codes of the languages that can be read, in order.
func Codes() (codes []string) {
	dirs, err := fs.ReadDir(files, ".")
	if err != nil {
		panic("language: " + err.Error())
	}
	for _, d := range dirs {
		codes = append(codes, d.Name())
	}
	return codes
}
