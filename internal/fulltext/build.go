package fulltext

import (
	"slices"
	"strings"

	"assister/internal/schema"
)

// Builder collects records for a segment. The zero Builder is empty.
type Builder struct {
	split    splitter
	terms    map[string]*list
	lists    []*list
	touched  []*list // lists that have the current record
	replaced []Doc
	records  []int64 // by kind
	postings int
}

type list struct {
	term         string
	postings     []Posting
	label, other int32  // occurrences in the current record
	places       Places // of them
	touched      bool
}

// Field is the text of a field of a record.
type Field struct {
	Text    string
	Label   bool
	Members bool // each line is a member of a set
	Place   Places
}

// Fields returns the indexed texts of a record; text reads one of its fields. The field
// that names the record, and the other names it has, are labels.
func Fields(k *schema.Kind, text func(f *schema.Field) string) (fields []Field) {
	for i, f := range Texts(k) {
		if t := text(f); t != "" {
			label := f.Name == k.Label || slices.Contains(k.Also, f.Name)
			fields = append(fields, Field{Text: t, Label: label, Members: f.Type == schema.Tags, Place: 1 << i})
		}
	}
	return fields
}

// Add adds the texts of a record. Each record may be added once.
func (b *Builder) Add(d Doc, fields []Field) {
	var labels, others int
	for _, f := range fields {
		b.split.each(f.Text, func(term []byte, _, _ int) {
			l := b.list(term)
			l.places |= f.Place
			if f.Label {
				labels++
				l.label++
			} else {
				others++
				l.other++
			}
		})
		if f.Members {
			for member := range strings.SplitSeq(f.Text, "\n") {
				b.list([]byte(memberTerm(member))).places |= f.Place
			}
		}
	}
	for _, l := range b.touched {
		l.postings = append(l.postings, Posting{d, weight(int(l.label), labels, int(l.other), others), l.places})
		l.label, l.other, l.places, l.touched = 0, 0, 0, false
	}
	b.postings += len(b.touched)
	b.touched = b.touched[:0]
}

// list returns the list of a term and marks it as one of the current record.
func (b *Builder) list(term []byte) *list {
	l := b.terms[string(term)]
	if l == nil {
		if b.terms == nil {
			b.terms = map[string]*list{}
		}
		l = &list{term: string(term)}
		b.lists = append(b.lists, l)
		b.terms[l.term] = l
	}
	if !l.touched {
		l.touched = true
		b.touched = append(b.touched, l)
	}
	return l
}

// Replace declares that the postings of d in older segments are out of date.
func (b *Builder) Replace(d Doc) { b.replaced = append(b.replaced, d) }

// Count adds to the number of records of the kind of d; more may be negative.
func (b *Builder) Count(d Doc, more int64) {
	for len(b.records) <= d.Kind() {
		b.records = append(b.records, 0)
	}
	b.records[d.Kind()] += more
}

// Postings is the number of postings, which take most of the memory of a Builder: 16
// bytes each.
func (b *Builder) Postings() int { return b.postings }

// Empty reports whether there is nothing to write.
func (b *Builder) Empty() bool { return b.postings == 0 && len(b.replaced) == 0 && len(b.records) == 0 }

// Sum is the checksum of the postings; see Index.Sum.
func (b *Builder) Sum() (sum uint64) {
	for _, l := range b.lists {
		sum += sumOf(l.term, l.postings)
	}
	return sum
}

// Write passes the blocks of a segment to out, which must not keep them, and returns the
// header. It resets the Builder.
func (b *Builder) Write(out func(block []byte) error) (Header, error) {
	slices.SortFunc(b.lists, func(x, y *list) int { return strings.Compare(x.term, y.term) })
	w := writer{out: out}
	for _, l := range b.lists {
		sortPostings(l.postings)
		if err := w.list(l.term, l.postings); err != nil {
			return Header{}, err
		}
	}
	slices.Sort(b.replaced)
	w.header.Records, w.header.Replaced = b.records, slices.Compact(b.replaced)
	*b = Builder{split: b.split}
	return w.header, w.close()
}

// Segment returns the collected records as a segment in memory. It resets the Builder.
func (b *Builder) Segment() *Segment {
	var blocks [][]byte
	header, err := b.Write(func(block []byte) error {
		blocks = append(blocks, slices.Clone(block))
		return nil
	})
	if err != nil {
		panic("fulltext: memory refuses a block: " + err.Error())
	}
	return &Segment{header, func(n int) ([]byte, error) { return blocks[n], nil }}
}

func sortPostings(p []Posting) {
	order := func(a, b Posting) int {
		switch {
		case a.Doc < b.Doc:
			return -1
		case a.Doc > b.Doc:
			return 1
		}
		return 0
	}
	if !slices.IsSortedFunc(p, order) {
		slices.SortFunc(p, order)
	}
}

// The weight of a term in a record follows BM25: it grows with the number of
// occurrences, with diminishing returns, and shrinks with the length of the text. The
// usual lengths are those of a typical title and note, in terms. They are constants so
// that adding a record does not change the ranking of others.
const (
	usualLabel = 6
	usualOther = 60
	saturation = 0.4 // of a label: a second occurrence adds little
	saturating = 1.2
	labelShare = 2.0 / 3 // a term in a label outweighs any number of occurrences elsewhere
)

func weight(inLabel, label, inOther, other int) uint8 {
	w := labelShare*share(inLabel, label, usualLabel, saturation) +
		(1-labelShare)*share(inOther, other, usualOther, saturating)
	return uint8(min(max(1, int(255*w+0.5)), 255))
}

// share is the BM25 weight of n occurrences among all terms of a text, 0 to 1.
func share(n, all, usual int, k float64) float64 {
	if n == 0 {
		return 0
	}
	frequency := float64(n) / (0.4 + 0.6*float64(all)/float64(usual))
	return frequency / (frequency + k)
}
