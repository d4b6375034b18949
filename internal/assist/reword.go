package assist

import (
	"slices"
	"strings"

	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/session"
)

// reworded is the request whose proposal is still to be applied, with other words for some of it, and what else the
// text says of it: "it's Anna, not Amy". The request is read once more with these words, so that they may be of a name,
// of a place or of whom it is with. Words that it does not have are not replaced.
func reworded(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	if said.Sole().ShiftsIt() { // "not this tuesday, the next one"
		return t, false
	}
	return reread(in, text, said, func(do meaning.Do) string { return do.Old })
}

// renamed is the request whose proposal is still to be applied, with other words for some that the text does not name:
// the text that was set last, "no, Hall D", or words that are nearly the same, "oat milk, I mean".
func renamed(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	asked := func(do meaning.Do) bool { return do.Manner != meaning.Bare }
	if slices.ContainsFunc(said.Do, asked) || len(said.Ask) > 0 && !said.Continues() { // a request of its own
		return t, false
	}
	return reread(in, text, said, func(do meaning.Do) string {
		if do.Old != "" {
			return ""
		}
		if last, ok := textSet(in); ok {
			return last
		}
		return likeWords(in, do.New)
	})
}

// reread is the request whose proposal is still to be applied, read with other words, and what else a text says of it.
func reread(in lookup, text string, said meaning.Text, instead func(meaning.Do) string) (t meaning.Text, ok bool) {
	before, _ := proposed(in)
	if len(before.Do) == 0 {
		return t, false
	}
	for _, r := range rewordings(in, text, said) {
		n := len(r.Do) - 1
		if t, ok = proposedWith(in, instead(r.Do[n]), r.Do[n].New, text); !ok || !alike(t, before) {
			continue
		}
		t.Do = slices.Clone(t.Do)
		for i, do := range before.Do {
			if do.Act == meaning.Create { // which was proposed, of whatever name
				t.Do[i].Manner, t.Do[i].Vague = meaning.Asked, false
			}
		}
		set, corrects := correction([]meaning.Text{{Do: r.Do[:n], Reply: r.Reply}})
		if n > 0 && setsOfIt(meaning.Text{Do: r.Do[:n]}) {
			set, corrects = r.Do[0].Set, true
		}
		switch rest := n > 0 || len(r.Reply) > 0; {
		case !rest:
			return t, true
		case corrects && len(t.Do) == 1:
			return t.Doing(t.Do[0].Amended(set)), true
		}
	}
	return t, false
}

// textSet is the one text that the latest request sets, if its proposal is still to be applied: a name, or a place.
func textSet(in lookup) (text string, ok bool) {
	at := pendingAt(in)
	if len(at) == 0 {
		return "", false
	}
	latest := meantAt(in, at[0])
	if said := *meaningOf(in, in.Turns[at[0]-2].Text); len(said.Do) == 0 {
		latest = said
	}
	var set meaning.Attributes
	for _, do := range latest.Do {
		if do.Act != meaning.Create {
			set = append(set, do.Set...)
		}
	}
	for _, r := range latest.Reply {
		set = append(set, r.Set...)
	}
	if len(set) != 1 || !slices.Contains([]meaning.Field{meaning.Title, meaning.Place, meaning.Notes}, set[0].Field) {
		return "", false
	}
	return set[0].Text, true
}

// likeWords are the words of the latest request that others replace: "Hall C" for "Hall D", and "milk" for "oat milk".
// There are none if several may be meant, or if the request has the others already.
func likeWords(in lookup, with string) string {
	words := language.Tokens(with)
	for _, n := range pendingAt(in) {
		text := in.Turns[n-2].Text
		if _, has := withWords(text, with, ""); has {
			return ""
		}
		all := language.Tokens(text)
		sizes := []int{len(words), len(words) + 1}
		for size := len(words) - 1; size > 0; size-- {
			sizes = append(sizes, size)
		}
		for _, size := range sizes {
			var found []string
			for i := 0; i+size <= len(all); i++ {
				span, whole := all[i:i+size], size >= len(words) || isApart(in, all, i, i+size)
				if whole && isLike(in, span, words) {
					found = append(found, text[span[0].Start:span[size-1].End])
				}
			}
			if len(found) > 0 {
				return sole(found)
			}
		}
	}
	return ""
}

// isApart reports whether the words beside some, if there are any, are not of the same name, but known: "add" and "to".
func isApart(in lookup, all []language.Token, from, to int) bool {
	g := in.Languages().Likeliest(all)
	known := func(t language.Token) bool { return t.IsMark() || g.Light(t) || g.Known([]language.Token{t}) > 0 }
	return (from == 0 || known(all[from-1])) && (to == len(all) || known(all[to]))
}

// sole is the only one of some texts; "" if there are several.
func sole(texts []string) string {
	if len(texts) > 1 {
		return ""
	}
	return texts[0]
}

// isLike reports whether some words differ from others in one word, or are all that these begin or end with, and have
// a word in common that carries meaning.
func isLike(in lookup, a, b []language.Token) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	same := func(x, y language.Token) bool { return x.Word == y.Word }
	g := in.Languages().Likeliest(b)
	light := func(t language.Token) bool {
		return t.Num < 0 && (!t.Letters || g.Light(t) || g.HasAny([]language.Token{t}, "prep", "joiner", "article"))
	}
	both := a
	switch n, whole := len(a), len(a) == len(b); {
	case whole:
		both = nil
		for i := range a {
			switch {
			case same(a[i], b[i]):
				both = append(both, a[i])
			case light(a[i]) || light(b[i]):
				return false
			}
		}
		if len(both) != n-1 {
			return false
		}
	case !slices.EqualFunc(a, b[len(b)-n:], same) && !slices.EqualFunc(a, b[:n], same):
		return false
	}
	return slices.ContainsFunc(both, func(t language.Token) bool { return !light(t) })
}

// rewordings are the readings of a text as other words for those of the request before it.
func rewordings(in lookup, text string, said meaning.Text) (all []meaning.Text) {
	before, _ := proposed(in)
	for _, code := range slices.Compact([]string{before.Language, said.Language}) {
		if code == "" {
			continue
		}
		g, names := namesIn(in, text, code)
		all = append(all, meaning.Readings(g, meaning.Rewording, text, in.Clock, names)...)
	}
	return slices.DeleteFunc(all, func(t meaning.Text) bool {
		n := len(t.Do)
		if n == 0 || n > 2 || t.Do[n-1].Act != meaning.Replace || len(t.Ask) > 0 {
			return true
		}
		with := language.Tokens(t.Do[n-1].New)
		return in.Languages().Called(t.Language).HasAny(with, "be", "have", "modal") // "the vet is on monday, not friday"
	})
}

// elsewhere makes a place the one that a text names instead of another, and reports whether it does: "at the Swan
// instead of the Plough".
func elsewhere(in lookup, text string, said meaning.Text, set meaning.Attributes) bool {
	if len(set) != 1 || set[0].Field != meaning.Place {
		return false
	}
	for _, r := range rewordings(in, text, said) {
		do := r.Sole()
		if i := strings.Index(set[0].Text, do.New); i >= 0 && do.Old != "" {
			set[0].Text = set[0].Text[:i+len(do.New)]
			return true
		}
	}
	return false
}

// proposedWith is what is proposed if the latest of the requests whose proposals are still to be applied that has some
// words has others instead, as a text says them: with an article if both have one, "le vélo" for "la voiture".
func proposedWith(in lookup, old, with, said string) (t meaning.Text, ok bool) {
	if old == "" || with == "" {
		return t, false
	}
	for _, n := range pendingAt(in) {
		before := in.Turns[n-2].Text
		g := in.Languages().Called(meaningOf(in, before).Language)
		text, found := withWords(before, old, with)
		if !found {
			continue
		}
		whole, full := withArticle(g, before, old), withArticle(g, said, with)
		if whole != old && full != with {
			text, _ = withWords(before, whole, full)
		}
		defer func(turns []session.Turn, meant map[int]meaning.Text) {
			in.Turns, in.readings.meant = turns, meant
		}(in.Turns, in.readings.meant)
		in.readings.meant = nil
		in.Turns = slices.Clone(in.Turns)
		in.Turns[n-2].Text = text
		return proposed(in)
	}
	return t, false
}

// withWords is a text with other words for some of it. It reports false if the text does not have them.
func withWords(text, old, with string) (out string, found bool) {
	all, words := language.Tokens(text), language.Tokens(old)
	same := func(a, b language.Token) bool { return a.Word == b.Word }
	var b strings.Builder
	end := 0
	for i := 0; i+len(words) <= len(all); i++ {
		if !slices.EqualFunc(all[i:i+len(words)], words, same) {
			continue
		}
		b.WriteString(text[end:all[i].Start] + with)
		i += len(words) - 1
		end, found = all[i].End, true
	}
	return b.String() + text[end:], found
}

// withArticle are words of a text with the article before them, if there is one.
func withArticle(g *language.Grammar, text, words string) string {
	all, of := language.Tokens(text), language.Tokens(words)
	same := func(a, b language.Token) bool { return a.Word == b.Word }
	for i := 1; i+len(of) <= len(all); i++ {
		if slices.EqualFunc(all[i:i+len(of)], of, same) && g.Has(all, i-1, "article") {
			return text[all[i-1].Start:all[i+len(of)-1].End]
		}
	}
	return words
}

// alike reports whether two texts ask for the same acts.
func alike(a, b meaning.Text) bool {
	same := func(x, y meaning.Do) bool { return x.Act == y.Act }
	return len(a.Ask)+len(a.Reply) == 0 && slices.EqualFunc(a.Do, b.Do, same)
}
