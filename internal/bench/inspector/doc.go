// Package inspector has the tests of `assister mcp` with the MCP inspector's command line, a
// client that is not made with the SDK of the server. `make test-mcp` installs the inspector
// and runs them; they are skipped elsewhere.
package inspector
