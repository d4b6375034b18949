package store_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/store"
	"assister/internal/storetest/servers"
	"assister/internal/workspace"
)

// The benchmarks of servers compare workspaces with the bare statement of the engine's own
// client, in turn on the same servers: see the target bench-stores.

// subject is a workspace on servers, and a table beside it for bare statements.
type subject struct {
	name    string
	address string

	// table makes the table of the bare statements, beside the tables of a workspace: a
	// database with other tables alone is not taken for a new workspace.
	table func(b *testing.B)
	// bare runs an INSERT, and read the SELECT of the rows of one day, each as a process.
	bare func(statement string) *exec.Cmd
	read func() *exec.Cmd
	// insert returns a function that runs one INSERT on a connection of its own, and
	// readInsert one that reads the newest state before: no commit that is guarded by what
	// it has read can do with less.
	insert, readInsert func(b *testing.B) func(ctx context.Context) error
	// most is what 1,000 operations may take.
	most time.Duration
}

const (
	insertion = "INSERT INTO bare (title) VALUES ('Buy milk')"
	newest    = "SELECT max(id) FROM bare"
)

// insertions is one INSERT of the titles and days of creations.
func insertions(n int) string {
	rows := make([]string, n)
	for i := range rows {
		rows[i] = fmt.Sprintf("('Task %d', '%s')", i, day(i))
	}
	return "INSERT INTO bare (title, day) VALUES " + strings.Join(rows, ", ")
}

func onRqlite(b *testing.B) subject {
	c := servers.StartRqlite(b, 3, servers.RqliteOptions{Flags: []string{"-fk"}})
	leader := "http://" + c.Leader().Address
	post := func(path, statement string) *exec.Cmd {
		cmd := exec.Command("curl", "-sf", "-H", "Content-Type: application/json", "-d", "@-", leader+path)
		cmd.Stdin = strings.NewReader(`["` + statement + `"]`)
		return cmd
	}
	return subject{
		name: "rqlite", address: "rqlite://" + c.Addresses() + "/work", most: 40 * time.Millisecond,
		table: func(b *testing.B) {
			mustRun(b, post("/db/execute", "CREATE TABLE bare (id INTEGER PRIMARY KEY, title TEXT, day TEXT)"))
		},
		bare: func(statement string) *exec.Cmd { return post("/db/execute", statement) },
		read: func() *exec.Cmd { return post("/db/query", selection) },
		insert: func(*testing.B) func(context.Context) error {
			client := &http.Client{Transport: &http.Transport{}}
			return func(ctx context.Context) error {
				return send(ctx, client, leader+"/db/execute", insertion, "last_insert_id")
			}
		},
		readInsert: func(*testing.B) func(context.Context) error {
			client := &http.Client{Transport: &http.Transport{}}
			return func(ctx context.Context) error {
				err := send(ctx, client, leader+"/db/query?level=linearizable", newest, "values")
				if err == nil {
					err = send(ctx, client, leader+"/db/execute", insertion, "last_insert_id")
				}
				return err
			}
		},
	}
}

// send sends a statement to a node of rqlite, whose answer has to contain a text.
func send(ctx context.Context, client *http.Client, url, statement, contained string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(`["`+statement+`"]`))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && !bytes.Contains(text, []byte(contained)) {
		err = fmt.Errorf("got %s", text)
	}
	return err
}

func onPostgres(b *testing.B) subject {
	p := servers.StartPostgres(b, servers.PostgresOptions{Flags: []string{"-c", "max_connections=600"}})
	url := p.URL("")
	psql := func(statement string) *exec.Cmd {
		cmd := exec.Command("psql", "-qtAX", "-v", "ON_ERROR_STOP=1", url)
		cmd.Stdin = strings.NewReader(statement)
		return cmd
	}
	return subject{
		name: "postgres", address: url, most: 80 * time.Millisecond,
		table: func(*testing.B) {
			p.Primary.ExecIn("work", "CREATE TABLE bare (id BIGSERIAL PRIMARY KEY, title TEXT, day TEXT)")
		},
		bare:   psql,
		read:   func() *exec.Cmd { return psql(strings.ReplaceAll(selection, "task", "assister.task")) },
		insert: func(b *testing.B) func(context.Context) error { return inTurn(b, url, insertion) },
		readInsert: func(b *testing.B) func(context.Context) error {
			return inTurn(b, url, "BEGIN ISOLATION LEVEL REPEATABLE READ; "+newest, insertion+"; COMMIT")
		},
	}
}

// inTurn returns a function that sends statements on a connection to PostgreSQL of its own, each
// when the one before it was answered.
func inTurn(b *testing.B, url string, statements ...string) func(context.Context) error {
	c, err := pgconn.Connect(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close(context.Background()) })
	return func(ctx context.Context) error {
		for _, s := range statements {
			if _, err := c.Exec(ctx, s).ReadAll(); err != nil {
				return err
			}
		}
		return nil
	}
}

// each runs a benchmark on each store.
func each(b *testing.B, run func(b *testing.B, s subject)) {
	servers.Require(b)
	for name, start := range map[string]func(*testing.B) subject{"rqlite": onRqlite, "postgres": onPostgres} {
		b.Run(name, func(b *testing.B) { run(b, start(b)) })
	}
}

func mustRun(b *testing.B, cmd *exec.Cmd) time.Duration {
	b.Helper()
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	begun := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatalf("%s: %v\n%s", cmd, err, &said)
	}
	return time.Since(begun)
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

// compare reports the medians of what runs in turn with the bare statement.
func compare(b *testing.B, ours, bare func() time.Duration) {
	var us, them []time.Duration
	for b.Loop() {
		us, them = append(us, ours()), append(them, bare())
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ms(median(us)), "ms")
	b.ReportMetric(ms(median(them)), "bare-ms")
	b.ReportMetric(ms(median(us))/ms(median(them)), "ratio")
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// program builds the program and returns a command of it in a workspace.
func program(b *testing.B, s subject) func(args ...string) *exec.Cmd {
	binary := filepath.Join(b.TempDir(), "assister")
	if out, err := exec.Command("go", "build", "-o", binary, "assister/cmd/assister").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	home := b.TempDir()
	return func(args ...string) *exec.Cmd {
		cmd := exec.Command(binary, args...)
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "ASSISTER_DB=" + s.address,
			"ASSISTER_ENGINE=rules", "ASSISTER_NOW=2026-11-23T09:00:00", "TZ=UTC"}
		return cmd
	}
}

// creations are operations that create n tasks, one in a hundred of them for today.
func creations(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `{"op":"task.create","title":"Task %d","scheduledFor":%q}`+"\n", i, day(i))
	}
	return text.String()
}

func day(i int) string {
	return time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC).AddDate(0, 0, i%100).Format(time.DateOnly)
}

const selection = "SELECT * FROM task WHERE scheduled_for = '2026-11-23'"

func BenchmarkApplyOne(b *testing.B) {
	each(b, func(b *testing.B, s subject) {
		run := program(b, s)
		apply := func() time.Duration {
			cmd := run("apply", "--yes")
			cmd.Stdin = strings.NewReader(creations(1))
			return mustRun(b, cmd)
		}
		apply()
		s.table(b)
		compare(b, apply, func() time.Duration { return mustRun(b, s.bare(insertion)) })
	})
}

func BenchmarkApplyThousand(b *testing.B) {
	each(b, func(b *testing.B, s subject) {
		run := program(b, s)
		all := creations(1000)
		apply := func() time.Duration {
			cmd := run("apply", "--yes")
			cmd.Stdin = strings.NewReader(all)
			return mustRun(b, cmd)
		}
		apply()
		s.table(b)
		bare := insertions(1000)
		compare(b, apply, func() time.Duration { return mustRun(b, s.bare(bare)) })
		b.ReportMetric(ms(s.most), "most-ms")
	})
}

func BenchmarkListToday(b *testing.B) {
	each(b, func(b *testing.B, s subject) {
		run := program(b, s)
		for range 10 {
			cmd := run("apply", "--yes")
			cmd.Stdin = strings.NewReader(creations(10_000))
			mustRun(b, cmd)
		}
		compare(b, func() time.Duration { return mustRun(b, run("list", "--today", "--open")) },
			func() time.Duration { return mustRun(b, s.read()) })
	})
}

// BenchmarkWriters compares the batches of many writers at once with as many bare INSERTs, and
// with as many that are sent after a read.
func BenchmarkWriters(b *testing.B) {
	each(b, func(b *testing.B, s subject) {
		if err := writer(b, s)(b.Context(), 0); err != nil {
			b.Fatal(err)
		}
		s.table(b)
		for _, n := range []int{1, 2, 4, 8, 16, 32, 64, 100} {
			b.Run(fmt.Sprint(n), func(b *testing.B) {
				b.ReportMetric(0, "ns/op")
				bare := crowd(b, n, statementsOf(b, s.insert))
				for unit, write := range map[string]func() func(context.Context, int) error{
					"batches":     func() func(context.Context, int) error { return writer(b, s) },
					"read-insert": statementsOf(b, s.readInsert),
				} {
					written := crowd(b, n, write)
					b.ReportMetric(written, unit+"/s")
					b.ReportMetric(100*written/bare, unit+"-%")
				}
				b.ReportMetric(bare, "bare/s")
			})
		}
	})
}

// statementsOf are the writers of a crowd whose statements are the same each time.
func statementsOf(
	b *testing.B, start func(*testing.B) func(context.Context) error,
) func() func(context.Context, int) error {
	return func() func(context.Context, int) error {
		send := start(b)
		return func(ctx context.Context, _ int) error { return send(ctx) }
	}
}

// crowdFor is how long a crowd writes.
const crowdFor = 4 * time.Second

// crowd returns how often per second n writers write together. Each has written once before, one
// after the other: a new connection costs a server more than a batch.
func crowd(b *testing.B, n int, start func() func(ctx context.Context, i int) error) float64 {
	writers := make([]func(context.Context, int) error, n)
	for i := range writers {
		writers[i] = start()
		if err := writers[i](b.Context(), n*1_000_000+i*10_000); err != nil {
			b.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(b.Context(), crowdFor)
	defer cancel()
	var written atomic.Int64
	var all sync.WaitGroup
	begun := time.Now()
	for w, write := range writers {
		all.Go(func() {
			for i := 1; ctx.Err() == nil; i++ {
				if err := write(context.WithoutCancel(ctx), n*1_000_000+w*10_000+i); err != nil {
					b.Errorf("writer %d: %v", w, err)
					return
				}
				written.Add(1)
			}
		})
	}
	all.Wait()
	return float64(written.Load()) / time.Since(begun).Seconds()
}

// writer applies a batch of one operation, on a store of its own.
func writer(b *testing.B, s subject) func(ctx context.Context, i int) error {
	l, err := store.Parse(s.address)
	if err != nil {
		b.Fatal(err)
	}
	w, err := l.Open(b.Context(), workspace.Opening{Mode: workspace.ToWrite, Wait: time.Minute})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { w.Close() })
	clock := calendar.Clock{Instant: time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	return func(ctx context.Context, i int) error {
		v, wrong := ijson.Parse(fmt.Appendf(nil, `{"op":"task.create","title":"Task %d"}`, i))
		if wrong != nil {
			return fmt.Errorf("%s", wrong.Message)
		}
		o, problems := op.Decode(v, clock)
		if len(problems) > 0 {
			return fmt.Errorf("got %v", problems)
		}
		r := workspace.Request{Ops: []op.Op{o}, Clock: clock, Key: fmt.Sprint("key-", i), Approval: "yes"}
		_, err := workspace.Apply(ctx, w, r)
		return err
	}
}
