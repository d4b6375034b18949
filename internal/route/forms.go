package route

import "slices"

// What a request is can be told by its form where no verb at its head decides.

// asksWithVerb reports whether a verb of change stands in what changes nothing:
// putting things in order to look at them, adding numbers, being reminded of
// things that are there.
func asksWithVerb(words []word) bool {
	switch words[0].text {
	case "arrange", "organize", "organise":
		return mentions(words, "order", "alphabetically", "chronologically")
	case "add":
		return len(words) >= 4 && number(words[1].text) && mentions(words[2:3], "and", "to", "plus") && number(words[3].text)
	case "remind":
		return len(words) > 3 && mentions(words[1:2], "me") && mentions(words[2:3], "of", "about") && several(words[3:]) && !timed(words)
	}
	return false
}

// calendarOf reports whether words name a calendar to look at: "dentist june
// calendar", but not "dentist in june on my calendar".
func calendarOf(words []word) bool {
	n := len(words) - 1
	return n > 0 && mentions(words[n:], "calendar", "calender", "schedule", "agenda", "calendrier") &&
		!mentions(words[n-1:n], "my", "the", "our", "on", "to", "in", "mon", "l", "le")
}

// number reports whether a word is a number, in digits or as it is spoken.
func number(word string) bool {
	switch word {
	case "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "fifteen", "twenty", "thirty", "forty", "fifty", "hundred":
		return true
	}
	return numeric(word)
}

// listing reports whether words end by naming the list that the rest goes on:
// "milk and eggs on my list".
func listing(words []word) bool {
	for n := 2; n < 5 && n < len(words); n++ {
		tail := words[len(words)-n:]
		if mentions(tail[:1], "on", "onto", "to", "sur") && mentions(tail[1:], "list", "liste") && mentions(tail[1:2], "my", "the", "our", "ma", "la", "notre") {
			return true
		}
	}
	return false
}

// outlook reports whether words name a time as a whole, as one who wants to see it
// does: "my schedule for next week please", "tomorrow's plan".
func outlook(words []word) bool {
	if len(words) < 2 {
		return false
	}
	whose := words[:1]
	words = words[1:]
	switch {
	case mentions(whose, "my", "our", "mon", "ma"):
	case mentions(whose, "the", "le", "la", "l") && len(words) > 1:
	case timed(whose) && words[0].text == "s" && len(words) > 1:
		words = words[1:]
	case !timed(whose):
		return false
	}
	return mentions(words[:1], "schedule", "calendar", "calender", "agenda", "day", "week", "month", "plan", "plans", "program", "programme", "planning", "calendrier", "journee", "semaine") &&
		(len(words) == 1 || mentions(words[1:2], "for", "on", "of", "today", "tomorrow", "please", "pls", "this", "next", "in", "pour", "de", "du", "demain", "s"))
}

// mood reports whether words say how somebody is today, or how something was, and
// nothing that could be planned.
func mood(words []word) bool {
	if starts(words, feelings) == 0 || mentions(words, "at", "off", "away", "out", "until", "from", "a") {
		return false
	}
	for _, w := range words {
		if clocklike(w.text) || timed([]word{w}) && w.text != "today" && w.text != "tonight" && w.text != "aujourd" && w.text != "soir" && w.text != "matin" {
			return false
		}
	}
	return true
}

func clocklike(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }

var feelings = []string{"i am", "i m", "im", "i feel", "i was", "i ve been", "it is", "it s", "it was", "that was", "today is", "today was", "je suis", "j ai ete", "il fait", "c est", "c etait"}

// reports reports whether words begin by saying that something is done, and go on
// with what: "finished the tax form", but not "finished tasks".
func reports(words []word) bool {
	for n := range words[:max(len(words)-1, 0)] {
		if n > 0 && starts(words[n:], outcomes) == len(words)-n && !personal(words[:n]) && !asks(words[0].text) {
			return true // "the report is done"
		}
	}
	n := starts(words, deeds)
	return n > 0 && n < len(words) && (n > 1 || !several(words[n:])) && verbAt(words[n:]) == neither
}

var outcomes = []string{"is done", "are done", "is finished", "are finished", "is completed", "is paid", "are paid", "is sent", "c est fait", "est fait", "est faite", "est fini", "est finie", "est termine", "est terminee", "c est regle", "est paye", "est payee", "sont faites", "is ready now", "done"}

var deeds = []string{"i just finished", "just finished", "i finished", "i ve finished", "finished with", "finished", "i am done with", "i m done with", "im done with", "done with", "all done with",
	"i completed", "completed", "i have done", "i ve done", "i have finished", "j ai fini", "j ai termine", "fini de", "fini", "termine"}

// onlyWhen reports whether words are a day or a time and nothing else.
func onlyWhen(words []word) bool {
	for _, w := range words {
		if !timed([]word{w}) && !mentions([]word{w}, "on", "at", "the", "next", "this", "hui", "le", "ce", "apres", "afternoon", "week", "prochain", "prochaine", "semaine", "cette") {
			return false
		}
	}
	return timed(words)
}

// nextOnes reports whether words name the next or the last of something, and no
// time that it should be at: "next meeting with Sam", "prochaine réunion".
func nextOnes(words []word) bool {
	if len(words) > 1 && mentions(words[:1], "my", "the", "our", "la", "le", "ma", "mon", "notre") {
		words = words[1:]
	}
	return len(words) > 1 && len(words) < 6 && !words[1].opens && !timed(words) &&
		mentions(words[:1], "next", "last", "latest", "prochain", "prochaine", "prochains", "prochaines", "dernier", "derniere")
}

// vacancies are names for what only a look at the calendar tells.
var vacancies = []string{"free slots", "free slot", "free time", "free hours", "free hour", "free days", "clashes", "conflicts", "overlaps", "double bookings", "busiest day",
	"creneaux libres", "creneau libre", "temps libre", "heures libres", "jours libres", "conflits", "chevauchements"}

// quality reports whether a verb of change is as often an adjective: "sunny and
// clear".
func quality(word string) bool {
	switch word {
	case "clear", "complete", "empty", "set", "close":
		return true
	}
	return false
}

// wondering is the question word somewhere in a statement: "today is which date".
func wondering(words []word) string {
	for _, w := range words {
		switch w.text {
		case "what", "which", "when", "who", "whose", "how", "why", "quoi", "quel", "quelle", "quels", "quelles", "quand", "combien", "pourquoi", "comment":
			return w.text
		}
	}
	return ""
}

// several reports whether the words begin with things in the plural, as one who
// wants a list of them begins: "my meetings from 20 to 25 june".
func several(words []word) bool {
	if len(words) > 1 && several(words[1:2]) && (len(words) == 2 || mentions(words[2:3], "due", "for", "in", "this", "with", "without", "that", "today", "tomorrow", "next", "of", "tag", "tagged")) {
		return true // "money tasks", "data tasks due this week"
	}
	for _, w := range words[:min(3, len(words))] {
		switch w.text {
		case "events", "meetings", "tasks", "items", "things", "errands", "chores", "plans", "appointments", "reminders", "lists", "todos", "alarms", "projects", "notes", "habits", "goals", "links", "files", "deadlines", "echeances", "liens", "fichiers", "alarmes", "rdvs", "people", "personnes", "gens", "equipes", "listes", "contacts", "teams", "situations",
			"overdue", "reunions", "taches", "evenements", "projets":
			return true
		case "all", "my", "the", "upcoming", "open", "finished", "completed", "done", "late", "urgent", "important", "pending", "unfinished", "recurring", "other", "new", "old", "high", "low", "priority",
			"mes", "les", "toutes", "tous":
		default:
			return false
		}
	}
	return false
}

// afterPossessiveTime returns the words behind a time in the possessive: "tasks" of
// "today's tasks", "events" of "this week's events". It returns nil without one.
func afterPossessiveTime(words []word) []word {
	for i, w := range words[:min(4, len(words))] {
		if w.text == "s" && i > 0 && onlyWhen(words[:i]) {
			return words[i+1:]
		}
	}
	return nil
}

func mentions(words []word, any ...string) bool {
	return slices.ContainsFunc(words, func(w word) bool { return slices.Contains(any, w.text) })
}

// personal reports whether the words are a sentence about somebody rather than
// the name of a thing.
func personal(words []word) bool {
	return mentions(words, "i", "you", "we", "it", "he", "she", "they", "your", "me", "us", "that", "is", "are", "was", "were",
		"je", "j", "tu", "nous", "vous", "il", "elle", "on")
}

// learns reports whether a verb is about knowing: "I need to know" asks, "I need
// to read the report" is something to do.
func learns(verb string) bool {
	switch verb {
	case "know", "see", "hear", "find", "search", "look", "view", "understand", "list", "show", "tell", "check", "savoir", "voir", "sache":
		return true
	}
	return false
}

func nounish(word string) bool {
	switch word {
	case "plan", "note", "book", "schedule", "record", "start", "log", "set", "change", "place", "programme", "reserve", "list", "liste":
		return true
	}
	return false
}

func predicate(word string) bool {
	switch word {
	case "of", "is", "from", "looks", "seems", "was", "de":
		return true
	}
	return false
}

// object reports whether a noun stands behind "a" or "an": "me a quick reminder".
func object(words []word, noun func(string) bool) bool {
	article := false
	for _, w := range words {
		switch w.text {
		case "a", "an", "un", "une":
			article = true
		}
		if article && noun(w.text) {
			return true
		}
	}
	return false
}

func reminding(noun string) bool {
	switch noun {
	case "reminder", "alert", "alarm", "notification", "rappel", "alarme":
		return true
	}
	return false
}
