package cli

import (
	"os"
	"os/user"

	"assister/internal/ledger"
)

// actor is who runs the command, for the ledger and the audit trail: the one that was set, or
// the user of the operating system and the name of the machine. It is looked up when a row is
// written, since that can take longer than a command that only reads.
func actor(set string) string {
	if set != "" {
		return set
	}
	name, host := "unknown", "localhost"
	if u, err := user.Current(); err == nil && u.Username != "" {
		name = u.Username
	}
	if h, err := os.Hostname(); err == nil && h != "" {
		host = h
	}
	return ledger.AskedBy(name+"@"+host, "").Actor
}
