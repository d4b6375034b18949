package terminal

import "testing"

func TestColourFollowsTheConventions(t *testing.T) {
	for _, tt := range []struct {
		env      []string
		terminal bool
		want     bool
	}{
		{nil, true, true},
		{nil, false, false},
		{[]string{"NO_COLOR", "1"}, true, false},
		{[]string{"NO_COLOR", ""}, true, true},
		{[]string{"CLICOLOR_FORCE", "1"}, false, true},
		{[]string{"CLICOLOR_FORCE", "0"}, false, false},
		{[]string{"CLICOLOR_FORCE", "1", "NO_COLOR", "1"}, true, false},
		{[]string{"TERM", "dumb"}, true, false},
	} {
		env := func(name string) (value string, set bool) {
			for i := 0; i < len(tt.env); i += 2 {
				if tt.env[i] == name {
					return tt.env[i+1], true
				}
			}
			return "", false
		}
		if got := Colour(env, tt.terminal); got != tt.want {
			t.Errorf("%v in a terminal %v: %v", tt.env, tt.terminal, got)
		}
	}
}
