package postgres

import (
	"context"
	"database/sql/driver"
	"slices"
	"strings"

	"assister/internal/workspace"
)

// Findings checks the server: its version, whether a commit survives a loss of power,
// whether the connection is encrypted, and whether the role may do more than it needs.
func (s *Store) Findings(ctx context.Context) (all []workspace.Finding, err error) {
	const query = `SELECT current_setting('server_version'), current_setting('fsync'),
		current_setting('synchronous_commit'), current_setting('full_page_writes'), rolsuper OR rolbypassrls
		FROM pg_roles WHERE rolname = current_user`
	err = s.View(ctx, func(v workspace.Reader) error {
		all = nil
		return v.(reader).Each("read the settings of the server", query, func(row []driver.Value) error {
			var texts [4]string
			for i := range texts {
				texts[i], _ = row[i].(string)
			}
			all = []workspace.Finding{
				{Name: "server", Found: "PostgreSQL " + texts[0]},
				durability(texts[1], texts[2], texts[3]),
				s.address.encryption(),
				role(row[4] != int64(0)),
			}
			return nil
		})
	})
	return all, err
}

// durability says what a loss of power does to a commit, by three settings of the server.
func durability(fsync, commit, pages string) workspace.Finding {
	f := workspace.Finding{Name: "durability", Found: "fsync " + fsync + ", synchronous_commit " + commit +
		", full_page_writes " + pages}
	switch {
	case fsync != "on" || pages != "on":
		f.Next, f.Wrong = "set fsync and full_page_writes to on: a loss of power can destroy the whole database", true
	case commit == "off":
		f.Next, f.Wrong = "set synchronous_commit to on: a loss of power can undo the newest changes", true
	case commit == "local":
		f.Next = "a standby that is promoted may lack the newest changes; synchronous_commit = on waits for it"
	}
	return f
}

// encryption says whether others can read what is sent to the server.
func (a Address) encryption() workspace.Finding {
	f := workspace.Finding{Name: "encryption"}
	switch {
	case !slices.ContainsFunc(a.Hosts, func(host string) bool { return !staysHere(host) }):
		f.Found = "requests do not leave this machine"
	case a.TLS == "disable":
		f.Found = "requests go over the network without encryption"
		f.Next, f.Wrong = "leave sslmode=disable out of the address", true
	case strings.HasPrefix(a.TLS, "verify"):
		f.Found = "requests are encrypted, and the certificate of the server is verified"
	default:
		f.Found = "requests are encrypted, and the certificate of the server is not verified"
		f.Next, f.Wrong = "write sslmode=verify-full in the address, with sslrootcert=FILE if need be", true
	}
	return f
}

// role says whether the role of the connection has more rights than a workspace needs.
func role(super bool) workspace.Finding {
	if super {
		return workspace.Finding{Name: "role", Found: "the role may do everything on the server", Wrong: true,
			Next: "use a role of its own for the workspace: see assister help stores"}
	}
	return workspace.Finding{Name: "role", Found: "the role is not a superuser"}
}
