package phrase

import "strings"

// "Il faut que je rappelle la banque" asks for something to do that is called "rappeler
// la banque": a list of things to do has infinitives.

// frenchForms are verbs as they stand after "que je", and their infinitives, where no
// ending tells.
var frenchForms = []synonym{
	{"achète", "acheter"}, {"aille", "aller"}, {"amène", "amener"}, {"appelle", "appeler"}, {"boive", "boire"}, {"conduise", "conduire"}, {"coure", "courir"},
	{"cuise", "cuire"}, {"dise", "dire"}, {"dorme", "dormir"}, {"emmène", "emmener"}, {"enlève", "enlever"}, {"essaie", "essayer"}, {"essuie", "essuyer"},
	{"fasse", "faire"}, {"jette", "jeter"}, {"lise", "lire"}, {"lève", "lever"}, {"mette", "mettre"}, {"nettoie", "nettoyer"}, {"obtienne", "obtenir"},
	{"offre", "offrir"}, {"ouvre", "ouvrir"}, {"parte", "partir"}, {"peigne", "peindre"}, {"prenne", "prendre"}, {"promène", "promener"}, {"prévienne", "prévenir"},
	{"reprenne", "reprendre"}, {"revienne", "revenir"}, {"retienne", "retenir"}, {"remette", "remettre"}, {"rejette", "rejeter"}, {"reçoive", "recevoir"},
	{"serve", "servir"}, {"sois", "être"}, {"sorte", "sortir"}, {"suive", "suivre"}, {"sème", "semer"}, {"traduise", "traduire"}, {"transmette", "transmettre"},
	{"vienne", "venir"}, {"voie", "voir"}, {"écrive", "écrire"},
}

// frenchStems are endings of those forms, and what the infinitive has for them; the
// first that fits is taken.
var frenchStems = []synonym{
	{"isse", "ir"}, {"elle", "eler"}, {"ende", "endre"}, {"onde", "ondre"}, {"onge", "onger"}, {"oie", "oyer"}, {"aie", "ayer"}, {"erde", "erdre"}, {"ouse", "oudre"},
}

// infinitive is the infinitive of a verb in the form that it has after "que je", as it
// is written; the word itself where it is no such form.
func infinitive(word string) string {
	plain := strings.ToLower(word)
	for _, f := range frenchForms {
		if plain == f.words {
			return f.of
		}
		if again, is := strings.CutPrefix(plain, "r"); is && again == f.words && !strings.HasPrefix(f.words, "r") {
			return "r" + f.of // "rappelle", "rachète"
		}
	}
	for _, s := range frenchStems {
		if stem, is := strings.CutSuffix(plain, s.words); is {
			return stem + s.of
		}
	}
	stem, is := strings.CutSuffix(plain, "e")
	if !is || len(stem) < 3 {
		return word
	}
	if at := strings.LastIndex(stem, "è"); at >= 0 && len(stem)-at <= 4 { // "règle", "répète"
		stem = stem[:at] + "é" + stem[at+len("è"):]
	}
	return stem + "er"
}

// inInfinitive puts the first word of a title that stands after "que je" into the
// infinitive.
func (r *reader) inInfinitive(at int, title string) string {
	if r.lang != french || at < 2 || !isOneOf(r.toks[at-1].raw, []string{"je", "j'", "on", "nous", "tu"}) || !isOneOf(r.toks[at-2].raw, []string{"que", "qu'"}) {
		return title
	}
	word, rest, more := strings.Cut(title, " ")
	if word = infinitive(word); more {
		word += " " + rest
	}
	return word
}
