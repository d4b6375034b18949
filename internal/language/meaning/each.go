package meaning

import (
	"slices"

	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// "Take the pills at 9 and 17 every day" is a new record for each of the times, since a record
// repeats once a day, and "yoga on tuesday and thursday" one for each of the days. Days that nothing
// else fixes follow each other: "on tuesday and saturday", said on a Saturday, is not today.

// eachTime is the node of several times or days in a clause that makes records; nil if there is none.
func eachTime(n *language.Node) *language.Node {
	made := n
	for made.Is("with") {
		made = made.Arg(0)
	}
	if !made.Is("create") || len(items(made.Arg(1))) > 1 { // of which of them the times are is not said
		return nil
	}
	return find(n, "each", "days")
}

// alternatives are a node with each of several times in their place, or of records that are on days of their
// own: "yoga on monday and the choir on tuesday".
func alternatives(n, times *language.Node) (all []*language.Node) {
	if times == nil {
		return []*language.Node{n}
	}
	var before *language.Node
	each := append([]*language.Node{times.Arg(0)}, items(times.Arg(1))...)
	ofDay := slices.ContainsFunc(each, func(at *language.Node) bool { return at.Is("clock12") && at.Arg(0).Num > 12 })
	for _, at := range each {
		if ofDay && at.Is("clock12") { // "at 6, 14 and 22" counts the hours of the day
			whole := *at
			whole.Name = "clock"
			at = &whole
		}
		if times.Is("days") {
			at = timeexpr.After(before, at)
		}
		all = append(all, n.Replaced(func(x *language.Node) bool { return x == times }, at))
		before = at
	}
	return all
}

// find is the first node of some names in a tree; nil if there is none.
func find(n *language.Node, names ...string) *language.Node {
	if n == nil || slices.Contains(names, n.Name) {
		return n
	}
	for _, a := range n.Args {
		if found := find(a, names...); found != nil {
			return found
		}
	}
	return nil
}
