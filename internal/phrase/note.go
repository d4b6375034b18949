package phrase

import "strings"

// What is said without a verb that asks: "dentist tomorrow 3pm", "the report is
// done".

// note reads what somebody jots down without a verb: "dentist tomorrow 3pm",
// "the recital starts at 4 tomorrow". It has a day or a time at its end, and no
// word in it that might ask for anything else: "is lunch tomorrow?" must make no
// records. After a courtesy, a question mark is one more of them.
func (r *reader) note(from, to int, whole []Span) (Request, []Span) {
	asked := r.word(len(r.toks)-1) == "?" && from == 0
	if to-from > 20 || to-from < 2 || asked || r.asks(from) && !r.piece(from).Repeat.Repeats() || r.oneOf(from, "mute", "unmute", "snooze", "pause", "decline", "end", "ends", "starts", "begins", "finishes", "halt", "hold", "keep", "leave", "let", "nix", "arrete", "arreter", "garde", "laisse") || r.word(from) == "stop" && !r.oneOf(from+1, "by", "at", "in") {
		return Request{}, whole
	}
	if _, did := r.saysDone(from); did && r.behind(from, to) {
		return Request{}, whole // "ran 5k this morning"
	}
	if s, ok := r.as(from, noun); ok && s.n == taskNoun && !r.oneOf(from+1, "list", "lists", "is", "was") && r.piece(from+1).to == from+1 { // "todo renew the passport"
		return r.create(clause{body: from, verb: &verb{words: "new", form: formCreate}}, to, whole)
	}
	c := clause{body: from, verb: &verb{form: formCreate}}
	end := r.takesPlaceAt(from, to, &c)
	if r.conversing(from, end) {
		return Request{}, whole
	}
	if r.calledOff(from, end) || end < to && r.oneOf(to-1, "later", "earlier", "sooner") {
		return Request{}, whole // than it does now
	}
	for i := from; i < end; i++ {
		if i > from && r.states(i) || r.nearVerb(i) {
			return Request{}, whole
		}
	}
	if s, ok := r.as(end-1, noun); ok && s.n == noticeNoun && end == to { // "dentist reminder"
		req, bad := r.create(c, end-1, whole)
		return req, bad
	}
	req, bad := r.create(c, end, whole)
	req.Bare = true
	if w := req.Set.When; bad != nil || !w.Day.Valid() && !w.Time.Valid() && !req.Set.Due.Says() || w.Day.Valid() && w.Day < r.clock.Today() && !w.To.Valid() || w.To.Valid() && (!r.errand(from) || w.To < r.clock.Today()) || r.span(from, end).End-len(req.Title) < r.toks[from].Start {
		return Request{}, whole
	}
	if end < to && r.oneOf(from, "the", "my", "our") { // "the dinner on saturday starts at 8"
		req.Known = &Request{Action: Move, Target: Target{Title: req.Title, Text: req.Title, The: true}, Set: Settings{When: req.Set.When}}
	}
	return req, nil
}

// calledOff reports whether "off" stands behind what is spoken of and before no more than
// a time: "yoga off this wednesday" is no yoga.
func (r *reader) calledOff(from, to int) bool {
	for i := from + 1; i < to; i++ {
		if r.word(i) == "off" && !r.errand(from) && !r.doing(from) && !r.oneOf(i-1, "day", "time", "week", "morning", "afternoon", "days", "kick", "drop", "cut", "send", "play", "face", "bake", "cook") && (i+1 == to || r.piece(i+1).to > i+1) {
			return true
		}
	}
	return false
}

// takesPlaceAt reads "starts at 4", "is on friday at 8" at the end of a note, and
// gives back where the rest ends.
func (r *reader) takesPlaceAt(from, to int, c *clause) (end int) {
	for i := from + 1; i+1 < to; i++ {
		for _, words := range takingPlace {
			n := r.match(i, words)
			if n == i || n >= to || r.is(i-1, article) {
				continue
			}
			if p := r.piece(n); p.to == to && p.role <= on && (p.Time.Valid() || r.word(n) == "on" || n > i+1 && p.Day.Valid()) {
				c.lead = [2]int{n, to}
				return i
			}
		}
	}
	return to
}

// takingPlace are the verbs that a note ends with before its time.
var takingPlace = [...]string{"starts", "begins", "takes place", "will be", "will start", "is", "are", "is booked for", "are booked for", "is scheduled for", "is planned for", "is set for", "is planned", "is scheduled", "are scheduled", "are planned", "are here", "is here", "commence", "a lieu", "aura lieu", "se tient"}

// states reports whether a word makes a statement of what it stands in. After a
// number, "am" is the morning.
func (r *reader) states(i int) bool {
	if r.word(i) == "am" && r.toks[i-1].Shape == Number {
		return false
	}
	return r.oneOf(i, "is", "are", "was", "am", "not", "never", "don't", "can't", "i", "i'm", "it", "everything",
		"no", "isn't", "aren't", "won't", "doesn't", "hasn't", "pas",
		"cancelled", "canceled", "postponed", "rescheduled")
}

// asks reports whether a question or a statement about somebody begins at i.
func (r *reader) asks(i int) bool {
	return r.oneOf(i, "what", "what's", "when", "when's", "where", "who", "who's", "why", "how", "which", "is", "are", "am", "was", "do", "does",
		"did", "has", "have", "had", "should", "shall", "may", "might", "any", "anything", "show", "list", "tell", "find", "search", "i", "i'm",
		"i've", "i'll", "we", "we're", "you", "he", "she", "it", "it's", "they", "there", "everything", "all", "no", "undo", "redo", "if")
}

// nearVerb reports whether a word is, or might be a slip for, a verb that
// changes what is there.
func (r *reader) nearVerb(i int) bool {
	w := r.word(i)
	if len(w) < 3 {
		return false
	}
	first := i == r.politeness(0)
	for k := range verbs {
		v := &verbs[k]
		switch {
		case v.action == Create:
			if !v.weak && v.words == w {
				return true
			}
		case strings.Contains(v.words, " "), v.weak && !first, v.form == formTakeOff, v.opensTitles():
		case w == v.words, len(w) > 4 && misspelt(w, v.words), first && !v.weak && len(w) > 5 && slip(w, v.words) && !isOneOf(w, realWords):
			return true
		}
	}
	return false
}

// conversing reports whether words speak of somebody's doings, of nothing, or of what
// is left out, as nothing does that is jotted down: "nothing on friday but the dinner".
func (r *reader) conversing(from, to int) bool {
	for i := from; i < to; i++ {
		if p := r.piece(i); p.to > i {
			i = p.to - 1 // "may" is a month
			continue
		}
		switch {
		case r.toldInFrench(i):
			return true
		case r.oneOf(i, "i'd", "i'll", "i've", "we", "we're", "he", "she", "they", "they're", "he's", "she's", "them", "him", "rather", "except", "unless", "if", "nothing", "nobody", "none"),
			i > from && r.oneOf(i, finite...), i > from && r.oneOf(i, "what", "which", "whether", "why", "how", "whom") && !r.oneOf(from, "ask", "demander"), i > from && !r.errand(from) && (r.isDone(i, to) || r.toldOfThem(i)), r.lang == french && isOneOf(r.toks[i].raw, []string{"on", "je", "j'", "tu"}),
			i > from && r.lang == french && isOneOf(r.toks[i].raw, []string{"que", "qu'"}) || i > from+1 && r.word(i) == "that" && !r.is(i-1, article) && r.lang != french,
			r.word(i) == "without" && r.oneOf(i+1, "me", "us", "moi", "nous"),
			r.decimal(i):
			return true
		}
	}
	return false
}

// toldInFrench reports whether a word of French is one of a sentence that tells: "le
// dentiste m'a donné rendez-vous", "la voiture sera prête".
func (r *reader) toldInFrench(i int) bool {
	if r.lang != french {
		return false
	}
	if isOneOf(r.toks[i].raw, []string{"m'", "t'", "ont", "sera", "seront", "etait", "etaient", "peut", "peuvent", "veut", "veulent", "faudra"}) {
		return true
	}
	_, done := r.saysDone(i + 1)
	return done && r.toks[i].raw == "a" && r.text[r.toks[i].Start:r.toks[i].End] == "a"
}

// isDone reports whether a title ends with what has happened to it: "optician confirmed".
func (r *reader) isDone(i, to int) bool {
	as, ok := r.saysDone(i)
	if ok && i+1 < to && r.oneOf(i, finishing...) && r.word(i+1) == "," {
		return true // "editorial done, proofreading tomorrow"
	}
	return ok && len(as) > 0 && (i+1 == to || r.piece(i+1).to > i+1 || r.oneOf(i+1, "for", "by", ",", "."))
}

// toldOfThem reports whether what somebody did to something stands in a title: "Jonas
// booked the ferry".
func (r *reader) toldOfThem(i int) bool {
	as, ok := r.saysDone(i)
	return ok && len(as) > 0 && r.lang != french && (r.is(i+1, article) || r.is(i+1, possessive) || r.oneOf(i+1, "me", "us", "about", "that"))
}

// decimal reports whether "4.15" stands at i, which may be a time and may be money.
func (r *reader) decimal(i int) bool {
	return r.toks[i].Shape == Number && r.word(i+1) == "." && r.glued(i+1) && r.glued(i+2) && i+2 < len(r.toks) && r.toks[i+2].Shape == Number &&
		r.toks[i+2].End-r.toks[i+2].Start == 2 && r.toks[i].Value < 24 && r.toks[i+2].Value < 60 && r.piece(i).to == i &&
		(i == 0 || r.piece(i-1).to < i)
}

// finite are verbs in forms that no title has and every statement may: "Karim wants the
// report by monday" tells something.
var finite = []string{"wants", "brings", "sends", "gives", "needs", "says", "said", "thinks", "thought", "asks", "asked", "told", "tells", "hopes", "prefers", "seems", "becomes", "knows", "gets", "got", "has", "had", "wanted",
	"went", "took", "gave", "ate", "wrote", "drove", "flew", "spoke", "broke", "threw", "began", "forgot", "fell", "won", "thought", "bought", "sold", "brought", "rang", "ran", "became", "decided", "happened",
	"called", "came", "left", "can", "cannot", "could", "might", "may", "will", "would", "should", "must", "does", "did", "were", "been", "being", "let's"}

// tells reports whether what is to be remembered or noted down is how something is,
// and nothing to do: "remember that the key is under the pot".
func (r *reader) tells(v *verb, runs [][2]int, s Settings) bool {
	if !isOneOf(v.words, []string{"remember", "note down", "write down", "jot down"}) || !s.Empty() || len(runs) == 0 {
		return false
	}
	run := runs[0]
	for i := run[0] + 1; i < run[1]-1; i++ {
		if r.oneOf(i, "is", "are", "was", "were", "est", "sont") {
			return !r.errand(run[0])
		}
	}
	return false
}
