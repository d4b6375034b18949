// Package completions holds the shell completion scripts. `make completions` generates
// them from the command tree, and a test in internal/cli fails when they are out of date.
package completions

import _ "embed"

//go:embed assister.bash
var bash string

//go:embed _assister
var zsh string

//go:embed assister.fish
var fish string

//go:embed assister.ps1
var powershell string

// Script is the completion script for a shell, if there is one.
func Script(shell string) (string, bool) {
	switch shell {
	case "bash":
		return bash, true
	case "zsh":
		return zsh, true
	case "fish":
		return fish, true
	case "powershell":
		return powershell, true
	}
	return "", false
}
