package sqlite

import (
	"context"

	"assister/internal/relational"
)

// Lend lends the database in a file that nobody writes to, such as one that a server has sent.
// It checks that the file is whole, and not what it has.
func Lend(ctx context.Context, path string, fn func(n relational.Snapshot) error) error {
	c, err := connect(path, "ro&immutable=1", true, 0)
	if err != nil {
		return failed("open the copy", path, err)
	}
	defer c.close()
	if err := c.quickCheck(); err != nil {
		return failed("check the copy", path, err)
	}
	return fn(&tx{ctx: ctx, c: c, path: path})
}
