package search

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/vector"
)

// VectorSource is a source that vectors are kept of.
type VectorSource interface {
	Source
	Vectors() (vector.State, error)
	VectorBlocks(kinds []bool, fn func(kind int, place int64, keys, uppers []byte) error) error
	VectorLowers(places []int64, fn func(place int64, lower []byte) error) error
}

// QueryVector is what somebody looks for, as a model takes it.
type QueryVector struct {
	Model  Model
	Vector vector.Vector
}

const (
	// maxNeighbors is how many records are ranked by what they mean: enough that one
	// that has the words is found among them if it means the same.
	maxNeighbors = 50
	// SemanticMax is how many may be found without having the words: some vector
	// is always the nearest, even if nothing matches.
	SemanticMax = 8
	// maxPassages is how many passages are looked at for nearMost records, of which
	// long ones have many.
	maxPassages = 4 * maxNeighbors
	// rankDamp is the constant of reciprocal rank fusion, by its authors (Cormack,
	// Clarke and Büttcher, 2009).
	rankDamp = 60
)

// neighbor is a record by what it means.
type neighbor struct {
	record record.Record
	cosine float64
	text   string // the passage that means the like
	likely bool   // that is meant: it is nearer to the nearest than to what passages are on average
}

// FindHybrid is Find, and looks for what means the like as well. Either way gives an
// order; a record's score is the sum of the reciprocals of its places in both.
//
// How much a word says and how near a vector is are not of one measure, and how far
// apart the vectors of a model lie is different with each: places need no weights
// that would have to be found for each model, and no score that is far off decides
// alone. A record that both ways find comes before those that one does.
func FindHybrid(s VectorSource, r Request, to QueryVector) (Result, error) {
	byWords, words, err := rankByWords(s, r)
	if err != nil {
		return byWords, err
	}
	byMeaning, err := nearest(s, r, to)
	if err != nil {
		return byWords, err
	}
	a := fuse(byWords, words, byMeaning)
	a.finish(r.Limit, words)
	return a, nil
}

// nearest are the records whose passages are nearest, by the nearest of each, in an
// order in which a record weighs as much as by its words.
func nearest(s VectorSource, r Request, to QueryVector) (found []neighbor, err error) {
	scan, err := scanVectors(s, kindFlags(r.Kinds), to.Vector)
	if err == nil {
		err = s.VectorLowers(scan.Candidates(), scan.Refine)
	}
	if err != nil {
		return nil, fmt.Errorf("search by meaning: %w", err)
	}
	hits, err := scan.Nearest()
	if err != nil {
		return nil, fmt.Errorf("search by meaning: %w", err)
	}
	if found, err = neighbors(s, hits, to.Model); err != nil {
		return nil, err
	}
	for i := range found {
		found[i].likely = found[i].cosine-scan.Mean() >= (found[0].cosine-scan.Mean())/2
	}
	slices.SortStableFunc(found, func(a, b neighbor) int {
		return cmp.Compare(r.weight(b.record)*b.cosine, r.weight(a.record)*a.cosine)
	})
	return found[:min(len(found), maxNeighbors)], nil
}

// scanVectors has looked at all vectors of the kinds. Reading them takes longer than
// looking at them, so that the next are read meanwhile.
func scanVectors(s VectorSource, kinds []bool, to vector.Vector) (*vector.Scan, error) {
	type block struct {
		kind         int
		place        int64
		keys, uppers []byte
	}
	scan := vector.NewScan(to, maxPassages)
	blocks := make(chan block, 4)
	looked := make(chan error, 1)
	go func() {
		var damaged error
		for b := range blocks {
			damaged = cmp.Or(damaged, scan.Block(b.kind, b.place, b.keys, b.uppers))
		}
		looked <- damaged
	}()
	err := s.VectorBlocks(kinds, func(kind int, place int64, keys, uppers []byte) error {
		blocks <- block{kind, place, keys, uppers}
		return nil
	})
	close(blocks)
	return scan, cmp.Or(err, <-looked)
}

// neighbors are the records that hits stand for, each with the nearest of its
// passages. A vector whose passage the record no longer has is passed over:
// vectors are made after the records, and may be neighbors them.
func neighbors(s Source, hits []vector.Hit, m Model) (found []neighbor, err error) {
	var docs []fulltext.Hit
	at := map[fulltext.Doc]int{}
	for _, h := range hits {
		d := fulltext.DocOf(h.Kind, h.Key.ID)
		if _, known := at[d]; !known {
			at[d] = len(docs)
			docs = append(docs, fulltext.Hit{Doc: d})
		}
	}
	records, err := readRecords(s, docs)
	if err != nil {
		return nil, err
	}
	done := make([]bool, len(records))
	for _, h := range hits {
		i := at[fulltext.DocOf(h.Kind, h.Key.ID)]
		r := records[i]
		if done[i] || r.Kind == nil {
			continue
		}
		passages := m.passages(r.Kind, r.ID, texts(r))
		if n := slices.IndexFunc(passages, func(p passage) bool { return p.key == h.Key }); n >= 0 {
			done[i] = true
			found = append(found, neighbor{record: r, cosine: h.Cosine, text: passages[n].text})
		}
	}
	return found, nil
}

// texts gives the texts of a record.
func texts(r record.Record) func(f *schema.Field) string {
	return func(f *schema.Field) string { return r.Get(f.Name).Text() }
}

// fuse is one answer of two. The words are those that were looked for.
func fuse(byWords Result, words []fulltext.Word, byMeaning []neighbor) Result {
	a := byWords
	at := map[record.Key]int{}
	for i := range a.Matches {
		a.Matches[i].Score = share(i)
		at[keyOf(a.Matches[i].Record)] = i
	}
	for rank, n := range byMeaning {
		i, both := at[keyOf(n.record)]
		switch {
		case both:
			a.Matches[i].Score += share(rank)
		case has(n.record, words, byWords.Partial):
			// By its words it is beyond those that were considered.
			a.Matches = append(a.Matches, Match{Record: n.record, Score: share(len(at)) + share(rank)})
		case a.Semantic < SemanticMax && n.likely:
			a.Semantic++
			a.Matches = append(a.Matches, Match{Record: n.record, Score: share(rank), Excerpt: Preview(n.text), Semantic: true})
		}
	}
	a.Total += a.Semantic
	slices.SortStableFunc(a.Matches, func(x, y Match) int { return cmp.Compare(y.Score, x.Score) })
	for i := range a.Matches {
		a.Matches[i].Score = math.Round(a.Matches[i].Score*1e4) / 1e4
	}
	return a
}

// has reports whether a record has all of the words, or some of them.
func has(r record.Record, words []fulltext.Word, some bool) bool {
	var all uint64
	for _, f := range fulltext.Texts(r.Kind) {
		_, in := matchingSpans(r.Get(f.Name).Text(), words)
		all |= in
	}
	return some && all != 0 || len(words) > 0 && bits.OnesCount64(all) == len(words)
}

// share is what a place in one of two orders adds to a score, a half for the first.
func share(rank int) float64 { return 0.5 * (rankDamp + 1) / float64(rankDamp+1+rank) }

func keyOf(r record.Record) record.Key { return record.Key{Kind: r.Kind.Name, ID: r.ID} }
