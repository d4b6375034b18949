package relational

import (
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

// Examine compares every record with the sum of its changes in the ledger, and the text
// index with the records, and adds what it finds.
func Examine(r Reader, found *workspace.Examination) error {
	e := examination{r, found}
	if err := e.records(); err != nil {
		return err
	}
	return e.words()
}

type examination struct {
	Reader
	found *workspace.Examination
}

func (e *examination) report(code, message, hint string) {
	e.found.Problems = append(e.found.Problems, problem.Problem{Code: code, Message: message, Hint: hint})
}

// Hints of what Examine finds.
const (
	HintCompare = "restore a backup with `assister restore FILE`, or try `assister doctor rebuild`; both keep the old file"
	HintRebuild = "`assister doctor --verify` shows each difference, `assister doctor rebuild` removes them"
	hintReindex = "no data is lost; rebuild the index with: assister index"
)

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
	numbers, err := e.numbers()
	if err != nil {
		return err
	}
	for i, k := range schema.Kinds {
		there, last := int64(0), int64(0)
		var several []expected
		size := 0
		err := e.foldLedger(k, toucher(k, touched), func(r record.Record, exists bool, gap int64) error {
			if last = r.ID; exists {
				there++
				e.found.Records++
			}
			several = append(several, expected{r, exists, gap})
			for _, v := range r.Values {
				size += len(v.Text())
			}
			if len(several) < compared && size < pageBytes {
				return nil
			}
			err := e.compareAll(k, several)
			several, size = several[:0], 0
			return err
		})
		if err == nil && len(several) > 0 {
			err = e.compareAll(k, several)
		}
		if err != nil {
			return err
		}
		if n := numbers[i]; n != there {
			message := fmt.Sprintf("there are %d %s, and by the ledger %d", n, k.Plural, there)
			e.report(workspace.NotAsTheLedger, message, HintRebuild)
		}
		if err := e.nextID(k, last); err != nil {
			return err
		}
	}
	return e.touched(touched)
}

// compared is how many records are compared with one query, if their texts fill no page.
const compared = 2000

// expected is a record as the ledger leads to it.
type expected struct {
	record.Record
	exists bool
	gap    int64 // the batch before which a change is missing; 0 for none
}

// stored is a record as the table has it.
type stored struct {
	record.Record
	folded string
}

// compareAll compares records of a kind with their rows.
func (e *examination) compareAll(k *schema.Kind, several []expected) error {
	ids := make([]int64, len(several))
	for i, want := range several {
		ids[i] = want.ID
	}
	there := make(map[int64]stored, len(ids))
	condition, list := e.dialect.Among("id", ids)
	rows := slab{kind: k, next: len(ids)}
	query := "SELECT " + rows.members() + ", folded FROM " + k.Name + " WHERE " + condition
	err := e.each("read "+k.Plural, query, func(row []driver.Value) error {
		one, err := rows.record(row)
		if err == nil {
			err = Shaped(row[len(row)-1:], "t")
		}
		if err != nil {
			return err
		}
		rows.keep()
		there[one.ID] = stored{one, row[len(row)-1].(string)}
		return nil
	}, list)
	if err != nil {
		return err
	}
	for _, want := range several {
		if want.gap != 0 {
			e.report(workspace.NotAsTheLedger, fmt.Sprintf("%s %d: its history has a gap before batch %d", k.Name, want.ID,
				want.gap), HintCompare)
		}
		got, ok := there[want.ID]
		e.compare(want, got, ok)
	}
	return nil
}

// nextID checks the id that the next record of a kind would have: no id is ever used again.
func (e *examination) nextID(k *schema.Kind, last int64) error {
	next, err := e.next(k.Name)
	if err != nil {
		return err
	}
	if next <= last {
		message := fmt.Sprintf("the next %s would have id %d, which another had", k.Name, next)
		e.report(workspace.NotAsTheLedger, message, HintRebuild)
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
			if err := Shaped(row, "ii"); err != nil {
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
	e.report(workspace.NotAsTheLedger, fmt.Sprintf("%s %d: %s", r.Kind.Name, r.ID, how), HintRebuild)
}

// compare compares a record with its row, if there is one, and checks the folded label.
func (e *examination) compare(want expected, got stored, ok bool) {
	k := want.Kind
	switch {
	case want.exists && !ok:
		e.differs(want.Record, "it is missing", workspace.Difference{Ledger: recordText(want.Record)})
		return
	case ok && !want.exists:
		e.differs(want.Record, "it was deleted, and is there", workspace.Difference{Stored: recordText(got.Record)})
		return
	case !ok:
		return
	}
	for i, v := range want.Values {
		if f := &k.Fields[i]; got.Values[i] != v {
			stored, ledger := valueText(f, got.Values[i]), valueText(f, v)
			e.differs(want.Record, fmt.Sprintf("%s is %s, and %s by the ledger", f.Name, shown(stored), shown(ledger)),
				workspace.Difference{Field: f.Name, Stored: stored, Ledger: ledger})
		}
	}
	if got.Rev != want.Rev {
		e.differs(want.Record, fmt.Sprintf("it has revision %d, and %d by the ledger", got.Rev, want.Rev),
			workspace.Difference{
				Field: "rev", Stored: strconv.FormatInt(got.Rev, 10), Ledger: strconv.FormatInt(want.Rev, 10)})
	}
	if text := folded(k, want.Get(k.Label)); got.folded != text {
		e.differs(want.Record, "it cannot be found by its "+k.Label, workspace.Difference{Field: "folded",
			Stored: got.folded, Ledger: text})
	}
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
