// Command cases scores the built-in rules on the cases in fixtures, and lists the cases that
// differ.
//
//	go run ./internal/bench/cases [-lang en] [-skill propose] [-v] [-file NAME]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"assister/internal/assist"
	"assister/internal/eval"
	"assister/internal/eval/assistant"
	"assister/internal/language/meaning"
)

// builtInRules has every case decided by the built-in rules.
type builtInRules struct{ assistant.Engines }

func (builtInRules) Choice() string { return assist.ByRules }

func main() {
	lang := flag.String("lang", "", "only cases in this language")
	skill := flag.String("skill", "propose", "only cases of this skill")
	file := flag.String("file", "", "only files whose name contains this")
	skip := flag.String("skip", "strangers,spanish,visitors", "no files whose name contains one of these")
	verbose := flag.Bool("v", false, "list the cases that are not right")
	flag.Parse()
	setup := assistant.Setup{Engines: builtInRules{}, Now: time.Now, Languages: meaning.BuiltIn}
	all, err := assistant.BuiltIn()
	if err != nil {
		fail(err)
	}
	var cases []eval.Case
	for _, c := range all {
		fits := string(c.Skill) == *skill && (*lang == "" || c.Lang == *lang) && strings.Contains(c.File, *file)
		if fits && len(c.Replies) == 0 && !containsAny(c.File, *skip) {
			cases = append(cases, c)
		}
	}
	count := map[string]map[eval.Outcome]int{}
	each := func(r eval.Result) error {
		if count[r.File] == nil {
			count[r.File] = map[eval.Outcome]int{}
		}
		count[r.File][r.Outcome]++
		count[r.File]["all"]++
		if *verbose && r.Outcome != eval.Right {
			fmt.Printf("%s %s %q\n", r.Outcome, r.ID, r.Text)
			for _, d := range r.Misses {
				fmt.Printf("      %v\n", d)
			}
		}
		return nil
	}
	_, err = assistant.Run(context.Background(), cases, setup, each)
	if err != nil {
		fail(err)
	}
	for name, n := range count {
		all := float64(n["all"]) / 100
		fmt.Printf("%-20s %4d  right %5.1f  wrong %5.1f  none %5.1f\n", name, n["all"],
			float64(n[eval.Right])/all, float64(n[eval.Wrong])/all, float64(n[eval.None])/all)
	}
}

// containsAny reports whether a name contains one of the words in a list.
func containsAny(name, list string) bool {
	return slices.ContainsFunc(strings.Split(list, ","), func(word string) bool {
		return word != "" && strings.Contains(name, word)
	})
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "cases:", err)
	os.Exit(1)
}
