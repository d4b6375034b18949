package rqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/workspace"
)

// inspection is what diagnostics ask of a store and of its cluster.
type inspection struct{ of *Store }

// Examine compares the tables with those of this program, and every record with the sum of
// its changes in the ledger. The nodes compare their copies with checksums themselves.
func (n inspection) Examine(ctx context.Context) (found workspace.Examination, err error) {
	err = n.of.still(ctx, func(u relational.Snapshot) error {
		found = workspace.Examination{}
		if err := n.of.schema.check(n.of, u); err != nil {
			var refusal *problem.Refusal
			if !errors.As(err, &refusal) || refusal.Problem.Code != workspace.SchemaChanged {
				return err
			}
			found.Problems = append(found.Problems, refusal.Problem)
		}
		const size = "SELECT page_size * page_count FROM pragma_page_size, pragma_page_count"
		err := u.Each("measure the database", size, func(row []driver.Value) error {
			found.Bytes, _ = row[0].(int64)
			return nil
		})
		if err != nil {
			return err
		}
		return relational.Examine(relational.NewReader(u, dialect, nil), &found)
	})
	return found, err
}

// member is a voting node of the cluster.
type member struct {
	id, version       string
	reachable, leader bool
}

// Findings checks the cluster: whether a majority of its nodes can be reached and how many
// may fail, whether each has all writes, and whether what is sent to them is encrypted.
func (n inspection) Findings(ctx context.Context) ([]workspace.Finding, error) {
	nodes, err := n.of.client.nodes(ctx)
	if err != nil {
		return nil, err
	}
	all := []workspace.Finding{ofNodes(nodes)}
	if f, known := n.of.client.writes(ctx); known {
		all = append(all, f)
	}
	return append(all, n.of.address.encryption()), nil
}

// catchesUp is how long a node that works may take to carry out the newest writes.
const catchesUp = 2 * time.Second

// writes compares the newest write of each node of the address. A node whose disk was full takes
// itself for up to date, and only this tells that it is not. False if there is nothing to compare.
func (c *Client) writes(ctx context.Context) (f workspace.Finding, known bool) {
	ctx, cancel := context.WithTimeout(ctx, catchesUp)
	defer cancel()
	versions := map[string]int64{} // by host, of those that answer
	look := func() (newest int64) {
		for _, host := range c.address.Hosts {
			if v, err := c.versionOf(ctx, host); err == nil {
				versions[host] = v
			}
			newest = max(newest, versions[host])
		}
		return newest
	}
	newest := look()
	if newest == 0 || len(versions) < 2 {
		return f, false
	}
	var behind []string
	for {
		behind = nil
		for _, host := range c.address.Hosts {
			if v, answers := versions[host]; answers && v < newest {
				behind = append(behind, host)
			}
		}
		if len(behind) == 0 || ctx.Err() != nil {
			break
		}
		rest(ctx, 50*time.Millisecond)
		look()
	}
	f.Name = "writes"
	if len(behind) == 0 {
		f.Found = problem.CountOf(len(versions), "node has", "nodes have") + " every write"
		return f, true
	}
	f.Found = "not all writes are on " + strings.Join(behind, ", ")
	f.Next, f.Wrong = "replace it before it is the leader: see “assister help stores”", true
	return f, true
}

// versionOf is the version of the newest write that a node has carried out.
func (c *Client) versionOf(ctx context.Context, host string) (int64, error) {
	body, err := encode([]Statement{{Text: "SELECT max(version) FROM write_log"}})
	if err != nil {
		return 0, err
	}
	rows, err := c.ask(ctx, host, request{"/db/query", url.Values{"level": {string(None)}}, body, 1, true})
	if err != nil || len(rows[0].Values) != 1 {
		return 0, err
	}
	version, _ := rows[0].Values[0][0].(int64)
	return version, nil
}

// nodes asks each host of the address until one lists the nodes of the cluster.
func (c *Client) nodes(ctx context.Context) (nodes []member, err error) {
	for _, host := range c.address.Hosts {
		text, failed := c.send(ctx, http.MethodGet, host, "/nodes?ver=2", nil)
		if failed != nil {
			err = failed
			continue
		}
		list, bad := ijson.Parse(text)
		if bad != nil {
			return nil, fmt.Errorf("read the list of nodes of %s: %s", host, bad.Message)
		}
		all, _ := list.Get("nodes")
		for _, v := range all.Items {
			nodes = append(nodes, memberOf(v))
		}
		return nodes, nil
	}
	return nil, c.gone(err)
}

func memberOf(v ijson.Value) member {
	get := func(name string) ijson.Value { found, _ := v.Get(name); return found }
	return member{id: get("id").Text, version: get("version").Text,
		reachable: get("reachable").Bool, leader: get("leader").Bool}
}

func ofNodes(nodes []member) workspace.Finding {
	var lost, versions []string
	leader := "no leader"
	for _, n := range nodes {
		if !n.reachable {
			lost = append(lost, n.id)
		}
		if n.leader {
			leader = "leader " + n.id
		}
		if n.version != "" && !slices.Contains(versions, n.version) {
			versions = append(versions, n.version)
		}
	}
	f := workspace.Finding{Name: "cluster", Found: fmt.Sprintf("rqlite %s: %d of %s reachable, %s",
		strings.Join(versions, ", "), len(nodes)-len(lost), problem.CountOf(len(nodes), "node", "nodes"), leader)}
	spare := len(nodes) - len(lost) - (len(nodes)/2 + 1) // that may fail before nothing can be written
	switch {
	case len(lost) > 0:
		f.Found += "; not reachable: " + strings.Join(lost, ", ")
		f.Next, f.Wrong = "start these nodes, or remove them from the cluster", true
	case spare == 0:
		f.Found += "; nothing can be written while any of them is down"
		f.Next = "a cluster of three nodes goes on when one of them fails"
	}
	return f
}

// encryption says whether others can read what is sent to the nodes.
func (a Address) encryption() workspace.Finding {
	f := workspace.Finding{Name: "encryption"}
	switch {
	case a.TLS:
		f.Found = "requests are encrypted, and the certificates of the nodes are verified"
	case slices.ContainsFunc(a.Hosts, leaves):
		f.Found = "requests go over the network without encryption"
		f.Next, f.Wrong = "set up TLS on the nodes, and write rqlites:// in the address", true
	default:
		f.Found = "requests do not leave this machine"
	}
	return f
}

// leaves reports whether requests to a host leave this machine.
func leaves(host string) bool {
	name, _, _ := net.SplitHostPort(host)
	ip, err := netip.ParseAddr(name)
	return name != "localhost" && (err != nil || !ip.IsLoopback())
}
