package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/store"
	"assister/internal/workspace"
)

// Free space that a workspace should have on its disk. A change needs some hundred
// kilobytes, the log of a busy one some megabytes.
const (
	spaceLeast = 16 << 20
	spaceGood  = 256 << 20
)

// Workspace is the workspace, which may not exist.
type Workspace struct {
	At   store.Location
	Open func(context.Context) (store.Store, error) // with workspace.ToInspect
	Kept assist.KeptHeads
	Heads
}

// Heads says how to keep heads of the audit trail.
type Heads struct {
	Default string // where a file of them belongs; "" if there is no place for one
	File    string // the configuration file that would name it, which may not exist; "" likewise
}

// database is the workspace, once it was opened.
type database struct {
	Workspace
	store store.Store // nil if it could not be opened
}

// checkFile checks what is around a file; "" is a workspace on a server.
func checkFile(f *findings, path string) {
	if path == "" {
		return
	}
	checkPermissions(f, path)
	checkSpace(f, path)
	checkLock(f, path)
	checkAsides(f, path)
}

// checkPermissions checks who else can read or write the workspace.
func checkPermissions(f *findings, path string) {
	names, err := sqlite.Files(path)
	if err != nil {
		f.refused("permissions", err)
		return
	}
	var open []string // and who may what
	var loose []string
	written := false
	for _, name := range names {
		about, err := os.Stat(name)
		if err != nil || !hasModes || about.Mode().Perm()&0o077 == 0 || !about.Mode().IsRegular() {
			continue
		}
		open = append(open, filepath.Base(name)+" is "+about.Mode().Perm().String())
		loose = append(loose, problem.ShellWord(name))
		written = written || about.Mode().Perm()&0o022 != 0
	}
	dir := filepath.Dir(names[0])
	detail := event.Fact{Name: "open", Value: open}
	about, err := os.Stat(dir)
	switch {
	case err == nil && hasModes && about.Mode().Perm()&0o022 != 0 && about.Mode()&fs.ModeSticky == 0:
		f.warn("permissions",
			"others can replace the workspace: "+dir+" is "+about.Mode().Perm().String(),
			"chmod go-w "+problem.ShellWord(dir), detail)
	case written:
		f.fail("permissions", "others can write the workspace: "+strings.Join(open, ", "),
			"chmod 600 "+strings.Join(loose, " "), detail)
	case len(open) > 0:
		f.warn("permissions", "others can read the workspace: "+strings.Join(open, ", "),
			"chmod 600 "+strings.Join(loose, " "), detail)
	default:
		f.ok("permissions", "only you can read or write the workspace")
	}
}

// checkSpace checks the free space on the disk of the workspace.
func checkSpace(f *findings, path string) {
	dir := filepath.Dir(path)
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	for {
		about, err := os.Stat(dir)
		if err == nil && !about.IsDir() {
			f.fail("space", dir+" is not a directory", "choose another file with --db")
			return
		}
		if up := filepath.Dir(dir); err != nil && up != dir {
			dir = up
			continue
		}
		break
	}
	free, known := freeSpace(dir)
	if !known {
		f.ok("space", "the free space at "+dir+" is unknown on this system")
		return
	}
	found := problem.Size(free) + " free at " + dir
	detail := event.Fact{Name: "free", Value: free}
	switch {
	case !writable(dir):
		f.fail("space", "cannot write to "+dir,
			"check its permissions, or choose another file with --db", detail)
	case free < spaceLeast:
		f.fail("space", found, "free some space: a change may not fit", detail)
	case free < spaceGood:
		f.warn("space", found, "free some space soon", detail)
	default:
		f.ok("space", found, detail)
	}
}

// checkLock reports which process is writing.
func checkLock(f *findings, path string) {
	pid, held, err := sqlite.Holder(path)
	switch {
	case err != nil:
		f.refused("lock", err)
	case held && pid != 0:
		f.warn("lock", "process "+strconv.Itoa(pid)+" is writing to the workspace",
			"wait for it, or end it if it hangs", event.Fact{Name: "pid", Value: pid})
	case held:
		f.warn("lock", "another process is writing to the workspace", "wait for it, or end it if it hangs")
	default:
		f.ok("lock", "no process is writing to the workspace")
	}
}

// checkAsides lists the workspaces that a restore or a rebuild has replaced.
func checkAsides(f *findings, path string) {
	kept, err := sqlite.Asides(path)
	if err != nil {
		f.refused("kept", err)
		return
	}
	if len(kept) == 0 {
		f.ok("kept", "no replaced workspace is kept")
		return
	}
	var bytes int64
	var files, words []string
	for _, a := range kept {
		bytes += a.Bytes
		files = append(files, a.Path)
		for _, name := range a.Files {
			words = append(words, problem.ShellWord(name))
		}
	}
	f.advise("kept", fmt.Sprintf("%s by a restore or a rebuild, %s: %s",
		problem.CountOf(len(kept), "workspace that was replaced", "workspaces that were replaced"),
		problem.Size(bytes), strings.Join(files, ", ")),
		"remove what you do not need any more: rm "+strings.Join(words, " "),
		event.Fact{Name: "files", Value: files}, event.Fact{Name: "bytes", Value: bytes})
}

// checkDatabase checks whether the workspace opens, how it is stored, whether each
// record agrees with its history, and whether the audit trail is whole. A check is
// left out if one before it has failed in a way that prevents it.
func checkDatabase(ctx context.Context, f *findings, d *database) {
	opened, err := d.Open(ctx)
	var refusal *problem.Refusal
	if errors.As(err, &refusal) && refusal.Problem.Code == workspace.DatabaseOld {
		f.warn("database", refusal.Problem.Message, refusal.Problem.Hint+"; then run doctor again")
		return
	}
	if err != nil {
		f.refused("database", err)
		return
	}
	d.store = opened
	if !checkStorage(ctx, f, d) || opened.Missing() {
		return
	}
	if checkRecords(ctx, f, d) {
		checkTrail(ctx, f, d)
	}
}

// checkStorage checks how the workspace is kept, and reports whether it can be read.
func checkStorage(ctx context.Context, f *findings, d *database) bool {
	switch s := d.store.(type) {
	case *sqlite.Store:
		return checkCondition(ctx, f, d.At, s)
	case store.Remote:
		return checkServer(ctx, f, s)
	}
	return true
}

// checkCondition checks a file.
func checkCondition(ctx context.Context, f *findings, at store.Location, s *sqlite.Store) bool {
	is, err := s.Condition(ctx)
	if err != nil {
		f.refused("database", err)
		return false
	}
	if is.Missing {
		f.ok("database", "there is no workspace yet; the first change creates "+at.String())
		return true
	}
	f.ok(
		"database",
		fmt.Sprintf("%s: %s, %s of it unused; application id %#x, schema %d", s.Path(),
			problem.Size(is.Size), problem.Size(is.Unused), is.Application, is.Schema),
		event.Fact{Name: "file", Value: s.Path()},
		event.Fact{Name: "schema", Value: is.Schema},
		event.Fact{Name: "bytes", Value: is.Size},
	)
	checkDurability(f, is)
	return true
}

// checkServer checks the server of a workspace.
func checkServer(ctx context.Context, f *findings, s store.Remote) bool {
	err := s.View(ctx, func(r workspace.Reader) error { _, err := r.NextBatch(); return err })
	var refusal *problem.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Problem.Code == workspace.DatabaseOld:
		f.warn("database", refusal.Problem.Message, refusal.Problem.Hint+"; then run doctor again")
		return false
	case err != nil:
		f.refused("database", err)
		return false
	case s.Missing():
		f.ok("database", "there is no workspace yet; the first change creates it at "+s.Path())
	default:
		f.ok("database", s.Path()+" has a workspace", event.Fact{Name: "address", Value: s.Path()})
	}
	found, err := s.Findings(ctx)
	if err != nil {
		f.refused("server", err)
		return false
	}
	for _, one := range found {
		switch {
		case one.Wrong:
			f.warn(one.Name, one.Found, one.Next)
		case one.Next != "":
			f.advise(one.Name, one.Found, one.Next)
		default:
			f.ok(one.Name, one.Found)
		}
	}
	return true
}

// checkDurability checks the settings that keep a commit safe. Foreign keys and
// synchronous belong to the connection, and are read back from it.
func checkDurability(f *findings, is sqlite.Condition) {
	found := "journal " + is.Journal + ", synchronous " + is.Synchronous + ", foreign keys "
	if is.ForeignKeys {
		found += "on"
	} else {
		found += "off"
	}
	detail := []event.Fact{
		{Name: "journal", Value: is.Journal},
		{Name: "synchronous", Value: is.Synchronous},
		{Name: "foreignKeys", Value: is.ForeignKeys},
	}
	switch {
	case is.Synchronous != "full" || !is.ForeignKeys:
		f.fail("durability", found,
			"this build of SQLite ignores the settings, and a change could be lost; use another build", detail...)
	case is.Journal != "wal":
		f.warn("durability", found, "another tool has made this copy; the next change restores the journal mode", detail...)
	default:
		f.ok("durability", found, detail...)
	}
}

// damages are what Examine looks for, with the text of a check that finds none. A server
// checks its own files, and every reference.
var damages = []struct {
	check, code, well string
	ofFile            bool
}{
	{"integrity", sqlite.Damaged, "the file is intact", true},
	{"schema", workspace.SchemaChanged, "the tables and triggers are those of this program", false},
	{"references", sqlite.BrokenRef, "every reference has a record", true},
	{"ledger", workspace.NotAsTheLedger, "every record agrees with its history", false},
	{"search", workspace.IndexDisagrees, "the search index agrees with the records", false},
}

// checkRecords checks the records, and reports whether they could be read.
func checkRecords(ctx context.Context, f *findings, in *database) bool {
	is, err := in.store.Examine(ctx)
	for _, d := range damages {
		if d.ofFile && in.At.File() == "" {
			continue
		}
		found := slices.DeleteFunc(slices.Clone(is.Problems), func(p problem.Problem) bool { return p.Code != d.code })
		switch {
		case len(found) > 1:
			f.fail(d.check, fmt.Sprintf("%s, and %s", found[0].Message, problem.CountOf(len(found)-1, "more", "more")),
				found[0].Hint, event.Fact{Name: "problems", Value: messages(found)})
		case len(found) == 1:
			f.fail(d.check, found[0].Message, found[0].Hint, event.Fact{Name: "problems", Value: messages(found)})
		case err != nil:
			f.refused(d.check, err)
			return false
		default:
			f.ok(d.check, d.well)
		}
	}
	return err == nil
}

// problemsShown is how many problems of one kind a row has.
const problemsShown = 20

func messages(problems []problem.Problem) (words []string) {
	for _, p := range problems[:min(len(problems), problemsShown)] {
		words = append(words, p.Message)
	}
	return words
}

func checkTrail(ctx context.Context, f *findings, d *database) {
	var expected workspace.Expected
	damaged := 0
	if d.Kept.Read != nil {
		var err error
		if expected.Kept, damaged, err = d.Kept.Read(); err != nil {
			f.refused("audit.head", err)
		}
	}
	v, err := workspace.Verify(ctx, d.store, expected)
	if err != nil {
		f.refused("audit", err)
		return
	}
	head := ""
	if v.Rows > 0 {
		head = v.Head.Hash.String()
		f.report.AuditHead = head
	}
	f.ok(
		"audit",
		fmt.Sprintf("the audit trail is intact: %s, %s", problem.CountOf(int(v.Rows), "row", "rows"),
			problem.CountOf(int(v.Batches), "batch", "batches")),
		event.Fact{Name: "auditHead", Value: head},
	)
	switch {
	case d.Kept.Read != nil:
		checkKeptHeads(f, d.Kept.File, v, damaged)
	case d.Kept.Keep != nil:
		f.advise("audit.head", "audit.head-command gets each audit head, and only you can read them",
			"check the newest with: assister audit verify --expect HASH")
	default:
		f.advise("audit.head", "no audit heads are kept elsewhere, so nothing would show that the newest changes are lost",
			d.Heads.advice())
	}
}

// advice is the command that sets audit.head. It appends to a configuration file in YAML,
// readable only by its owner, unless the file has settings of the audit trail already.
func (h Heads) advice() string {
	const setting = "set audit.head to a file, preferably on another disk"
	if h.Default == "" || h.File == "" {
		return setting
	}
	content, err := os.ReadFile(h.File)
	appendable := err == nil && !strings.Contains(string(content), "audit") || errors.Is(err, fs.ErrNotExist)
	if filepath.Ext(h.File) != ".yaml" || !appendable {
		return setting + ", in " + h.File
	}
	dirs := []string{problem.ShellWord(filepath.Dir(h.Default)), problem.ShellWord(filepath.Dir(h.File))}
	text := "audit: {head: " + strconv.Quote(h.Default) + "}"
	return fmt.Sprintf("keep them, preferably on another disk: (umask 077; mkdir -p %s; printf '\\n%%s\\n' %s >>%s)",
		strings.Join(dirs, " "), problem.ShellWord(text), problem.ShellWord(h.File))
}

// checkKeptHeads checks the file with the heads of the trail.
func checkKeptHeads(f *findings, path string, v workspace.Verification, damaged int) {
	detail := []event.Fact{
		{Name: "file", Value: path}, {Name: "heads", Value: v.Kept}, {Name: "unreadable", Value: damaged},
	}
	about, err := os.Stat(path)
	_, noDir := os.Stat(filepath.Dir(path))
	switch {
	case noDir != nil:
		f.fail("audit.head", "there is no directory for "+path+", so no head is kept",
			"mkdir -p "+problem.ShellWord(filepath.Dir(path)), detail...)
	case err == nil && hasModes && about.Mode().Perm()&0o022 != 0:
		f.warn("audit.head", "others can write "+path+", which keeps the audit heads",
			"chmod go-w "+problem.ShellWord(path), detail...)
	case damaged > 0:
		f.warn("audit.head", fmt.Sprintf("%s of %s cannot be read", problem.CountOf(damaged, "line", "lines"), path),
			"look at the file: a power cut can have left a line unfinished, or another program has written to it", detail...)
	case v.Kept == 0 && v.Batches > 0:
		f.warn("audit.head", path+" has no head of this workspace", "the next batch adds one", detail...)
	default:
		f.ok("audit.head", fmt.Sprintf("the trail contains all %s in %s",
			problem.CountOf(v.Kept, "head", "heads"), path), detail...)
	}
}
