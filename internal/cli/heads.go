package cli

import (
	"assister/internal/assist"
	"assister/internal/heads"
	"assister/internal/workspace"
)

// witness keeps the heads of the audit trail of the workspace with an identity; nil if none are
// to be kept.
func (c *call) witness(database string) workspace.Witness {
	var places heads.Several
	if path := c.set.Text("audit.head"); path != "" {
		places = append(places, heads.File{Path: path, Database: database})
	}
	if words := heads.Split(c.set.Text("audit.head-command")); len(words) > 0 {
		places = append(places, heads.Command{Words: words, Database: database})
	}
	if len(places) == 0 {
		return nil
	}
	return places
}

// keptHeads are the heads that are kept of the workspace, readable if audit.head names a
// file.
func (c *call) keptHeads() (kept assist.KeptHeads) {
	database, err := c.place.at.Identity()
	if err != nil {
		return kept // the command fails for the same reason
	}
	if witness := c.witness(database); witness != nil {
		kept.Keep = witness.Keep
	}
	if kept.File = c.set.Text("audit.head"); kept.File != "" {
		kept.Read = heads.File{Path: kept.File, Database: database}.Read
	}
	return kept
}
