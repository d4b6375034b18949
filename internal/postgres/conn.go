package postgres

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// conn is a connection. It is used by one goroutine at a time.
type conn struct {
	raw *pgconn.PgConn

	// opening is the statements that begin a transaction. They are sent with its first
	// query, and so take no round trip.
	opening []string
	names   int           // of prepared statements, each of which is another one
	reading *result       // whose rows have not all arrived; nil if there is none
	trips   *atomic.Int64 // requests that were waited for, of all connections of the store

	leaving *pgconn.Pipeline // the end of a transaction whose answer is not read; nil for none
}

// never is a context without cancellation, for statements that must not be interrupted.
var never = context.Background()

// cancelDelay is how long a server may take to end a canceled statement, after which the
// connection is given up.
const cancelDelay = 2 * time.Second

// connect opens a connection to the first host that takes writes.
func connect(ctx context.Context, config *pgconn.Config, trips *atomic.Int64) (*conn, error) {
	config = config.Copy()
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: c, DeadlineDelay: cancelDelay}
	}
	raw, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, &lost{err}
	}
	return &conn{raw: raw, trips: trips}, nil
}

// statement is one statement with its arguments, whose placeholders are "?".
type statement struct {
	text string
	args []driver.Value
}

// The types of PostgreSQL that this store has in its columns, and of expressions on them.
const (
	oidBool    = 16
	oidBytes   = 17
	oidName    = 19
	oidInt8    = 20
	oidInt2    = 21
	oidInt4    = 23
	oidText    = 25
	oidUnknown = 705
	oidInt8s   = 1016
	oidVarchar = 1043
	oidNumeric = 1700
)

// allBinary asks for every column in the binary format.
var allBinary = []int16{1}

// encode returns arguments in the binary format of the types that their values have.
func encode(args []driver.Value) (values [][]byte, types []uint32, formats []int16) {
	if len(args) == 0 {
		return nil, nil, nil
	}
	values, types, formats = make([][]byte, len(args)), make([]uint32, len(args)), make([]int16, len(args))
	for i, arg := range args {
		formats[i] = 1
		switch v := arg.(type) {
		case nil:
		case int64:
			values[i], types[i] = binary.BigEndian.AppendUint64(nil, uint64(v)), oidInt8
		case string:
			values[i], types[i] = []byte(v), oidText
		case []byte:
			values[i], types[i] = v, oidBytes
			if v == nil {
				values[i] = []byte{}
			}
		case []int64:
			all := make(array, len(v))
			for i, n := range v {
				all[i] = n
			}
			values[i], types[i] = all.encode(oidInt8), oidInt8s
		case array:
			values[i] = v.encode(kindOf(v.some()))
		default:
			panic(fmt.Sprintf("postgres: an argument of type %T", arg))
		}
	}
	return values, types, formats
}

// array is an argument that is an array of values of one type, or nil.
type array []driver.Value

// some returns a value that is not nil, if there is one.
func (a array) some() driver.Value {
	for _, v := range a {
		if v != nil {
			return v
		}
	}
	return nil
}

// typeOf is the name of the type that a value has as an argument.
func typeOf(v driver.Value) string {
	switch v.(type) {
	case int64:
		return "BIGINT"
	case []byte:
		return "BYTEA"
	}
	return "TEXT"
}

// kindOf is the type that a value has as an argument.
func kindOf(v driver.Value) uint32 {
	switch v.(type) {
	case int64:
		return oidInt8
	case []byte:
		return oidBytes
	}
	return oidText
}

// encode encodes the array, whose values have a type, in the binary format.
func (a array) encode(kind uint32) []byte {
	values, types, _ := encode(a)
	b := make([]byte, 0, 20+16*len(a))
	b = binary.BigEndian.AppendUint32(b, 1) // dimensions
	b = binary.BigEndian.AppendUint32(b, 1) // there may be nulls
	b = binary.BigEndian.AppendUint32(b, kind)
	b = binary.BigEndian.AppendUint32(b, uint32(len(a)))
	b = binary.BigEndian.AppendUint32(b, 1) // the first index
	for i, v := range values {
		if a[i] == nil {
			b = binary.BigEndian.AppendUint32(b, math.MaxUint32)
			continue
		}
		if types[i] != kind {
			panic(fmt.Sprintf("postgres: an array of %T and %T", a.some(), a[i]))
		}
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(v))), v...)
	}
	return b
}

// numbered replaces each placeholder "?" outside of quotes by $1, $2, and so on.
func numbered(text string) string {
	if !strings.Contains(text, "?") {
		return text
	}
	out := make([]byte, 0, len(text)+16)
	var quote byte
	n := 0
	for i := range len(text) {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '?':
			n++
			out = strconv.AppendInt(append(out, '$'), int64(n), 10)
			continue
		}
		out = append(out, c)
	}
	return string(out)
}

// decode returns a column of a row as the value that relational expects.
func decode(kind uint32, b []byte) (driver.Value, error) {
	if b == nil {
		return nil, nil
	}
	switch kind {
	case oidInt8:
		return int64(binary.BigEndian.Uint64(b)), nil
	case oidInt4:
		return int64(int32(binary.BigEndian.Uint32(b))), nil
	case oidInt2:
		return int64(int16(binary.BigEndian.Uint16(b))), nil
	case oidBool:
		return int64(b[0]), nil
	case oidText, oidVarchar, oidName, oidUnknown:
		return string(b), nil
	case oidBytes:
		return append([]byte{}, b...), nil
	case oidNumeric:
		return decodeNumeric(b)
	}
	return nil, fmt.Errorf("a column has the type %d, which no column of a workspace has", kind)
}

// decodeNumeric decodes a whole number, which is the type of a sum.
func decodeNumeric(b []byte) (driver.Value, error) {
	const header, base = 8, 10_000
	digits, weight := int(binary.BigEndian.Uint16(b)), int(int16(binary.BigEndian.Uint16(b[2:])))
	sign := binary.BigEndian.Uint16(b[4:])
	if sign != 0 && sign != 0x4000 || digits > weight+1 || weight > 4 {
		return nil, fmt.Errorf("a number is not a whole number of 64 bits")
	}
	n := int64(0)
	for i := range weight + 1 {
		n *= base
		if i < digits {
			n += int64(binary.BigEndian.Uint16(b[header+2*i:]))
		}
	}
	if sign != 0 {
		n = -n
	}
	return n, nil
}

// result is the rows of a query, as they arrive.
type result struct {
	request request
	rows    *pgconn.ResultReader
	kinds   []uint32
	early   [][]driver.Value // rows that were read before they were asked for
	row     []driver.Value
	done    bool
	err     error
}

// next returns the next row, which is valid until the one after it; nil after the last.
func (r *result) next() ([]driver.Value, error) {
	if len(r.early) > 0 {
		row := r.early[0]
		r.early = r.early[1:]
		return row, nil
	}
	if r.done {
		return nil, r.err
	}
	row, err := r.decoded()
	if row == nil || err != nil {
		r.finish(err)
		return nil, r.err
	}
	return row, nil
}

// decoded returns the next row that arrives; nil after the last.
func (r *result) decoded() ([]driver.Value, error) {
	if !r.rows.NextRow() {
		_, err := r.rows.Close()
		return nil, err
	}
	if r.kinds == nil {
		for _, f := range r.rows.FieldDescriptions() {
			r.kinds = append(r.kinds, f.DataTypeOID)
		}
		r.row = make([]driver.Value, len(r.kinds))
	}
	for i, b := range r.rows.Values() {
		var err error
		if r.row[i], err = decode(r.kinds[i], b); err != nil {
			return nil, err
		}
	}
	return r.row, nil
}

// finish reads what the server still has to say about the request.
func (r *result) finish(err error) { r.done, r.err = true, r.request.end(err) }

// readAll reads the rows that have not arrived, so that the connection is free.
func (r *result) readAll() {
	r.row = make([]driver.Value, len(r.row)) // the caller still has the last one
	for !r.done {
		row, err := r.nextArrived()
		if row == nil || err != nil {
			return
		}
		r.early = append(r.early, append([]driver.Value(nil), row...))
	}
}

// nextArrived is next without the rows that were read early.
func (r *result) nextArrived() ([]driver.Value, error) {
	early := r.early
	r.early = nil
	row, err := r.next()
	r.early = early
	return row, err
}

// each calls fn for the rows of a query. A row is valid only during the call. fn may ask
// further queries: the rest of the rows is then kept in memory.
func (c *conn) each(
	ctx context.Context, text string, fn func(row []driver.Value) error, args ...driver.Value,
) error {
	r, err := c.query(ctx, statement{text, args})
	if err != nil {
		return err
	}
	outer := c.reading
	c.reading = r
	defer func() { c.reading = outer }()
	for {
		row, err := r.next()
		if row == nil || err != nil {
			return err
		}
		if err := fn(row); err != nil {
			r.early = nil
			if !r.done {
				_, _ = r.rows.Close()
				r.finish(nil)
			}
			return err
		}
	}
}

// errUnexpected is the error of an answer that belongs to no request.
var errUnexpected = errors.New("the server has not answered what was asked")

// request is statements that are sent together: one round trip.
type request struct {
	*pgconn.Pipeline
	c     *conn
	first int // results that belong to the begin of the transaction
}

// begin begins a request with the statements that begin the transaction, if there are any.
func (c *conn) begin(ctx context.Context) request {
	if c.reading != nil {
		c.reading.readAll()
	}
	r := request{c.raw.StartPipeline(ctx), c, len(c.opening)}
	for _, text := range c.opening {
		r.SendQueryParams(text, nil, nil, nil, nil)
	}
	c.opening = nil
	return r
}

// send sends the request, and waits until the transaction has begun.
func (r request) send() error {
	r.c.trips.Add(1)
	if err := r.Sync(); err != nil {
		return err
	}
	for range r.first {
		if _, err := r.finished(); err != nil {
			return &beginError{err}
		}
	}
	return nil
}

// beginError is the error of a statement that begins a transaction.
type beginError struct{ cause error }

func (e *beginError) Error() string { return e.cause.Error() }
func (e *beginError) Unwrap() error { return e.cause }

// finished waits for the end of the next statement.
func (r request) finished() (changed int64, err error) {
	answer, err := r.GetResults()
	if err != nil {
		return 0, err
	}
	switch answer := answer.(type) {
	case *pgconn.ResultReader:
		tag, err := answer.Close()
		return tag.RowsAffected(), err
	case *pgconn.StatementDescription, *pgconn.CloseComplete:
		return 0, nil
	}
	return 0, errUnexpected
}

// end reads the rest of the answer, and returns the first error.
func (r request) end(err error) error {
	if closed := r.Close(); err == nil {
		err = closed
	}
	if err != nil && r.c.raw.IsClosed() {
		return &lost{err}
	}
	return err
}

// query sends a query and waits for the begin of the answer.
func (c *conn) query(ctx context.Context, s statement) (*result, error) {
	r := c.begin(ctx)
	values, types, formats := encode(s.args)
	r.SendQueryParams(numbered(s.text), values, types, formats, allBinary)
	err := r.send()
	var answer any
	if err == nil {
		answer, err = r.GetResults()
	}
	rows, ok := answer.(*pgconn.ResultReader)
	if err == nil && !ok {
		err = errUnexpected
	}
	if err != nil {
		return nil, r.end(err)
	}
	return &result{request: r, rows: rows}, nil
}

// exec runs statements without arguments and results, one after the other, in one round
// trip. It stops at the first that fails.
func (c *conn) exec(ctx context.Context, texts ...string) error {
	r := c.begin(ctx)
	for _, text := range texts {
		r.SendQueryParams(text, nil, nil, nil, nil)
	}
	err := r.send()
	for i := 0; i < len(texts) && err == nil; i++ {
		_, err = r.finished()
	}
	return r.end(err)
}

// inTransaction reports whether a transaction is open, also a failed one.
func (c *conn) inTransaction() bool { return !c.raw.IsClosed() && c.raw.TxStatus() != 'I' }

// rollback is leave for a connection that is used at once. One that cannot is closed.
func (c *conn) rollback() {
	c.leave()
	c.left()
}

// leave ends a transaction without a commit. It does not wait for the answer, as nothing
// depends on it.
func (c *conn) leave() {
	c.opening = nil
	if !c.inTransaction() {
		return
	}
	c.leaving = c.raw.StartPipeline(never)
	c.leaving.SendQueryParams("ROLLBACK", nil, nil, nil, nil)
	_ = c.leaving.Sync()
}

// left reports whether the connection is free, after the answer to leave.
func (c *conn) left() bool {
	if c.leaving == nil {
		return !c.raw.IsClosed()
	}
	err := c.leaving.Close()
	c.leaving = nil
	if err != nil || c.inTransaction() {
		c.close()
	}
	return !c.raw.IsClosed()
}

// close ends the connection. It does not wait for the server.
func (c *conn) close() {
	ctx, cancel := context.WithTimeout(never, cancelDelay)
	defer cancel()
	_ = c.raw.Close(ctx)
}
