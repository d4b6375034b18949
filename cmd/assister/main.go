// Command assister turns plain words into reviewed changes of a workspace of
// tasks, events and projects. Everything it does is in package cli; here is
// only the door.
package main

import (
	"context"
	"os"

	"assister/internal/cli"
)

func main() {
	// Signals stop being heard when the process ends. Giving them back before
	// that waits for the runtime to fall silent, a tenth of the whole start.
	ctx, signals := cli.Signalled(context.Background())
	code := cli.Main(ctx, os.Args[1:], os.LookupEnv, cli.Process(signals))
	// The next in a pipe goes on when it sees the end, and need not wait until the
	// system has taken this process apart. What could not be written is known.
	os.Stdout.Close()
	os.Exit(code)
}
