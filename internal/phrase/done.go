package phrase

import (
	"slices"
	"strings"
)

// People tell what they have done rather than ask for it to be marked: "bought the
// milk", "Emma finished her homework", "the bills are paid". Titles say the same as
// something to do: "Buy milk". So the verb is kept beside the rest, and the data
// tells which record it is about.

// participles are verbs as they are told, and what they are in a title. Regular
// ones are read off their endings.
var participles = []synonym{
	{"ate", "eat"}, {"begun", "begin"}, {"blown", "blow"}, {"bought", "buy"}, {"broken", "break"}, {"brought", "bring"},
	{"built", "build"}, {"caught", "catch"}, {"chose", "choose"}, {"chosen", "choose"}, {"dealt", "deal"}, {"drawn", "draw"},
	{"drew", "draw"}, {"driven", "drive"}, {"drove", "drive"}, {"drunk", "drink"}, {"eaten", "eat"}, {"fed", "feed"},
	{"filled", "fill"}, {"flown", "fly"}, {"found", "find"}, {"gave", "give"}, {"given", "give"}, {"got", "get"},
	{"grown", "grow"}, {"held", "hold"}, {"hung", "hang"}, {"kept", "keep"}, {"knew", "know"}, {"laid", "lay"},
	{"learnt", "learn"}, {"lent", "lend"}, {"made", "make"}, {"met", "meet"}, {"paid", "pay"}, {"ran", "run"},
	{"rang", "ring"}, {"rebuilt", "rebuild"}, {"resent", "resend"}, {"rewritten", "rewrite"}, {"ridden", "ride"}, {"seen", "see"},
	{"sent", "send"}, {"sewn", "sew"}, {"shaken", "shake"}, {"shown", "show"}, {"sold", "sell"}, {"sought", "seek"},
	{"sown", "sow"}, {"spoke", "speak"}, {"spoken", "speak"}, {"spun", "spin"}, {"sung", "sing"}, {"swept", "sweep"},
	{"taken", "take"}, {"taught", "teach"}, {"thrown", "throw"}, {"told", "tell"}, {"took", "take"}, {"went", "go"},
	{"woken", "wake"}, {"worn", "wear"}, {"written", "write"}, {"wrote", "write"},
}

// frenchParticiples are those of French that their endings do not tell.
var frenchParticiples = []synonym{
	{"appele", "appeler"}, {"appelee", "appeler"}, {"appelees", "appeler"}, {"appeles", "appeler"}, {"bati", "batir"},
	{"choisi", "choisir"}, {"conduit", "conduire"}, {"construit", "construire"}, {"cousu", "coudre"}, {"cousue", "coudre"},
	{"ecrit", "ecrire"}, {"ecrite", "ecrire"}, {"ecrites", "ecrire"}, {"ecrits", "ecrire"}, {"envoye", "envoyer"},
	{"envoyee", "envoyer"}, {"envoyes", "envoyer"}, {"lu", "lire"}, {"lue", "lire"}, {"lus", "lire"}, {"mis", "mettre"},
	{"mise", "mettre"}, {"nourri", "nourrir"}, {"nourrie", "nourrir"}, {"offert", "offrir"}, {"ouvert", "ouvrir"},
	{"peint", "peindre"}, {"peinte", "peindre"}, {"pris", "prendre"}, {"prise", "prendre"}, {"prises", "prendre"},
	{"recu", "recevoir"}, {"recue", "recevoir"}, {"relu", "relire"}, {"relue", "relire"}, {"remis", "remettre"},
	{"remise", "remettre"}, {"remises", "remettre"}, {"rempli", "remplir"}, {"remplie", "remplir"}, {"remplis", "remplir"},
	{"rendu", "rendre"}, {"rendue", "rendre"}, {"rendus", "rendre"}, {"repeint", "repeindre"}, {"repondu", "repondre"},
	{"sorti", "sortir"}, {"sortie", "sortir"}, {"sorties", "sortir"}, {"tondu", "tondre"}, {"tondue", "tondre"},
	{"traduit", "traduire"}, {"traduite", "traduire"}, {"traduits", "traduire"}, {"vendu", "vendre"}, {"vendue", "vendre"},
	{"vendus", "vendre"}, {"verni", "vernir"}, {"vu", "voir"},
}

// finishing are the verbs that say of anything that it is done.
var finishing = []string{"did", "done", "finished", "completed", "accomplished", "handled", "sorted", "managed", "ticked", "over", "through",
	"fini", "finie", "finis", "finies", "termine", "terminee", "termines", "terminees", "fait", "faite", "faits", "faites", "acheve", "achevee"}

// noParticiples end as participles do and are none, or are said of what is to be
// done as well.
var noParticiples = []string{"need", "feed", "seed", "weed", "speed", "indeed", "proceed", "exceed", "red", "used", "based", "related", "bed", "wed", "shed", "overdue",
	"scheduled", "planned", "named", "titled", "tagged", "hundred", "added", "moved", "postponed", "delayed", "cancelled", "canceled", "skipped",
	"started", "created", "wanted", "needed", "liked", "decided", "unfinished", "uncompleted", "supposed", "interested", "tired", "prefixed", "rescheduled", "deleted", "removed",
	"advanced", "unchecked", "unused", "limited", "noted", "ted", "fred", "jed", "ned", "embed", "sled", "blind", "kindred", "sacred", "shred"}

// saysDone reports whether the word at i says that something is done, and as which
// verbs a title may have it; none where it is said of anything.
func (r *reader) saysDone(i int) (as []string, ok bool) {
	if i < 0 || i >= len(r.toks) || r.toks[i].Shape != Word {
		return nil, false
	}
	w := r.toks[i].Text
	if r.lang == french {
		w = r.toks[i].raw
	}
	if isOneOf(w, finishing) {
		return nil, true
	}
	if r.lang == french {
		return doneInFrench(w, r.text[r.toks[i].Start:r.toks[i].End])
	}
	if of, ok := find(participles, w); ok {
		return []string{of}, true
	}
	stem, regular := strings.CutSuffix(w, "ed")
	if !regular || len(stem) < 3 || isOneOf(w, noParticiples) {
		return nil, false
	}
	as = []string{stem, stem + "e"}
	if y, ok := strings.CutSuffix(stem, "i"); ok {
		as = append(as, y+"y")
	}
	if n := len(stem); stem[n-1] == stem[n-2] {
		as = append(as, stem[:n-1])
	}
	return as, true
}

// wellKnown reports whether the participle at i is of a verb that we know. Any word that
// ends as one may tell of a record that resolves: "invoiced the client". Only a verb that
// is known tells of everything that a description holds of.
func (r *reader) wellKnown(i int) bool {
	as, ok := r.saysDone(i)
	if !ok || len(as) == 0 {
		return ok
	}
	if r.lang == french {
		_, listed := find(frenchParticiples, r.toks[i].raw)
		return listed || slices.ContainsFunc(as, func(verb string) bool {
			_, known := slices.BinarySearch(frenchErrands, verb)
			return known
		})
	}
	_, listed := find(participles, r.toks[i].Text)
	return listed || slices.ContainsFunc(as, isErrand)
}

// noFrenchParticiples end as participles do and are names of things.
var noFrenchParticiples = []string{"cafe", "cafes", "bebe", "bebes", "idee", "idees", "musee", "musees", "lycee", "lycees", "marche", "marches", "conge", "conges", "sante", "annee", "annees", "soiree", "journee", "matinee",
	"arrivee", "entree", "puree", "cle", "cles", "ete", "the", "thes", "pave", "pate", "pates", "cote", "cotes", "degre", "employe", "employee", "invite", "invites", "invitee", "fiance", "fiancee", "cheminee", "poupee", "epicee", "dictee", "duree", "armee", "allee"}

// doneInFrench reads "paye" and its forms, where the accent is written that tells
// them from "je paye".
func doneInFrench(plain, written string) (as []string, ok bool) {
	if of, ok := find(frenchParticiples, plain); ok {
		return []string{of}, true
	}
	if of, ok := find(frenchWords, plain); ok && of != "done" {
		return nil, false // "la priorité"
	}
	for _, end := range [...]string{"é", "ée", "és", "ées"} {
		if strings.HasSuffix(strings.ToLower(written), end) && len(plain) > 3 && !isOneOf(plain, noFrenchParticiples) {
			stem := strings.TrimSuffix(strings.ToLower(written), end)
			return []string{stem + "er", unaccented(stem) + "er"}, true
		}
	}
	return nil, false
}

// adverbs stand beside a verb that tells what is done.
var adverbs = []string{"already", "just", "finally", "now", "all", "both", "also", "then", "today", "completely", "fully", "have", "has", "had", "i've", "we've", "deja", "enfin", "bien", "tout", "ai", "avons", "juste"}

// told reads what somebody has done: "bought milk", "I already paid the rent",
// "Emma finished her maths homework", "the bills are paid", "invoice sent". firm is
// whether it can be nothing to do: "baked beans" may be.
func (r *reader) told(from, to int) (req Request, firm, ok bool) {
	if to-from < 2 || to-from > 16 || r.word(to) == "?" {
		return req, false, false
	}
	defer func() { req.Asked = ok && r.deniesIt(from, to) }()
	if p := r.piece(from); p.to > from && p.Day.Valid() && !p.To.Valid() && p.Day <= r.clock.Today() && r.oneOf(p.to, speakers...) { // "yesterday I paid the rent"
		if req, firm, ok = r.told(p.to, to); ok && !req.Target.Every {
			req.Target.On = p.Day
		}
		return req, firm, ok
	}
	if req, ok = r.toldOfAll(from, to); ok {
		return req, true, true
	}
	if req, ok = r.toldBy(from, to); ok {
		req.Aside = r.oneOf(from, speakers...)
		_, bare := r.saysDone(from)
		bare = bare && !r.oneOf(from, finishing...) && !r.behind(from, to)
		return req, !bare, true
	}
	req, ok = r.toldOf(from, to)
	return req, ok, ok
}

// deniesIt reports whether words say that something is not done, or by nobody.
func (r *reader) deniesIt(from, to int) bool {
	for i := from; i < to; i++ {
		if r.oneOf(i, "nobody", "noone", "never", "neither", "haven't", "hasn't", "hardly", "almost", "nearly") || r.words(i, "no", "one") ||
			r.lang == french && isOneOf(r.toks[i].raw, []string{"jamais", "aucun", "aucune", "presque"}) {
			return true
		}
	}
	return false
}

// toldBy reads "I have paid the rent", "bought milk": somebody, the verb, and what
// it was done to.
func (r *reader) toldBy(from, to int) (Request, bool) {
	i := from
	stranger := false // the subject is a word that we do not know, perhaps a name
	subject := r.oneOf(i, "i", "we", "he", "she", "they", "on", "i've", "we've")
	if subject {
		i++
	}
	if subject && r.lang == french && isOneOf(r.toks[i].raw, []string{"a", "ont"}) { // "on a réservé les billets"
		i++
	}
	for i < to && r.adverb(i) {
		i++
	}
	if _, ok := r.saysDone(i); !ok && !subject && i < to && r.toks[i].Shape == Word && len(r.toks[i].senses) == 0 && i+2 < to && i == from {
		stranger = true
		if i++; r.lang == french && isOneOf(r.toks[i].raw, []string{"a", "ont"}) { // "Emma a fini ses devoirs"
			i++
		}
		for i < to && r.adverb(i) { // "Emma finished her homework"
			i++
		}
	}
	if target, as, ok := r.gotDone(i, to); ok {
		req, ok := r.doneTo(i+1, target, as)
		return req, ok && (!stranger && r.wellKnown(target) || !req.Target.Every)
	}
	as, ok := r.saysDone(i)
	sweeps := ok && !stranger && r.wellKnown(i)
	if !ok && r.oneOf(i-1, "have", "already", "i've") && r.oneOf(i, "finish", "complete", "do") {
		as, ok = nil, true // "I have finish the dishes"
	}
	if !ok || i+1 >= to {
		return Request{}, false
	}
	for i++; i < to && (r.adverb(i) || len(as) == 0 && r.oneOf(i, "with", "doing", "of")); {
		i++
	}
	req, ok := r.doneTo(i, to, as)
	req.Target.One = !sweeps
	return req, ok && (sweeps || !req.Target.Every)
}

// behind reports whether words end in a time that has passed: "ran 5k this morning" is
// nothing to do, and "baked beans on friday" may be.
func (r *reader) behind(from, to int) bool {
	for i := max(from+1, to-3); i < to; i++ {
		if p := r.piece(i); p.to == to && p.Day.Valid() && (p.Day < r.clock.Today() || p.Day == r.clock.Today() && (r.oneOf(i, "this", "earlier", "ce", "today", "yesterday") || p.Part != NoPart)) {
			return true
		}
	}
	return false
}

// gotDone reads "got the worktop ordered": where what it was done to ends, and the verb.
func (r *reader) gotDone(i, to int) (end int, as []string, ok bool) {
	if !r.oneOf(i, "got", "had") || to-i < 3 || !(r.is(i+1, article) || r.is(i+1, possessive)) {
		return to, nil, false
	}
	last := to - 1
	for last > i+2 && r.oneOf(last, "now", "already", "today", "finally") {
		last--
	}
	as, ok = r.saysDone(last)
	return last, as, ok && len(as) > 0 && last > i+2
}

func (r *reader) adverb(i int) bool {
	return r.oneOf(i, adverbs...) && r.piece(i).to == i || i < len(r.toks) && r.lang == french && isOneOf(r.toks[i].raw, adverbs)
}

// toldOfAll reads "I have finished everything", "j'ai tout fini pour aujourd'hui".
func (r *reader) toldOfAll(from, to int) (Request, bool) {
	if r.lang != french || !r.oneOf(from, "i", "we", "on") {
		return Request{}, false
	}
	i := from + 1
	for i < to && isOneOf(r.toks[i].raw, []string{"ai", "avons", "a", "deja", "enfin"}) {
		i++
	}
	if i+1 >= to || !isOneOf(r.toks[i].raw, []string{"tout", "tous", "toutes"}) {
		return Request{}, false
	}
	if as, ok := r.saysDone(i + 1); !ok || len(as) > 0 {
		return Request{}, false
	}
	t := Target{Span: r.span(from, to), Text: r.title(from, to), Every: true}
	if i+2 == to {
		return Request{Action: Complete, Target: t}, true
	}
	t, ok := r.describe(i+2, to, t)
	return Request{Action: Complete, Target: t}, ok && t.Title == ""
}

// resulting are how a thing is once it was done, by the same word as the verb for it.
var resulting = []string{"clean", "tidy", "empty", "dry"}

// toldOf reads "the bills are paid", "invoice sent", "dishes done for today": what
// it is about, and that it is done. Without a verb before it, the word is the last.
func (r *reader) toldOf(from, to int) (Request, bool) {
	end, day := r.untilPast(from, to)
	at := end - 1
	for at > from && r.oneOf(at, "already", "now", "too", "again", "today") {
		at--
	}
	as, ok := r.saysDone(at)
	ok = ok && r.word(at) != "called"
	result := !ok && r.oneOf(at, resulting...) && at-1 > from && r.oneOf(at-1, "is", "are", "all", "now")
	if result {
		as, ok = []string{r.word(at)}, true // "the gutters are clean now"
	}
	n := at
	for ok && n-1 > from && (r.oneOf(n-1, "is", "are", "was", "were", "got", "been", "has", "have", "all", "now", "both", "already", "and", "it", "c'", "est", "sont") || r.doneBefore(n, from)) {
		n--
	}
	if !ok || n <= from || r.asks(from) && !r.sweeps(from) || r.nearVerb(from) {
		return Request{}, false
	}
	t, ok := r.target(from, n)
	if !ok || t.It {
		return Request{}, false
	}
	unnamed := !t.Every && t.Title == "" && len(t.IDs) == 0
	byUnknown := t.Every && !result && !r.wellKnown(at)
	if unnamed || byUnknown {
		return Request{}, false
	}
	t.Did = as
	return r.doneOn(t, day)
}

// doneBefore reports whether one more word that says so stands before n: "signed
// and done".
func (r *reader) doneBefore(n, from int) bool {
	_, ok := r.saysDone(n - 1)
	return ok && n-1 > from && r.word(n) == "and"
}

// untilPast is where the words end before a day that is not ahead, and the day.
func (r *reader) untilPast(from, to int) (end int, day When) {
	for i := max(from+1, to-5); i < to; i++ {
		p := r.piece(i)
		if r.oneOf(i, "for", "from", "on", "du", "pour") && p.to == i {
			p = r.piece(i + 1)
		}
		if p.to == to && p.Day.Valid() && p.Day <= r.clock.Today() && !p.Time.Valid() && !p.Repeat.Repeats() {
			return i, p.When
		}
	}
	return to, When{}
}

// doneTo completes what the words from i on describe.
func (r *reader) doneTo(i, to int, as []string) (Request, bool) {
	end, day := r.untilPast(i-1, to)
	if end <= i || r.oneOf(i, "to", "that", "if", "about", "at") || r.lang == french && isOneOf(r.toks[i].raw, []string{"chez", "dans", "en", "avec", "pour", "par", "sur"}) || r.limits([2]int{i, end}) && !r.sweeps(i) && r.word(i) != "#" && r.each(i, end) == nil {
		return Request{}, false
	}
	t, ok := r.target(i, end)
	if !ok || t.It || t.When.Day > r.clock.Today() {
		return Request{}, false
	}
	t.Did = as
	for k := range t.Each {
		t.Each[k].Did = as
	}
	return r.doneOn(t, day)
}

// doneOn is the request, of the day that it was done on where that was said.
func (r *reader) doneOn(t Target, day When) (Request, bool) {
	t.on(day)
	return Request{Action: Complete, Target: t}, true
}

// on narrows a description down to the day that something was done on. One record
// need not be planned for it, and several days are those of a series.
func (t *Target) on(day When) {
	switch {
	case !day.Says():
	case t.Every && !t.When.Says(), day.To.Valid():
		t.When = day
	case !t.Every:
		t.On = day.Day
	}
}
