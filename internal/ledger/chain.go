package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// String is the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads what String writes.
func ParseHash(s string) (h Hash, ok bool) {
	b, err := hex.DecodeString(s)
	return h, err == nil && copy(h[:], b) == len(h) && len(b) == len(h)
}

// Link is the hash of a row: over its own fields and the hash of the row
// before it. Every field is preceded by its length, so that no two rows read
// the same.
func (e Entry) Link(previous Hash) Hash {
	d := e.Asked.digest("assister/audit/1", "assister/audit/2")
	d.bytes(previous[:])
	d.number(e.Seq)
	d.number(e.At.UnixMilli())
	d.text(e.CorrelationID)
	d.text(e.Action)
	d.number(e.Batch)
	d.text(e.Detail)
	return d.sum()
}

// Digest is the hash of a batch and all its changes, which the audit row of the
// batch carries, so that the chain vouches for them too. Root and UndoneBy are not
// in it: they follow from the other batches.
func (b Batch) Digest() Hash {
	d := b.Asked.digest("assister/batch/1", "assister/batch/2")
	d.number(b.ID)
	d.number(b.At.UnixMilli())
	d.text(string(b.Action))
	d.number(b.Undoes)
	d.text(b.CorrelationID)
	d.text(b.Key)
	d.text(b.Fingerprint)
	d.text(b.Results)
	if b.Source != "" {
		// Batches from before sources were kept have the digest that they always had.
		d.text(b.Source)
		for _, n := range [...]int{b.Unattended.Ops, b.Unattended.Created, b.Unattended.Changed, b.Unattended.Deleted} {
			d.number(int64(n))
		}
	}
	var cells []byte
	for i := range b.Changes {
		c := &b.Changes[i]
		d.text(c.Kind.Name)
		d.number(c.ID)
		d.flag(c.Was)
		d.flag(c.Is)
		d.number(c.RevBefore)
		d.number(c.RevAfter)
		cells = c.AppendCells(cells[:0])
		d.bytes(cells)
	}
	return d.sum()
}

// digest begins a digest. Rows from before actors were kept have the digest that they always
// had, in a domain of their own, so that no actor can be added or removed later.
func (a Asked) digest(before, domain string) *digest {
	if a == (Asked{}) {
		return newDigest(before)
	}
	d := newDigest(domain)
	d.text(a.Actor)
	d.text(a.Words)
	return d
}

type digest struct {
	hash.Hash
	buf [8]byte
}

func newDigest(domain string) *digest {
	d := &digest{Hash: sha256.New()}
	d.text(domain)
	return d
}

func (d *digest) number(n int64) {
	binary.BigEndian.PutUint64(d.buf[:], uint64(n))
	d.Write(d.buf[:])
}

func (d *digest) flag(b bool) {
	if b {
		d.number(1)
	} else {
		d.number(0)
	}
}

func (d *digest) bytes(b []byte) {
	d.number(int64(len(b)))
	d.Write(b)
}

func (d *digest) text(s string) { d.bytes([]byte(s)) }

func (d *digest) sum() (h Hash) {
	d.Sum(h[:0])
	return h
}
