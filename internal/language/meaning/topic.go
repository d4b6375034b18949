package meaning

import (
	"slices"

	"assister/internal/language"
)

// readTopic is what a text means that names something first and then says by a pronoun what is to be done with it:
// "the blue bin, put it out on thursday" is "put the blue bin out on thursday". The order is the whole rest.
func (t *around) readTopic() []Text {
	if !t.split(atMarks) || !t.isTopic(t.parts[0]) {
		return nil
	}
	topic, order := t.parts[0], t.parts[1]
	it, behind := t.object(order)
	if it < 0 || !t.isAny(int32(order.from), "doing") {
		return nil
	}
	said := spliced{around: t, names: language.Names{}}
	said.add(order.from, it)
	said.add(topic.from, topic.to)
	said.add(behind, len(t.toks))
	all := Readings(t.g, Root, said.text, t.clock, said.names)
	if len(all) == 0 || !all[0].MakesNew() || len(all[0].Do) != 1 || !all[0].Do[0].errand {
		return nil
	}
	return all[:1]
}

// isTopic reports whether a part only names something.
func (t *around) isTopic(p part) bool {
	n := p.node()
	noun := t.isAny(n.From, "doing") && (n.To == n.From+1 || t.isAny(n.From+1, "prep")) // "invoice for Bo: send it"
	orders := !noun && t.orders(n)
	tells := t.states(n) || t.isPast(n) || t.denies(n)
	asks := p.mark == "?" || t.isAny(n.From, "have", "be", "modal", "do", "subject")
	return !orders && !tells && !asks && len(t.g.Find("when", t.toks[p.from:p.to], nil)) == 0
}

// object is where the pronoun of an order begins that stands for what it is about, and where that ends; -1 if there is
// none. It may hang on the verb: "imprime-les".
func (t *around) object(order part) (from, to int) {
	for i := order.from + 1; i < order.to; i++ {
		x := t.toks[i : i+1]
		last := i+1 == order.to || t.isAny(int32(i)+1, "prep", "particle", "relday", "weekday")
		switch {
		case t.g.Means(x, "pronoun", "it", "they"), t.isAny(int32(i), "whom") && last:
			return i, i + 1
		case t.toks[i-1].Word == "-" && x[0].Glued && t.g.Means(x, "clitic", "it"):
			return i - 1, i + 1
		}
	}
	return -1, -1
}

// spliced is a text of pieces of another one.
type spliced struct {
	*around
	text  string
	names language.Names
	size  int // tokens
}

// add adds some tokens, with the names of records that begin at them.
func (s *spliced) add(from, to int) {
	if from >= to {
		return
	}
	if s.text != "" && !s.toks[from].IsMark() {
		s.text += " "
	}
	s.text += s.around.text[s.toks[from].Start:s.toks[to-1].End]
	for k := from; k < to; k, s.size = k+1, s.size+1 {
		if all := s.around.names[k]; len(all) > 0 {
			s.names[s.size] = all
		}
	}
}

// onlyNames reports whether a text asks for no more than what it names, and for no change or answer.
func (t *Text) onlyNames() bool {
	other := func(do Do) bool { return do.Act != Create || do.Manner != Bare }
	asks := func(a Ask) bool { return a.What != Other }
	return len(t.Reply) == 0 && !slices.ContainsFunc(t.Do, other) && !slices.ContainsFunc(t.Ask, asks)
}
