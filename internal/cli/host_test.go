package cli

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/check"
	"assister/internal/config"
	"assister/internal/door"
	"assister/internal/event"
)

// testHost is the host of a command that serves, in an empty home directory.
func testHost(t *testing.T, settings map[string]string) *host {
	w := newWorld(t)
	p := &program{env: func(name string) (string, bool) { v, ok := w.env[name]; return v, ok }, Streams: Streams{
		In: strings.NewReader(""), Out: &w.stdout, Err: &w.stderr,
		Now: func() time.Time { return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC) },
	}}
	for key, value := range settings {
		w.env[key] = value
	}
	cmd := &cobra.Command{Use: "serve"}
	config.AddFlags(cmd.Flags())
	c := newCall(p, cmd, config.Read(cmd.Flags(), p.env))
	if err := c.settle(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return newHost(c)
}

func proposing(text string) func(context.Context, assist.Environment) (assist.Outcome, error) {
	return func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
		return assist.Propose(ctx, env, assist.Request{Text: text})
	}
}

// applying applies the output of a request.
func applying(stream []byte) func(context.Context, assist.Environment) (assist.Outcome, error) {
	return func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
		in, err := event.Read(ctx, bytes.NewReader(stream), "", env.Clock)
		if err != nil {
			return assist.Outcome{}, err
		}
		defer in.Close()
		return assist.Apply(ctx, env, assist.ApplyRequest{Input: in, Options: assist.ApplyOptions{Approved: true}})
	}
}

// TestHostSharesTheWorkspace has clients propose and apply at the same time, the first of
// them in a workspace that does not exist yet.
func TestHostSharesTheWorkspace(t *testing.T) {
	h := testHost(t, nil)
	const clients = 8
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() {
			var plan, applied bytes.Buffer
			ctx := context.Background()
			done := h.Run(ctx, door.Request{Command: "propose", Out: &plan, Engine: true, Do: proposing(fmt.Sprintf("add task number %d", i))})
			if done.Status != "done" {
				t.Errorf("propose: %+v\n%s", done, &plan)
			}
			done = h.Run(ctx, door.Request{Command: "apply", Out: &applied, Do: applying(plan.Bytes())})
			if done.Status != "done" || done.BatchID == 0 {
				t.Errorf("apply: %+v\n%s", done, &applied)
			}
			if got := applied.String(); strings.Count(got, `"type":"start"`) != 1 || strings.Count(got, `"type":"done"`) != 1 ||
				!strings.Contains(got, `"command":"apply"`) {
				t.Errorf("the stream is not one of apply:\n%s", got)
			}
		})
	}
	wg.Wait()
	var listed bytes.Buffer
	h.Run(context.Background(), door.Request{Command: "list", Out: &listed, Do: func(ctx context.Context, env assist.Environment) (
		assist.Outcome, error) {
		return assist.Ask(ctx, env, assist.AskRequest{Request: assist.Request{Text: "how many tasks are there?"}})
	}})
	if !strings.Contains(listed.String(), fmt.Sprint(clients)) {
		t.Errorf("not %d tasks:\n%s", clients, &listed)
	}
}

// TestHostHoldsLimits applies with a client's limit and with one of the settings.
func TestHostHoldsLimits(t *testing.T) {
	for _, test := range []struct {
		settings map[string]string
		client   door.Client
		who      string
	}{
		{client: door.Client{Limits: []check.Limits{{From: "token ci", ReadOnly: true}}}, who: "token ci"},
		{settings: map[string]string{"ASSISTER_LIMITS_READ_ONLY": "true"}, who: "the environment"},
	} {
		h := testHost(t, test.settings)
		var out bytes.Buffer
		done := h.Run(context.Background(), door.Request{
			Command: "apply", Out: &out, Client: test.client, Do: applying([]byte(`{"op":"task.create","title":"Milk"}`)),
		})
		if done.ExitCode == 0 || done.BatchID != 0 || !strings.Contains(out.String(), test.who) {
			t.Errorf("%s: %+v\n%s", test.who, done, &out)
		}
	}
}

func TestHostEndsWhatIsCancelled(t *testing.T) {
	h := testHost(t, nil)
	ctx, cancel := context.WithCancel(context.Background())
	var out bytes.Buffer
	done := h.Run(ctx, door.Request{Command: "apply", Out: &out, Do: func(ctx context.Context, env assist.Environment) (
		assist.Outcome, error) {
		cancel()
		return applying([]byte(`{"op":"task.create","title":"Milk"}`))(ctx, env)
	}})
	if done.ExitCode == 0 || done.BatchID != 0 || !strings.Contains(out.String(), `"code":"cancelled"`) {
		t.Errorf("%+v\n%s", done, &out)
	}
}
