package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestNoPackageWorksBeforeMain holds the start of every command, which also pays for the
// packages that it does not use. What a package needs to compute, it computes when it is
// asked: the bound leaves room for a table or two.
func TestNoPackageWorksBeforeMain(t *testing.T) {
	const ofOne, ofAll = 6 << 10, 24 << 10 // bytes
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	all := 0
	trace := regexp.MustCompile(`(?m)^init (assister/\S+) .* (\d+) bytes`)
	for _, line := range trace.FindAllStringSubmatch(string(out), -1) {
		if strings.HasSuffix(line[1], "cmd/assister") || strings.HasSuffix(line[1], ".test") {
			continue // the tests
		}
		bytes, _ := strconv.Atoi(line[2])
		if all += bytes; bytes > ofOne {
			t.Errorf("%s allocates %d bytes before main, over %d", line[1], bytes, ofOne)
		}
	}
	if all == 0 || all > ofAll {
		t.Errorf("all packages allocate %d bytes before main, over %d", all, ofAll)
	}
}
