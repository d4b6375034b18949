// Package conformance holds the program against what its predecessors were
// recorded to answer. It is tests alone. The records are read from the file that
// ASSISTER_CASES names, one JSON object a line, and are not part of this
// repository; without the variable the test is skipped.
//
// A record has a class: "conform" must be answered as recorded, "avoid"
// is a defect that must not come back, "llm" is what people would have a model
// answer, and is put to the rules. "alt" is another generation's way; it is kept
// where its behaviour has a counterpart here, and not looked at elsewhere. Where
// the contract has it otherwise, or the rules miss it, the tables in tables_test.go
// say so, record by record, with the answer that is given instead.
package conformance
