package cli

import (
	"runtime"

	"github.com/spf13/cobra"

	"assister/internal/calendar"
	"assister/internal/event"
)

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Say which version this is",
		Args: arguments(0, 0, ""),
		// Neither file nor clock nor workspace: this is the start of the program
		// and nothing else, which is what its speed is measured by.
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := fromFlags(cmd.Flags(), p.env)
			c := p.call(cmd, s)
			if err == nil {
				err = c.version()
			}
			p.code = c.finish(err)
			return nil
		},
	}
}

func (c *call) version() error {
	if err := c.begin(""); err != nil {
		return err
	}
	return c.Emit(event.Facts{
		{Name: "name", Value: "assister"},
		{Name: "version", Value: Version},
		{Name: "protocol", Value: event.Protocol},
		{Name: "go", Value: runtime.Version()},
		{Name: "platform", Value: runtime.GOOS + "/" + runtime.GOARCH},
		{Name: "zoneData", Value: calendar.ZoneData()},
	})
}
