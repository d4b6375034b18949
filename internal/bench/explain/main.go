// Command explain shows how texts are read by the forms of a language: each reading with
// its cost, its meaning, and the forms that made it.
//
//	go run ./internal/bench/explain [-lang en] [-rule text] [-all] TEXT...
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"assister/internal/language"
	"assister/internal/language/meaning"
)

func main() {
	lang := flag.String("lang", "en", "the `language`")
	rule := flag.String("rule", "text", "the `rule` that the whole text is read by")
	all := flag.Bool("all", false, "show the forms of every reading, not only of the first")
	flag.Parse()
	options := meaning.Options()
	options.Roots = []string{*rule}
	g, err := language.Compile(*lang, options, language.Files(*lang))
	if err != nil {
		fmt.Fprintln(os.Stderr, "explain:", err)
		os.Exit(1)
	}
	for _, text := range flag.Args() {
		toks := language.Tokens(text)
		readings := g.Explain(*rule, toks, nil)
		fmt.Printf("%q: %d readings\n", text, len(readings))
		for i, r := range readings {
			fmt.Printf("%4d  %s\n", r.Cost, r.Node.Format(text, toks))
			if i == 0 || *all {
				show(text, toks, *r.Step, 1)
			}
		}
	}
}

func show(text string, toks []language.Token, s language.Step, depth int) {
	words := ""
	if s.To > s.From {
		words = text[toks[s.From].Start:toks[s.To-1].End]
	}
	indent := strings.Repeat("  ", depth+2)
	if s.Rule == "" {
		fmt.Printf("%s~%d %q\n", indent, s.Cost, words)
		return
	}
	fmt.Printf("%s~%d %q %s: %s  (%s)\n", indent, s.Cost, words, s.Rule, s.Pattern, s.Where)
	for _, below := range s.Steps {
		show(text, toks, below, depth+1)
	}
}
