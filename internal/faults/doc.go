// Package faults holds the program as a whole against faults and abuse: killed
// at any moment, every write and sync of the database failing in turn, many
// processes at once, full disks, damaged files, hostile lines and plans,
// signals, and text that wants to be a terminal command. It is tests alone, and
// what they drive is the program as it is built for people.
//
// The verdict of each test is the same on every run, although moments are
// drawn at random: whatever the program did, the database is whole afterwards
// and what the program said of it is true.
//
// The quick form is part of `go test ./...`. Flags make it longer, as `make soak` does:
//
//	-faults.kills N    real kills of apply (default 30; 10,000 for a night)
//	-faults.power N    power losses (default: two or three at each write and sync)
//	-faults.crowd N    batches of each of 16 processes at once (default 3)
//	-faults.damage N   damaged copies of a database (default 20)
//	-faults.plans N    random streams of operations (default 300)
//	-faults.models N   requests to a hostile model (default 80)
//	-faults.every N    every N-th write or sync fails in turn (default: more of them
//	                   where they are few; 1 is all of them)
//	-faults.thin N     without -faults.every, one of N of these (default 3)
//	-faults.seed N     of everything that is drawn (default 1)
//
// The tests need Linux; that of failing writes also needs gcc. -short leaves
// the longest out.
package faults
