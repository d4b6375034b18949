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

const (
	// maxNeighbors is how many records are ranked by meaning: enough to include a
	// record that has the words as well.
	maxNeighbors = 50
	// SemanticMax is how many results may have none of the words: some vector is always
	// the nearest, even if nothing is similar.
	SemanticMax = 8
	// maxPassages is how many passages are read for maxNeighbors records, since long
	// records have several.
	maxPassages = 4 * maxNeighbors
	// rankDamp is the constant of reciprocal rank fusion that its authors propose
	// (Cormack, Clarke and Büttcher, 2009).
	rankDamp = 60
)

// neighbor is a record that is similar in meaning.
type neighbor struct {
	record record.Record
	cosine float64
	text   string // the most similar passage
	likely bool   // its cosine is nearer to the best than to the mean
}

// FindHybrid is Find, and also finds records that are similar in meaning. Each search
// gives a ranking; the score of a record is the sum of the reciprocals of its two ranks.
//
// The score of words and the distance of vectors have no common scale, and typical
// distances differ from model to model. Ranks need no weights for each model, and one
// extreme score cannot decide alone. Records that both searches find come before those
// that only one finds.
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

// nearest returns the records with the nearest passages, ranked by the best passage of
// each and by the weights of a Request.
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
	found = slices.DeleteFunc(found, func(n neighbor) bool { return !r.includes(n.record) })
	slices.SortStableFunc(found, func(a, b neighbor) int {
		return cmp.Compare(r.weight(b.record)*b.cosine, r.weight(a.record)*a.cosine)
	})
	return found[:min(len(found), maxNeighbors)], nil
}

// scanVectors scans all vectors of the kinds. It reads the next blocks while it scans,
// since reading takes longer.
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

// neighbors returns the records of hits, each with its nearest passage. It skips vectors
// whose passage the record no longer has: vectors are updated after the records.
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

// texts returns a function that reads the fields of a record.
func texts(r record.Record) func(f *schema.Field) string {
	return func(f *schema.Field) string { return r.Get(f.Name).Text() }
}

// fuse merges the two rankings.
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
			// It has the words, but its rank by words is beyond the limit.
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

// share is what a rank in one of two rankings adds to a score: a half for the first.
func share(rank int) float64 { return 0.5 * (rankDamp + 1) / float64(rankDamp+1+rank) }

func keyOf(r record.Record) record.Key { return record.Key{Kind: r.Kind.Name, ID: r.ID} }
