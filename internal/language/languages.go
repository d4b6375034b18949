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
