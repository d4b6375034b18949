package route

import (
	"slices"
	"strings"
	"unicode"
)

// word is one word of a request: lower case, without accents, so that "Déplace",
// "deplace" and "DÉPLACE" are one word.
type word struct {
	text   string
	opens  bool // first of a clause: of the text, or after , ; : . ! ? a dash or a line break
	asked  bool // a question mark follows
	closes bool // a full stop, question mark, exclamation mark or line break follows
}

// split takes a text apart into runs of letters and digits. An apostrophe and a
// hyphen separate: "what's" begins with what, "rappelle-moi" with rappelle.
func split(text string) []word {
	var words []word
	var b strings.Builder
	opens, quoted := true, false
	end := func() {
		if b.Len() > 0 {
			words = append(words, word{text: b.String(), opens: opens})
			b.Reset()
			opens = false
		}
	}
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case unicode.Is(unicode.Mn, r): // the accent of a letter that came before it
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			for _, f := range plain(unicode.ToLower(r)) {
				b.WriteRune(f)
			}
		default:
			if r == ':' && clock(runes, i) {
				b.WriteRune(r)
				continue
			}
			end()
			// "3.5" and "p.m." go on.
			inside := (r == '.' || r == ':' || r == ',') && i+1 < len(runes) && (unicode.IsLetter(runes[i+1]) || unicode.IsDigit(runes[i+1]))
			if r == '"' {
				quoted = !quoted
			}
			if len(words) == 0 || inside || quoted {
				continue
			}
			last := &words[len(words)-1]
			switch r {
			case '?', '؟', '？':
				last.asked, last.closes, opens = true, true, true
			case '.', '!', '\n', '。', '！':
				last.closes, opens = true, true
			case ',', ';', ':', '—', '–', '、':
				opens = true
			}
		}
	}
	end()
	return words
}

// clock reports whether the colon stands between digits, as in "9:30".
func clock(runes []rune, i int) bool {
	return i > 0 && i+1 < len(runes) && unicode.IsDigit(runes[i-1]) && unicode.IsDigit(runes[i+1])
}

// plain is a letter without its accent; letters that are not Latin are as they
// are.
func plain(r rune) string {
	switch r {
	case 'à', 'á', 'â', 'ã', 'ä', 'å':
		return "a"
	case 'ç':
		return "c"
	case 'è', 'é', 'ê', 'ë':
		return "e"
	case 'ì', 'í', 'î', 'ï':
		return "i"
	case 'ñ':
		return "n"
	case 'ò', 'ó', 'ô', 'õ', 'ö':
		return "o"
	case 'ù', 'ú', 'û', 'ü':
		return "u"
	case 'œ':
		return "oe"
	case 'æ':
		return "ae"
	case 'ß':
		return "ss"
	}
	return string(r)
}

// sentences cuts words where a sentence closes.
func sentences(words []word) (out [][]word) {
	start := 0
	for i, w := range words {
		if w.closes || i == len(words)-1 {
			out = append(out, words[start:i+1])
			start = i + 1
		}
	}
	return out
}

// starts reports whether words begin with a phrase of one or more words, and how
// many those are.
func starts(words []word, phrases []string) int {
	if len(words) == 0 {
		return 0
	}
	first := words[0].text[0]
	for _, phrase := range phrases {
		if phrase[0] != first {
			continue
		}
		n, rest := 0, phrase
		for n < len(words) && rest != "" {
			var want string
			want, rest, _ = strings.Cut(rest, " ")
			if words[n].text != want {
				n = -1
				break
			}
			n++
		}
		if n > 0 && rest == "" {
			return n
		}
	}
	return 0
}

// changes reports whether a word, standing where a verb stands, asks for a
// change.
func changes(word string) bool {
	return changesEnglish(word) || changesFrench(word)
}

// misspelt is the verb of change that a word was meant for: two letters are
// exchanged, one is doubled, or one is missing. A letter that is another one often
// makes another word.
func misspelt(word string) string {
	const least = 5
	if len(word) < least || len(word) > 12 || slices.Contains(ownWords, word) {
		return ""
	}
	for i := 1; i <= len(word); i++ {
		if i < len(word) {
			if s := word[:i-1] + word[i:i+1] + word[i-1:i] + word[i+1:]; changes(s) {
				return s
			}
			if s := word[:i] + word[i+1:]; word[i] == word[i-1] && changes(s) {
				return s
			}
		}
		for c := 'a'; c <= 'z'; c++ {
			if s := word[:i] + string(c) + word[i:]; changes(s) {
				return s
			}
		}
	}
	return ""
}

// ownWords are no slips, though they are near to verbs.
var ownWords = []string{"crate", "crates", "cancer", "remand", "rebook", "finis", "moved", "plans", "mover"}

func changesEnglish(word string) bool {
	switch word {
	case "add", "create", "creat", "make", "set", "put", "schedule", "book", "insert", "enter", "plan", "log", "note", "write", "jot",
		"remind", "update", "change", "modify", "edit", "move", "reschedule", "shift", "postpone", "delay", "push",
		"rename", "replace", "swap", "switch", "adjust", "extend", "shorten", "assign", "tag", "untag", "link", "unlink",
		"complete", "mark", "finish", "tick", "uncheck", "untick", "reopen", "skip", "close", "snooze", "archive", "stick", "pop", "slot", "squeeze", "rm", "del",
		"delete", "remove", "cancel", "erase", "clear", "drop", "wipe", "scratch", "strike", "discard", "eliminate", "purge", "trash", "empty", "reset", "undo", "redo",
		"repeat", "prioritize", "prioritise", "save", "record", "start", "begin", "organize", "organise", "arrange", "append", "include", "block", "wake", "invite", "place":
		return true
	}
	return false
}

func changesFrench(word string) bool {
	switch word {
	case "ajoute", "ajouter", "ajoutez", "rajoute", "rajouter", "cree", "creer", "creez", "mets", "mettre", "mettez", "planifie", "planifier",
		"planifiez", "programme", "programmer", "inscris", "inscrire", "rappelle", "rappeler", "rappelez", "modifie", "modifier", "modifiez",
		"changer", "changez", "deplace", "deplacer", "deplacez", "reporte", "reporter", "reportez", "decale", "decaler", "decalez",
		"avance", "avancer", "repousse", "repousser", "renomme", "renommer", "remplace", "remplacer", "termine", "terminer", "terminez",
		"finis", "finir", "coche", "cocher", "decoche", "decocher", "marque", "marquer", "marquez", "supprime", "supprimer", "supprimez",
		"efface", "effacer", "effacez", "enleve", "enlever", "enlevez", "retire", "retirer", "retirez", "annule", "annuler", "annulez",
		"vide", "vider", "passe", "passer", "passez", "reserve", "reserver", "noter", "notez", "cloture", "cloturer", "fais", "bloque", "bloquer":
		return true
	}
	return false
}

// shows reports whether a word, standing where a verb stands, asks to be told
// something.
func shows(word string) bool {
	switch word {
	case "show", "gimme", "list", "read", "tell", "give", "display", "view", "see", "hear", "know", "find", "search", "look", "check", "fetch",
		"count", "describe", "define", "explain", "summarize", "summarise", "review", "confirm", "verify", "inform", "provide",
		"suggest", "recommend", "compare", "calculate", "translate", "spell", "iterate", "share", "recite", "help", "say",
		"identify", "retrieve", "learn", "understand", "communicate", "print",
		"montre", "montrer", "montrez", "affiche", "afficher", "affichez", "liste", "lister", "listez", "dis", "dire", "dites", "donne", "donner",
		"donnez", "cherche", "chercher", "cherchez", "trouve", "trouver", "trouvez", "resume", "resumer", "resumez", "lis", "lire",
		"lisez", "voir", "savoir", "sache", "explique", "expliquer", "expliquez", "indique", "indiquer", "indiquez", "communiquez", "communiquer", "compte", "compter", "verifie", "verifier", "aide", "aider":
		return true
	}
	return false
}

// asks reports whether a word at the head of a sentence makes it a question.
func asks(word string) bool {
	switch word {
	case "what", "whats", "how", "hows", "why", "where", "wheres", "who", "whos", "whom", "whose", "which", "when", "whens",
		"is", "are", "am", "was", "were", "do", "does", "did", "has", "had", "will", "would", "may", "might", "can", "could", "should", "shall", "must",
		"isn", "aren", "wasn", "doesn", "didn", "hasn", "won", "wouldn", "couldn", "shouldn", "any", "anything",
		"que", "qu", "quoi", "quel", "quelle", "quels", "quelles", "quand", "ou", "qui", "comment", "pourquoi", "combien", "est", "ai", "suis", "dois", "puis":
		return true
	}
	return false
}

// timed reports whether words name a day or a time of day.
func timed(words []word) bool {
	for i, w := range words {
		switch w.text {
		case "today", "tomorrow", "tonight", "tonite", "2nite", "tmrw", "tmr", "2moro", "2morrow", "fri", "thu", "thur", "thurs", "tue", "tues", "wed", "weds", "noon", "midnight", "morning", "afternoon", "evening",
			"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays",
			"january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december",
			"am", "pm", "everyday", "daily", "weekly", "weekend", "every", "chaque",
			"aujourd", "demain", "soir", "midi", "minuit", "matin", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
			"janvier", "fevrier", "mars", "avril", "juin", "juillet", "aout", "septembre", "octobre", "novembre", "decembre":
			if w.text != "am" || i > 0 && numeric(words[i-1].text) {
				return true
			}
		case "week", "month", "year", "day", "semaine", "mois":
			if i > 0 && (words[i-1].text == "next" || words[i-1].text == "this" || words[i-1].text == "every" || words[i-1].text == "cette" || words[i-1].text == "ce" || words[i-1].text == "chaque") {
				return true
			}
		}
		if !numeric(w.text) {
			if n := len(w.text); n > 1 && numeric(w.text[:1]) && (strings.HasSuffix(w.text, "am") || strings.HasSuffix(w.text, "pm") || strings.ContainsAny(w.text, "h:")) {
				return true
			}
			continue
		}
		if i > 0 && (words[i-1].text == "at" || words[i-1].text == "a" || words[i-1].text == "by") {
			return true
		}
	}
	return false
}

func numeric(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
