package phrase

import "testing"

func TestFrenchIsSpokenThroughTheSameGrammar(t *testing.T) {
	tests := []struct{ text, want string }{
		{"ajoute du lait", `create "lait"`},
		{"ajoute dentiste mardi à 15h", `create "dentiste" when=2026-11-24 15:00`},
		{"ajoute un rendez-vous chez le dentiste mardi à 15h", `create event "rendez-vous chez le dentiste" when=2026-11-24 15:00`},
		{"crée une tâche pour appeler le plombier vendredi", `create task "appeler le plombier" when=2026-11-27`},
		{"crée une tâche urgente : payer le loyer", `create task "payer le loyer" prio=high`},
		{"rappelle-moi d'appeler Paul demain à 9h", `create "appeler Paul" when=2026-11-22 09:00`},
		{"rappelle-moi demain à 9h d'appeler Paul", `create "appeler Paul" when=2026-11-22 09:00`},
		{"rappelle moi de sortir les poubelles tous les lundis", `create "sortir les poubelles" when=2026-11-23 {type:weekly,byDay:[MO]}`},
		{"n'oublie pas d'acheter du pain", `create "acheter du pain"`},
		{"fais-moi penser à rendre les livres jeudi", `create "rendre les livres" when=2026-11-26`},
		{"peux-tu ajouter un dîner chez Mario samedi à 20h s'il te plaît ?", `create "dîner chez Mario" when=2026-11-21 20:00`},
		{"j'ai un entretien demain à 14h", `create event "entretien" when=2026-11-22 14:00`},
		{"je dois finir le rapport avant vendredi", `create "finir le rapport" due=2026-11-26`},
		{"dîner avec Nina vendredi à 20h", `create "dîner avec Nina" when=2026-11-27 20:00`},
		{"mets du lait sur ma liste de courses", `create "lait" onto "courses" ["lait"] list=courses`},
		{"ajoute des œufs et du pain à la liste de courses", `create "œufs et du pain" onto "courses" ["œufs" "pain"] list=courses`},
		{"déplace le dentiste à vendredi", `move <dentiste> when=2026-11-27`},
		{"déplace le rapport de lundi à mercredi", `move <rapport; 2026-11-23> when=2026-11-25`},
		{"décale le dentiste d'une heure", `move <dentiste> by={Days:0 Months:0 Minutes:60}`},
		{"avance le dentiste d'une heure", `move <dentiste> by={Days:0 Months:0 Minutes:-60}`},
		{"repousse tout d'une semaine", `move <; every> by={Days:7 Months:0 Minutes:0}`},
		{"déplace toutes les tâches en retard à demain", `move <; every; overdue; task> when=2026-11-22`},
		{"déplace tout d'aujourd'hui à vendredi", `move <; every; 2026-11-21> when=2026-11-27`},
		{"reporte les tâches du projet Data à lundi", `move <; every; task; project:Data> when=2026-11-23`},
		{"marque le rapport comme fait", `complete <rapport>`},
		{"marque toutes les tâches d'aujourd'hui comme terminées", `complete <; every; task; 2026-11-21>`},
		{"termine le rapport", `complete <rapport>`},
		{"j'ai fini la vaisselle", `complete <vaisselle>`},
		{"coche le lait", `complete <lait>`},
		{"coche le pain sur la liste de courses", `complete <pain; list:courses>`},
		{"supprime le rendez-vous chez le dentiste", `delete <rendez-vous chez le dentiste; event>`},
		{"annule mes rendez-vous de demain", `delete <; every; event; 2026-11-22>`},
		{"annule la réunion de lundi", `delete <réunion; event; 2026-11-23>`},
		{"supprime toutes les tâches terminées", `delete <; every; completed; task>`},
		{"supprime tout cette semaine", `delete <; every; 2026-11-16..2026-11-22>`},
		{"vide la liste de courses", `delete <; every; list:courses>`},
		{"mets le rapport en priorité haute", `change <rapport> prio=high`},
		{"rends le rapport urgent", `change <rapport> prio=high`},
		{"change la priorité du rapport en basse", `change <rapport> prio=low`},
		{"renomme le rapport en Bilan", `rename <rapport> -> <rapport> "Bilan"`},
		{"échange le dentiste et le déjeuner", `swap <dentiste> with <déjeuner>`},
		{"prolonge le dentiste de 30 minutes", `change <dentiste> longer=30`},
		{"saute le sport aujourd'hui", `skip <sport; 2026-11-21>`},
		{"rouvre le rapport", `reopen <rapport>`},
		{"le rapport est fini", `complete <rapport>`},
		{"enlève l'étiquette maison de toutes les tâches", `change <; every; task> untag=maison`},
		{"supprime l'échéance du rapport", `change <rapport> clear=deadline`},
		{"qu'est-ce que j'ai demain", `?qu'est-ce que j'ai demain`},
		{"montre mes tâches", `?montre mes tâches`},
		{"annule tout", `delete <; every>`},
		{"ajouter une réunion d'équipe demain à 10h", `create event "réunion d'équipe" when=2026-11-22 10:00`},
		{"note : appeler la banque lundi", `create "appeler la banque" when=2026-11-23`},
		{"inscris le contrôle technique le 3 décembre à 8h30", `create "contrôle technique" when=2026-12-03 08:30`},
		{"mets un rappel pour demain : arroser les plantes", `create "arroser les plantes" when=2026-11-22`},
		{`crée un événement "Fête de quartier" samedi à 18h`, `create event "Fête de quartier" when=2026-11-21 18:00`},
		{"crée un projet Jardin", `create project "Jardin"`},
		{"crée une liste de courses avec farine, sucre et beurre", `create checklist "courses" onto "courses" ["farine" "sucre" "beurre"]`},
		{"nouvelle tâche : réparer le vélo", `create task "réparer le vélo"`},
		{"ajoute réparer le vélo au projet Jardin", `create "réparer le vélo" project=Jardin`},
		{"ajoute une tâche de priorité haute pour envoyer le devis", `create task "envoyer le devis" prio=high`},
		{"je voudrais planifier un déjeuner avec Sophie jeudi à midi", `create "déjeuner avec Sophie" when=2026-11-26 12:00`},
		{"il faut que je paie la cantine vendredi", `create "payer la cantine" when=2026-11-27`},
		{"il faut acheter des timbres", `create "acheter des timbres"`},
		{"j'ai un cours de piano mercredi à 17h", `create "cours de piano" when=2026-11-25 17:00`},
		{"je vais au théâtre samedi à 20h30", `create "théâtre" when=2026-11-21 20:30`},
		{"il y a une réunion de parents jeudi à 18h", `create event "réunion de parents" when=2026-11-26 18:00`},
		{"rappelle-moi dans deux heures d'éteindre le four", `create "éteindre le four" when=2026-11-21 11:00`},
		{"rappelez-moi de rappeler le notaire la semaine prochaine", `create "rappeler le notaire" when=2026-11-23..2026-11-29`},
		{"pense à sortir le chien ce soir", `create "sortir le chien" when=2026-11-21 evening`},
		{"yoga tous les mardis à 19h", `create "yoga" when=2026-11-24 19:00 {type:weekly,byDay:[TU]}`},
		{"rendez-vous chez le médecin le 12 décembre à 9h15", `create event "rendez-vous chez le médecin" when=2026-12-12 09:15`},
		{"pourriez-vous annuler mon rendez-vous de mardi, merci", `delete <rendez-vous; event; 2026-11-24>`},
		{"est-ce que tu peux supprimer la tâche lait", `delete <lait; task>`},
		{"bonjour, peux-tu déplacer le déjeuner avec Ana à lundi midi ?", `move <déjeuner avec Ana> when=2026-11-23 12:00`},
		{"merci de reporter la réunion de vendredi à lundi", `move <réunion; event; 2026-11-27> when=2026-11-23`},
		{"avance la réunion à 14h", `move <réunion; event> when=14:00`},
		{"décale tous mes rendez-vous de demain d'une heure", `move <; every; event; 2026-11-22> by={Days:0 Months:0 Minutes:60}`},
		{"repousse les tâches de cette semaine à lundi prochain", `move <; every; task; 2026-11-16..2026-11-22> when=2026-11-23`},
		{"déplace toutes mes tâches de travail à vendredi", `move <; every; task; context:work> when=2026-11-27`},
		{"termine toutes les tâches du projet Jardin", `complete <; every; task; project:Jardin>`},
		{"marque le lait et les œufs comme faits", `complete <lait et les œufs; each:2>`},
		{"j'ai terminé le rapport", `complete <rapport>`},
		{"raye le pain de la liste de courses", `complete <pain; list:courses>`},
		{"supprime les tâches en retard", `delete <; every; overdue; task>`},
		{"efface tout ce qui est terminé", `delete <; every; completed>`},
		{"annule tous les événements de samedi", `delete <; every; event; 2026-11-21>`},
		{"vide mon agenda de vendredi", `delete <; every; event; 2026-11-27>`},
		{"passe toutes les tâches urgentes à demain", `move <; every; task; prio:high> when=2026-11-22`},
		{"mets les tâches du projet Data en priorité basse", `change <; every; task; project:Data> prio=low`},
		{"renomme la tâche lait en lait d'avoine", `rename <lait; task> -> <lait; task> "lait d'avoine"`},
		{"change la date du rapport au 5 décembre", `move <rapport> when=2026-12-05`},
		{"change l'heure du dentiste à 11h", `move <dentiste> when=11:00`},
		{"supprime le lait et les œufs", `delete <lait et les œufs; each:2>`},
		{"ajoute du pain, puis supprime le lait", `create "pain" | delete <lait>`},
		{"déplace le rapport à demain et termine le lait", `move <rapport> when=2026-11-22 | complete <lait>`},
		{"suprime le rapport", `delete <rapport>`},
		{"tague le rapport avec urgent", `change <rapport> tags=urgent`},
		{"raccourcis la réunion de 15 minutes", `change <réunion; event> longer=-15`},
		{"commence le rapport", `start <rapport>`},
		{"décoche le pain", `reopen <pain>`},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// One language is spoken at a time: that of the verb, whatever the title is in.
func TestTheLanguageIsThatOfTheVerb(t *testing.T) {
	tests := []struct{ text, want string }{
		{"add dîner avec les Dupont et la famille tomorrow", `create "dîner avec les Dupont et la famille" when=2026-11-22`},
		{"ajoute meeting with the team demain", `create event "meeting with the team" when=2026-11-22`},
		{"note to self", "?note to self"},
		{"add a la carte menu", `create "la carte menu"`},
		{"delete la vie en rose", "delete <la vie en rose>"},
		{"supprime The Great Gatsby", "delete <Great Gatsby>"},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestTheTablesOfWordsAreInOrder(t *testing.T) {
	for _, table := range [][]synonym{frenchWords, participles, frenchParticiples} {
		for i, w := range table[1:] {
			if table[i].words >= w.words {
				t.Errorf("%q stands before %q", table[i].words, w.words)
			}
		}
	}
	for _, table := range [][]string{frenchDays, bothLanguages, englishMarks} {
		for i, w := range table[1:] {
			if table[i] >= w {
				t.Errorf("%q stands before %q", table[i], w)
			}
		}
	}
	for _, s := range frenchVerbs {
		known := false
		for i := range verbs {
			known = known || verbs[i].words == s.of
		}
		if !known {
			t.Errorf("%q stands for %q, which is no verb", s.words, s.of)
		}
	}
}
