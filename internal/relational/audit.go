package relational

import (
	"database/sql/driver"

	"assister/internal/ledger"
)

// auditReader reads the audit trail.
type auditReader struct{ source }

const auditColumns = "SELECT seq, at, correlation_id, action, batch, detail, actor, words, hash FROM audit "

func entryOf(row []driver.Value) (ledger.Entry, error) {
	if err := Shaped(row, "iittNtttb"); err != nil {
		return ledger.Entry{}, err
	}
	e := ledger.Entry{Seq: row[0].(int64), At: instant(row[1].(int64)), CorrelationID: row[2].(string),
		Action: row[3].(string), Detail: row[5].(string), Asked: ledger.Asked{Actor: row[6].(string), Words: row[7].(string)}}
	e.Batch, _ = row[4].(int64)
	if copy(e.Hash[:], row[8].([]byte)) != len(e.Hash) {
		return e, Damaged("the hash of audit row %d is cut", e.Seq)
	}
	return e, nil
}

// Audit calls fn for the rows after seq, oldest first.
func (r auditReader) Audit(after int64, fn func(ledger.Entry) error) error {
	var refused error
	err := r.each("read the audit trail", auditColumns+"WHERE seq > ? ORDER BY seq", func(row []driver.Value) error {
		e, err := entryOf(row)
		if err != nil {
			return err
		}
		refused = fn(e)
		return refused
	}, after)
	if refused != nil {
		return refused // the error of fn, unwrapped
	}
	return err
}

// Head is the newest audit row; the zero Entry in an empty trail.
func (r auditReader) Head() (head ledger.Entry, err error) {
	err = r.each("read the audit trail", auditColumns+"ORDER BY seq DESC LIMIT 1", func(row []driver.Value) error {
		head, err = entryOf(row)
		return err
	})
	return head, err
}
