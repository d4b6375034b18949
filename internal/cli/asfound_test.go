package cli

import (
	"testing"

	"assister/internal/workspace"
)

// A store on a server that was opened to be written as it is found is not replaced by one that
// only reads, which would refuse the notes of the request that it is open for.
func TestAStoreThatMakesNoWorkspaceServesReaders(t *testing.T) {
	p := &place{opened: opened{asFound: true}}
	for _, tt := range []struct {
		o    workspace.Opening
		want bool
	}{
		{workspace.Opening{Mode: workspace.ToRead}, true},
		{workspace.Opening{Mode: workspace.ToWrite, AsFound: true}, true},
		{workspace.Opening{Mode: workspace.ToWrite}, false},
		{workspace.Opening{Mode: workspace.ToDryRun}, false},
	} {
		if got := p.serves(tt.o); got != tt.want {
			t.Errorf("%+v: got %v", tt.o, got)
		}
	}
}
