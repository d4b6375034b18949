package config

import (
	"slices"
	"strings"

	"assister/internal/problem"
)

// Env looks one variable of the environment up.
type Env func(name string) (string, bool)

const (
	// Prefix begins the name of every variable of this program.
	Prefix = "ASSISTER_"

	// Keys of servers are read from the environment only: a flag shows in the list of
	// processes, and a configuration file is copied and shared.
	ServerKey    = "ASSISTER_API_KEY"
	EmbeddingKey = "ASSISTER_EMBEDDING_API_KEY"
	ServeToken   = "ASSISTER_SERVE_TOKEN" // that clients of `assister serve` show
	MCPToken     = "ASSISTER_MCP_TOKEN"   // that clients of `assister mcp --http` show
)

// UnknownVariable is a variable with the prefix that the program does not read, so
// that it has no effect.
type UnknownVariable struct {
	Name    string
	Nearest string // the variable that is probably meant; "" if no name is near
}

func (u UnknownVariable) String() string {
	text := "the variable " + problem.Quote(u.Name) + " is unknown and has no effect"
	if u.Nearest != "" {
		text += "; " + problem.Suggest(u.Nearest)
	}
	return text
}

// UnknownVariables returns those among the names of an environment, sorted by name.
func UnknownVariables(names []string) (unknown []UnknownVariable) {
	known := []string{configEnv, ServerKey, EmbeddingKey, ServeToken, MCPToken}
	for i := range Table {
		known = append(known, Table[i].Env)
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		if strings.HasPrefix(name, Prefix) && !slices.Contains(known, name) {
			unknown = append(unknown, UnknownVariable{name, problem.Nearest(name, known)})
		}
	}
	return unknown
}
