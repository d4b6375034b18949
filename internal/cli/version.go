package cli

import (
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"assister/internal/calendar"
	"assister/internal/config"
	"assister/internal/event"
)

// build is what the Go toolchain recorded about this binary.
type build struct {
	version string // of the module, without its v; "devel" where none was recorded
	commit  string // revision of the checkout it was built in, with "+dirty" after local changes; may be ""
}

// String is the version for people, with the first digits of the commit where it is
// known and is not part of the version already.
func (b build) String() string {
	const digits = 12
	if b.commit == "" || strings.Contains(b.version, b.commit[:min(digits, len(b.commit))]) {
		return b.version
	}
	return b.version + " (" + b.commit[:min(digits, len(b.commit))] + ")"
}

// buildInfo is the build of this process; every `start` event names its version.
var buildInfo = sync.OnceValue(readBuild)

// readBuild reads the version and the commit from the binary. `go build` records
// both in a git checkout, `go install MODULE@VERSION` the version.
func readBuild() build {
	b := build{version: "devel"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := strings.TrimPrefix(info.Main.Version, "v"); v != "" && v != "(devel)" {
		b.version = v
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			b.commit = s.Value + b.commit
		case s.Key == "vcs.modified" && s.Value == "true":
			b.commit += "+dirty"
		}
	}
	return b
}

func versionCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Show the version",
		Example: "  assister version",
		Args:    arguments(0, 0, ""),
		// It reads no file, no clock and no workspace: this is the start of the
		// program and nothing else, which is what its speed is measured by.
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			s := config.FromFlags(cmd.Flags(), p.env)
			c := newCall(p, cmd, s)
			err := s.Err()
			if err == nil {
				err = showVersion(c)
			}
			p.code = c.finish(ctx, err)
			return nil
		},
	}
}

func showVersion(c *call) error {
	if err := c.begin(""); err != nil {
		return err
	}
	b := buildInfo()
	facts := event.Facts{{Name: "name", Value: "assister"}, {Name: "version", Value: b.version}}
	if b.commit != "" {
		facts = append(facts, event.Fact{Name: "commit", Value: b.commit})
	}
	return c.Emit(append(facts,
		event.Fact{Name: "protocol", Value: event.Protocol},
		event.Fact{Name: "go", Value: runtime.Version()},
		event.Fact{Name: "platform", Value: runtime.GOOS + "/" + runtime.GOARCH},
		event.Fact{Name: "zoneData", Value: calendar.ZoneData()},
	))
}
