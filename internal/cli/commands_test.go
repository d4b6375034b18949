package cli

import (
	"strings"
	"testing"
)

func TestACommandIsMadeUnderItsName(t *testing.T) {
	p := &program{env: func(string) (string, bool) { return "", false }}
	for _, c := range commands {
		if made := c.made(p).Name(); made != c.name {
			t.Errorf("%s makes the command %s", c.name, made)
		}
	}
}

func TestTheOtherCommandsAreMadeWhereTheLineMayBeAboutThem(t *testing.T) {
	for _, tt := range []struct {
		args string
		all  bool
	}{
		{"list --all", false},
		{"version", false},
		{"", true},
		{"--help", true},
		{"help list", true},
		{"--quiet list", true},
		{"lst", true},
		{"__complete li", true},
	} {
		p := &program{args: strings.Fields(tt.args), env: func(string) (string, bool) { return "", false }}
		if made := len(p.tree().Commands()); (made == len(commands)) != tt.all {
			t.Errorf("%q: %d commands are made", tt.args, made)
		}
	}
}
