package relational

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assister/internal/fulltext"
	"assister/internal/session"
)

// Which blocks of the text index a search needs follows from the headers of its segments, so over
// a network it would take a request to read these and another one for the blocks. The first
// request therefore reads all blocks of a small index, and of a larger one those that the server
// finds by the first terms of blocks.

// fewBlocks is how many blocks of 4 kB a text index has at most that is read whole.
const fewBlocks = 32

var fewBlocksCounted = "(SELECT count(*) FROM (SELECT 1 FROM text_block LIMIT " + strconv.Itoa(fewBlocks+1) +
	") AS few)"

// readFewBlocks reads the blocks of a small text index from a server.
func readFewBlocks(r textReader) error {
	if !r.remote() || r.cache == nil {
		return nil
	}
	return readBlocks(r, "SELECT id, data FROM text_block WHERE "+fewBlocksCounted+" <= "+strconv.Itoa(fewBlocks))
}

// readRanges reads the blocks of a larger index that have the terms of ranges, in one query.
func readRanges(r textReader, ranges []fulltext.Range) error {
	if !r.remote() || r.cache == nil {
		return nil
	}
	sought := r.cache.seek(ranges)
	if sought == nil || sought.read {
		return nil
	}
	query := make([]string, len(sought.unread))
	var bounds []driver.Value
	for n, terms := range sought.unread {
		query[n] = fmt.Sprintf("SELECT %d AS part, ? AS term UNION ALL SELECT %d, ?", n, n)
		bounds = append(bounds, []byte(terms.From), []byte(terms.To))
	}
	err := readBlocks(r, r.dialect.blocksOf(strings.Join(query, " UNION ALL ")), bounds...)
	sought.read = err == nil && !r.learning()
	return err
}

// sought are ranges of terms whose blocks were asked for.
type sought struct {
	ranges []fulltext.Range
	unread []fulltext.Range // those that no query before has asked for
	read   bool             // the blocks are known
}

// seek returns the query for ranges, which is the same if it was asked before, since its rows may
// have been unknown. It returns nil if other queries have their blocks, or if the blocks can be
// asked for by their numbers since the headers are known.
func (s *Cache) seek(ranges []fulltext.Range) *sought {
	unread := slices.Clone(ranges)
	for _, before := range s.sought {
		if slices.Equal(before.ranges, ranges) {
			return before
		}
		unread = slices.DeleteFunc(unread, func(terms fulltext.Range) bool {
			return slices.ContainsFunc(before.ranges, terms.Within)
		})
	}
	if len(unread) == 0 || s.partial != nil {
		return nil
	}
	all := &sought{ranges: ranges, unread: unread}
	s.sought = append(s.sought, all)
	return all
}

func readBlocks(r textReader, query string, args ...driver.Value) error {
	return r.each("read the text index", query, func(row []driver.Value) error {
		if err := Shaped(row, "ib"); err != nil {
			return err
		}
		r.cache.keep(row[0].(int64), row[1].([]byte))
		return nil
	}, args...)
}

// seeksMost is how many bounds of ranges are sought in segments at most: more than those of some
// words. PostgreSQL takes a table of a few segments for one of a thousand, and would compile the
// query for longer than it runs.
const seeksMost = 300

// blocksOf is a query of the blocks, of an index that is not small, that may have the terms of some
// ranges. bounds is a query of their bounds, two for each part. For each segment and each bound it
// halves the size of the blocks from one on among which there is still the first one that does not
// begin before the bound. The terms are in the blocks from the one before the first bound's until
// that of the second. A lookup by the number of a block takes any database the same time, whatever
// it knows of the table.
func (d *Dialect) blocksOf(bounds string) string {
	perSegment := strconv.Itoa(1 << blockBits)
	return `WITH RECURSIVE seek (segment, part, term, block, size) AS (
			SELECT * FROM (
				SELECT s.id, bound.part, bound.term, s.id * ` + perSegment + `, 1 - s.id * ` + perSegment + ` +
					(SELECT max(id) FROM text_block WHERE id < (s.id + 1) * ` + perSegment + `)
				FROM text_segment AS s, (` + bounds + `) AS bound
				WHERE ` + fewBlocksCounted + ` > ` + strconv.Itoa(fewBlocks) + ` LIMIT ` + strconv.Itoa(seeksMost) + `
			) AS whole
			UNION ALL
			SELECT segment, part, term, CASE
				WHEN (SELECT ` + d.FirstTerm + ` < term FROM text_block WHERE id = block + (size + 1) / 2 - 1)
				THEN block + (size + 1) / 2 ELSE block END, size / 2
			FROM seek WHERE size > 0
		)
		SELECT id, data FROM text_block JOIN (
			SELECT segment, min(block) AS low, max(block) AS high FROM seek WHERE size = 0
			GROUP BY segment, part HAVING count(*) = 2
		) AS found ON id >= low - 1 AND id >= segment * ` + perSegment + ` AND id < high`
}

// What a text means that goes on from an earlier one depends on the words of that one, which are
// known when the turns have been read; the blocks with these words would be another request. So a
// turn of a user has the ranges of its words, and the server finds the blocks by them.

// saidLately is how many of the newest turns of a user are read with the blocks of their words.
const saidLately = 4

// wordRanges are the ranges of the words of a text, as the server reads them.
func wordRanges(text string) string {
	var list []string
	for _, terms := range fulltext.RangesOf(text) {
		list = append(list, fmt.Sprintf("%x-%x", terms.From, terms.To))
	}
	return strings.Join(list, " ")
}

// readTurnRanges reads the blocks of a larger index that have the words of the newest turns of a
// session, together with the turns.
func readTurnRanges(r textReader, name string) error {
	if !r.remote() || r.cache == nil {
		return nil
	}
	dash := r.dialect.Position("word.value", "'-'")
	term := r.dialect.Unhex("CASE place WHEN 1 THEN substr(word.value, 1, " + dash + " - 1) " +
		"ELSE substr(word.value, " + dash + " + 1) END")
	bounds := "SELECT DISTINCT word.value AS part, " + term + ` AS term FROM (
			SELECT word_ranges FROM turn WHERE session = ? AND role = ? ORDER BY id DESC LIMIT ` + strconv.Itoa(saidLately) + `
		) AS said, ` + r.dialect.Words("word_ranges") + `, (SELECT 1 AS place UNION ALL SELECT 2) AS places
		WHERE word.value <> ''`
	return readBlocks(r, r.dialect.blocksOf(bounds), name, session.User)
}
