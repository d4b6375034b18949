package main

// mutants are the deliberate faults. Each breaks one promise of the program.
var mutants = []mutant{
	{
		name: "a commit is acknowledged before it is synced",
		edits: []edit{
			{"sqlite/conn.go", "&_synchronous=FULL&", "&_synchronous=NORMAL&"},
			{"sqlite/sqlite.go", "st.synchronous == syncFull", "st.synchronous != 0"},
			{
				"sqlite/write.go", "\n\tc.spoiled = c.exec(\"PRAGMA synchronous = FULL\")",
				"\n\tc.spoiled = c.exec(\"PRAGMA synchronous = NORMAL\")",
			},
		},
		pkg: "faults", test: "TestAPowerLossLosesNothingThatWasAcknowledged", long: true,
	},
	{
		name: "the transaction begins to write only when it writes",
		edits: []edit{{"sqlite/write.go", `c.exec("BEGIN IMMEDIATE"); err != nil {
		return workspace`, `c.exec("BEGIN"); err != nil {
		return workspace`}},
		pkg: "sqlite", test: "TestNobodyWritesBetweenTheCheckAndTheCommit",
	},
	{
		name:  "writers do not queue at the lock",
		edits: []edit{{"sqlite/lock.go", "ok, err := lock.TryLock()", "ok, err := true, error(nil)"}},
		pkg:   "sqlite", test: "TestAnUpdateWaitsForTheLockAndNamesItsHolder",
	},
	{
		name:  "the outcome of a commit that reports an error is guessed",
		edits: []edit{{"sqlite/write.go", "there, err := c.has(commit, head)", "there, err := false, error(nil)"}},
		pkg:   "sqlite", test: "TestACommitWithAnErrorIsVerifiedByReading",
	},
	{
		name: "an ended context does not keep a commit back",
		edits: []edit{{
			"sqlite/write.go", "err\n\t}\n\treturn s.write(ctx, c, r, commit)",
			"nil\n\t}\n\treturn s.write(ctx, c, r, commit)",
		}},
		pkg: "sqlite", test: "TestStore/ACancelledContextChangesNothing",
	},
	{
		name: "a base is compared before the transaction",
		edits: []edit{{
			"workspace/workspace.go", "\tvar out Outcome\n\treceipt, err := update(",
			`	var out Outcome
	if err := s.View(ctx, func(snapshot Reader) (err error) {
		_, out, err = plan(snapshot, r)
		return err
	}); err != nil {
		return out, err
	}
	if refusal := refuse(r, out); refusal != nil && refusal.Problem.Code == problem.Stale {
		return out, refusal
	}
	r.Rules.IgnoreBase = true
	receipt, err := update(`,
		}},
		pkg: "workspace", test: "TestTheBaseIsComparedInsideTheTransaction",
	},
	{
		name:  "a number that an earlier batch of the stream gave names its record",
		edits: []edit{{"check/operation.go", "return first != 0 && key.ID >= first", "return first < 0 && key.ID >= first"}},
		pkg:   "workspace", test: "TestARecordOfTheStreamCannotBeNamedByItsID",
	},
	{
		name:  "a number that a create is going to give names its record",
		edits: []edit{{"check/operation.go", `guessed := t.Ref == "" && (s.was == nil || d.isNew(key))`, "guessed := false"}},
		pkg:   "check", test: "TestARecordOfTheBatchCannotBeNamedByItsFutureID",
	},
	{
		name:  "a bulk operation that matched nothing matches anything later",
		edits: []edit{{"check/bulk.go", "return b.op.Base != nil &&", "return len(b.op.Base) > 0 &&"}},
		pkg:   "workspace", test: "TestAPlanWithAGuessedIDNeverTouchesTheRecordThatGetsIt",
	},
	{
		name:  "the digest leaves out who made an operation",
		edits: []edit{{"event/digest.go", "source.String()", `""`}},
		pkg:   "event", test: "TestAnEditedPlanIsKnown",
	},
	{
		name:  "an edited plan is applied",
		edits: []edit{{"assist/input.go", "case in.Edited && !q.Options.Edited:", "case false:"}},
		pkg:   "assist", test: "TestAnEditedPlanIsRefusedUnlessThatIsMeant",
	},
	{
		name: "a key that was used is not looked up",
		edits: []edit{{
			"workspace/workspace.go", "if used && !expired(done, r.KeyTTL, r.Clock) {",
			"if false && used && !expired(done, r.KeyTTL, r.Clock) {",
		}},
		pkg: "workspace", test: "TestTheSameRequestTwiceIsAppliedOnce",
	},
	{
		name:  "a key stands for any operations",
		edits: []edit{{"workspace/replay.go", "if done.Fingerprint != fingerprint {", "if false {"}},
		pkg:   "workspace", test: "TestAKeyThatWasUsedForOtherOperationsIsAConflict",
	},
	{
		name:  "a dry run commits",
		edits: []edit{{"workspace/workspace.go", "c.DryRun = true", "c.DryRun = false"}},
		pkg:   "assist", test: "TestDryRunCountsAndRollsBack",
	},
	{
		name:  "destruction needs no second yes",
		edits: []edit{{"workspace/workspace.go", "case out.ofAll().Destructive() && !r.Confirmed:", "case false:"}},
		pkg:   "workspace", test: "TestDestructionNeedsASecondYes",
	},
	{
		name:  "limits are not compared with the effect",
		edits: []edit{{"workspace/limits.go", "for _, l := range limits {", "for _, l := range limits[:0] {"}},
		pkg:   "workspace", test: "TestNoBatchAndNoUndoGoesBeyondItsLimits",
	},
	{
		name: "a model deletes what nobody approves",
		edits: []edit{{
			"workspace/limits.go", "refusal := check.RefuseUnapproved(p.findings, r.Limits)",
			"refusal := check.RefuseUnapproved(nil, nil)",
		}},
		pkg: "cli", test: "TestAHostileModelDeletesNothingFromCron",
	},
	{
		name:  "a day has no budget",
		edits: []edit{{"workspace/limits.go", "out.Batch.Unattended = byModels", "out.Batch.Unattended = ledger.Touched{}"}},
		pkg:   "cli", test: "TestAHostileModelThatMayDeleteHasTheBudgetOfADay",
	},
	{
		name:  "the source of an operation is lost in a pipe",
		edits: []edit{{"event/reader.go", "item.Op.Source = g.source", "item.Op.Source = op.ByHand"}},
		pkg:   "cli", test: "TestTheSourceOfAnOperationSurvivesThePipe",
	},
	{
		name:  "one invalid operation does not refuse the others",
		edits: []edit{{"workspace/workspace.go", "case r.AllOrNothing && valid < len(out.Findings):", "case false:"}},
		pkg:   "workspace", test: "TestAllOrNothingRefusesForOneInvalidOperation",
	},
	{
		name:  "a terminal obeys what a title says",
		edits: []edit{{"view/safe.go", "return unicode.IsPrint(r)", "return r != 0 || unicode.IsPrint(r)"}},
		pkg:   "view", test: "TestControlCharactersAreEscaped",
	},
	{
		name:  "an invisible joiner passes outside an emoji",
		edits: []edit{{"view/safe.go", "case emoji[i]:", "case emoji[i] || r == zeroWidthJoiner:"}},
		pkg:   "view", test: "TestInvisibleCharactersArePrintedOnlyInAnEmoji",
	},
	{
		name: "a local time that the clocks skip is that of time.Date",
		edits: []edit{{
			"calendar/zone.go", "at, _, shift := resolve(wall(d)+int64(t-1)*60, zone)",
			"y, m, day := d.YMD()\n\tat, shift := time.Date(y, m, day, 0, int(t-1), 0, 0, zone).Unix(), Exact",
		}},
		pkg: "calendar", test: "TestLocalTimesFollowRFC5545",
	},
	{
		name: "a line of any length is kept in memory",
		edits: []edit{{
			"event/lines.go", "!long && len(l.buf)+len(part) > MaxLine",
			"!long && len(l.buf)+len(part) > 64*MaxLine",
		}},
		pkg: "event", test: "TestAnInvalidLineIsAProblemAndTheOthersAreRead",
	},
	{
		name:  "an obstacle that may pass is audited, and waited for again",
		edits: []edit{{"workspace/audit.go", "if r.Passing {", "if false && r.Passing {"}},
		pkg:   "workspace", test: "TestApplyWaitsOnceForAnotherWriter",
	},
	{
		name: "a filter of a model reaches what it was not shown",
		edits: []edit{
			{"propose/scope.go", "if !o.Verb.Bulk() {", "if true {"},
			{"propose/scope.go", "if !in {\n\t\t\treturn t, nil", "if false {\n\t\t\treturn t, nil"},
		},
		pkg: "faults", test: "TestAHostileModelChangesOnlyWhatItWasShown",
	},
	{
		name:  "an operation of a model changes what it was not shown on its way",
		edits: []edit{{"propose/scope.go", "if !in {\n\t\t\treturn t, nil", "if false {\n\t\t\treturn t, nil"}},
		pkg:   "propose", test: "TestOnlyAnOperationOnUnshownRecordsIsRefused",
	},
	{
		name: "a number that a model guesses is an id",
		edits: []edit{{
			"propose/aliases.go", "if key, known := a.called(text);",
			"if n, ok := record.ParseID(v); ok {\n\t\treturn record.Key{Kind: \"task\", ID: n}, nil\n\t}\n\tif key, known := a.called(text);",
		}},
		pkg: "propose", test: "TestAnIDThatWasNotShownIsNotUsed",
	},
	{
		name:  "a deadline ends a command without a reason",
		edits: []edit{{"cli/deadline.go", "func() { d.end(exceeded(limit)) }", "func() { d.end(nil) }"}},
		pkg:   "cli", test: "TestADeadlineBoundsTheWholeCommand",
	},
	{
		name: "an undo overwrites what has changed since",
		edits: []edit{{
			"workspace/restore.go", "v != cell.After && !u.force {", "v != cell.After && !u.force && false {",
		}},
		pkg: "workspace", test: "TestUndoIsWhatTheModelSays",
	},
	{
		name:  "an undo in part deletes the project of a task that it keeps",
		edits: []edit{{"workspace/restore.go", "for again := true; again; {", "for again := false; again; {"}},
		pkg:   "workspace", test: "TestPartialUndoKeepsTheProjectOfATaskThatItKeeps",
	},
	{
		name: "a redo does not count",
		edits: []edit{{
			"ledger/history.go", "return b != nil && b.Action == Undo", "return b != nil",
		}},
		pkg: "workspace", test: "TestUndoIsWhatTheModelSays",
	},
	{
		name:  "the oldest undo or redo of a record decides",
		edits: []edit{{"ledger/history.go", "if h.undecided[k] {", "if true {"}},
		pkg:   "workspace", test: "TestUndoIsWhatTheModelSays",
	},
	{
		name:  "a batch that is undone in part is marked as undone",
		edits: []edit{{"ledger/history.go", "marks[h.Root.ID] = 0", "marks[h.Root.ID] = id"}},
		pkg:   "workspace", test: "TestUndoIsWhatTheModelSays",
	},
	{
		name: "the key of an undo is not looked up",
		edits: []edit{{
			"workspace/undo.go", "if used && !expired(done, r.KeyTTL, r.Clock) {", "if false && used && !expired(done, r.KeyTTL, r.Clock) {",
		}},
		pkg: "workspace", test: "TestTheSameUndoWithTheSameKeyIsCarriedOutOnce",
	},
	{
		name:  "somebody confirms an undo of one batch, and another one is undone",
		edits: []edit{{"assist/undo.go", "w.Confirmed, w.Batch = true, out.Batch.Undoes", "w.Confirmed = true"}},
		pkg:   "assist", test: "TestTheConfirmedBatchIsUndoneAndNotANewerOne",
	},
	{
		name:  "a lost page is not looked for",
		edits: []edit{{"sqlite/soundness.go", "return p.used(suspect)", "return nil, nil"}},
		pkg:   "sqlite", test: "TestAZeroedPageIsFoundBeforeTheFirstWrite",
	},
	{
		name:  "a trigger that is gone is not missed",
		edits: []edit{{"sqlite/soundness.go", "if is == want {", `if is != "" {`}},
		pkg:   "sqlite", test: "TestAChangedSchemaIsNotWrittenTo",
	},
	{
		name:  "a batch is added to a trail whose end was edited",
		edits: []edit{{"workspace/audit.go", "if err := verifyEnd(r); err != nil {", "if err := error(nil); err != nil {"}},
		pkg:   "sqlite", test: "TestStore/NothingIsAddedToATrailThatWasEditedAtItsEnd",
	},
	{
		name:  "a head that was kept outside need not be in the trail",
		edits: []edit{{"workspace/audit.go", "case at[k.Hash] == k.Seq:", "case true:"}},
		pkg:   "workspace", test: "TestVerifyFindsEachHeadThatWasKeptAtItsPlace",
	},
	{
		name: "a workspace is replaced while a process has it open",
		edits: []edit{{
			"sqlite/stage.go", "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE", "SELECT 1",
		}},
		pkg: "sqlite", test: "TestNothingIsReplacedThatAnotherProcessHasOpen",
	},
	{
		name:  "a configuration that others can write is read",
		edits: []edit{{"config/trusted.go", "mode.Perm()&0o022 != 0", "mode.Perm() == 0"}},
		pkg:   "config", test: "TestAFileThatOthersCanChangeIsNotTrusted",
	},
}
