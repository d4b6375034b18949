package rqlite

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"
)

// preparing is how long a node may be silent while it makes a copy of the database or sends it.
const preparing = time.Minute

// Backup writes a copy of the database to a file, which has every write that was committed
// before the leader began with it.
func (c *Client) Backup(ctx context.Context, to *os.File) error {
	within, cancel := context.WithTimeout(ctx, 2*c.address.Timeout)
	defer cancel()
	return c.reach(ctx, within, true, func(host string) error {
		if err := errors.Join(to.Truncate(0), restart(to)); err != nil {
			return err
		}
		return c.fetch(ctx, host, to)
	})
}

func restart(f *os.File) error {
	_, err := f.Seek(0, io.SeekStart)
	return err
}

// fetch writes the copy of a node. The option vacuum makes the node copy what its log of writes
// has as well.
func (c *Client) fetch(ctx context.Context, host string, to io.Writer) error {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	silent := time.AfterFunc(preparing, cancel)
	defer silent.Stop()
	values := url.Values{"vacuum": {""}, "timeout": {preparing.String()}}
	answer, err := c.open(within, http.MethodGet, host, "/db/backup?"+values.Encode(), nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
		return c.refused(host, answer, text)
	}
	part := make([]byte, 64<<10)
	for {
		n, err := answer.Body.Read(part)
		silent.Reset(preparing)
		if _, failed := to.Write(part[:n]); failed != nil {
			return failed
		}
		switch err {
		case nil:
		case io.EOF:
			return nil
		default:
			return c.lost(host, err)
		}
	}
}
