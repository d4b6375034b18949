package cli

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// hangs is the address of a server that answers the first questions with answer, and
// none after them.
func hangs(t *testing.T, answer string, questions int) string {
	asked := 0
	return fakeOllama(t, func(out http.ResponseWriter, r *http.Request) {
		if asked++; asked > questions {
			<-r.Context().Done()
			return
		}
		says(out, answer, true)
	})
}

func TestADeadlineBoundsTheWholeCommand(t *testing.T) {
	for _, engine := range []string{"ollama", "auto"} {
		for questions := range 2 {
			w := stocked(t)
			// The answer is not valid, so that it has to be repaired.
			host := hangs(t, `{"operations":[{"op":"task.update","id":99,"title":"x"}]}`, questions)
			w.env["OLLAMA_HOST"], w.env["ASSISTER_MODEL"] = host, "tiny"
			code := w.run("propose", "frobnicate the yard", "--engine", engine, "--deadline", "100ms")
			failed := w.of("error")
			if code != 7 || len(failed) != 1 || word(failed[0], "code") != "deadline_exceeded" {
				t.Errorf("%s, hangs after %d answers: exit %d, %s", engine, questions, code, w.stdout.String())
			}
		}
	}
}

func TestHeartbeatsShowWhatIsLeft(t *testing.T) {
	for _, tt := range []struct {
		flags []string
		want  string
	}{
		{nil, "300000"}, {[]string{"--deadline", "1h"}, "3600000"}, {[]string{"--deadline", "0"}, ""},
	} {
		w := stocked(t)
		ticks := make(chan time.Time)
		w.ticker = func(time.Duration) (<-chan time.Time, func()) { return ticks, func() {} }
		asked := 0
		host := fakeOllama(t, func(out http.ResponseWriter, r *http.Request) {
			if asked++; asked == 1 {
				ticks <- time.Time{}
			}
			says(out, `{"operations":[]}`, true)
		})
		w.env["OLLAMA_HOST"], w.env["ASSISTER_MODEL"] = host, "tiny"
		w.run(append([]string{"propose", "the yard on monday", "--engine", "ollama"}, tt.flags...)...)
		if beats := w.of("heartbeat"); len(beats) != 1 || word(beats[0], "remainingMs") != tt.want {
			t.Errorf("%v: %+v, want %s", tt.flags, beats, tt.want)
		}
	}
}

func TestTheTimeOfAPersonDoesNotCount(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	d := deadline{now: func() time.Time { return now }}
	_, release := d.bind(context.Background())
	defer release()
	d.start(time.Hour)
	now = now.Add(10 * time.Minute)
	resume := d.pause()
	now = now.Add(3 * time.Hour)
	resume()
	now = now.Add(10 * time.Minute)
	if left := d.remaining(); left != 40*time.Minute {
		t.Errorf("%s left", left)
	}
}

func TestASignalEndsAWaitForAWriterOfANamedPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "plan")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no named pipes:", err)
	}
	for _, args := range [][]string{{"apply", pipe}, {"dryrun", pipe}, {"extract", pipe}, {"ask", "--transcript", pipe, "x"}} {
		w := newWorld(t)
		ctx, end := context.WithCancelCause(context.Background())
		end(Interrupted{syscall.SIGTERM})
		w.ctx = ctx
		if code := w.run(args...); code != 143 {
			t.Errorf("%s: exit %d: %s", args[0], code, w.stderr.String())
		}
	}
	// The opens that were left behind end with a writer.
	if f, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
		_ = f.Close()
	}
}
