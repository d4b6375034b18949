package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assister/internal/cli"
)

func TestEveryCommandAndTopicHasAPage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man")
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	page := func(name, section string) string {
		text, err := os.ReadFile(filepath.Join(dir, name+"."+section))
		if err != nil {
			t.Error(err)
		}
		title := `.TH "` + strings.ToUpper(name) + `" "` + section + `" `
		if !strings.Contains(string(text), "\n"+title) || !strings.Contains(string(text), "\n.SH NAME\n") {
			t.Errorf("%s: no title or no name: %.200s", name, text)
		}
		return strings.ReplaceAll(string(text), `\-`, "-")
	}
	pages := 0
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		pages++
		text := page(pageName(cmd), "1")
		cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(text, "--"+f.Name) {
				t.Errorf("%s: --%s is missing", pageName(cmd), f.Name)
			}
		})
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(cli.Tree())
	for _, topic := range cli.Topics() {
		pages++
		if text := page("assister-"+topic.Name, "7"); strings.Contains(text, "`") {
			t.Errorf("%s: a code span was not read", topic.Name)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != pages {
		t.Errorf("%d files for %d pages", len(files), pages)
	}
}
