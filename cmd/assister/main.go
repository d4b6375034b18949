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
	ctx, stop := cli.Signals(context.Background())
	code := cli.Main(ctx, os.Args[1:], os.LookupEnv, cli.Process())
	stop()
	os.Exit(code)
}
