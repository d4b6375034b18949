package route

import (
	"slices"
	"strconv"
	"strings"
)

// The confidences are few, and each says how a request was recognised. Only
// their order and their side of the thresholds matter; they were settled on
// everyday English requests, not copied into them.
const (
	sure     = 0.95 // it begins with the word that decides
	polite   = 0.92 // it does so after "please", "can you", "I want to"
	inside   = 0.80 // the word begins a later clause
	likely   = 0.72 // the form is usual for it, no single word decides
	talk     = 0.60 // a sentence that asks for no change
	partial  = 0.40 // a change, of what is not said
	unformed = 0.30 // words that ask for nothing by their form
)

// Rules routes by the form of the words, in English and French: a verb of change
// where a verb stands makes a plan, a question's form makes a chat. Words stand
// whole, so "sunset" does not set anything, and a noun is not a verb: "is my
// schedule full" asks. A yes-or-no question whether to change something is taken
// as the change, since nothing is done without approval; "what should I cancel?"
// asks for an answer. The routing is not judged yet.
func Rules(text string) Routing {
	words := split(text)
	if len(words) == 0 {
		return Routing{Decision: Clarify, Reason: "empty: nothing was said", Asks: Asking{Key: "ask.what"}}
	}
	if _, ok := AsksForHelp(text); ok {
		return Routing{Decision: Chat, Confidence: sure, Reason: "help: it asks what can be asked"}
	}
	var best Routing
	for i, sentence := range sentences(words) {
		r := routeSentence(sentence)
		// One order among questions and greetings is an order; otherwise the first
		// sentence that is more than a greeting is the request.
		if i == 0 || r.Decision == Plan && (best.Decision != Plan || r.Confidence > best.Confidence) ||
			best.Decision != Plan && best.Reason == courtesy || best.Decision == Clarify && r.Confidence > best.Confidence {
			best = r
		}
	}
	best.Category = category(words)
	best.Entities = entitiesIn(entities(text))
	return best
}

// courteously is words without the courtesies at their end.
func courteously(words []word) []word {
	for len(words) > 1 && mentions(words[len(words)-1:], pleading...) {
		words = words[:len(words)-1]
	}
	return words
}

// courtesy is the reason for what is only polite.
const courtesy = "courtesy: it is only polite"

func routeSentence(words []word) Routing {
	rest, how := peel(words)
	if len(rest) == 0 || starts(rest, pleasantries) > 0 || len(words) <= 3 && starts(words, greetings) > 0 && verbAt(rest) == neither && !timed(rest) {
		return Routing{Decision: Chat, Confidence: polite, Reason: courtesy}
	}
	head, first := rest[0].text, words[0].text
	question := words[len(words)-1].asked
	verb := verbAt(rest)
	if meant := misspelt(head); verb == neither && len(rest) > 1 && meant != "" && !asks(first) {
		head, verb = meant, orders
	}
	switch {
	case verb == orders && asksWithVerb(rest):
		return questionOf(polite, head)
	case verb == orders:
		return order(rest, how)
	case starts(words, helping) > 0:
		return questionOf(likely, head)
	case reports(rest) && !question:
		return Routing{Decision: Plan, Confidence: likely, Reason: "action_like: it says that something is done"}
	case how == duty && mentions(rest, "quoi"):
		return Routing{Decision: Chat, Confidence: likely, Reason: "question_like: \"quoi\" asks"}
	case how == duty && !(verb == tells && learns(head)) && !question:
		return Routing{Decision: Plan, Confidence: likely, Reason: "action_like: it is something to be done"}
	case verb == tells:
		return later(rest, []string{"and", "then", "et", "puis"}, false, questionOf(sure, head))
	case starts(rest, fiddling) > 0:
		return Routing{Decision: Clarify, Confidence: partial, Reason: "unclear: it does not say what to do", Missing: []string{"action"}}
	case asks(first):
		return later(words, nil, false, questionOf(sure, first))
	case asks(head):
		return later(rest, nil, false, questionOf(polite, head))
	}
	if r := later(words, joining, true, Routing{}); r.Decision == Plan {
		return r
	}
	return headless(words, rest, question)
}

// headless routes a sentence that neither orders nor asks by the word at its
// head, by what else it names.
func headless(words, rest []word, question bool) Routing {
	switch {
	case vague(rest) || onlyWhen(rest) && !question:
		return Routing{Decision: Clarify, Confidence: unformed, Reason: "unclear: nothing says what to do"}
	case question:
		return Routing{Decision: Chat, Confidence: polite, Reason: "question_like: it ends with a question mark"}
	case wondering(words) != "":
		return Routing{Decision: Chat, Confidence: likely, Reason: "question_like: " + strconv.Quote(wondering(words)) + " asks"}
	case listing(courteously(rest)):
		return Routing{Decision: Plan, Confidence: likely, Reason: "action_like: it names something and the list for it"}
	case starts(rest, vacancies) > 0:
		return Routing{Decision: Chat, Confidence: likely, Reason: "question_like: it names free time, or what clashes"}
	case nextOnes(rest):
		return Routing{Decision: Chat, Confidence: likely, Reason: "question_like: it names what comes next"}
	case several(rest), several(afterPossessiveTime(rest)):
		return Routing{Decision: Chat, Confidence: likely, Reason: "question_like: it names what can be listed"}
	case reminding(rest[0].text) || object(words[:min(6, len(words))], reminding):
		return Routing{Decision: Plan, Confidence: likely, Reason: "action_like: it names a reminder"}
	case timed(rest) && calendarOf(rest), outlook(rest):
		return Routing{Decision: Chat, Confidence: likely, Reason: "question_like: it names a calendar"}
	case mood(words):
		return Routing{Decision: Chat, Confidence: talk, Reason: statement}
	case timed(rest) && !mentions(words, "you", "your") && starts(words, wishes) == 0:
		return Routing{Decision: Plan, Confidence: likely, Reason: "action_like: it names something and its day or time"}
	case personal(words) && !mentions(words, "thing", "stuff", "truc", "machin", "chose"):
		return Routing{Decision: Chat, Confidence: talk, Reason: statement}
	}
	return Routing{Decision: Clarify, Confidence: unformed, Reason: "unclear: nothing says what to do"}
}

// statement is the reason for what nothing is to be done about.
const statement = "statement: it tells something and asks for no change"

func asksForChange(verb string) string {
	return "action_like: " + strconv.Quote(verb) + " asks for a change"
}

func questionOf(confidence float64, head string) Routing {
	return Routing{Decision: Chat, Confidence: confidence, Reason: "question_like: it begins with " + strconv.Quote(head)}
}

// manner is how a request comes up to its verb.
type manner uint8

const (
	plainly  manner = iota
	politely        // "can you", "I want to"
	duty            // "I need to", "don't forget to": what follows is to be done
	musing          // "should I": what follows is weighed
)

// peel takes the courtesies off the front of a request, up to so many: nobody is
// politer than that, and pasted text must not make routing slow.
func peel(words []word) (rest []word, how manner) {
	const most = 12
	rest = words
	for n := 0; n < most && len(rest) > 0; n++ {
		if n := starts(rest, asides); n > 0 {
			rest = rest[n:]
		} else if n := starts(rest, musings); n > 0 {
			rest, how = rest[n:], musing
		} else if n := starts(rest, duties); n > 0 {
			rest, how = rest[n:], max(how, duty)
		} else if n := starts(rest, requests); n > 0 {
			rest, how = rest[n:], max(how, politely)
		} else {
			break
		}
	}
	return rest, how
}

// bearing is what the verb that words begin with asks for.
type bearing uint8

const (
	neither bearing = iota
	orders          // a change
	tells           // an answer
)

func verbAt(words []word) bearing {
	head := words[0].text
	switch {
	case head == "give" && mentions(words, "priority", "deadline", "tag"):
		return orders // "give the invoice high priority"
	case shows(head) && object(words[:min(5, len(words))], reminding), starts(words, sending) > 0 && object(words, reminding):
		return orders // "give me a reminder"
	case starts(words, telling) > 0, starts(words, sending) > 0:
		return tells
	case starts(words, ordering) > 0:
		return orders
	case len(words) > 1 && nounish(head) && predicate(words[1].text):
		return neither // "note from the meeting", not an order to note
	case changes(head):
		return orders
	case shows(head):
		return tells
	}
	return neither
}

// order is a plan; where what to change is not said it is a question.
func order(words []word, how manner) Routing {
	verb := words[0].text
	r := Routing{Decision: Plan, Confidence: sure, Reason: asksForChange(verb)}
	switch how {
	case politely, duty:
		r.Confidence = polite
	case musing:
		r.Confidence = likely
	}
	if !vague(words[1:]) {
		return r
	}
	r.Confidence, r.Missing = partial, []string{"target"}
	if makes(verb) {
		r.Missing = []string{"title"}
	}
	if len(words) == 1 && changesEnglish(verb) {
		r.Asks = Asking{"ask.verb-what", verb}
	}
	return r
}

// makes reports whether a verb of change is about what there is not yet.
func makes(verb string) bool {
	switch verb {
	case "add", "create", "creat", "make", "schedule", "book", "insert", "enter", "plan", "log", "note", "write", "jot", "remind", "save", "record", "block", "wake", "invite",
		"ajoute", "ajouter", "ajoutez", "rajoute", "rajouter", "cree", "creer", "creez", "planifie", "planifier", "planifiez", "programme", "programmer",
		"inscris", "inscrire", "rappelle", "rappeler", "rappelez", "reserve", "reserver", "noter", "notez", "bloque", "bloquer":
		return true
	}
	return false
}

// vague reports whether nothing is named but "it", courtesies and what anything is:
// "my task" is no one in particular.
func vague(words []word) bool {
	for _, w := range words {
		switch w.text {
		case "it", "that", "this", "them", "these", "those", "please", "now", "something", "one",
			"my", "our", "the", "a", "an", "some", "new", "task", "todo", "event", "item", "thing",
			"ca", "cela", "le", "la", "les", "s", "il", "te", "vous", "plait",
			"ma", "mon", "notre", "un", "une", "nouvelle", "nouvel", "quelque", "tache", "evenement", "element", "chose", "truc":
		default:
			return false
		}
	}
	return true
}

// later looks for an order further on: "is milk on the list, if not please add
// it". An order may begin a clause, come after "please", or follow one of the
// joining words; anywhere lets any courtesy bring it.
func later(words []word, joining []string, anywhere bool, otherwise Routing) Routing {
	for i := 1; i < len(words); i++ {
		rest, how := peel(words[i:])
		if len(rest) == 0 || how == musing || verbAt(rest) != orders {
			continue
		}
		joined := slices.Contains(joining, words[i-1].text) && !quality(words[i].text)
		if words[i].opens || joined || starts(words[i:], pleading) > 0 || anywhere && how == politely {
			return Routing{Decision: Plan, Confidence: inside, Reason: asksForChange(rest[0].text)}
		}
	}
	return otherwise
}

// category is the first kind of thing that the words name.
func category(words []word) string {
	for _, w := range words {
		switch w.text {
		case "habit", "habits", "habitude", "habitudes":
			return "habit"
		case "goal", "goals", "objectif", "objectifs":
			return "goal"
		case "task", "tasks", "todo", "todos", "reminder", "reminders", "remind", "chore", "chores", "tache", "taches", "rappelle", "rappel":
			return "task"
		case "event", "events", "meeting", "meetings", "appointment", "appointments", "calendar", "evenement", "evenements", "reunion",
			"reunions", "rdv", "agenda", "calendrier":
			return "event"
		}
	}
	return ""
}

// entities are what the text names beyond doubt: numbers with a # and quoted
// titles.
func entities(text string) (out []string) {
	for _, id := range numbered(text) {
		out = append(out, "#"+strconv.FormatInt(id, 10))
	}
	for _, pair := range [...][2]string{{`"`, `"`}, {"“", "”"}, {"«", "»"}} {
		rest := text
		for {
			_, after, ok := strings.Cut(rest, pair[0])
			if !ok {
				break
			}
			title, next, ok := strings.Cut(after, pair[1])
			if !ok {
				break
			}
			if title = strings.TrimSpace(title); title != "" && len(out) < named {
				out = appendNew(out, title)
			}
			rest = next
		}
	}
	return out
}

// What stands before the words that decide, and what decides in more words than
// one. A longer phrase comes before one that it begins with.
var (
	greetings = []string{"hey", "hi", "hello", "yo", "good day", "howdy", "bonjour", "salut", "coucou"}
	asides    = []string{
		"ok", "okay", "well", "so", "but", "and", "also", "just", "now", "then", "if not", "hey", "hi there", "hi", "hello there", "hello",
		"yes", "yeah", "hmm ok", "hm ok", "sorry", "yo", "assister", "again", "actually", "oh", "um", "umm", "uh", "er", "erm", "let s see",
		"bonjour", "salut", "et", "puis", "aussi", "alors", "oui", "sinon",
	}
	fiddling = []string{"do something", "do sth", "do stuff"}
	pleading = []string{"please", "pls", "plz", "pleas", "kindly", "s il te plait", "s il vous plait", "stp", "svp"}
	requests = []string{
		"please", "pls", "plz", "pleas", "kindly",
		"i should be grateful if you would", "i should be grateful if you could", "i would be grateful if you could", "i d be grateful if you could", "i d appreciate it if you could", "i would appreciate it if you could", "would you kindly",
		"je vous serais reconnaissant de", "je vous serais reconnaissante de", "je vous prie de", "vous serait il possible de", "serait il possible de", "te serait il possible de", "merci de bien vouloir", "est ce que tu peux", "est ce que vous pouvez", "est ce que tu pourrais", "tu pourrais", "vous pourriez",
		"veuillez me", "veuillez m", "veuillez nous", "pouvez vous me", "pouvez vous m", "pouvez vous nous", "pourriez vous me", "pourriez vous m", "pourriez vous nous", "peux tu me", "peux tu m", "peux tu nous", "pourrais tu me", "pourrais tu m", "pourrais tu nous", "merci de me", "merci de m", "merci de nous", "tu peux me", "tu peux m", "tu peux nous", "vous pouvez me", "vous pouvez m", "vous pouvez nous", "tu pourrais me", "tu pourrais m", "tu pourrais nous",
		"auriez vous l amabilite de me", "auriez vous l amabilite de nous", "auriez vous la gentillesse de me", "auriez vous la gentillesse de nous", "auriez vous la bonte de me", "auriez vous la bonte de nous", "aurais tu la gentillesse de me", "aurais tu la gentillesse de nous", "auriez vous l amabilite de", "auriez vous la gentillesse de", "auriez vous la bonte de", "aurais tu la gentillesse de",
		"would you be so kind as to", "would you be so kind to", "would you mind", "be so kind as to", "any chance you could", "any chance you can", "do you think you could", "is it possible to",
		"it would be great if you could", "it d be great if you could", "i was wondering if you could", "i wonder if you could", "if you could", "when you get a chance", "when you have a minute",
		"can you", "could you", "would you", "will you", "can u", "can we", "could we", "you can", "you could", "you should",
		"i want you to", "i need you to", "i d like you to", "i would like you to", "i d like for you to", "i would like for you to",
		"i want to", "i wanna", "i wish to", "i d like to", "i would like to", "id like to", "i really want to", "i m trying to", "i am trying to",
		"go ahead and", "try to", "let s do", "lets do", "let s have", "lets have", "let s", "lets", "help me to", "help me", "be sure to", "make sure that you", "make sure you", "make sure to",
		"s il te plait", "s il vous plait", "stp", "svp", "peux tu", "pouvez vous", "pourrais tu", "pourriez vous", "tu peux", "vous pouvez",
		"je veux", "je voudrais", "j aimerais", "merci de", "veuillez",
	}
	duties = []string{
		"i gotta", "gotta", "need to", "need 2", "i need 2", "i have 2", "have to", "remember 2", "dont forget 2", "dont 4get 2", "dont 4get", "don t 4get", "gotta remember to", "must remember to", "must", "i ll need to",
		"i need to", "i have to", "i must", "i ve got to", "i gotta", "we need to", "we have to", "don t forget to", "dont forget to", "remember to",
		"don t let me forget to", "don t let me forget", "dont let me forget to", "dont let me forget",
		"don t let me forget the", "don t forget", "dont forget", "do not forget", "n oublie pas", "faut pas oublier de", "faut pas que j oublie de", "faut pas que j oublie", "il ne faut pas oublier",
		"je dois", "il faudrait que je", "il faudrait", "faudrait que je", "faudrait", "faut que je", "il faut que je", "il faut", "n oublie pas de", "n oublie pas d", "ne pas oublier de", "ne pas oublier d", "pense a",
	}
	musings = []string{
		"should i", "should we", "can i", "could i", "may i", "shall i", "shall we", "dois je", "puis je", "est ce que je dois", "devrais je",
	}
	joining = []string{"and", "then", "to", "just", "also", "you", "but", "so", "et", "puis", "aussi"}
	wishes  = []string{"i want my", "i want the", "i need my", "i need the", "i d like my", "i d like the"}

	ordering = []string{
		"get rid", "throw away", "throw out", "take off", "cross", "check off", "set up", "turn off", "turn on", "wake me", "open up a", "open a new",
		"new task", "new event", "new meeting", "new appointment", "new reminder", "new note", "new project", "new list", "new todo", "nouvelle tache", "nouvel evenement", "nouveau rendez vous", "nouvelle note", "nouveau projet",
		"todo", "to do", "task", "tache", "a faire", "note to self",
		"take", "bring forward", "call off", "sign me up", "pencil", "fill in", "re add",
	}
	telling = []string{
		"remind me what", "remind me when", "remind me where", "remind me who", "remind me which", "remind me how", "remind me why",
		"rappelle moi ce", "rappelle moi quand", "rappelle moi ou", "take a look", "take me through", "make me laugh",
		"have i", "have we", "let me know", "let me see", "let me hear", "go over", "go through", "run through", "pull up", "bring up", "open my", "open the",
		"plan for", "agenda", "y a t", "status of", "the status of", "progress of", "the progress of", "progress on", "the list of", "a list of", "la liste des", "la liste de", "il y a quoi", "everything about", "all about", "anything about", "everything with", "anything with", "everything in", "everything on", "tout sur", "tout ce qui", "faut que je fasse quoi",
	}
	helping      = []string{"i need help", "i need some help", "i need your help", "need help", "j ai besoin d aide"}
	sending      = []string{"send me", "get me"}
	pleasantries = []string{
		"never mind", "nevermind", "forget it", "laisse tomber", "thx", "ty", "cheers", "lol", "haha", "ok thanks", "super", "genial", "parfait",
		"thanks", "thank", "merci", "no thanks", "no thank", "goodbye", "good bye", "bye", "good morning", "good night", "good evening", "good afternoon",
		"great", "nice", "wonderful", "perfect", "cool", "awesome", "excellent", "see you", "au revoir", "bonsoir", "bravo", "sorry", "no problem",
	}
)
