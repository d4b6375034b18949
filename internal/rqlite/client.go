// Package rqlite keeps a workspace on a cluster of rqlite nodes, which replicate a SQLite
// database by Raft. It has the client of their HTTP API, and the store on it: snapshots of
// several queries, and commits that are one guarded request. Package relational has the
// SQL.
package rqlite

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"assister/internal/problem"
)

// Level is how fresh a read is.
type Level string

const (
	// None reads what the node has, however old.
	None Level = "none"
	// Weak reads from the node that takes itself for the leader. After a partition it may
	// do so for up to a second too long.
	Weak Level = "weak"
	// Linearizable reads all that was committed before the read began.
	Linearizable Level = "linearizable"
)

// Client speaks the HTTP API of the nodes of a cluster. A node passes a request on to the
// leader if it has to, so the client follows no redirect: credentials go to no host that is
// not in the address. Several goroutines may use it.
type Client struct {
	address Address
	http    *http.Client
	host    atomic.Int32 // index of the node that has answered last
	trips   *atomic.Int64
	most    int64 // bytes of an answer
}

// answerMost bounds the bytes of an answer.
const answerMost = 256 << 20

// NewClient returns a client. It connects with the first request.
func NewClient(a Address) (*Client, error) {
	transport := &http.Transport{
		DialContext:         (&net.Dialer{Timeout: a.Timeout / 2}).DialContext,
		MaxIdleConnsPerHost: 16,
		IdleConnTimeout:     time.Minute,
		DisableCompression:  true,
		TLSHandshakeTimeout: a.Timeout,
	}
	if a.TLS {
		transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
		if a.CA != "" {
			pem, err := os.ReadFile(a.CA)
			if err != nil {
				return nil, badAddress("the file of the option ca cannot be read: " + err.Error())
			}
			pool := x509.NewCertPool()
			if !pool.AppendCertsFromPEM(pem) {
				return nil, badAddress("the file of the option ca has no certificate: " + a.CA)
			}
			transport.TLSClientConfig.RootCAs = pool
		}
	}
	refuse := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	hc := &http.Client{Transport: transport, CheckRedirect: refuse}
	return &Client{address: a, http: hc, most: answerMost, trips: new(atomic.Int64)}, nil
}

// Trips returns how many requests were sent.
func (c *Client) Trips() int64 { return c.trips.Load() }

// Close closes the idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Statement is SQL text with the values of its placeholders, each an int64, a string, a
// []byte or nil.
type Statement struct {
	Text string
	Args []driver.Value
}

// Query runs statements that only read, all in one snapshot, and returns the rows of each.
// If no node answers in time it repeats the request, since reading twice does no harm.
func (c *Client) Query(ctx context.Context, level Level, statements ...Statement) ([]Rows, error) {
	body, err := encode(statements)
	if err != nil {
		return nil, err
	}
	values := url.Values{"level": {string(level)}, "transaction": {""}}
	if level == Linearizable {
		values.Set("linearizable_timeout", c.address.Timeout.String())
	}
	return c.do(ctx, request{"/db/query", values, body, len(statements), true})
}

// Execute runs statements in one transaction: all of them or, with a *StatementError, none.
// It returns how many rows each has changed. An error that wraps ErrLost may mean either; any
// other error means that nothing was changed. Execute repeats a request only if it is certain
// that no node has received it.
func (c *Client) Execute(ctx context.Context, statements ...Statement) ([]int64, error) {
	body, err := encode(statements)
	if err != nil {
		return nil, err
	}
	// The texts have no functions of time or chance that a node would have to rewrite.
	values := url.Values{"transaction": {""}, "noparse": {""}}
	results, err := c.do(ctx, request{"/db/execute", values, body, len(statements), false})
	if err != nil {
		return nil, err
	}
	changed := make([]int64, len(results))
	for i, r := range results {
		changed[i] = r.Changed
	}
	return changed, nil
}

// Both runs statements in one transaction, of which some write and some read what these have
// written. It fails as Execute does.
func (c *Client) Both(ctx context.Context, statements ...Statement) ([]Rows, error) {
	body, err := encode(statements)
	if err != nil {
		return nil, err
	}
	values := url.Values{"transaction": {""}, "noparse": {""}}
	return c.do(ctx, request{"/db/request", values, body, len(statements), false})
}

// ErrLost is the error of a request whose answer did not arrive, or is no answer to it: what
// it asked for may or may not have happened.
var ErrLost = errors.New("the answer of the cluster was lost")

// unreachable is an error of a request that no node has received or accepted.
type unreachable struct{ cause error }

func (e *unreachable) Error() string { return e.cause.Error() }
func (e *unreachable) Unwrap() error { return e.cause }

// notAuthorized is the code of a user who may not do what a request asks for.
const notAuthorized = "not_authorized"

// Unreachable is the code of a cluster that does not answer.
const Unreachable = "cluster_unreachable"

// request is what is sent to a node, until one has answered.
type request struct {
	path       string
	values     url.Values
	body       []byte
	statements int
	repeatable bool // even if a node may have carried it out
}

// do sends a request to one node after the other until one answers, for twice the time-out
// of a request.
func (c *Client) do(ctx context.Context, r request) (results []Rows, err error) {
	r.values.Set("timeout", c.address.Timeout.String())
	within, cancel := context.WithTimeout(ctx, 2*c.address.Timeout)
	defer cancel()
	err = c.reach(ctx, within, r.repeatable, func(host string) (err error) {
		results, err = c.ask(within, host, r)
		return err
	})
	return results, err
}

// reach calls ask for one node after the other until one answers, or within ends.
func (c *Client) reach(ctx, within context.Context, repeatable bool, ask func(host string) error) error {
	pause, unknown := time.Millisecond, map[int32]bool{} // hosts
	for failed := 1; ; failed++ {
		host := c.host.Load()
		err := ask(c.address.Hosts[host])
		var away *unreachable
		again := errors.As(err, &away) || repeatable && errors.Is(err, ErrLost)
		if !again || ctx.Err() != nil {
			return err
		}
		var name *net.DNSError
		if errors.As(err, &name) && name.IsNotFound {
			unknown[host] = true
		}
		c.host.CompareAndSwap(host, (host+1)%int32(len(c.address.Hosts)))
		if failed%len(c.address.Hosts) != 0 && within.Err() == nil {
			continue
		}
		if len(unknown) == len(c.address.Hosts) {
			return c.unknownHosts(err)
		}
		// No node can serve it now. While a leader is elected, that passes soon.
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-within.Done():
			return c.gone(err)
		case <-time.After(pause):
			pause = min(2*pause, 100*time.Millisecond)
		}
	}
}

// ask sends a request to a node and reads its answer.
func (c *Client) ask(ctx context.Context, host string, r request) ([]Rows, error) {
	text, err := c.send(ctx, http.MethodPost, host, r.path+"?"+r.values.Encode(), r.body)
	if err != nil {
		return nil, err
	}
	results, err := decode(text, r.statements)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", host, err)
	}
	return results, nil
}

// gone is the refusal of a request that no node accepts.
func (c *Client) gone(cause error) error {
	message := "no node of the cluster can serve the request"
	if cause != nil {
		message += ": " + c.reasonOf(cause)
	}
	r := problem.Refuse(problem.Failed, Unreachable, message,
		"nothing was changed; check that a majority of the nodes runs, and try again")
	r.Path, r.Cause, r.Passing = c.address.String(), cause, true
	return r
}

// unknownHosts is the refusal of an address none of whose hosts is a name that is known.
func (c *Client) unknownHosts(cause error) error {
	r := problem.Refuse(problem.Failed, Unreachable, "no node of the cluster is known: "+c.reasonOf(cause),
		"check the hosts of the address")
	r.Path, r.Cause = c.address.String(), cause
	return r
}

// reasonOf says in a few words why a node has not served a request.
func (c *Client) reasonOf(err error) string {
	var op *net.OpError
	var away *unreachable
	if errors.As(err, &away) && errors.As(err, &op) {
		return op.Error() // it names the node
	}
	return strings.Replace(err.Error(), ErrLost.Error()+": ", "", 1) // it is none of a commit
}

// send sends a request to a node and returns its answer.
func (c *Client) send(ctx context.Context, method, host, path string, body []byte) ([]byte, error) {
	within, cancel := context.WithTimeout(ctx, c.address.Timeout)
	defer cancel()
	answer, err := c.open(within, method, host, path, body)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, c.most+1))
	switch {
	case int64(len(text)) > c.most:
		return nil, fmt.Errorf("%s: the answer is larger than %s: %w", host, problem.Size(c.most), ErrLost)
	case err != nil:
		return nil, c.lost(host, err)
	case answer.StatusCode == http.StatusOK:
		return text, nil
	}
	return nil, c.refused(host, answer, text)
}

// open sends a request to a node and returns its answer, whose body is not read yet.
func (c *Client) open(ctx context.Context, method, host, path string, body []byte) (*http.Response, error) {
	scheme := "http://"
	if c.address.TLS {
		scheme = "https://"
	}
	request, err := http.NewRequestWithContext(ctx, method, scheme+host+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	// Without GetBody, net/http repeats no request of its own accord.
	request.GetBody = nil
	request.Header.Set("Content-Type", "application/json")
	if c.address.User != "" {
		request.SetBasicAuth(c.address.User, c.address.Password)
	}
	c.trips.Add(1)
	answer, err := c.http.Do(request)
	if err != nil {
		return nil, c.lost(host, err)
	}
	return answer, nil
}

// lost says whether a failed request can have reached the node.
func (c *Client) lost(host string, err error) error {
	var op *net.OpError
	var certificate *tls.CertificateVerificationError
	var plain tls.RecordHeaderError
	switch {
	case errors.Is(err, http.ErrSchemeMismatch), errors.As(err, &plain):
		r := problem.Refuse(problem.Failed, Unreachable, host+" does not speak TLS",
			"write rqlite:// if its requests need no encryption, or set up TLS on the node")
		r.Path, r.Cause = c.address.String(), err
		return r
	case errors.As(err, &certificate):
		r := problem.Refuse(problem.Failed, "untrusted_certificate", "the certificate of "+host+" is not trusted: "+
			certificate.Err.Error(), "name the file of its authority with the option ca")
		r.Cause = err
		return r
	case errors.As(err, &op) && op.Op == "dial":
		return &unreachable{fmt.Errorf("%s: %w", host, op)}
	}
	var in *url.Error // its text has the whole address
	if errors.As(err, &in) {
		err = in.Err
	}
	return fmt.Errorf("%s: %w: %w", host, ErrLost, err)
}

// refused is the error of an answer other than OK. None of them has changed anything, except
// a server error of a node or of a proxy, which may come after the fact.
func (c *Client) refused(host string, answer *http.Response, text []byte) error {
	said := strings.TrimSpace(string(text[:min(len(text), 200)]))
	err := fmt.Errorf("%s: %s", host, answer.Status)
	if said != "" {
		err = fmt.Errorf("%w: %q", err, said)
	}
	switch status := answer.StatusCode; {
	case status == http.StatusUnauthorized:
		r := problem.Refuse(problem.Usage, notAuthorized, "the cluster does not accept the user or the password",
			"check USER:PASSWORD in the address; the user needs the permissions query and execute")
		r.Path, r.Cause = c.address.String(), err
		return r
	case status == http.StatusServiceUnavailable && strings.Contains(said, "leader not found"):
		return &unreachable{err}
	case status >= 500:
		return fmt.Errorf("%w: %w", ErrLost, err)
	case status >= 300 && status < 400:
		return fmt.Errorf("%w: it redirects to %q; name that host in the address", err, answer.Header.Get("Location"))
	}
	r := problem.Refuse(problem.Failed, "cluster_foreign", "no node of rqlite answers so: "+err.Error(),
		"check the hosts and the ports of the address; nodes with TLS need rqlites://")
	r.Path, r.Cause = c.address.String(), err
	return r
}
