package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"

	"assister/internal/fulltext"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// Codes of the problems that Examine finds.
const (
	Damaged        = "database_damaged"
	BrokenRef      = "broken_reference"
	NotAsTheLedger = "not_as_the_ledger_says"
)

// Examine checks the structure of the file, and then whether every record equals the sum
// of its changes in the ledger. SQLite's pages have no checksums, so its own check misses
// most damage to their content.
func (s *Store) Examine(ctx context.Context) (found workspace.Examination, err error) {
	err = s.View(ctx, func(v workspace.Reader) error {
		e := examination{reader: v.(reader)}
		err := e.run()
		found = e.found
		return err
	})
	return found, err
}

type examination struct {
	reader
	found workspace.Examination
}

func (e *examination) report(code, message, hint string) {
	e.found.Problems = append(e.found.Problems, problem.Problem{Code: code, Message: message, Hint: hint})
}

// Hints of what Examine finds.
const (
	hintCompare = "restore a backup with `assister restore FILE`, or try `assister doctor rebuild`; both keep the old file"
	hintRebuild = "`assister doctor --verify` shows each difference, `assister doctor rebuild` removes them"
	hintReindex = "no data is lost; rebuild the index with: assister index"
)

func (e *examination) run() (err error) {
	if err := e.CheckSchema(); err != nil {
		var refusal *problem.Refusal
		if !errors.As(err, &refusal) || refusal.Problem.Code != SchemaChanged {
			return err
		}
		e.report(SchemaChanged, refusal.Problem.Message, hintRebuild)
	}
	const size = "SELECT page_size * page_count FROM pragma_page_size, pragma_page_count"
	if e.found.Bytes, err = e.c.number(never, size); err != nil {
		return failed("measure the database", e.path, err)
	}
	if err := e.each("examine the database", "PRAGMA integrity_check(20)", func(row []driver.Value) error {
		if row[0] != "ok" {
			e.report(Damaged, fmt.Sprintf("the file is damaged: %v", row[0]), hintCompare)
		}
		return nil
	}); err != nil {
		return err
	}
	if err := e.each("examine the references", "PRAGMA foreign_key_check", func(row []driver.Value) error {
		e.report(BrokenRef, fmt.Sprintf("%v %v points to a %v that does not exist", row[0], row[1], row[2]), hintCompare)
		return nil
	}); err != nil {
		return err
	}
	if err := e.records(); err != nil {
		return err
	}
	if err := e.turns(); err != nil {
		return err
	}
	return e.words()
}

// turns looks for parts of conversations that were lost: no text has a zero byte. A lost
// part of any other text differs from the ledger.
func (e *examination) turns() error {
	const query = "SELECT session FROM turn WHERE instr(text, char(0)) OR instr(question, char(0))"
	return e.each("examine the conversations", query, func(row []driver.Value) error {
		e.report(Damaged, fmt.Sprintf("a part of conversation %q is lost", row[0]), hintCompare)
		return nil
	})
}

// words compares the text index with the records.
func (e *examination) words() error {
	ok, err := e.agrees()
	if ok || err != nil && !errors.Is(err, fulltext.ErrDamaged) {
		return err
	}
	e.report(workspace.IndexDisagrees, "the search index does not match the records", hintReindex)
	return nil
}

// records compares the tables with what the ledger leads to.
func (e *examination) records() error {
	touched := map[record.Key]int64{}
	for _, k := range schema.Kinds {
		there, last := int64(0), int64(0)
		err := e.foldLedger(k, toucher(k, touched), func(r record.Record, exists bool, gap int64) error {
			if gap != 0 {
				e.report(NotAsTheLedger, fmt.Sprintf("%s %d: its history has a gap before batch %d", k.Name, r.ID, gap),
					hintCompare)
			}
			if last = r.ID; exists {
				there++
				e.found.Records++
			}
			return e.compare(r, exists)
		})
		if err != nil {
			return err
		}
		if err := e.counts(k, there, last); err != nil {
			return err
		}
	}
	return e.touched(touched)
}

// counts compares the number of records of a kind, and the id that the next one would have:
// no id is ever used again.
func (e *examination) counts(k *schema.Kind, there, last int64) error {
	n, err := e.c.number(never, "SELECT count(*) FROM "+k.Name)
	if err != nil {
		return failed("count the "+k.Plural, e.path, err)
	}
	if n != there {
		e.report(NotAsTheLedger, fmt.Sprintf("there are %d %s, and by the ledger %d", n, k.Plural, there), hintRebuild)
	}
	next, err := e.next(k.Name)
	if err != nil {
		return err
	}
	if next <= last {
		e.report(NotAsTheLedger, fmt.Sprintf("the next %s would have id %d, which another had", k.Name, next), hintRebuild)
	}
	return nil
}

// touched compares the batches that have last changed what belongs to a record.
func (e *examination) touched(want map[record.Key]int64) error {
	for _, k := range schema.Kinds {
		if !k.Touched {
			continue
		}
		err := e.each("read the "+k.Plural, "SELECT id, touched FROM "+k.Name, func(row []driver.Value) error {
			if err := shaped(row, "ii"); err != nil {
				return err
			}
			id, stored := row[0].(int64), row[1].(int64)
			if ledger := want[record.Key{Kind: k.Name, ID: id}]; stored != ledger {
				e.differs(record.New(k, id), fmt.Sprintf("what belongs to it changed in batch %d, and %d by the ledger", stored,
					ledger), workspace.Difference{Field: "touched", Stored: strconv.FormatInt(stored, 10),
					Ledger: strconv.FormatInt(ledger, 10)})
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// differs reports a difference between a record and its history.
func (e *examination) differs(r record.Record, how string, d workspace.Difference) {
	d.Record = record.Key{Kind: r.Kind.Name, ID: r.ID}
	e.found.Differences = append(e.found.Differences, d)
	e.report(NotAsTheLedger, fmt.Sprintf("%s %d: %s", r.Kind.Name, r.ID, how), hintRebuild)
}

// compare compares a record with its row, and checks the folded label.
func (e *examination) compare(want record.Record, exists bool) error {
	k := want.Kind
	got, ok, err := e.Record(k.Name, want.ID)
	if err != nil {
		return err
	}
	switch {
	case exists && !ok:
		e.differs(want, "it is missing", workspace.Difference{Ledger: recordText(want)})
		return nil
	case ok && !exists:
		e.differs(want, "it was deleted, and is there", workspace.Difference{Stored: recordText(got)})
		return nil
	case !ok:
		return nil
	}
	for i, v := range want.Values {
		if f := &k.Fields[i]; got.Values[i] != v {
			stored, ledger := valueText(f, got.Values[i]), valueText(f, v)
			e.differs(want, fmt.Sprintf("%s is %s, and %s by the ledger", f.Name, shown(stored), shown(ledger)),
				workspace.Difference{Field: f.Name, Stored: stored, Ledger: ledger})
		}
	}
	if got.Rev != want.Rev {
		e.differs(want, fmt.Sprintf("it has revision %d, and %d by the ledger", got.Rev, want.Rev), workspace.Difference{
			Field: "rev", Stored: strconv.FormatInt(got.Rev, 10), Ledger: strconv.FormatInt(want.Rev, 10)})
	}
	return e.compareFolded(want)
}

// compareFolded compares the form of the label by which a record is found.
func (e *examination) compareFolded(want record.Record) error {
	k := want.Kind
	text := folded(k, want.Get(k.Label))
	query := "SELECT folded FROM " + k.Name + " WHERE id = ? AND folded IS NOT ?"
	return e.each("read a "+k.Name, query, func(row []driver.Value) error {
		if err := shaped(row, "t"); err != nil {
			return err
		}
		e.differs(want, "it cannot be found by its "+k.Label, workspace.Difference{Field: "folded",
			Stored: row[0].(string), Ledger: text})
		return nil
	}, want.ID, text)
}

// valueText is a value as text: a text or a date as it is, everything else in JSON, and
// "" for null.
func valueText(f *schema.Field, v record.Value) string {
	if v.IsNull() {
		return ""
	}
	text := record.AppendJSON(nil, f.Type, v)
	if plain, p := ijson.Parse(text); p == nil && plain.Kind == ijson.String {
		return plain.Text
	}
	return string(text)
}

func shown(text string) string {
	if text == "" {
		return "not set"
	}
	return problem.Quote(text)
}

// recordText is a record as a JSON object.
func recordText(r record.Record) string {
	b := []byte{'{'}
	for i, v := range r.Values {
		if v.IsNull() {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(ijson.AppendString(b, r.Kind.Fields[i].Name), ':')
		b = record.AppendJSON(b, r.Kind.Fields[i].Type, v)
	}
	return string(append(b, '}'))
}
