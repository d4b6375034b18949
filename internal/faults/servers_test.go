//go:build linux

package faults

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"assister/internal/storetest/servers"
)

// serverVariable has the address of the server for the workspaces of the tests; without it they
// are files.
const serverVariable = "ASSISTER_TEST_WORKSPACE"

// onServers are the tests that run on servers, too.
var onServers = []string{
	"TestManyProcessesWithKeysOfTheirOwnEachApplyOnce", "TestManyProcessesWithTheSameKeyApplyOnce",
	"TestReadersSeeWholeBatchesWhileOthersWrite", "TestManyProcessesUndoABatchOnce",
	"TestACrowdUndoesAndRedoesAndIsKilled", "TestAKillLeavesAWholeBatchOrNone",
	"TestNothingIsAppliedIfTheOutputIsFullFromTheStart", "TestTheExitCodeIsRightWhicheverLineCannotBeWritten",
	"TestAHostileLineIsReportedWithItsNumberAndTheOthersApplied", "TestLineEndingsAndByteOrderMarksAreAccepted",
	"TestHostilePlansDoNotDamageTheWorkspace", "TestASignalDuringInputChangesNothing",
	"TestASignalAtThePromptChangesNothing", "TestCtrlCChangesNothing",
}

// onFilesOnly are the others, each with the reason why it says nothing of a server.
var onFilesOnly = map[string]string{
	"TestAFullDiskKeepsTheDataReadable":                 "the disk is that of the server: TestFaultTheDiskOfANodeIsFull",
	"TestAFileSizeLimitCausesARefusal":                  "the program writes no file",
	"TestAReadOnlyDirectoryCanBeRead":                   "the program writes no file; see the role that may only read",
	"TestADamagedFileIsRefusedOrAnswered":               "the file is that of the server, which checks it",
	"TestAPowerLossLosesNothingThatWasAcknowledged":     "the server syncs; killed servers are in the tests of each store",
	"TestEveryFailingWriteIsReportedTruthfully":         "the server writes; cut connections are in the tests of each store",
	"TestASignalDuringTheWaitForTheLockChangesNothing":  "there is no lock on a file",
	"TestAKilledCopyIsContinued":                        "it copies a file; TestCopies copies to and from servers",
	"TestReadersAndWritersMeetNoMixtureOfTwoWorkspaces": "it replaces a file; TestCopies replaces on servers",
	"TestMemoryStaysBoundedWhateverTheInput":            "the input is read before the workspace is opened",
	"TestNoTextIsPrintedAsAnEscapeSequence":             "the text for people does not depend on the store",
	"TestThePromptPrintsNoEscapeSequence":               "the text for people does not depend on the store",
	"TestMCPEndsWithItsClient":                          "the protocol does not depend on the store",
	"TestMCPSurvivesItsInput":                           "the protocol does not depend on the store",
	"TestAHostileModelChangesOnlyWhatItWasShown":        "prompts and checks do not depend on the store",
	"TestUnusedMethodsAreNotLinked":                     "it is about the binary",
	"TestATrialLeavesNothingOpenOrBehind":               "it is about these tests",
	"TestEveryFaultIsRunOnServersOrSaysWhyNot":          "it is about these tests",
	"TestOnServers":                                     "it runs the others",
}

func TestEveryFaultIsRunOnServersOrSaysWhyNot(t *testing.T) {
	out, err := exec.Command(os.Args[0], "-test.list", "^Test").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Fields(string(out))
	for _, name := range all {
		if (onFilesOnly[name] != "") == slices.Contains(onServers, name) {
			t.Errorf("%s has to be in one of the lists", name)
		}
	}
	if len(all) != len(onServers)+len(onFilesOnly) {
		t.Errorf("%d tests are listed, and there are %d", len(onServers)+len(onFilesOnly), len(all))
	}
}

// TestOnServers runs the faults of the program with workspaces on servers.
func TestOnServers(t *testing.T) {
	servers.Require(t)
	cluster := servers.StartRqlite(t, 1, servers.RqliteOptions{Flags: []string{"-fk"}})
	base := servers.StartPostgres(t, servers.PostgresOptions{Flags: []string{"-c", "fsync=off"}})
	for name, address := range map[string]string{
		"rqlite": "rqlite://" + cluster.Addresses() + "/work", "postgres": base.URL(""),
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.run", "^("+strings.Join(onServers, "|")+")$",
				"-test.parallel=1", "-faults.kills=6", "-faults.crowd=1", "-faults.plans=8")
			cmd.Env = append(os.Environ(), serverVariable+"="+address, servers.Variable+"=")
			out, err := cmd.CombinedOutput()
			passed := strings.Count(string(out), "\n--- PASS")
			if err != nil || passed != len(onServers) {
				t.Errorf("%d of %d tests passed: %v\n%s", passed, len(onServers), err, out)
			}
		})
	}
}
