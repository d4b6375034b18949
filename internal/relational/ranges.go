package relational

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assister/internal/fulltext"
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
	var bounds []driver.Value
	for _, terms := range sought.unread {
		bounds = append(bounds, []byte(terms.From), []byte(terms.To))
	}
	err := readBlocks(r, r.dialect.blocksOf(len(sought.unread)), bounds...)
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
// ranges, whose bounds are its arguments. For each segment and each bound it halves the size of the
// blocks from one on among which there is still the first one that does not begin before the bound.
// The terms are in the blocks from the one before the first bound's until that of the second. A
// lookup by the number of a block takes any database the same time, whatever it knows of the table.
func (d *Dialect) blocksOf(ranges int) string {
	perSegment, bounds := strconv.Itoa(1<<blockBits), make([]string, ranges)
	for n := range bounds {
		bounds[n] = fmt.Sprintf("SELECT %d AS part, ? AS term UNION ALL SELECT %d, ?", n, n)
	}
	return `WITH RECURSIVE seek (segment, part, term, block, size) AS (
			SELECT * FROM (
				SELECT s.id, bound.part, bound.term, s.id * ` + perSegment + `, 1 - s.id * ` + perSegment + ` +
					(SELECT max(id) FROM text_block WHERE id < (s.id + 1) * ` + perSegment + `)
				FROM text_segment AS s, (` + strings.Join(bounds, " UNION ALL ") + `) AS bound
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
