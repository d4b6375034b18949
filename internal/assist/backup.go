package assist

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/session"
	"assister/internal/workspace"
)

// Backups is what a Workspace can also do that belongs to the command alone.
type Backups interface {
	// Backup stages a copy of the workspace for a file, which it replaces only with force.
	Backup(ctx context.Context, file string, force bool) (Staged, error)
	// Restore stages a copy of a backup for the place of the workspace.
	Restore(ctx context.Context, file string) (Staged, error)
	// Rebuild stages a workspace with the ledger, the trail and the conversations of the
	// present one, and the records that the ledger leads to, for its place.
	Rebuild(ctx context.Context) (Staged, error)
}

// Staged is a whole workspace that does not have its place yet.
type Staged interface {
	Store
	Examiner
	// Place gives it its place. What was there is kept under another name, with the time
	// in it. The stores that the Workspace has opened are closed.
	Place(ctx context.Context, at time.Time) (kept workspace.Aside, err error)
	// Discard removes it, unless Place was called.
	Discard()
}

// Examiner compares what a store keeps with itself.
type Examiner interface {
	Examine(ctx context.Context) (workspace.Examination, error)
}

// BackupRequest says where to write a backup.
type BackupRequest struct {
	File  string
	Force bool // replace an existing file
}

// Backup writes a verified copy of the workspace to a file, also while others write.
func Backup(ctx context.Context, env Environment, q BackupRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, backup(ctx, r, q))
}

func backup(ctx context.Context, r *request, q BackupRequest) error {
	backups, err := r.backups()
	if err != nil {
		return err
	}
	staged, err := backups.Backup(ctx, q.File, q.Force)
	if err != nil {
		return err
	}
	defer staged.Discard()
	c, err := checkContent(ctx, staged, workspace.Expected{})
	if err != nil {
		return damagedCopy(err, "the workspace is damaged, so no backup was written")
	}
	if _, err := staged.Place(ctx, r.Now()); err != nil {
		return err
	}
	r.outcome.AuditHead = c.Head.Hash.String()
	if err := r.Emit(append(event.Facts{{Name: "file", Value: q.File}}, c.facts(r)...)); err != nil {
		return err
	}
	return r.Emit(event.Summary{Text: fmt.Sprintf("Backed up %s to %s. The audit head is %s.", c, q.File,
		r.outcome.AuditHead)})
}

// RestoreRequest says which backup to restore.
type RestoreRequest struct {
	File     string
	Approved bool // to replace an existing workspace
	Kept     KeptHeads
}

// Restore replaces the workspace with a backup. The old workspace is kept.
func Restore(ctx context.Context, env Environment, q RestoreRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, restore(ctx, r, q))
}

func restore(ctx context.Context, r *request, q RestoreRequest) error {
	backups, err := r.backups()
	if err != nil {
		return err
	}
	staged, err := backups.Restore(ctx, q.File)
	if err != nil {
		return err
	}
	defer staged.Discard()
	c, newer, err := checkBackup(ctx, staged, q.Kept)
	if err != nil {
		return damagedCopy(err, "the backup cannot be restored; nothing was changed")
	}
	p, err := r.present(ctx, c.Head)
	if err != nil {
		return err
	}
	if p.exists && !q.Approved {
		if err := r.replacing(ctx, "restore", p.replacedBy(c, r.Clock.Zone)+
			". The old workspace is kept under another name"); err != nil {
			return err
		}
	}
	detail := []any{"rows", c.Rows, "batches", c.Batches}
	if newer.Seq != 0 { // heads up to this one may not be in the trail any more
		detail = append(detail, "replaced", newer.Hash.String())
	} else if p.head.Seq != 0 {
		detail = append(detail, "replaced", p.head.Hash.String())
	}
	kept, err := r.replace(ctx, staged, q.Kept, "restore", detail...)
	if err != nil {
		return err
	}
	facts := append(append(event.Facts{{Name: "file", Value: q.File}}, keptFacts(kept)...), c.facts(r)...)
	text := fmt.Sprintf("Restored %s from %s.", c, q.File) + keptAs(kept)
	if newer.Seq > c.Head.Seq {
		facts = append(facts, event.Fact{Name: "newerHead", Value: newer.Hash.String()})
		text += fmt.Sprintf(" %s has the head of a newer row, %d of %s, which the backup does not have.", q.Kept.File,
			newer.Seq, newer.At.In(r.Clock.Zone).Format(time.DateTime))
	}
	if err := r.Emit(facts); err != nil {
		return err
	}
	return r.Emit(event.Summary{Text: text})
}

// checkBackup checks a backup, also against the heads that were kept until then. newest
// is the newest of these.
func checkBackup(ctx context.Context, staged Staged, kept KeptHeads) (c content, newest ledger.Entry, err error) {
	var heads []ledger.Entry
	if kept.Read != nil {
		if heads, _, err = kept.Read(); err != nil {
			return c, newest, fmt.Errorf("read the heads that were kept: %w", err)
		}
	}
	head, err := headOf(ctx, staged)
	if err != nil {
		return c, newest, err
	}
	var expected workspace.Expected
	for _, h := range heads {
		newest = h
		if h.Seq <= head.Seq {
			expected.Kept = append(expected.Kept, h)
		}
	}
	c, err = checkContent(ctx, staged, expected)
	return c, newest, err
}

// RebuildRequest says how to rebuild the records.
type RebuildRequest struct {
	Approved bool
	DryRun   bool
	Kept     KeptHeads
}

// Rebuild rebuilds the records from the ledger. The old workspace is kept.
func Rebuild(ctx context.Context, env Environment, q RebuildRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, rebuild(ctx, r, q))
}

func rebuild(ctx context.Context, r *request, q RebuildRequest) error {
	backups, err := r.backups()
	if err != nil {
		return err
	}
	found, wrong, err := examineRecords(ctx, r)
	if err != nil {
		return err
	}
	if wrong == "" {
		return r.Emit(event.Summary{Text: "Every record agrees with the ledger, so there is nothing to rebuild."})
	}
	staged, err := backups.Rebuild(ctx)
	if err != nil {
		return err
	}
	defer staged.Discard()
	c, err := checkContent(ctx, staged, workspace.Expected{})
	if err != nil {
		return damagedCopy(err, "the records cannot be made from this ledger; nothing was changed")
	}
	r.outcome.AuditHead = c.Head.Hash.String()
	if q.DryRun {
		return r.Emit(event.Summary{Text: "Would rebuild the records: " + wrong + "."})
	}
	if !q.Approved {
		err := r.replacing(ctx, "rebuild", "this rebuilds the records: "+wrong+
			". The old workspace is kept under another name")
		if err != nil {
			return err
		}
	}
	kept, err := r.replace(ctx, staged, q.Kept, "rebuild",
		"records", c.found.Records, "differences", len(found.Differences))
	if err != nil {
		return err
	}
	if err := r.Emit(append(keptFacts(kept), c.facts(r)...)); err != nil {
		return err
	}
	return r.Emit(event.Summary{Text: fmt.Sprintf("Rebuilt %s from the ledger.",
		problem.Count(c.found.Records, "record")) + keptAs(kept)})
}

// keptAs says where the old workspace is and how large, "" if there was none.
func keptAs(a workspace.Aside) string {
	if a.Path == "" {
		return ""
	}
	return fmt.Sprintf(" The old workspace is kept as %s (%s); remove it when you do not need it any more.",
		a.Path, problem.Size(a.Bytes))
}

func keptFacts(a workspace.Aside) event.Facts {
	return event.Facts{{Name: "kept", Value: a.Path}, {Name: "keptBytes", Value: a.Bytes}}
}

// VerifyRecords compares every record with the ledger and emits a row for each
// difference. It is refused if there is one.
func VerifyRecords(ctx context.Context, env Environment) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, verifyRecords(ctx, r))
}

func verifyRecords(ctx context.Context, r *request) error {
	found, wrong, err := examineRecords(ctx, r)
	if err != nil {
		return err
	}
	if wrong == "" {
		text := problem.Count(found.Records, "record") + ", and every one agrees with the ledger."
		return r.Emit(event.Summary{Text: text})
	}
	return problem.Refuse(problem.Failed, "records_differ", wrong,
		"`assister doctor rebuild` rebuilds the records from the ledger")
}

// examineRecords compares the records with the ledger, and emits a row for each
// difference. wrong says what is wrong with the workspace, "" if nothing is.
func examineRecords(ctx context.Context, r *request) (found workspace.Examination, wrong string, err error) {
	store, err := openWhole(ctx, r, ReadAccess|MustExist)
	if err != nil {
		return found, "", err
	}
	examiner, ok := store.(Examiner)
	if !ok {
		return found, "", notAlone()
	}
	if err := usable(ctx, store); err != nil {
		return found, "", err
	}
	v, broken := workspace.Verify(ctx, store, workspace.Expected{})
	found, damage := examiner.Examine(ctx)
	if ctx.Err() != nil {
		return found, "", context.Cause(ctx)
	}
	if refusal, ok := errors.AsType[*problem.Refusal](damage); ok && (refusal.Passing || refusal.Class == problem.Usage) {
		return found, "", damage // it says nothing about the records
	}
	r.outcome.AuditHead = v.Head.Hash.String()
	for _, d := range found.Differences {
		if err := r.Emit(event.Facts{
			{Name: "kind", Value: d.Record.Kind}, {Name: "id", Value: d.Record.ID}, {Name: "field", Value: d.Field},
			{Name: "stored", Value: d.Stored}, {Name: "ledger", Value: d.Ledger},
		}); err != nil {
			return found, "", err
		}
	}
	var reasons []string
	if len(found.Differences) > 0 {
		reasons = append(reasons, differingRecords(found))
	} else if p, is := damageIn(found); is {
		reasons = append(reasons, p.Message)
	}
	for _, err := range []error{broken, damage} {
		if err != nil && !slices.Contains(reasons, err.Error()) {
			reasons = append(reasons, err.Error())
		}
	}
	return found, strings.Join(reasons, "; "), nil
}

// usable refuses what a store on a server refuses with its first snapshot, as a file is when it is
// opened: there may be no workspace, or one that this program or this user cannot read. It says
// nothing of the records.
func usable(ctx context.Context, s Store) error {
	if _, server := s.(workspace.Reviewer); !server {
		return nil
	}
	return s.View(ctx, func(r workspace.Reader) error { _, err := r.NextBatch(); return err })
}

// differingRecords says how many records differ from the ledger.
func differingRecords(found workspace.Examination) string {
	differ := map[record.Key]bool{}
	for _, d := range found.Differences {
		differ[d.Record] = true
	}
	return problem.CountOf(len(differ), "record differs", "records differ") + " from the ledger"
}

func notAlone() error {
	return problem.Refuse(problem.Usage, "not_alone", "a server for other programs does not replace its workspace",
		"use the command line")
}

func (r *request) backups() (Backups, error) {
	if b, ok := r.Workspace.(Backups); ok {
		return b, nil
	}
	return nil, notAlone()
}

// content is what a verified workspace has.
type content struct {
	workspace.Verification
	found workspace.Examination
}

// checkContent verifies the trail and the ledger of a workspace, and compares its records
// with them.
func checkContent(ctx context.Context, s Staged, expected workspace.Expected) (c content, err error) {
	if c.Verification, err = workspace.Verify(ctx, s, expected); err != nil {
		return c, err
	}
	if c.found, err = s.Examine(ctx); err != nil {
		return c, err
	}
	if p, is := damageIn(c.found); is {
		return c, &problem.Refusal{Class: problem.Failed, Problem: p, More: c.found.Problems}
	}
	return c, nil
}

// damageIn returns the first problem that was found. A search index that disagrees is none,
// since it is rebuilt.
func damageIn(found workspace.Examination) (problem.Problem, bool) {
	for _, p := range found.Problems {
		if p.Code != workspace.IndexDisagrees {
			return p, true
		}
	}
	return problem.Problem{}, false
}

// damagedCopy says what did not happen because of damage.
func damagedCopy(err error, what string) error {
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) || refusal.Class != problem.Failed {
		return err
	}
	said := *refusal
	said.Problem.Message = what + ": " + said.Problem.Message
	return &said
}

// facts are the content for programs, with the head that the request has reported.
func (c content) facts(r *request) event.Facts {
	return event.Facts{
		{Name: "auditHead", Value: r.outcome.AuditHead}, {Name: "rows", Value: c.Rows}, {Name: "batches", Value: c.Batches},
		{Name: "records", Value: c.found.Records}, {Name: "bytes", Value: c.found.Bytes},
	}
}

func (c content) String() string {
	return problem.Count(c.found.Records, "record") + " and " + problem.CountOf(int(c.Batches), "batch", "batches")
}

// present is the workspace that is about to be replaced by a backup.
type present struct {
	exists   bool
	damage   error // why it cannot be read
	head     ledger.Entry
	batches  int64
	contains bool // the newest row of the backup
}

func (r *request) present(ctx context.Context, backup ledger.Entry) (p present, err error) {
	store, err := r.open(ctx, ReadAccess)
	if err != nil {
		return present{exists: true, damage: err}, context.Cause(ctx)
	}
	if store.Missing() {
		return p, nil
	}
	p.exists = true
	p.damage = store.View(ctx, func(snapshot workspace.Reader) (err error) {
		p = present{exists: true}
		if p.head, err = snapshot.Head(); err != nil || p.head.Seq < backup.Seq {
			return err
		}
		next, err := snapshot.NextBatch()
		if err != nil {
			return err
		}
		p.batches = next - 1
		err = snapshot.Audit(backup.Seq-1, func(e ledger.Entry) error {
			p.contains = e.Hash == backup.Hash
			return errEnough
		})
		if errors.Is(err, errEnough) {
			err = nil
		}
		return err
	})
	return p, context.Cause(ctx)
}

// errEnough ends a read of the trail.
var errEnough = errors.New("enough rows")

// replacedBy says what is lost with a backup.
func (p present) replacedBy(c content, zone *time.Location) string {
	head := c.Head
	of := head.At.In(zone).Format(time.DateTime)
	switch {
	case p.damage != nil:
		return fmt.Sprintf("this replaces the workspace, which cannot be read (%v), with a backup of %s", p.damage, of)
	case !p.contains && head.Seq != 0:
		return "this replaces the workspace with a backup of " + of + " that has another history"
	case p.batches == c.Batches:
		return "this replaces the workspace with a backup that has all of its batches"
	}
	return fmt.Sprintf("this replaces the workspace with its state of %s, without the %s since then",
		of, problem.CountOf(int(p.batches-c.Batches), "batch", "batches"))
}

// replacing asks whether to replace the workspace.
func (r *request) replacing(ctx context.Context, doing, warning string) error {
	if err := r.stage(event.Approving); err != nil {
		return err
	}
	yes, err := r.approver().Confirm(ctx, warning)
	var nobody NobodyError
	switch {
	case errors.As(err, &nobody):
		return problem.Refuse(problem.Unapproved, "approval_needed", nobody.Reason+"; nothing was changed",
			"give --yes to "+doing+": "+warning)
	case err == nil && !yes:
		return declined(ctx, r)
	}
	return err
}

// replace writes into the trail of a staged workspace what it replaces, gives it its
// place and verifies it there.
func (r *request) replace(
	ctx context.Context, staged Staged, heads KeptHeads, action string, detail ...any,
) (kept workspace.Aside, err error) {
	row := ledger.Entry{At: r.Now(), CorrelationID: r.CorrelationID, Action: action, Asked: askedBy(r),
		Detail: workspace.Detail(detail...)}
	if err := workspace.Note(ctx, staged, []ledger.Entry{row}, session.Added{}); err != nil {
		return kept, err
	}
	head, err := headOf(ctx, staged)
	if err != nil {
		return kept, err
	}
	if kept, err = staged.Place(ctx, r.Now()); err != nil {
		return kept, err
	}
	r.outcome.Committed = "the workspace was replaced"
	r.outcome.AuditHead = head.Hash.String()
	if heads.Keep != nil {
		if err := heads.Keep(ctx, head); err != nil {
			r.unwitnessed("the workspace was replaced", err)
		}
	}
	if err := r.verifyPlaced(ctx); err != nil {
		_ = r.Emit(event.Error{Code: "not_verified", Message: "the workspace was replaced, but could not be verified: " +
			err.Error(), Hint: "`assister audit verify` tries again; the old workspace is kept as " + kept.Path})
	}
	return kept, nil
}

// verifyPlaced verifies the workspace at its place.
func (r *request) verifyPlaced(ctx context.Context) error {
	store, err := openWhole(ctx, r, ReadAccess|MustExist)
	if err == nil {
		_, err = workspace.Verify(ctx, store, workspace.Expected{Head: r.outcome.AuditHead})
	}
	return err
}

// headOf is the newest row of the trail of a store.
func headOf(ctx context.Context, s workspace.Store) (head ledger.Entry, err error) {
	err = s.View(ctx, func(snapshot workspace.Reader) (err error) {
		head, err = snapshot.Head()
		return err
	})
	return head, err
}
