package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"assister/internal/schema"
)

func eachCommand(cmd *cobra.Command, fn func(*cobra.Command)) {
	fn(cmd)
	for _, c := range cmd.Commands() {
		eachCommand(c, fn)
	}
}

func fits(t *testing.T, name, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > helpWidth {
			t.Errorf("%s: a line of %d columns: %s", name, n, line)
		}
	}
}

func TestHelpTopicsFitTheWidthAndSayWhatTheTablesHold(t *testing.T) {
	root := Tree()
	all := map[string]string{}
	for _, topic := range topics {
		text, found := topicText(root, topic.name)
		if !found || !strings.HasPrefix(text, "# ") {
			t.Errorf("%s: %.40q, %t", topic.name, text, found)
		}
		fits(t, topic.name, text)
		all[topic.name] = text
	}
	for i := range table {
		if !strings.Contains(all["configuration"], "`"+table[i].key+"`, `"+table[i].env+"`") {
			t.Errorf("configuration does not list %s", table[i].key)
		}
		if !table[i].policy && !strings.Contains(all[globalFlags], "--"+table[i].flagName()+" ") {
			t.Errorf("global-flags does not list --%s", table[i].flagName())
		}
	}
	for _, k := range schema.Kinds {
		if !strings.Contains(all["operations"], "**"+k.Name+"**") {
			t.Errorf("operations does not list %s", k.Name)
		}
	}
	for _, e := range ends {
		if code := "**" + string(rune('0'+e.code)) + "**"; !strings.Contains(all["exit-codes"], code) {
			t.Errorf("exit-codes does not list %d", e.code)
		}
	}
}

func TestTheHelpOfACommandFitsTheWidthAndEndsWithTheGlobalFlags(t *testing.T) {
	eachCommand(Tree(), func(cmd *cobra.Command) {
		text := helpText(cmd)
		fits(t, cmd.CommandPath(), text)
		if !cmd.HasParent() {
			return
		}
		if !strings.HasSuffix(text, "\nGlobal flags: `assister help global-flags`\n") {
			t.Errorf("%s: the help ends with %q", cmd.CommandPath(), text[max(len(text)-60, 0):])
		}
		_, flags, _ := strings.Cut(text, "\nFlags:\n")
		if strings.Contains(flags, "--engine") || strings.Contains(flags, "--help") {
			t.Errorf("%s: the help lists global flags", cmd.CommandPath())
		}
		if !cmd.HasAvailableSubCommands() && !cmd.HasExample() {
			t.Errorf("%s: the help has no example", cmd.CommandPath())
		}
	})
}

func TestAnUnknownTopicIsNone(t *testing.T) {
	if text, found := topicText(Tree(), "protocl"); found {
		t.Errorf("got %.40q", text)
	}
}
