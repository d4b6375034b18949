package phrase

import "assister/internal/phrase/moment"

// French, without accents: they are optional.
var french = &language{
	moment:     moment.French(),
	by:         "avant",
	synonyms:   frenchVerbs,
	courtesies: frenchCourtesies,
	thanks:     frenchThanks,
	words:      frenchWords,
	phrases:    frenchPhrases,
}

// frenchWords are the words of the grammar in French, in the order of their
// bytes.
var frenchWords = []synonym{
	{"-la", "it"}, {"-le", "it"}, {"-les", "them"}, {"a", "to"}, {"accompli", "done"}, {"accomplie", "done"},
	{"acheve", "done"}, {"achevee", "done"}, {"affiche", "show"}, {"afficher", "show"}, {"affichez", "show"}, {"ai", "have"},
	{"alarme", "alarm"}, {"anniversaire", "birthday"}, {"annule", "cancelled"}, {"annulee", "cancelled"},
	{"annulees", "cancelled"}, {"annules", "cancelled"}, {"apero", "drinks"}, {"appele", "called"}, {"appelee", "called"},
	{"appelees", "called"}, {"appeles", "called"}, {"atelier", "workshop"}, {"au", "to"}, {"au-lieu-de", "insteadof"},
	{"aussi", "also"}, {"aux", "to"}, {"avance", "moved"}, {"avancee", "moved"}, {"avec", "with"}, {"avons", "have"},
	{"bas", "low"}, {"basse", "low"}, {"ca", "it"}, {"calendrier", "calendar"}, {"car", "because"}, {"cela", "it"},
	{"celle-ci", "it"}, {"celles", "ones"}, {"celui-ci", "it"}, {"ceux", "ones"}, {"chaque", "every"}, {"cherche", "find"},
	{"chercher", "find"}, {"choses", "things"}, {"cinema", "movie"}, {"coche", "done"}, {"cochee", "done"}, {"cochees", "done"},
	{"coches", "done"}, {"combien", "how"}, {"comme", "as"}, {"commence", "starts"}, {"comment", "how"},
	{"concernant", "about"}, {"concert", "concert"}, {"conference", "conference"}, {"contexte", "context"}, {"cours", "class"},
	{"d'", "of"}, {"dans", "in"}, {"date", "date"}, {"date-limite", "deadline"}, {"de", "of"}, {"decale", "moved"},
	{"decalee", "moved"}, {"decalees", "moved"}, {"decales", "moved"}, {"deja", "already"}, {"dejeuner", "lunch"},
	{"deplace", "moved"}, {"deplacee", "moved"}, {"des", "of"}, {"diner", "dinner"}, {"doit", "must"}, {"doivent", "must"},
	{"du", "of"}, {"echeance", "deadline"}, {"ecole", "school"}, {"egalement", "also"}, {"element", "item"},
	{"elements", "things"}, {"elevee", "high"}, {"elle", "it"}, {"elles", "they"}, {"en", "in"}, {"endroit", "place"},
	{"ensuite", "then"}, {"entre", "between"}, {"entretien", "meeting"}, {"entretiens", "meetings"}, {"equipe", "team"},
	{"est", "is"}, {"et", "and"}, {"etait", "was"}, {"etiquete", "tagged"}, {"etiquetee", "tagged"}, {"etiquetees", "tagged"},
	{"etiquetes", "tagged"}, {"etiquette", "tag"}, {"etiquettes", "tags"}, {"evenement", "event"}, {"evenements", "events"},
	{"evt", "event"}, {"excepte", "except"}, {"faible", "low"}, {"fait", "done"}, {"faite", "done"}, {"faites", "done"},
	{"faits", "done"}, {"fete", "party"}, {"fichier", "file"}, {"fini", "done"}, {"finie", "done"}, {"finies", "done"},
	{"finis", "done"}, {"finit", "ends"}, {"formation", "training"}, {"forte", "high"}, {"haut", "high"}, {"haute", "high"},
	{"heure", "time"}, {"hormis", "except"}, {"ignoree", "skipped"}, {"ignorees", "skipped"}, {"il", "it"}, {"ils", "they"},
	{"importante", "important"}, {"importantes", "important"}, {"importants", "important"}, {"inacheve", "open"},
	{"inachevee", "open"}, {"inachevees", "open"}, {"inacheves", "open"}, {"intitule", "called"}, {"intitulee", "called"},
	{"j'", "i"}, {"je", "i"}, {"l'", "the"}, {"la", "the"}, {"le", "the"}, {"les", "the"}, {"leur", "their"},
	{"leurs", "their"}, {"lien", "link"}, {"lieu", "place"}, {"liste", "list"}, {"ma", "my"}, {"mais", "but"},
	{"mariage", "wedding"}, {"maximale", "high"}, {"mes", "my"}, {"mon", "my"}, {"montre", "show"}, {"montrer", "show"},
	{"montrez", "show"}, {"moyen", "medium"}, {"moyenne", "medium"}, {"n'", "not"}, {"ne", "not"}, {"nom", "name"},
	{"nomme", "called"}, {"nommee", "called"}, {"non", "not"}, {"non-prioritaires", "low"}, {"normale", "medium"},
	{"nos", "our"}, {"note", "note"}, {"notes", "notes"}, {"notre", "our"}, {"nous", "we"}, {"ou", "or"}, {"ouvert", "open"},
	{"ouverte", "open"}, {"ouvertes", "open"}, {"ouverts", "open"}, {"parce", "because"}, {"partout", "everywhere"},
	{"pas", "not"}, {"passe", "goes"}, {"passent", "go"}, {"periodique", "recurring"}, {"periodiques", "recurring"},
	{"perso", "personal"}, {"personne", "person"}, {"personnel", "personal"}, {"personnelle", "personal"},
	{"personnelles", "personal"}, {"personnels", "personal"}, {"persos", "personal"}, {"petit-dej", "breakfast"},
	{"petit-dejeuner", "breakfast"}, {"planifie", "planned"}, {"planifiee", "planned"}, {"planifiees", "planned"},
	{"planifies", "planned"}, {"plutot", "instead"}, {"pour", "for"}, {"pourquoi", "why"}, {"prevu", "planned"},
	{"prevue", "planned"}, {"prevues", "planned"}, {"prevus", "planned"}, {"prioritaire", "high"}, {"prioritaires", "high"},
	{"priorite", "priority"}, {"prive", "personal"}, {"privee", "personal"}, {"privees", "personal"}, {"prives", "personal"},
	{"pro", "work"}, {"professionnel", "work"}, {"professionnelle", "work"}, {"professionnelles", "work"},
	{"professionnels", "work"}, {"projet", "project"}, {"projets", "projects"}, {"puis", "then"}, {"qu'", "that"},
	{"quand", "when"}, {"que", "that"}, {"quel", "what"}, {"quelle", "what"}, {"quelles", "what"}, {"quels", "what"},
	{"qui", "that"}, {"quoi", "what"}, {"rappel", "reminder"}, {"rappels", "reminders"}, {"rdv", "appointment"},
	{"recurrence", "repetition"}, {"recurrent", "recurring"}, {"recurrente", "recurring"}, {"recurrentes", "recurring"},
	{"recurrents", "recurring"}, {"remarque", "note"}, {"remarques", "notes"}, {"rendez-vous", "appointment"},
	{"repetition", "repetition"}, {"reporte", "moved"}, {"reportee", "moved"}, {"repousse", "moved"}, {"repoussee", "moved"},
	{"restant", "open"}, {"restante", "open"}, {"restantes", "open"}, {"restants", "open"}, {"reunion", "meeting"},
	{"reunions", "meetings"}, {"reveil", "alarm"}, {"rien", "nothing"}, {"sans", "without"}, {"sauf", "except"},
	{"saute", "skipped"}, {"sautee", "skipped"}, {"sautees", "skipped"}, {"sautes", "skipped"}, {"scolaire", "school"},
	{"scolaires", "school"}, {"secondaire", "low"}, {"secondaires", "low"}, {"ses", "its"}, {"si", "if"},
	{"signet", "bookmark"}, {"soiree", "party"}, {"sont", "are"}, {"supprime", "cancelled"}, {"supprimee", "cancelled"}, {"supprimees", "cancelled"}, {"supprimes", "cancelled"}, {"sur", "on"}, {"ta", "your"}, {"tache", "task"},
	{"taches", "tasks"}, {"tague", "tagged"}, {"taguee", "tagged"}, {"taguees", "tagged"}, {"tagues", "tagged"},
	{"termine", "done"}, {"terminee", "done"}, {"terminees", "done"}, {"termines", "done"}, {"tes", "your"}, {"titre", "title"},
	{"ton", "your"}, {"tous", "all"}, {"tout", "everything"}, {"toute", "all"}, {"toutes", "all"}, {"travail", "work"},
	{"trouve", "find"}, {"trouver", "find"}, {"trucs", "things"}, {"tu", "you"}, {"un", "a"}, {"une", "a"},
	{"urgente", "urgent"}, {"urgentes", "urgent"}, {"urgents", "urgent"}, {"va", "goes"}, {"vers", "to"}, {"visite", "visit"},
	{"vol", "flight"}, {"vont", "go"}, {"vos", "your"}, {"votre", "your"}, {"vous", "you"}, {"voyage", "trip"},
}

// frenchPhrases stand for one word together.
var frenchPhrases = []synonym{
	{"a part", "excepte"}, {"mis a part", "excepte"}, {"au lieu de", "au-lieu-de"}, {"au lieu d'", "au-lieu-de"}, {"au lieu du", "au-lieu-de"}, {"du jour", "du-jour"}, {"de ce jour", "du-jour"},
	{"en retard", "overdue"}, {"de travail", "work"}, {"du travail", "work"}, {"du boulot", "work"}, {"de boulot", "work"}, {"de l' ecole", "school"}, {"en cours", "doing"}, {"tout ce qui est", "tout"},
	{"tout ce qui", "tout"}, {"tout ce que j' ai", "tout"}, {"tout ce qui a", "tout"}, {"peu prioritaires", "low-priority"}, {"peu prioritaire", "low-priority"}, {"peu importantes", "low-priority"}, {"au plus tard", "au-plus-tard"}, {"plus tard", "later"}, {"plus tot", "earlier"},
	{"rendez vous", "rendez-vous"}, {"toute la journee", "all-day"}, {"journee entiere", "all-day"},
	{"au sujet de", "about"}, {"a propos de", "about"}, {"petit dejeuner", "petit-dejeuner"},
	{"pas encore faites", "restantes"}, {"pas encore faits", "restants"}, {"non faites", "restantes"},
	{"non terminees", "restantes"}, {"pas terminees", "restantes"}, {"non termines", "restants"},
	{"a faire", "restantes"}, {"en plus", "another"}, {"date limite", "date-limite"},
	{"mise a jour", "mise-a-jour"}, {"est ce", "what"}, {"y a t il", "what"},
}

// frenchVerbs are what the verbs of a request are in French, whoever is asked and
// however politely.
var frenchVerbs = []synonym{
	{"ajoute", "add"}, {"ajouter", "add"}, {"ajoutez", "add"}, {"ajoutons", "add"},
	{"rajoute", "add"}, {"rajouter", "add"}, {"rajoutez", "add"}, {"inscris", "add"},
	{"inscrire", "add"}, {"inscrivez", "add"}, {"insere", "add"}, {"inserer", "add"},
	{"cree", "create"}, {"creer", "create"}, {"creez", "create"}, {"creons", "create"},
	{"nouvelle", "create"}, {"nouveau", "create"}, {"nouvel", "create"},
	{"planifie", "schedule"}, {"planifier", "schedule"}, {"planifiez", "schedule"},
	{"programme", "schedule"}, {"programmer", "schedule"}, {"programmez", "schedule"}, {"prevois", "schedule"},
	{"prevoir", "schedule"}, {"prevoyez", "schedule"}, {"fixe", "schedule"}, {"fixer", "schedule"},
	{"fixez", "schedule"}, {"cale", "schedule"}, {"caler", "schedule"}, {"reserve", "book"},
	{"reserver", "book"}, {"reservez", "book"},
	{"organise", "plan"}, {"organiser", "plan"}, {"organisez", "plan"},
	{"mets", "put"}, {"mettre", "put"}, {"mettez", "put"}, {"place", "put"},
	{"placer", "put"}, {"note", "note down"}, {"noter", "note down"}, {"notez", "note down"},
	{"rappelle-moi", "remind me"}, {"rappelle moi", "remind me"}, {"rappelez-moi", "remind me"}, {"rappelez moi", "remind me"},
	{"me rappeler", "remind me"}, {"fais-moi penser", "remind me"}, {"fais moi penser", "remind me"}, {"faites-moi penser", "remind me"},
	{"penser", "remind me"}, {"pense", "remind me"}, {"pensez", "remind me"}, {"n' oublie pas", "remind me"},
	{"n' oublions pas", "remind me"}, {"n' oubliez pas", "remind me"}, {"ne me laisse pas oublier", "remind me"}, {"previens-moi", "remind me"},
	{"previens moi", "remind me"}, {"alerte-moi", "remind me"}, {"alerte moi", "remind me"}, {"j' ai", "i have"},
	{"on a", "i have"}, {"nous avons", "i have"}, {"il y a", "i have"}, {"j' aurai", "i have"},
	{"je vais", "i'm going to"}, {"on va", "i'm going to"}, {"nous allons", "i'm going to"}, {"j' ai besoin d'", "i need"},
	{"j' ai besoin de", "i need"}, {"deplace", "move"}, {"deplacer", "move"}, {"deplacez", "move"},
	{"deplacons", "move"}, {"bouge", "move"}, {"bouger", "move"}, {"decale", "move"},
	{"decaler", "move"}, {"decalez", "move"}, {"transfere", "move"}, {"transferer", "move"},
	{"passe", "move"}, {"passez", "move"}, {"remets", "move"},
	{"remettre", "move"}, {"reporte", "postpone"}, {"reporter", "postpone"}, {"reportez", "postpone"},
	{"repousse", "postpone"}, {"repousser", "postpone"}, {"repoussez", "postpone"}, {"retarde", "postpone"},
	{"retarder", "postpone"}, {"avance", "bring forward"}, {"avancer", "bring forward"}, {"avancez", "bring forward"},
	{"renomme", "rename"}, {"renommer", "rename"}, {"renommez", "rename"}, {"definis", "set"},
	{"definir", "set"}, {"regle", "set"}, {"regler", "set"}, {"rends", "make"},
	{"rendre", "make"}, {"rendez", "make"}, {"marque", "mark"}, {"marquer", "mark"},
	{"marquez", "mark"}, {"change", "change"}, {"changer", "change"}, {"changez", "change"},
	{"modifie", "change"}, {"modifier", "change"}, {"modifiez", "change"}, {"donne", "give"},
	{"donner", "give"}, {"priorise", "prioritize"}, {"prioriser", "prioritize"}, {"etiquete", "tag"},
	{"etiqueter", "tag"}, {"tague", "tag"}, {"taguer", "tag"}, {"termine", "complete"},
	{"terminer", "complete"}, {"terminez", "complete"}, {"finis", "complete"}, {"finir", "complete"},
	{"finissez", "complete"}, {"acheve", "complete"}, {"achever", "complete"}, {"cloture", "complete"},
	{"cloturer", "complete"}, {"complete", "complete"}, {"completer", "complete"}, {"valide", "complete"},
	{"valider", "complete"}, {"j' ai fini", "i finished"}, {"j' ai termine", "i finished"}, {"j' ai fait", "i finished"},
	{"coche", "cross off"}, {"cocher", "cross off"}, {"cochez", "cross off"}, {"barre", "cross off"},
	{"barrer", "cross off"}, {"barrez", "cross off"}, {"raye", "cross off"}, {"rayer", "cross off"},
	{"rayez", "cross off"}, {"commence", "start"}, {"commencer", "start"}, {"commencez", "start"},
	{"demarre", "start"}, {"demarrer", "start"}, {"demarrez", "start"}, {"debute", "start"},
	{"debuter", "start"}, {"saute", "skip"}, {"sauter", "skip"}, {"sautez", "skip"},
	{"ignore", "skip"}, {"ignorer", "skip"}, {"rouvre", "reopen"}, {"rouvrir", "reopen"},
	{"reouvre", "reopen"}, {"reouvrir", "reopen"}, {"reactive", "reopen"}, {"reactiver", "reopen"},
	{"decoche", "uncheck"}, {"decocher", "uncheck"}, {"decochez", "uncheck"}, {"supprime", "delete"},
	{"supprimer", "delete"}, {"supprimez", "delete"}, {"efface", "delete"}, {"effacer", "delete"},
	{"effacez", "delete"}, {"enleve", "remove"}, {"enlever", "remove"}, {"enlevez", "remove"},
	{"retire", "remove"}, {"retirer", "remove"}, {"retirez", "remove"}, {"vire", "remove"},
	{"virer", "remove"}, {"ote", "remove"}, {"oter", "remove"}, {"annule", "cancel"},
	{"annuler", "cancel"}, {"annulez", "cancel"}, {"decommande", "cancel"}, {"decommander", "cancel"},
	{"ramene", "move"}, {"ramener", "move"}, {"ramenez", "move"}, {"sors", "take"}, {"sortir", "take"}, {"sortez", "take"}, {"oublie", "drop"}, {"jette", "delete"},
	{"vide", "clear"}, {"vider", "clear"}, {"videz", "clear"}, {"echange", "swap"},
	{"echanger", "swap"}, {"echangez", "swap"}, {"intervertis", "swap"}, {"intervertir", "swap"},
	{"permute", "swap"}, {"permuter", "swap"}, {"prolonge", "extend"}, {"prolonger", "extend"},
	{"allonge", "extend"}, {"allonger", "extend"}, {"rallonge", "extend"}, {"rallonger", "extend"},
	{"raccourcis", "shorten"}, {"raccourcir", "shorten"}, {"ecourte", "shorten"}, {"ecourter", "shorten"},
}

// frenchCourtesies stand before a verb and mean nothing more.
var frenchCourtesies = []string{
	"s' il te plait", "s' il vous plait", "stp", "svp", "peux-tu", "peux tu",
	"pourrais-tu", "pourrais tu", "pouvez-vous", "pouvez vous", "pourriez-vous", "pourriez vous",
	"tu peux", "vous pouvez", "est-ce que tu peux", "est-ce que vous pouvez", "est-ce que tu pourrais", "est ce que tu peux",
	"je veux", "je voudrais", "j' aimerais", "je souhaite", "je souhaiterais", "j' aimerais que tu",
	"je dois", "il faut", "faut", "il va falloir", "on doit", "nous devons", "il faudrait", "faudrait",
	"il faut que je", "il faut que j'", "faut que je", "faut que j'", "il faudrait que je", "il faudrait que j'", "faudrait que je", "faudrait que j'", "il faut qu' on", "faut qu' on",
	"merci de", "merci d'", "veuillez", "bonjour", "salut", "coucou",
	"hey", "ok", "d' accord", "alors", "bon", "oui",
	"et", "puis", "aussi", "maintenant", "aide-moi a", "aide moi a",
	"tu veux bien", "est-ce que tu peux", "pourrais-tu", "pourriez-vous", "pouvez-vous", "je voudrais que tu", "je veux que tu", "il faudrait que tu", "j' aimerais bien", "finalement", "du coup", "bref", "euh", "ah", "j' ai besoin de", "j' ai besoin d'", "donc", "voila",
}

// frenchThanks stand at the end.
var frenchThanks = []string{
	"s' il te plait", "s' il vous plait", "stp", "svp", "merci", "merci beaucoup",
	"merci d' avance", "en fait", "d' ailleurs", "maintenant", "du coup", "finalement", "pour moi", "si possible", "si tu peux", "un de ces jours", "un jour ou l' autre", "un de ces quatre", "a l' occasion",
}

// frenchDays are words of time, which tell that a text is French.
var frenchDays = []string{
	"aout", "apres-midi", "aujourd'hui", "avril", "ce", "cet", "cette", "chez", "decembre",
	"demain", "dernier", "derniere", "dimanche", "fevrier", "heure", "heures", "hier", "janvier",
	"jeudi", "jour", "jours", "juillet", "juin", "lundi", "mai", "mardi", "mars",
	"matin", "mercredi", "midi", "minuit", "mois", "novembre", "octobre", "prochain", "prochaine",
	"prochaines", "prochains", "samedi", "semaine", "septembre", "soir", "vendredi",
}

// bothLanguages are words of French that tell nothing, since English has them.
var bothLanguages = []string{
	"a", "an", "are", "as", "bas", "but", "car", "change", "cinema", "commence", "complete",
	"concert", "conference", "date", "en", "important", "item", "la", "list", "mais",
	"mars", "me", "name", "note", "notes", "on", "or", "place", "plan",
	"programme", "reserve", "set", "tag", "tags", "title", "training", "urgent", "visit",
}

// englishMarks are the small words that tell that a text is English.
var englishMarks = []string{
	"add", "all", "and", "are", "at", "by", "create", "delete", "every",
	"for", "friday", "from", "i", "in", "into", "is", "it", "make",
	"mark", "me", "monday", "month", "move", "my", "next", "of", "on",
	"please", "put", "remind", "saturday", "set", "sunday", "that", "the", "these",
	"this", "those", "thursday", "to", "today", "tomorrow", "tonight", "tuesday", "wednesday",
	"week", "with", "you",
}
