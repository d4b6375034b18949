package meaning

import (
	"slices"
)

// What is the kind of answer that a question wants.
type What string

const (
	Which    What = "which" // the records themselves
	Count    What = "count"
	Exists   What = "exists"   // whether there is any
	Whether  What = "whether"  // whether the conditions hold of the named record
	Get      What = "value"    // the value of Field
	Total    What = "total"    // how long they take together
	Average  What = "average"  // how long they take on average
	Until    What = "until"    // how long it is until then, from now or from Since
	LastTime What = "lasttime" // when it was done or took place before
	Free     What = "free"     // whether nothing is planned then
	Gaps     What = "gaps"     // when nothing is planned; of days if By is When
	Clashes  What = "clashes"  // what is planned at the same time
	Overview What = "overview" // how a time looks
	Status   What = "status"   // how it stands
	Other    What = "other"    // the question is about something else than the records
)

// Ask is one question about records.
type Ask struct {
	What    What
	Of      *Record // what it is about; never nil
	Field   Field   // whose value is wanted
	Since   *Record // from which it is counted until Of: "how long between lunch and the vet"
	By      Field   // the answer is divided by its values
	Most    bool    // of By: the value with the most records is wanted
	Least   bool    // of By, which is When: the day with the fewest records is wanted
	Follows bool    // continues the question before: what it leaves open is as it was there
	Lists   bool    // continues a question that counts, and wants those that were counted: "which ones are urgent"
	Only    bool    // continues a question or a request, of no more than these: "only the urgent ones"
	For     string  // what time is wanted for: "do I have time for a haircut"
	Past    bool    // it is about the past, with its times: what took place or was done
}

// Rank picks records by their order.
type Rank struct {
	Order Order
	Count int   // how many; 0 is one, or all if the description is of several
	Nth   int   // the one at this place; -1 is the last
	By    Field // whose values are in order: Due for "the earliest deadline"; "" for what Order says
}

// Order is an order of records.
type Order string

const (
	Next     Order = "next"   // the first from now on
	Previous Order = "last"   // the last until now
	First    Order = "first"  // the earliest of those described
	Final    Order = "final"  // the latest of those described
	Oldest   Order = "oldest" // the first that was made
	Newest   Order = "newest"
	Touched  Order = "touched" // the last that was changed
	Longest  Order = "longest"
	Shortest Order = "shortest"
	Biggest  Order = "biggest"
	Smallest Order = "smallest"
	Urgent   Order = "urgent" // what to do first
	Advanced Order = "advanced"
	Behind   Order = "behind" // the least advanced
)

// Talk is what a text says that is neither a request nor a question.
type Talk string

const (
	Courtesy Talk = "courtesy" // what is only polite
	Hello    Talk = "hello"
	Thanks   Talk = "thanks"
	TakeBack Talk = "undo"   // what was done last
	Remark   Talk = "remark" // a statement that asks for nothing
	Help     Talk = "help"   // what can be asked
)

// IsPolite reports whether a text is a greeting or thanks, and says no more.
func (t Text) IsPolite() bool {
	greets := slices.Contains(t.Talk, Hello) || slices.Contains(t.Talk, Thanks)
	return greets && len(t.Do)+len(t.Ask)+len(t.Reply) == 0
}

// OnlySays reports whether a text is a reply of that sort, and nothing else.
func (t Text) OnlySays(s Says) bool {
	return len(t.Do)+len(t.Ask) == 0 && len(t.Reply) == 1 && t.Reply[0].Says == s
}

// Sole is the one change that a text asks for, if it says nothing else; otherwise it is the zero Do.
func (t Text) Sole() (do Do) {
	if len(t.Do) == 1 && len(t.Ask)+len(t.Reply) == 0 {
		do = t.Do[0]
	}
	return do
}

// IsToDo reports whether a text is of new things to do and nothing else, in words without a verb of ours.
func (t Text) IsToDo() bool {
	other := func(do Do) bool { return do.Manner != Bare }
	return len(t.Do) > 0 && len(t.Ask)+len(t.Reply) == 0 && !slices.ContainsFunc(t.Do, other)
}

// Doing is a text that asks for some changes, and nothing else.
func (t Text) Doing(all ...Do) Text {
	t.Do, t.Ask, t.Reply = all, nil, nil
	return t
}

// Continues reports whether a text only continues the question before it: "and friday?".
func (t Text) Continues() bool {
	return slices.ContainsFunc(t.Ask, func(a Ask) bool { return a.Follows })
}
