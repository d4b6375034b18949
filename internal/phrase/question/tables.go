package question

import (
	"strings"
	"sync"

	"assister/internal/schema"
)

// group is phrases that mean the same. They are in lower case, without accents,
// apostrophes or hyphens, and stand with "|" between them.
type group struct {
	means   meaning
	n       int
	kind    string
	phrases string
}

// tables are the phrases of each language, put into one index when the first
// question is read.
var tables = [...]func() map[string]entry{English: sync.OnceValue(func() map[string]entry { return index(english) }),
	French: sync.OnceValue(func() map[string]entry { return index(frenchWords) })}

// index has the phrases, and in every language the names of the kinds.
func index(groups []group) map[string]entry {
	all := map[string]entry{}
	for _, k := range schema.Kinds {
		for _, name := range [...]string{k.Name, k.Plural} {
			all[strings.ReplaceAll(name, "_", " ")] = entry{means: kind, kind: k.Name}
		}
	}
	for _, g := range groups {
		for words := range strings.SplitSeq(g.phrases, "|") {
			all[words] = entry{g.means, g.n, g.kind}
		}
	}
	return all
}

// articles are the small words that stand before a name.
var articles = [...][]string{English: {"the", "my", "our", "a", "an"}, French: {"le", "la", "les", "l", "mon", "ma", "mes", "notre", "un", "une"}}

var english = []group{
	{means: filler, phrases: "a|all|all of|an|and|anybody|are|as|be|been|being|calendar|can|can you|could you|current|currently|did|do|does|everything|get|go|going on|got|had|happening|happens|has|have|" +
		"how about|hey|hi|i|i need|i need to|i ve|i ve got|i want to|in total|is|is it|it|item|items|just|know|let me|list of|m|me|my|need|need to|now|ok|okay|on|our|ours|pls|please|re|right now|s|scheduled|schedule|see|so|some|" +
		"still|than|that|that are|that is|that have|the|their|them|then|there|there are|these|they|thing|things|this|those|to|total|up|upcoming|us|want|was|we|were|will|would you|you|have you|on my plate|on my list|on my agenda|" +
		"on my calendar|on my schedule|in my calendar|agenda|coming|coming up|take place|takes place|planned|records|record|entries|to me|i have|have i|do i have to do|have to|assigned|each|every one|every single|full|both|only"},
	{means: lister, phrases: "what|whats|what do i have|what have i got|which|show|show me|list|give me|give|tell me|tell me about|tell|display|print|find|find me|look up|who|what are|what is|what s|read|read me|get me|what about|do you know what"},
	{means: asking, n: int(Count), phrases: "how many|number of|the number of|count|count of|count the|how much"},
	{means: asking, n: int(Exists), phrases: "anything|any|is there|are there any|is there any|is there anything|are there|do i have|do i have any|do i have anything|do we have|do we have any|do we have anything|have i got any|have i got anything|have i got|have we got|got anything|got any|was there|was there any|was there anything|were there any|will there be"},
	{means: asking, n: int(Next), phrases: "next|the next|my next|next upcoming|soonest|what comes next|what s next|what is next|next up|upcoming one|nearest"},
	{means: asking, n: int(Last), phrases: "last|my last|the last|previous|latest|most recent|when was|when were|when did|when was the last time|last time"},
	{means: asking, n: int(First), phrases: "first|earliest|the first|my first|what s first|what is first"},
	{means: asking, n: int(When), phrases: "when|whens|when is|when are|when do|when does|when will|when s|what time|at what time|what day|what date|on what day|on which day|which day|how soon|what time is|what time does"},
	{means: asking, n: int(Where), phrases: "where|wheres|where is|where are|where do|where s|where does|at what place|in which room|which room|what room|what place"},
	{means: asking, n: int(Free), phrases: "free|available|busy|am i free|am i busy|am i available|are we free|am i booked|booked|do i have time|have i time|free time|am i doing anything|got time|have time"},
	{means: asking, n: int(Urgent), phrases: "most urgent|the most urgent|most important|the most important|top priority|highest priority|most pressing|urgent|do first|should i do first|should i do next|should i do now|should i work on|should i start with|to start with|work on first|work on next|most critical|matters most|do next"},
	{means: asking, n: int(Overview), phrases: "overview|summary|how does|how is|how s|how are things|look like|looks like|look|looks|looking|how busy|summarize|summarise|an overview of|a summary of|what s up|whats up|sum up|recap"},
	{means: state, n: int(Overdue), phrases: "overdue|over due|late|past due|delayed|behind schedule|am i behind on|behind on|missed|running late|out of date"},
	{means: state, n: int(Open), phrases: "open|unfinished|incomplete|uncompleted|not done|not yet done|not finished|not completed|undone|remaining|remain|remains|left|left to do|outstanding|active|to do|have to do|need to do|not done yet|not finished yet|still open|unresolved|must i do|should i do|must be done|be done|do i need to do"},
	{means: state, n: int(Pending), phrases: "pending|not started|not begun|unstarted"},
	{means: state, n: int(Doing), phrases: "in progress|doing|started|under way|underway|ongoing|working on|being done|in the works"},
	{means: state, n: int(Finished), phrases: "completed|finished|done|complete|finish|did i do|did i finish|did i complete|did i get done|have i done|have i finished|have i completed|did we do|did we finish|did we complete|get done|got done|accomplish|accomplished|did i accomplish|achieved|achieve|ticked off|checked off|closed|got finished"},
	{means: state, n: int(Skipped), phrases: "skipped|skip|skipped over"},
	{means: state, n: int(AnyState), phrases: "open or done|done or not|whether done or not|in any state"},
	{means: due, phrases: "due|is due|are due|due on|due by|due in|with a deadline|with deadlines|with a due date|deadline|deadlines|have a deadline|must be finished|have deadlines"},
	{means: priority, n: 0, phrases: "low priority|of low priority|with low priority|unimportant|low prio"},
	{means: priority, n: 1, phrases: "medium priority|normal priority|of medium priority|with medium priority"},
	{means: priority, n: 2, phrases: "high priority|important|of high priority|with high priority|high prio|with a high priority|critical"},
	{means: context, n: 0, phrases: "for school|at school|school"},
	{means: context, n: 1, phrases: "personal|private"},
	{means: context, n: 2, phrases: "for work|at work|work related"},
	{means: undated, phrases: "without a date|without date|without dates|without a day|without a due date|without a deadline|without deadline|no date|no dates|no day|no due date|no deadline|undated|unscheduled|not scheduled|not planned|backlog|in the backlog|in my backlog|have no date|has no date|have no day|have no deadline|someday|not dated|with no date|with no day|without any date|unplanned|don t have a date|not have a date|lack a date|no deadline at all"},
	{means: repeating, phrases: "recurring|repeating|recurrent|repeat|repeats|that repeat|regular|repeated"},
	{means: kind, kind: "task", phrases: "todo|todos|to do item|to do items|to dos|chore|chores|work items|assignments|assignment|reminder|reminders|to do list|todo list|task list"},
	{means: kind, kind: "event", phrases: "meeting|meetings|appointment|appointments|appt|appts|calendar events|calendar event|calls scheduled|engagements|engagement"},
	{means: kind, kind: "checklist", phrases: "list called|lists"},
	{means: kind, kind: "person", phrases: "contact|contacts"},
	{means: period, n: day, phrases: "day|my day|the day|how my day"},
	{means: period, n: week, phrases: "week|my week|the week|our week"},
	{means: period, n: month, phrases: "month|my month|the month|our month"},
	{means: within, phrases: "in|of|from|inside|within|under|belonging to|belong to|belongs to"},
	{means: belonging, kind: "project", phrases: "project"},
	{means: matter, phrases: "with|about|regarding|concerning|on the subject of|for|involving|mentioning|that mention|mention|containing|titled|at|named|called|related to|that have to do with"},
	{means: tagged, phrases: "tagged|tagged with|with tag|with the tag|labeled|labelled|tag|tagged as|under the tag"},
}

var frenchWords = []group{
	{means: filler, phrases: "a|actuellement|ai|agenda|alors|aux|avoir|bonjour|calendrier|ce|ce qui|celles|ceux|ces|cet|comme|dans mon agenda|dans mon calendrier|doit|dois|dois je|element|elements|en tout|encore|es|est|est ce que|et|etaient|etait|" +
		"faut|faut il|il|ils|elle|elles|il y a|j|j ai|je|l|la|le|les|lesquels|m|ma|maintenant|me|mes|moi|mon|n|ne|non|nos|notre|nous|on|ont|ou|par|parmi|pas|planning|pour le moment|prevu|prevue|prevues|prevus|programme|programmes|peux tu|pourrais tu|qui|" +
		"qui est|qui sont|s|s il te plait|s il vous plait|se|sera|seront|salut|sont|sont ils|sont elles|stp|svp|sur ma liste|tous|tout|toute|toutes|toutes les|tu|un|une|va|veux|vous|voudrais|y|y a|chose|choses|que j ai|ai je a|a t il|tout ce que|a venir|devons|avons|as|nomme|nommee"},
	{means: lister, phrases: "qu|que|quoi|qu est ce que|qu est ce qui|qu est ce qu|qu y a t il|quel|quelle|quels|quelles|quel est|quelle est|quels sont|quelles sont|donne|donne moi|donnez moi|montre|montre moi|montrez moi|liste|lister|affiche|affiche moi|afficher|dis moi|trouve|la liste de|la liste des|liste moi|qu ai je|que dois je|je voudrais voir|voir|cherche"},
	{means: asking, n: int(Count), phrases: "combien|combien de|combien d|combien y a t il de|combien ai je de|le nombre de|nombre de|compte|compter"},
	{means: asking, n: int(Exists), phrases: "y a t il|y a t il des|y a t il une|y a t il un|est ce que j ai|est ce que nous avons|est ce qu il y a|ai je|ai je des|ai je un|ai je une|ai je quelque chose|quelque chose|j ai quelque chose|j ai des|avons nous|a t on|as tu des"},
	{means: asking, n: int(Next), phrases: "prochain|prochaine|prochains|prochaines|le prochain|la prochaine|ma prochaine|mon prochain|la suite|ensuite|suivant|suivante"},
	{means: asking, n: int(Last), phrases: "dernier|derniere|le dernier|la derniere|ma derniere|mon dernier|precedent|precedente|quand etait|quand a eu lieu|la derniere fois"},
	{means: asking, n: int(First), phrases: "premier|premiere|le premier|la premiere|mon premier|ma premiere"},
	{means: asking, n: int(When), phrases: "quand|quand est|quand sont|quand a lieu|quand est ce que|a quelle heure|quel jour|a quelle date|quelle heure|quelle date|c est quand|quand ai je|a quelle heure est|a quelle heure a lieu"},
	{means: asking, n: int(Where), phrases: "ou est|ou sont|ou a lieu|a quel endroit|ou se trouve|dans quelle salle|c est ou|ou se passe|ou ai je"},
	{means: asking, n: int(Free), phrases: "libre|disponible|suis je libre|suis je disponible|est ce que je suis libre|je suis libre|sommes nous libres|occupe|occupee|suis je occupe|suis je occupee|est ce que je suis occupe|est ce que je suis disponible|ai je du temps|je suis disponible|du temps libre"},
	{means: asking, n: int(Urgent), phrases: "plus urgent|plus urgente|plus urgentes|plus urgents|le plus urgent|la plus urgente|les plus urgentes|plus important|plus importante|le plus important|la plus importante|plus importantes|les plus importantes|urgent|urgente|urgentes|urgents|prioritaire|prioritaires|en priorite|faire en premier|je faire en premier|dois je faire en premier|commencer par|commencer"},
	{means: asking, n: int(Overview), phrases: "apercu|resume|resume moi|vue d ensemble|bilan|comment se presente|comment s annonce|a quoi ressemble|comment est|un apercu de|le bilan de|recapitulatif|un resume de|comment va"},
	{means: state, n: int(Overdue), phrases: "en retard|retard|retards|depasse|depasses|depassee|depassees|qui est en retard|qui sont en retard|a la traine"},
	{means: state, n: int(Open), phrases: "ouvert|ouverte|ouverts|ouvertes|a faire|reste a faire|restant|restante|restants|restantes|inacheve|inachevee|inachevees|inacheves|non terminees|non terminee|non termine|non termines|pas terminees|pas terminee|pas finies|pas faites|pas encore faites|pas encore terminees|qui restent|reste|restent|me reste|reste t il|me reste t il|me reste t il a faire|a terminer|dois je faire|je dois faire|faire"},
	{means: state, n: int(Pending), phrases: "en attente|pas commencees|pas commence|non commencees|pas encore commencees"},
	{means: state, n: int(Doing), phrases: "en cours|commence|commencee|commencees|commences|entame|entamees"},
	{means: state, n: int(Finished), phrases: "termine|terminee|terminees|termines|fini|finie|finies|finis|fait|faite|faites|faits|acheve|achevee|achevees|acheves|accompli|accomplie|accomplies|complete|completee|completees|ai je termine|ai je fini|ai je fait|j ai termine|j ai fini|j ai fait|ai fini|ai termine|ai fait|avons nous fait|coche|cochees"},
	{means: state, n: int(Skipped), phrases: "saute|sautee|sautees|sautes|ignorees|ignore|passees outre"},
	{means: due, phrases: "echeance|echeances|due|dues|a rendre|a finir|avec une echeance|pour echeance|ont pour echeance|arrivent a echeance|arrive a echeance|a remettre"},
	{means: priority, n: 0, phrases: "basse priorite|priorite basse|de basse priorite|de priorite basse|faible priorite|de faible priorite|pas importantes"},
	{means: priority, n: 1, phrases: "priorite moyenne|de priorite moyenne|moyenne priorite"},
	{means: priority, n: 2, phrases: "haute priorite|priorite haute|de haute priorite|de priorite haute|importante|importantes|important|importants|forte priorite|de forte priorite|priorite elevee|de priorite elevee"},
	{means: context, n: 0, phrases: "pour l ecole|a l ecole|scolaire|scolaires"},
	{means: context, n: 1, phrases: "personnel|personnelle|personnelles|personnels|perso|prive|privees"},
	{means: context, n: 2, phrases: "au travail|pour le travail|au bureau|professionnel|professionnelle|professionnelles|professionnels"},
	{means: undated, phrases: "sans date|sans echeance|sans jour|pas de date|n ont pas de date|n a pas de date|pas d echeance|n ont pas d echeance|non datees|non planifie|non planifiee|non planifiees|pas planifiees|sans date limite|non planifies|aucune date|n ont aucune date|pas encore de date"},
	{means: repeating, phrases: "recurrent|recurrente|recurrentes|recurrents|repetitif|repetitives|repetitive|qui se repetent|qui se repete|se repetent|regulieres|reguliere"},
	{means: kind, kind: "task", phrases: "tache|taches|todo|todos|rappel|rappels|liste de taches|choses a faire"},
	{means: kind, kind: "event", phrases: "evenement|evenements|reunion|reunions|rendez vous|rdv|entretien|entretiens|rencontre|rencontres"},
	{means: kind, kind: "project", phrases: "projets"},
	{means: kind, kind: "checklist", phrases: "listes|checklists"},
	{means: kind, kind: "note", phrases: "note|notes"},
	{means: kind, kind: "link", phrases: "lien|liens"},
	{means: kind, kind: "person", phrases: "personne|personnes|contact|contacts|gens"},
	{means: kind, kind: "team", phrases: "equipe|equipes"},
	{means: kind, kind: "file", phrases: "fichier|fichiers"},
	{means: kind, kind: "alarm", phrases: "alarme|alarmes"},
	{means: period, n: day, phrases: "journee|ma journee|la journee|de ma journee|de la journee|du jour"},
	{means: period, n: week, phrases: "semaine|ma semaine|la semaine|de ma semaine|de la semaine"},
	{means: period, n: month, phrases: "mois|mon mois|le mois|du mois"},
	{means: within, phrases: "dans|du|de|des|d|au|sous|appartenant a|de la|dans le|dans la"},
	{means: belonging, kind: "project", phrases: "projet"},
	{means: matter, phrases: "avec|sur|a propos de|a propos du|concernant|au sujet de|au sujet du|pour|chez|mentionnant|mentionnent|mentionne|parlent de|parle de|qui parlent de|qui mentionnent|contenant|intitule|intitulee"},
	{means: tagged, phrases: "etiquete|etiquetee|etiquetees|etiquetes|avec l etiquette|avec le tag|taguees|tag|etiquette|avec l etiquette de"},
}
