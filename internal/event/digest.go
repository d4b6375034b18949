package event

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"

	"github.com/go-json-experiment/json/jsontext"

	"assister/internal/op"
)

// digest is a hash of the operations of an `ops` event: of everything that decides
// what apply does with them. These are the valid operations with their bases and
// sources, in their order, and the places of the invalid ones. Previews, findings and
// line numbers are left out, since apply computes them from the data.
//
// It is the SHA-256 of one line for each entry: an object with op and source in the
// canonical form of RFC 8785, or null for an invalid operation. The order of members
// and the spelling of strings do not matter, so a program in the pipe may parse the
// stream and print it again.
//
// A digest shows that a plan was edited; it is no signature. Whoever edits a plan in
// order to deceive can compute another digest.
type digest struct{ hash hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

// add adds a valid operation. The error is for text that is not JSON.
func (d digest) add(operation []byte, source op.Source) error {
	text := jsontext.Value(operation)
	if err := text.Canonicalize(); err != nil {
		return err
	}
	d.hash.Write([]byte(`{"op":`))
	d.hash.Write(text)
	d.hash.Write([]byte(`,"source":"` + source.String() + "\"}\n"))
	return nil
}

func (d digest) addInvalid() { d.hash.Write([]byte("null\n")) }

func (d digest) String() string { return hex.EncodeToString(d.hash.Sum(nil)) }

// digestOf returns the digest of entries that are about to be written.
func digestOf(entries []Entry) string {
	d := newDigest()
	var text []byte
	for i := range entries {
		if !entries[i].Valid() {
			d.addInvalid()
			continue
		}
		text = entries[i].Op.AppendJSON(text[:0])
		if err := d.add(text, entries[i].Op.Source); err != nil {
			panic("event: a valid operation is not JSON: " + err.Error())
		}
	}
	return d.String()
}
