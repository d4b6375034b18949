package timeexpr

import (
	"slices"

	"assister/internal/language"
)

// Trees in the place of others that mean the same and are easier to evaluate.

// After is a day of a list, after the day before it: the soonest then of a weekday or a day of the
// month. Other days are certain, and the first day of a list has none before it.
func After(before, day *language.Node) *language.Node {
	if before == nil || !day.Is("weekday") && !day.Is("mday") {
		return day
	}
	one := &language.Node{Name: language.Int, Num: 1}
	soonest := &language.Node{Name: "this", Args: []*language.Node{before}} // not one that is past
	return &language.Node{Name: "following", From: day.From, To: day.To, Args: []*language.Node{one, day, soonest}}
}

// rather is what an expression means that corrects another one: "wednesday, not thursday at 3" is at 3, too.
func (e *evaluator) rather(n, gone *language.Node) *language.Node {
	of, _ := e.value(n)
	timeOnly, dayOnly := of.OfAnyDay(), of.Kind == Day
	if !gone.Is("and") || !timeOnly && !dayOnly {
		return n
	}
	if was, _ := e.value(gone); !was.From.Timed() || !was.From.Day.Valid() {
		return n
	}
	all := []*language.Node{n}
	for _, a := range gone.Args {
		if s := e.set(a); s != nil && s.timed() == dayOnly {
			all = append(all, a)
		}
	}
	return &language.Node{Name: "and", From: n.From, To: n.To, Args: all}
}

// fitting is the one of two usual readings that is on the weekday beside it: of "thursday 3/12" the order that is a
// Thursday, and of two Thursdays the one to come. Other readings stay two.
func (e *evaluator) fitting(n *language.Node) *language.Node {
	if !n.Is("alt") || !hasWeekday(n.Arg(0)) {
		return n
	}
	fits := func(a *language.Node) bool {
		v, ok := e.value(a)
		return ok && (e.past || v.From.Day >= e.today)
	}
	switch a, b := n.Arg(0), n.Arg(1); {
	case !fits(a) && fits(b):
		return b
	case !fits(b) && fits(a):
		return a
	}
	return n
}

// hasWeekday reports whether a node is a date beside a weekday, or the time of one.
func hasWeekday(n *language.Node) bool {
	return n.Is("dated") || n.Is("and") && slices.ContainsFunc(n.Args, hasWeekday)
}

// hoist moves an open range, a choice or a range of days out of an intersection: a day,
// after a time, is after the time of that day. A choice of dates beside a weekday is one of both.
func hoist(n *language.Node) *language.Node {
	if of := n.Arg(1); n.Is("dated") && of.Is("alt") {
		with := func(date *language.Node) *language.Node {
			one := *n
			one.Args = append([]*language.Node{n.Arg(0), date}, n.Args[2:]...)
			return &one
		}
		outer := *of
		outer.Args = []*language.Node{with(of.Arg(0)), with(of.Arg(1))}
		return &outer
	}
	if n.Is("span") {
		return dayOfSpan(zoneOfSpan(n))
	}
	if n.Name != "and" {
		return n
	}
	with := func(i int, a *language.Node) *language.Node {
		inner := *n
		inner.Args = append([]*language.Node{}, n.Args...)
		inner.Args[i] = a
		return &inner
	}
	for i, a := range n.Args {
		if a == nil {
			continue
		}
		a = hoist(a)
		outer := *a
		switch a.Name {
		case "open":
			outer.Args = []*language.Node{a.Arg(0), with(i, a.Arg(1))}
			return &outer
		case "alt":
			outer.Args = []*language.Node{with(i, a.Arg(0)), with(i, a.Arg(1))}
			return &outer
		case "zone": // of that day there
			outer.Args = []*language.Node{with(i, a.Arg(0)), a.Arg(1)}
			return &outer
		case "span":
			from, to := a.Arg(0), a.Arg(1)
			if !from.Is("mday") || !to.Is("mday") {
				continue
			}
			outer.Args = []*language.Node{from, with(i, to)}
			return &outer
		}
	}
	return n
}

// zoneOfSpan moves the zone of the end of a span out of it: "from 3 to 4 cet" begins at 3 there, too.
func zoneOfSpan(n *language.Node) *language.Node {
	from, to := n.Arg(0), n.Arg(1)
	if !to.Is("zone") {
		return n
	}
	if from.Is("zone") {
		a, b := from.Arg(1), to.Arg(1)
		if num(a) != num(b) || a.Symbol() != b.Symbol() {
			return n
		}
		from = from.Arg(0)
	}
	inner, outer := *n, *to
	inner.Args = []*language.Node{from, to.Arg(0)}
	outer.Args = []*language.Node{&inner, to.Arg(1)}
	return &outer
}

// dayOfSpan moves the day of the beginning of a span of times out of it, so that each end says which half of the day
// the other is in: "tomorrow, 7.30 - 9pm".
func dayOfSpan(n *language.Node) *language.Node {
	from, to := n.Arg(0), n.Arg(1)
	if _, _, isClock := endClock(to); !isClock || !from.Is("and") {
		return n
	}
	begin, outer := *from, *from
	begin.Args, outer.Args = nil, nil
	for _, a := range flatten(nil, from.Args, "and") {
		if _, _, isClock := endClock(a); isClock {
			begin.Args = append(begin.Args, a)
		} else {
			outer.Args = append(outer.Args, a)
		}
	}
	if len(begin.Args) != 1 || len(outer.Args) == 0 {
		return n
	}
	inner := *n
	inner.Args = []*language.Node{begin.Args[0], to}
	outer.Args = append(outer.Args, &inner)
	return &outer
}
