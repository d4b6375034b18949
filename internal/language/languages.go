package language

import (
	"cmp"
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// files are the directories of the languages, and of forms that several of them share: "es-fr" is for
// Spanish and French, and "all" for every language.
//
//go:embed */*.lexicon */*.forms
var files embed.FS

// Files are the files of a language with those that it shares.
func Files(name string) fs.FS { return shared{files, name} }

// shared are the files of a language, each below its directory.
type shared struct {
	embed.FS
	language string
}

// Glob finds the files of that name in all directories of the language, its own before the shared ones.
func (s shared) Glob(pattern string) (found []string, err error) {
	all, err := fs.Glob(s.FS, "*/"+pattern)
	for _, file := range all {
		dir := path.Dir(file)
		if dir == "all" || slices.Contains(strings.Split(dir, "-"), s.language) {
			found = append(found, file)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int {
		return cmp.Or(strings.Compare(path.Base(a), path.Base(b)), len(path.Dir(a))-len(path.Dir(b)))
	})
	return found, err
}

// Codes are the codes of the languages that can be read, in order. Each has a lexicon.
func Codes() []string { return codesOf(files, "words.lexicon") }

// codesOf are the directories that have a file.
func codesOf(files embed.FS, name string) (codes []string) {
	found, err := fs.Glob(files, "*/"+name)
	if err != nil {
		panic("language: " + err.Error())
	}
	for _, file := range found {
		codes = append(codes, path.Dir(file))
	}
	return codes
}
