package cli

import (
	"assister/internal/assist"
	"assister/internal/heads"
	"assister/internal/ledger"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// witness keeps the heads of the audit trail of the workspace at a path; nil if none are
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

// keptHeads are the heads in the file that audit.head names.
func (c *call) keptHeads() (kept assist.KeptHeads) {
	if kept.File = c.set.Text("audit.head"); kept.File == "" {
		return kept
	}
	kept.Read = func() ([]ledger.Entry, int, error) {
		database, err := sqlite.Resolve(c.file.path)
		if err != nil {
			return nil, 0, err
		}
		return heads.File{Path: kept.File, Database: database}.Read()
	}
	return kept
}
