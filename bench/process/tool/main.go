// Command tool calls one read tool of the registry and prints its answer: what
// every program that speaks to the tools does, as a process of its own.
//
//	tool -now INSTANT FILE NAME ARGUMENTS
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/sqlite"
	"assister/internal/tool"
	"assister/internal/workspace"
)

func main() {
	now := flag.String("now", "", "the `INSTANT` to look from (RFC 3339)")
	flag.Parse()
	if err := run(*now, flag.Arg(0), flag.Arg(1), flag.Arg(2)); err != nil {
		fmt.Fprintln(os.Stderr, "tool:", err)
		os.Exit(1)
	}
}

func run(now, path, name, args string) error {
	at, err := time.Parse(time.RFC3339, now)
	if err != nil {
		return err
	}
	t := tool.Lookup(name)
	if t == nil {
		return fmt.Errorf("%s", tool.Unknown(name).Message)
	}
	v, p := ijson.Parse([]byte(args))
	if p != nil {
		return p
	}
	s, err := sqlite.Open(path, sqlite.Read)
	if err != nil {
		return err
	}
	defer s.Leave()
	ctx := context.Background()
	return s.View(ctx, func(r workspace.Reader) error {
		library, ok := r.(tool.Library)
		if !ok {
			return fmt.Errorf("the store answers no queries")
		}
		e := t.On(library, calendar.Clock{Instant: at, Zone: time.UTC}).Call(ctx, v)
		if e.Problem != nil {
			return e.Problem
		}
		_, err := os.Stdout.Write(append(ijson.AppendValue(nil, e.Value()), '\n'))
		return err
	})
}
