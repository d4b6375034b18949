package cli

import (
	"slices"
	"strings"

	"assister/internal/problem"
)

const (
	// variablePrefix begins the name of every variable of this program.
	variablePrefix = "ASSISTER_"

	// Keys of servers are read from the environment only: a flag shows in the list of
	// processes, and a configuration file is copied and shared.
	apiKeyEnv       = "ASSISTER_API_KEY"
	embeddingKeyEnv = "ASSISTER_EMBEDDING_API_KEY"
)

// unknownVariable is a variable with the prefix that the program does not read, so
// that it has no effect.
type unknownVariable struct{ name, nearest string }

func (u unknownVariable) String() string {
	text := "the variable " + problem.Quote(u.name) + " is unknown and has no effect"
	if u.nearest != "" {
		text += "; did you mean " + u.nearest + "?"
	}
	return text
}

// unknownVariables returns those of the environment, sorted by name.
func (p *program) unknownVariables() (unknown []unknownVariable) {
	if p.Variables == nil {
		return nil
	}
	known := []string{configEnv, apiKeyEnv, embeddingKeyEnv}
	for i := range table {
		known = append(known, table[i].env)
	}
	names := p.Variables()
	slices.Sort(names)
	for _, name := range names {
		if strings.HasPrefix(name, variablePrefix) && !slices.Contains(known, name) {
			unknown = append(unknown, unknownVariable{name, problem.Nearest(name, known)})
		}
	}
	return unknown
}

func (c *call) noteUnknownVariables() {
	for _, u := range c.unknownVariables() {
		c.out.note("%s", u)
	}
}
