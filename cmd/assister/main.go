// Command assister turns plain words into reviewed changes of a workspace of tasks,
// events and projects. The implementation is in package cli.
package main

import (
	"context"
	"os"

	"assister/internal/cli"
)

func main() {
	// There is no signal.Stop here: it would take a tenth of the whole run time, and the
	// process ends anyway.
	ctx, signals := cli.Signalled(context.Background())
	code := cli.Main(ctx, os.Args[1:], os.LookupEnv, cli.Process(signals))
	// Close stdout so that the next process of a pipe need not wait until the system has
	// torn down this one. Write errors have been reported already.
	os.Stdout.Close()
	os.Exit(code)
}
