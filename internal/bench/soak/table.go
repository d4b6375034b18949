package main

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// promise is one promise of the program, and the test that keeps it.
type promise struct {
	name string
	pkg  string // of the test, under internal/
	test string // a regular expression
	goal int64
	unit string
	flag string // of the test, that takes the goal; or
	env  string // the environment variable that does
	each int64  // how much of the goal one of the flag's units makes; 0 for 1
	full string // an argument of the test in a whole run, without a flag
	few  string // and in a short one
	some int64  // the goal in a short run; 0 for a hundredth
	fuzz bool   // test is a fuzz target
}

// promises are what is tested, apart from the fuzz targets.
var promises = []promise{
	{
		name: "All or nothing, whenever the program is killed",
		pkg:  "faults", test: "TestAKillLeavesAWholeBatchOrNone", goal: 10_000, unit: "kills", flag: "faults.kills",
	},
	{
		name: "What was acknowledged survives a power loss",
		pkg:  "faults", test: "TestAPowerLossLosesNothingThatWasAcknowledged", goal: 10_000, unit: "power losses",
		flag: "faults.power",
	},
	{
		name: "Whichever write or sync fails, the outcome is true",
		pkg:  "faults", test: "TestEveryFailingWriteIsReportedTruthfully", goal: 5_000, unit: "fault points",
		full: "-faults.every=1", few: "-faults.thin=1",
	},
	{
		name: "One effect per key, with 16 processes",
		pkg:  "faults", test: "TestManyProcesses", goal: 10_000, unit: "batches", flag: "faults.crowd", each: 16,
	},
	{
		name: "Undo and redo do what their model says",
		pkg:  "workspace", test: "TestUndoIsWhatTheModelSays", goal: 1_000_000, unit: "histories", env: "UNDO_HISTORIES",
		some: 20_000,
	},
	{
		name: "Undo and redo in a file do what their model says",
		pkg:  "workspace", test: "TestUndoInAFileIsWhatTheModelSays", goal: 100_000, unit: "histories",
		env: "UNDO_FILE_HISTORIES",
	},
	{
		name: "16 processes undo as if one after the other, with kills",
		pkg:  "faults", test: "TestACrowdUndoesAndRedoesAndIsKilled", goal: 10_000, unit: "commands",
		flag: "faults.crowd", each: 96,
	},
	{
		name: "Damage to the file is refused or answered",
		pkg:  "faults", test: "TestADamagedFileIsRefusedOrAnswered", goal: 2_000, unit: "damaged files",
		flag: "faults.damage", some: 80,
	},
	{
		name: "Hostile operations leave the workspace whole",
		pkg:  "faults", test: "TestHostilePlansDoNotDamageTheWorkspace", goal: 20_000, unit: "streams",
		flag: "faults.plans",
	},
	{
		name: "A hostile model changes only what it was shown, within the limits",
		pkg:  "faults", test: "TestAHostileModelChangesOnlyWhatItWasShown", goal: 100_000, unit: "requests",
		flag: "faults.models",
	},
}

// allInputs is how many inputs all fuzz targets get together.
const allInputs = 20_000_000

// withFuzzing adds the fuzz targets of all packages.
func withFuzzing(all []promise) ([]promise, error) {
	output, err := exec.Command("go", "test", "-list", "^Fuzz", "./internal/...").Output()
	if err != nil {
		return nil, fmt.Errorf("list the fuzz targets: %w", err)
	}
	var targets []promise
	begin := 0
	for line := range strings.Lines(string(output)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "Fuzz") {
			targets = append(targets, promise{test: line, unit: "inputs", fuzz: true})
		}
		// The line after the targets of a package names it.
		if pkg, ok := strings.CutPrefix(line, "ok"); ok {
			pkg = strings.TrimPrefix(strings.Fields(pkg)[0], "assister/internal/")
			for i := range targets[begin:] {
				t := &targets[begin+i]
				t.pkg, t.name = pkg, "No input breaks "+pkg+"."+t.test
			}
			begin = len(targets)
		}
	}
	for i := range targets {
		targets[i].goal = allInputs / int64(len(targets))
	}
	return append(all, targets...), nil
}

// arguments are those of the go command that runs the test.
func (p promise) arguments() []string {
	args := []string{"test", "-json", "-count=1", "-timeout=12h", "./internal/" + p.pkg}
	switch {
	case p.fuzz:
		return append(args, "-run=^$", "-fuzz=^"+p.test+"$", "-fuzztime="+p.amount()+"x")
	case p.flag != "":
		return append(args, "-run=^"+p.test, "-args", "-"+p.flag+"="+p.amount())
	case p.full != "":
		return append(args, "-run=^"+p.test, "-args", p.full)
	}
	return append(args, "-run=^"+p.test)
}

// amount is what reaches the goal, as the test takes it.
func (p promise) amount() string {
	each := max(p.each, 1)
	return strconv.FormatInt((p.goal+each-1)/each, 10)
}

// part is the promise with a hundredth of its goal, or what it says.
func (p promise) part() promise {
	p.goal, p.full = max(p.goal/100, p.some, 1), p.few
	return p
}

func (p promise) environment() []string {
	if p.env == "" {
		return nil
	}
	return []string{p.env + "=" + p.amount()}
}
