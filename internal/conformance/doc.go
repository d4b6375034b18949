// Package conformance compares the program with recorded answers of its predecessors. It
// has only tests. The records are read from the file that ASSISTER_CASES names, one JSON
// object on each line, and are not part of this repository; without the variable the test
// is skipped.
//
// A record has a class: "conform" must be answered as recorded, "avoid" is a defect that
// must not return, and "llm" is a request for a model, which the rules get here. "alt" is
// the behavior of another generation; it applies if it has a counterpart here. Where the
// protocol differs, or the rules fail, the tables in tables_test.go have the record with
// the answer that is given instead.
package conformance
