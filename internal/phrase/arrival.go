package phrase

import "strings"

// Somebody comes: "the plumber is coming on thursday", "le plombier passe jeudi". It is
// told and not ordered, and takes place, so that it is an event of that day.

// comings are the verbs of it, and frenchComings those of French, as they are written.
var (
	comings       = []string{"comes", "coming", "arrives", "arriving", "visits", "visiting", "lands", "landing", "departs"}
	frenchComings = []string{"vient", "viennent", "passe", "passent", "arrive", "arrivent", "debarque", "debarquent", "part", "partent", "decolle", "atterrit", "passera", "passeront", "viendra", "viendront", "arrivera", "arriveront"}
)

// occasion is an event that was told; comes is whether it is somebody's coming, which may
// be said of what there is as well ("le contrôle passe à 14h").
type occasion struct {
	Request
	comes bool
}

// takesPlace reads what somebody is told to do, or that somebody comes.
func (r *reader) takesPlace(from, to int) (occasion, bool) {
	if !r.jots {
		return occasion{}, false
	}
	whole := []Span{r.span(from, to)}
	if going, bad := r.ongoing(from, to, whole); bad == nil {
		return occasion{Request: going}, true
	}
	comes, bad := r.arrival(from, to, whole)
	return occasion{comes, true}, bad == nil
}

// comesAt is where the verb of somebody's coming stands in words, behind who it is;
// 0 where none does.
func (r *reader) comesAt(from, to int) int {
	for k := from + 1; k < min(to, from+6); k++ {
		if r.toks[k-1].Shape != Word || r.oneOf(k-1, "and", "who", "that", "before", "after", "when") && r.lang != french {
			return 0
		}
		if r.oneOf(k, comings...) && r.lang != french || r.lang == french && isOneOf(r.toks[k].raw, frenchComings) {
			return k
		}
	}
	return 0
}

// arrival reads that somebody comes on a day or at a time. Whoever is spoken of is not
// the one who speaks.
func (r *reader) arrival(from, to int, whole []Span) (Request, []Span) {
	at := r.comesAt(from, to)
	if at == 0 || r.word(to) == "?" || r.sweeps(from) || r.asks(from) || r.errand(from) || at == from+1 && r.is(from, article) || r.oneOf(from, pronouns...) || r.oneOf(from, "i", "i'm", "it", "it's", "this", "that", "they're", "he's", "she's", "we're", "you're", "who", "someone", "somebody", "ca", "cela") || r.denies(from, to) {
		return Request{}, whole
	}
	if who := at - 1; r.oneOf(who, "is", "are", "'s") && who > from {
		return r.without(who).arrival(from, to-1, whole)
	}
	req, bad := r.create(clause{body: from, verb: &verb{form: formCreate}}, to, whole)
	if w := req.Set.When; bad != nil || !w.Day.Valid() && !w.Time.Valid() || w.Day.Valid() && w.Day < r.clock.Today() || req.Kind != "" && req.Kind != "event" {
		return Request{}, whole
	}
	req.Kind, req.Bare = "event", true
	return req, nil
}

// ongoing reads what somebody does on a day or at a time: "I'm meeting Priya on thursday at
// 4", "we're driving to Bonn on sunday". Who is only going to, having or thinking of it
// says something else.
func (r *reader) ongoing(from, to int, whole []Span) (Request, []Span) {
	n := from + 1
	if r.words(from, "i", "am") || r.words(from, "we", "are") {
		n++
	} else if !r.oneOf(from, "i'm", "we're") {
		return Request{}, whole
	}
	if n+1 >= to || r.lang == french || !strings.HasSuffix(r.word(n), "ing") || len(r.word(n)) < 6 || r.word(to) == "?" || r.denies(from, to) ||
		r.oneOf(n, "going", "having", "planning", "thinking", "trying", "feeling", "looking", "wondering", "hoping", "running", "getting", "working", "waiting", "starting", "asking", "wanting", "dying", "talking", "saying", "being", "everything", "something", "anything", "nothing", "morning", "evening") {
		return Request{}, whole
	}
	req, bad := r.create(clause{body: n, verb: &verb{form: formCreate}}, to, whole)
	if w := req.Set.When; bad != nil || !w.Day.Valid() && !w.Time.Valid() || w.Day.Valid() && w.Day < r.clock.Today() || w.To.Valid() || w.Repeat.Repeats() || req.Kind != "" && req.Kind != "event" {
		return Request{}, whole
	}
	req.Kind, req.Bare = "event", true
	return req, nil
}

// denies reports whether words say that something is not so, or only perhaps.
func (r *reader) denies(from, to int) bool {
	for i := from; i < to; i++ {
		if r.oneOf(i, "not", "no", "never", "isn't", "aren't", "won't", "can't", "doesn't", "maybe", "might", "if", "unless", "pas", "peut-etre", "plus") {
			return true
		}
	}
	return false
}

// without is the text without a token.
func (r *reader) without(i int) *reader {
	w := newReader(r.text[:r.toks[i].Start]+r.text[r.toks[i].End:], r.clock)
	w.jots = r.jots
	return w
}
