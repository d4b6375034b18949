package draft

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"assister/internal/brief"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/reference"
)

// Which of several meanings of a text is drafted.

// unlessDoubtful is a draft, or a question if it deletes many records and another meaning that costs
// the same, or nearly so, would delete others: "the tasks that are not important".
func unlessDoubtful(ctx context.Context, q propose.Request, b brief.Brief, best propose.Draft) (propose.Draft, error) {
	for i := range q.Also {
		if q.Also[i].Cost-q.Said.Cost > hardlyMore || !sweepLike(*q.Said, q.Also[i]) {
			continue
		}
		d, err := meant(ctx, q, &q.Also[i], b)
		if err != nil {
			return d, err
		}
		found := reference.In(b, b.Clock)
		same := maps.Equal(reached(found, best.Ops), reached(found, d.Ops))
		if err := found.Err(); err != nil {
			return d, err
		}
		if len(d.Ops) > 0 && !same {
			return propose.Draft{Question: words{q.Language}.language.Text("ask.two-meanings")}, nil
		}
	}
	return best, nil
}

// hardlyMore is how much more another meaning costs at most that may be meant just as well.
const hardlyMore = 1

// sweepLike reports whether both of two meanings are one deletion of many records.
func sweepLike(a, b meaning.Text) bool {
	sweeps := func(do meaning.Do) bool { return do.Act == meaning.Delete && do.On != nil && do.On.Every }
	return sweeps(a.Sole()) && sweeps(b.Sole()) && !reflect.DeepEqual(a.Do[0].On, b.Do[0].On)
}

// reached are the records that operations change.
func reached(records *reference.Records, ops []op.Op) map[record.Key]bool {
	keys := map[record.Key]bool{}
	for _, o := range ops {
		if o.Where.Empty() {
			keys[record.Key{Kind: o.Kind, ID: o.ID.ID}] = true
			continue
		}
		for _, rec := range records.Find(o.Where) {
			keys[rec.Key()] = true
		}
	}
	return keys
}

// littleMore is how much more another meaning may cost: a word that carries meaning, in a name.
const littleMore = 2 * language.WordCost

// alike reports whether the second of two meanings of a text changes no more than the first: the
// same of a record whose name takes more of the text, or something that there is instead of
// making something new.
func alike(a, b meaning.Text) bool {
	if b.Cost-a.Cost > littleMore || len(a.Do) != len(b.Do) {
		return false
	}
	for i := range a.Do {
		x, y := a.Do[i], b.Do[i]
		joined := x.On != nil && x.On.Name == "" && len(x.On.Each) > 0 // "the oven and the bike"
		one := y.On != nil && !y.On.Every && y.On.Name != "" && !joined
		same := x.Act == meaning.Create ||
			x.On != nil && x.Act == y.Act && len(y.On.Name) > len(x.On.Name) && reflect.DeepEqual(x.Set, y.Set)
		if !one || !same {
			return false
		}
	}
	return true
}

// splits reports whether the second of two meanings does the same as the first to fewer records, and
// makes new ones of the rest: of "finish the report and buy milk", milk may be nowhere.
func splits(a, b meaning.Text) bool {
	if len(a.Do) != 1 || len(b.Do) < 2 {
		return false
	}
	x, y := a.Do[0], b.Do[0]
	several := x.On != nil && y.On != nil && len(x.On.Each) > 0
	same := x.Act == y.Act && x.Act != meaning.Delete && reflect.DeepEqual(x.Set, y.Set) // what else goes is asked
	return several && same && !slices.ContainsFunc(b.Do[1:], func(do meaning.Do) bool { return do.Manner != meaning.Bare })
}

// makesIt reports whether the first of two meanings moves something without a verb that says so, and the
// second, which costs hardly more, makes it: "holiday from the 3rd to the 7th", if there is no holiday.
func makesIt(a, b meaning.Text) bool {
	close, move, create := b.Cost-a.Cost <= hardlyMore, a.Sole(), b.Sole()
	moves := move.Act == meaning.Move && move.Manner == meaning.Told
	return close && moves && create.Act == meaning.Create && create.Manner == meaning.Bare
}
