package servers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// Postgres is a PostgreSQL server on loopback and, if it was asked for, a synchronous
// standby of it. Its database is named work, and its superuser admin.
type Postgres struct {
	Primary *PostgresNode
	Standby *PostgresNode // nil without one

	t testing.TB
}

// PostgresOptions are what a server is started with.
type PostgresOptions struct {
	Standby bool     // every commit waits until the standby has it on its disk
	Flags   []string // for every node, such as "-c" and "max_connections=200"
}

// PostgresNode is one server. Its address and its data stay when it is killed and
// restarted.
type PostgresNode struct {
	Address string // HOST:PORT
	Dir     string // of its data

	t     testing.TB
	bin   string
	owner *syscall.Credential
	flags []string
	log   logBuffer

	mu    sync.Mutex
	cmd   *exec.Cmd
	ended chan struct{}
}

const (
	postgresUser     = "admin"
	postgresPassword = "correct horse"
	postgresDatabase = "work"
)

// StartPostgres starts a server that is stopped at the end of the test.
func StartPostgres(t testing.TB, options PostgresOptions) *Postgres {
	t.Helper()
	Require(t)
	p := &Postgres{t: t, Primary: newPostgresNode(t, options)}
	p.Primary.initialize()
	p.Primary.Restart()
	p.Primary.ExecIn("postgres", "CREATE DATABASE "+postgresDatabase)
	if options.Standby {
		p.Standby = newPostgresNode(t, options)
		p.Standby.follow(p.Primary)
	}
	return p
}

// newPostgresNode makes the directory of a node, which belongs to the user that runs the
// server: PostgreSQL refuses to run as root, and to read the files of others.
func newPostgresNode(t testing.TB, options PostgresOptions) *PostgresNode {
	t.Helper()
	root, err := os.MkdirTemp("", "assister-postgres-")
	if err != nil {
		t.Fatal(err)
	}
	n := &PostgresNode{t: t, Address: freeAddress(t), Dir: filepath.Join(root, "data"), bin: installed(t, "postgres")}
	t.Cleanup(func() {
		n.Kill()
		if err := os.RemoveAll(root); err != nil {
			t.Errorf("remove the data of PostgreSQL: %v", err)
		}
	})
	if os.Geteuid() == 0 {
		n.owner = unprivileged(t)
		if err := os.Chown(root, int(n.owner.Uid), int(n.owner.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	host, port, _ := net.SplitHostPort(n.Address)
	n.flags = append([]string{
		"-D", n.Dir, "-p", port, "-c", "listen_addresses=" + host, "-c", "unix_socket_directories=" + root,
		"-c", "shared_buffers=32MB", "-c", "wal_level=replica",
	}, options.Flags...)
	return n
}

// unprivileged is the user postgres of Debian's package, or nobody.
func unprivileged(t testing.TB) *syscall.Credential {
	t.Helper()
	var err error
	for _, name := range []string{"postgres", "nobody"} {
		var found *user.User
		if found, err = user.Lookup(name); err == nil {
			uid, _ := strconv.ParseUint(found.Uid, 10, 32)
			gid, _ := strconv.ParseUint(found.Gid, 10, 32)
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		}
	}
	t.Fatalf("find a user that is not root: %v", err)
	return nil
}

// command returns a command of a program of PostgreSQL, as the user of the node.
func (n *PostgresNode) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(n.bin, program), args...)
	cmd.Dir = filepath.Dir(n.Dir)
	cmd.Env = append(os.Environ(), "PGPASSWORD="+postgresPassword, "TZ=UTC")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: n.owner}
	return cmd
}

func (n *PostgresNode) run(program string, args ...string) {
	n.t.Helper()
	if out, err := n.command(program, args...).CombinedOutput(); err != nil {
		n.t.Fatalf("%s: %v\n%s", program, err, out)
	}
}

// initialize makes an empty cluster. Its locale orders texts in another way than our
// columns do, so that a column without its collation fails a test.
func (n *PostgresNode) initialize() {
	n.t.Helper()
	secret := filepath.Join(filepath.Dir(n.Dir), "password")
	if err := os.WriteFile(secret, []byte(postgresPassword), 0o644); err != nil {
		n.t.Fatal(err)
	}
	n.run("initdb", "-D", n.Dir, "-U", postgresUser, "--pwfile="+secret, "--auth=scram-sha-256", "--no-sync",
		"--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en")
}

// follow makes the node a standby of a running primary, which then waits for it at every
// commit.
func (n *PostgresNode) follow(primary *PostgresNode) {
	n.t.Helper()
	host, port, _ := net.SplitHostPort(primary.Address)
	n.run("pg_basebackup", "-D", n.Dir, "-h", host, "-p", port, "-U", postgresUser, "-R", "-X", "stream",
		"--checkpoint=fast", "--no-sync")
	n.Restart()
	primary.Exec("ALTER SYSTEM SET synchronous_standby_names = '*'")
	primary.Exec("SELECT pg_reload_conf()")
	Eventually(n.t, "follow the primary", patience, func() error {
		rows, err := primary.query(postgresDatabase, "SELECT sync_state FROM pg_stat_replication")
		if err == nil && (len(rows) != 1 || rows[0][0] != "sync") {
			err = fmt.Errorf("the standbys are %v", rows)
		}
		return err
	})
}

// URL is the address of a database on the nodes, in the given order, with a query such as
// "schema=x". Without nodes, it is that of all nodes.
func (p *Postgres) URL(query string, nodes ...*PostgresNode) string {
	if len(nodes) == 0 {
		nodes = append(nodes, p.Primary)
		if p.Standby != nil {
			nodes = append(nodes, p.Standby)
		}
	}
	hosts := make([]string, len(nodes))
	for i, n := range nodes {
		hosts[i] = n.Address
	}
	return p.URLOf(query, hosts...)
}

// URLOf is the address of the database on hosts, such as a proxy.
func (p *Postgres) URLOf(query string, hosts ...string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(postgresUser, postgresPassword)}
	u.Host, u.Path, u.RawQuery = strings.Join(hosts, ","), "/"+postgresDatabase, query
	return u.String()
}

// Start starts the process. It does not wait.
func (n *PostgresNode) Start() {
	n.t.Helper()
	cmd := n.command("postgres", n.flags...)
	cmd.Stdout, cmd.Stderr = &n.log, &n.log
	ended, err := startTied(cmd)
	if err != nil {
		n.t.Fatalf("start PostgreSQL: %v", err)
	}
	n.mu.Lock()
	n.cmd, n.ended = cmd, ended
	n.mu.Unlock()
}

// Restart starts a node, again with the data it had if it was killed, and waits until it
// answers. A server whose processes are still ending is in the way of the next one, which
// then ends at once.
func (n *PostgresNode) Restart() {
	n.t.Helper()
	n.Start()
	Eventually(n.t, "start PostgreSQL on "+n.Address, patience, func() error {
		if !n.Running() {
			n.Start()
		}
		_, err := n.query("postgres", "SELECT 1")
		if err != nil {
			return fmt.Errorf("%w\n%s", err, n.log.String())
		}
		return nil
	})
}

// Running reports whether the process exists.
func (n *PostgresNode) Running() bool {
	n.mu.Lock()
	ended := n.ended
	n.mu.Unlock()
	if ended == nil {
		return false
	}
	select {
	case <-ended:
		return false
	default:
		return true
	}
}

// Kill ends the process with SIGKILL and waits until it has ended. The processes of its
// connections end when they notice.
func (n *PostgresNode) Kill() {
	if !n.Running() {
		return
	}
	n.signal(syscall.SIGKILL)
	<-n.ended
}

// Pause stops the process that takes connections, and all of the others, where they are.
func (n *PostgresNode) Pause() { n.signalAll(syscall.SIGSTOP) }

// Resume lets a paused server go on.
func (n *PostgresNode) Resume() { n.signalAll(syscall.SIGCONT) }

func (n *PostgresNode) signal(s syscall.Signal) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		n.t.Errorf("send %v to PostgreSQL on %s: %v", s, n.Address, err)
	}
}

// signalAll sends a signal to the server and its children, by their ids.
func (n *PostgresNode) signalAll(s syscall.Signal) {
	n.signal(s)
	n.mu.Lock()
	pid := n.cmd.Process.Pid
	n.mu.Unlock()
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		n.t.Skip("the processes of PostgreSQL cannot be listed:", err)
	}
	for _, child := range strings.Fields(string(children)) {
		if id, err := strconv.Atoi(child); err == nil {
			_ = syscall.Kill(id, s) // it may have ended meanwhile
		}
	}
}

// Promote makes a standby the primary, and waits until it takes writes. What was the
// primary must not come back as one.
func (n *PostgresNode) Promote() {
	n.t.Helper()
	n.Exec("SELECT pg_promote(true, " + strconv.Itoa(int(patience.Seconds())) + ")")
	Eventually(n.t, "promote the standby", patience, func() error {
		rows, err := n.query(postgresDatabase, "SELECT pg_is_in_recovery()")
		if err == nil && rows[0][0] != "f" {
			err = errors.New("it is still in recovery")
		}
		return err
	})
}

// Exec runs statements in the database as the superuser.
func (n *PostgresNode) Exec(text string) {
	n.t.Helper()
	n.ExecIn(postgresDatabase, text)
}

// Try runs statements in the database as the superuser.
func (n *PostgresNode) Try(text string) error {
	_, err := n.query(postgresDatabase, text)
	return err
}

// ExecIn runs statements in any database as the superuser.
func (n *PostgresNode) ExecIn(database, text string) {
	n.t.Helper()
	if _, err := n.query(database, text); err != nil {
		n.t.Fatalf("%s: %v", text, err)
	}
}

// Query returns the rows of a query as text.
func (n *PostgresNode) Query(text string) [][]string {
	n.t.Helper()
	rows, err := n.query(postgresDatabase, text)
	if err != nil {
		n.t.Fatalf("%s: %v", text, err)
	}
	return rows
}

func (n *PostgresNode) query(database, text string) (rows [][]string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	config, err := pgconn.ParseConfig("sslmode=disable connect_timeout=3")
	if err != nil {
		return nil, err
	}
	host, port, _ := net.SplitHostPort(n.Address)
	number, _ := strconv.ParseUint(port, 10, 16)
	config.Host, config.Port, config.Fallbacks = host, uint16(number), nil
	config.User, config.Password, config.Database = postgresUser, postgresPassword, database
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	results, err := conn.Exec(ctx, text).ReadAll()
	for _, result := range results {
		for _, row := range result.Rows {
			texts := make([]string, len(row))
			for i, value := range row {
				texts[i] = string(value)
			}
			rows = append(rows, texts)
		}
	}
	return rows, err
}

// Log returns what the node has logged.
func (n *PostgresNode) Log() string { return n.log.String() }
