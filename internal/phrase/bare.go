package phrase

import (
	"slices"
	"strings"

	"assister/internal/calendar"
)

// What people type most into a list of things to do is no more than the thing:
// "write report", "call the dentist", "rédiger le rapport". It is in the form of an
// order, and orders nothing that there is, so that something new is meant. Questions,
// talk and orders to us begin with the same words, so that a bare order is read only
// where each of its words may be one of a title.

// errands are the verbs that a bare order may begin with, in the order of their bytes.
// Those that are more often said to us ("show", "find", "tell", "help") are none.
var errands = []string{
	"adjust", "advertise", "align", "apply", "arrange", "ask", "assemble", "attach", "attend", "bake", "balance", "bathe", "bleed", "block", "boil",
	"book", "borrow", "bring", "browse", "brush", "build", "bury", "buy", "calculate", "call", "cancel", "caulk", "change", "charge", "chase", "check",
	"choose", "claim", "clean", "clear", "climb", "close", "collect", "compare", "compile", "complete", "compost", "confirm", "contact", "cook", "copy",
	"cut", "deal", "declutter", "decorate", "defrost", "deliver", "deposit", "descale", "design", "dig", "discuss", "dispose", "donate", "download",
	"draft", "drain", "draw", "dress", "drive", "drop", "dry", "dust", "edit", "email", "empty", "enrol", "enroll", "exchange", "feed", "fetch", "file",
	"fill", "finalise", "finalize", "finish", "fix", "fold", "follow", "frame", "freeze", "get", "glue", "go", "grease", "groom", "grout", "hand", "hang",
	"harvest", "hem", "hire", "hoover", "inspect", "install", "invite", "invoice", "iron", "join", "knit", "label", "lay", "learn", "lend", "light",
	"load", "lock", "look", "mail", "make", "measure", "meet", "mend", "message", "mop", "mount", "mow", "negotiate", "oil", "open", "order",
	"organise", "organize", "outline", "pack", "paint", "patch", "pay", "pick", "plan", "plant", "polish", "post", "practice", "practise", "prepare",
	"present", "print", "proofread", "prune", "publish", "purchase", "rake", "read", "rebook", "record", "recycle", "refill", "register", "rehearse",
	"renew", "rent", "repaint", "repair", "replace", "replant", "reply", "report", "repot", "request", "research", "reserve", "respond", "return",
	"review", "revise", "ring", "rsvp", "run", "sand", "scan", "scrub", "sell", "send", "service", "settle", "sew", "sharpen", "shave", "ship", "shop",
	"shovel", "sign", "sketch", "solder", "sort", "sow", "speak", "stack", "start", "stitch", "store", "study", "submit", "swap", "sweep", "take",
	"talk", "taste", "teach", "test", "text", "thank", "throw", "tidy", "tighten", "top", "train", "translate", "transplant", "treat", "trim", "type",
	"unblock", "unclog", "unpack", "update", "upgrade", "upload", "vaccinate", "vacuum", "visit", "walk", "warm", "wash", "watch", "water", "wax", "weed",
	"whitewash", "wipe", "wrap", "write",
}

// frenchErrands are those of French in the form that a list of things to do has them
// in. Most of those in -er and -ir are read off their endings; here are those that
// tell that a text is French.
var frenchErrands = []string{
	"abattre", "acheter", "aller", "amener", "appeler", "apporter", "apprendre", "arroser", "attendre", "battre", "classer", "coller", "commander", "conclure",
	"conduire", "construire", "contacter", "coudre", "cuire", "cuisiner", "defaire", "deposer", "descendre", "ecrire", "emballer", "entreprendre",
	"envoyer", "eteindre", "etendre", "faire", "imprimer", "inclure", "inscrire", "jeter", "joindre", "laver", "lire", "nettoyer", "payer", "peindre",
	"pendre", "plier", "poser", "prendre", "preparer", "produire", "rappeler", "recoudre", "recuperer", "rediger", "reecrire", "refaire", "rejoindre",
	"relancer", "relire", "remettre", "remplacer", "remplir", "rendre", "renouveler", "renvoyer", "reparer", "repasser", "repeindre", "repondre",
	"reprendre", "semer", "signer", "soumettre", "suivre", "suspendre", "tailler", "tondre", "traduire", "transmettre", "trier", "vendre", "verifier",
	"voir",
}

// frenchOrders are errands as they are said to somebody, which no ending tells.
var frenchOrders = []string{
	"achete", "achetez", "appelle", "appelez", "apporte", "arrose", "balaie", "commande", "commandez", "contacte", "depose", "ecris", "emballe", "envoie", "envoyez",
	"epluche", "fais", "imprime", "lave", "lis", "nettoie", "nettoyez", "nourris", "paie", "paye", "payez", "peins", "plante", "poste", "prends", "prepare", "preparez", "range", "rappelle",
	"recupere", "recuperez", "relance", "relis", "remplace", "remplis", "rends", "renvoie", "repare", "reponds", "repondez", "repasse", "rachete", "tonds", "traduis", "trie", "verifie", "verifiez", "visite",
}

// noInfinitives end as infinitives do and are none, or name what is no errand.
var noInfinitives = []string{"atelier", "avenir", "avoir", "cahier", "calendrier", "cancer", "chantier", "cher", "clavier", "courrier", "dejeuner", "dernier", "desir", "devoir", "diner", "dossier",
	"entier", "escalier", "espoir", "evier", "fer", "fevrier", "fichier", "foyer", "gouter", "hier", "hiver", "janvier", "leger", "loisir", "loyer", "mer", "metier", "noir", "panier", "papier", "plaisir",
	"plombier", "pouvoir", "premier", "quartier", "rosier", "savoir", "soir", "souper", "souvenir", "tablier", "vouloir"}

// errand reports whether the word at i may begin a bare order.
func (r *reader) errand(i int) bool {
	if i >= len(r.toks) || r.toks[i].Shape != Word {
		return false
	}
	if r.lang != french {
		return isErrand(r.word(i))
	}
	return inFrench(r.toks[i].raw) && len(r.toks[i].senses) == 0
}

// bare reads something to do of which nothing is said but what it is. It asks for
// nothing where a person, a condition or what there is is spoken of.
func (r *reader) bare(from, to int, bad []Span) (Request, []Span) {
	if !r.jots || to-from < 2 || to-from > 14 || r.word(to) == "?" || r.word(len(r.toks)-1) == "?" || !r.errand(from) || r.speaksOfWhatIs(from+1, to) {
		return Request{}, bad
	}
	for i := from + 1; i < to; i++ {
		if p := r.piece(i); p.to > i && (!p.doubtful || p.to == to || r.toks[p.to].Shape == Mark || r.joins(p.to)) || r.decimal(i) {
			return Request{}, bad // what has a time is a note, or was not understood as one
		}
	}
	if _, done := r.saysDone(from + 1); done {
		return Request{}, bad // "reply sent to the school" has been done
	}
	req, not := r.create(clause{body: from, verb: &verb{form: formCreate}}, to, bad)
	if len(not) > 0 || req.Set.When.Says() || req.Set.Due.Says() || req.Kind != "" {
		return Request{}, bad
	}
	req.Bare = true
	return req, nil
}

// conversational are words of a sentence that is said to somebody, or of what there is.
var conversational = []string{"i", "i'm", "i'd", "i'll", "i've", "we", "you", "your", "he", "she", "they", "it", "it's", "this", "that", "these", "those", "them", "us",
	"everything", "anything", "something", "nothing", "all", "every", "any", "everyone", "both", "what", "what's", "when", "where", "why", "how", "which", "whether",
	"not", "don't", "never", "no", "if", "unless", "except", "instead", "is", "are", "was", "were", "can", "can't", "could", "should", "will", "won't", "would",
	"tasks", "task", "events", "notes", "note", "projects", "project", "reminders", "alarm", "alarms", "todo", "todos", "calendar", "agenda", "list", "lists", "schedule", "day", "overdue", "undo", "again", "then", "joke", "poem", "story", "care", "me", "away", "well", "lucky", "wrong", "lost"}

// speaksOfWhatIs reports whether words are those of talk, or of the records.
func (r *reader) speaksOfWhatIs(from, to int) bool {
	for i := from; i < to; i++ {
		if r.oneOf(from-1, "ask", "demander") && i > from && r.oneOf(i, "whether", "if", "what", "when", "where", "how", "why", "about") {
			return false // what is to be asked of somebody is anything
		}
		if r.oneOf(i, conversational...) && !(r.word(i) == "that" && r.toks[i].raw != "") || r.toks[i].Shape == Hash || r.toks[i].Shape == Quoted {
			return true
		}
	}
	return false
}

// asErrand reads what a verb makes as something to do, with the verb in it: to book a
// ferry and to plan a party are things to do, and so is to make a cake. What takes
// place, and what has a time, is what is booked itself, and so is what we are asked to
// book; what somebody needs to book is an errand again. Nil where it is none.
func (r *reader) asErrand(c clause, end int, made Request) *Request {
	first := c.verb.words
	if first == "remind" && !r.oneOf(c.body, "me", "us", "about", "of", "to", "that", ":", "for", "on", "at", "in") && r.piece(c.body).to == c.body {
		req, bad := r.create(clause{body: c.start, verb: &verb{form: formCreate}}, end, nil) // "remind Ida about the keys"
		if len(bad) > 0 {
			return nil
		}
		return &req
	}
	errand := isOneOf(first, []string{"book", "reserve", "plan", "arrange", "make a", "make an"})
	w := made.Set.When
	from := r.politeness(c.start)
	if r.lang == french && first == "add" && strings.HasPrefix(r.toks[c.body-1].raw, "inscri") && r.proper(c.body, min(c.body+1, end)) { // "inscris Lucie au judo"
		req, bad := r.create(clause{body: from, verb: &verb{form: formCreate}}, end, nil)
		if len(bad) > 0 {
			return nil
		}
		return &req
	}
	if thing := r.is(c.body, article) || r.is(c.body, possessive); thing && (first == "put" && phrasal(made.Title) || first == "book" && strings.HasSuffix(made.Title, " in")) { // "put the bins out at 7"
		if req, bad := r.create(clause{body: from, verb: &verb{form: formCreate}}, end, nil); len(bad) == 0 {
			req.Bare = true
			return &req
		}
	}
	if !errand || from > c.start && !r.oneOf(c.start, "i", "we", "i've", "we've") || made.Kind != "" || len(made.Onto) > 0 || w.Time.Valid() || w.Part != NoPart || w.To.Valid() || w.Repeat.Repeats() ||
		Happens(made.Title) && (first != "plan" || w.Says()) {
		return nil
	}
	req, bad := r.create(clause{body: from, verb: &verb{form: formCreate}}, end, nil)
	if len(bad) > 0 || req.Kind != "" {
		return nil
	}
	req.Bare = true
	return &req
}

// phrasal reports whether a title ends with the word that makes another verb of "put":
// what is put out, up or away is put on no list and on no day.
func phrasal(title string) bool {
	words := strings.Fields(strings.ToLower(title))
	return len(words) > 1 && isOneOf(words[len(words)-1], []string{"out", "away", "up", "back", "together", "down", "outside", "inside"})
}

// bareChange reads a verb that changes what there is, and says nothing of how, as
// something to do: "change the bulb in the hall", unless there is something of that name.
func (r *reader) bareChange(c clause, end int, bad []Span) (Request, []Span) {
	made, not := r.bare(r.politeness(c.start), end, bad)
	if t, ok := r.target(c.body, end); ok && not == nil {
		made.Known = &Request{Action: Change, Target: t}
	}
	return made, not
}

// Errand reports whether a title says what is to be done: "call the optician".
func Errand(title string) bool {
	word, rest, _ := strings.Cut(strings.ToLower(title), " ")
	return rest != "" && (isErrand(word) || inFrench(unaccented(word)))
}

// Verb reports whether a title begins with a verb that requests begin with: "make", "put".
// Other words may then make another request of it.
func Verb(title string) bool {
	word, _, _ := strings.Cut(strings.ToLower(title), " ")
	return slices.ContainsFunc(verbs, func(v verb) bool {
		first, _, _ := strings.Cut(v.words, " ")
		return first == word
	})
}

// Known reports whether a word by itself means something to the grammar: a word of the
// lexicon, a time, a verb that titles begin with. A verb that only its ending tells is not
// known.
func Known(word string, c calendar.Clock) bool {
	r := newReader(word, c)
	if len(r.toks) != 1 || len(r.toks[0].senses) > 0 || r.piece(0).to > 0 {
		return true
	}
	if _, often := r.often(0); often {
		return true
	}
	word = unaccented(strings.ToLower(word))
	_, french := slices.BinarySearch(frenchErrands, word)
	return french || isErrand(word) || isOneOf(word, frenchOrders)
}

// isErrand reports whether a word begins a bare order in English, as "regrout" does that
// is to grout once more.
func isErrand(word string) bool {
	_, ok := slices.BinarySearch(errands, word)
	if again, is := strings.CutPrefix(word, "re"); is && !ok {
		_, ok = slices.BinarySearch(errands, again)
	}
	return ok
}

// inFrench reports whether a word begins a bare order in French.
func inFrench(word string) bool {
	if _, ok := slices.BinarySearch(frenchErrands, word); ok || isOneOf(word, frenchOrders) {
		return true
	}
	infinitive := len(word) > 4 && (strings.HasSuffix(word, "er") || strings.HasSuffix(word, "ir"))
	return infinitive && !isOneOf(word, noInfinitives)
}
