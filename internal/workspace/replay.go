package workspace

import (
	"fmt"
	"strconv"
	"strings"

	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// results encodes the result of each operation for a replay: one entry per operation,
// separated by ";". An entry is "task:3,task:4" for the records that the operation
// touched, or "!code,code" for its errors.
func results(findings []check.Finding) string {
	var b []byte
	for i, f := range findings {
		if i > 0 {
			b = append(b, ';')
		}
		if !f.Valid() {
			for j, p := range f.Errors {
				b = append(b, "!,"[min(j, 1)])
				b = append(b, p.Code...)
			}
			continue
		}
		for j, t := range f.Targets {
			if j > 0 {
				b = append(b, ',')
			}
			b = append(append(b, t.Change.Kind.Name...), ':')
			b = strconv.AppendInt(b, t.Change.ID, 10)
		}
	}
	return string(b)
}

// replay returns the first answer again, from the operations of the request and the
// results in the batch.
func replay(snapshot Reader, r Request, done ledger.Batch, fingerprint string) (Outcome, error) {
	if done.Fingerprint != fingerprint {
		return Outcome{}, &problem.Refusal{Class: problem.Conflict, Problem: problem.Problem{
			Code: problem.IdempotencyConflict, Field: "idempotencyKey",
			Message: fmt.Sprintf("batch %d used the idempotency key %s for other operations (%s, not %s); nothing was changed",
				done.ID, r.Key, done.Fingerprint, fingerprint),
			Hint: "use a new key for a new request",
		}}
	}
	entries := strings.Split(done.Results, ";")
	if len(entries) != len(r.Ops) {
		return Outcome{}, fmt.Errorf("replay batch %d: it holds the results of %d operations, not of %d", done.ID,
			len(entries), len(r.Ops))
	}
	changes := map[record.Key]ledger.Change{}
	for _, c := range done.Changes {
		changes[c.Key()] = c
	}
	out := Outcome{Batch: done, Replayed: true}
	for i, o := range r.Ops {
		f, err := replayFinding(snapshot, o, entries[i], changes)
		if err != nil {
			return Outcome{}, fmt.Errorf("replay batch %d: %w", done.ID, err)
		}
		out.Findings = append(out.Findings, f)
	}
	out.Counts = check.CountsOf(out.Findings)
	var err error
	out.Head, err = snapshot.Head()
	return out, err
}

func replayFinding(
	snapshot Reader, o op.Op, result string, changes map[record.Key]ledger.Change,
) (check.Finding, error) {
	f := check.Finding{Op: o}
	if codes, wrong := strings.CutPrefix(result, "!"); wrong {
		for code := range strings.SplitSeq(codes, ",") {
			f.Errors = append(f.Errors, problem.Problem{Code: code, Message: "refused when it was first applied"})
		}
		return f, nil
	}
	if o.Verb.Bulk() {
		f.Targets = []check.Target{}
	}
	for word := range strings.SplitSeq(result, ",") {
		kind, digits, _ := strings.Cut(word, ":")
		id, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			continue // an operation that touched nothing
		}
		c, known := changes[record.Key{Kind: kind, ID: id}]
		if !known {
			continue // it came to nothing, or was taken back within the batch
		}
		c.RevAfter = 0 // a finding is about one operation; the revision is the batch's
		label, err := labelOf(snapshot, c)
		if err != nil {
			return f, err
		}
		// The change is that of the whole batch. A record that this operation has not made was there.
		verb := o.Verb.Single()
		c.Was, c.Is = c.Was || verb != schema.Create, c.Is || verb != schema.Delete
		f.Targets = append(f.Targets, check.Target{Label: label, Change: c})
	}
	return f, nil
}

// labelOf is the label of a changed record: from the change, else from the record, else
// empty.
func labelOf(r check.Reader, c ledger.Change) (string, error) {
	if cell, ok := c.Cell(c.Kind.Label); ok {
		if c.Is {
			return cell.After.Text(), nil
		}
		return cell.Before.Text(), nil
	}
	now, ok, err := r.Record(c.Kind.Name, c.ID)
	if err != nil || !ok {
		return "", err
	}
	return now.Label(), nil
}
