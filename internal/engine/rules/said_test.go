package rules

import (
	"context"
	"strings"
	"testing"

	"assister/internal/brief"
	"assister/internal/language/message"
	"assister/internal/propose"
)

func TestAQuestionAboutAFrenchRequestIsInFrench(t *testing.T) {
	tests := []struct{ text, want string }{
		{"déplace le piano à vendredi", "? Rien ne correspond à “piano”."},
		{"déplace buy à vendredi", "? De quel “buy” s’agit-il ? [task:1] [task:8]"},
		{"déplace #1 à vendredi", "? Plusieurs éléments ont le numéro 1. Lequel ? [task:1] [event:1]"},
		{"supprime tout", "? Cela concerne tous les éléments. Précisez lesquels : ceux d’aujourd’hui, en retard, d’un projet ou avec une étiquette, toutes les tâches ou tous les événements."},
		{"termine le dentist", "! termine le dentist\n““Dentist” est un événement, et n’a pas de statut: supprimez-le ou déplacez-le”"},
		{"mets milk dans le projet Jardin", "? Aucun projet ne s’appelle “Jardin”. Lequel ? [project:1] [project:2]"},
		{"ajoute arroser demain matin", `{op:task.create,title:Arroser,notes:matin,scheduledFor:2026-11-22}`},
		{"ajoute arroser demain pendant 20 minutes", `{op:task.create,title:Arroser,notes:dure 20 minutes,scheduledFor:2026-11-22}`},
		{"ajoute arroser d'ici 17h", `{op:task.create,title:Arroser,notes:avant 17:00,deadline:2026-11-21}`},
	}
	for _, tt := range tests {
		d, err := Engine{}.Draft(context.Background(), propose.Request{Text: tt.text, Language: message.For("fr")}, brief.Brief{Clock: saturday(), Records: home()})
		if err != nil {
			t.Fatal(err)
		}
		warnings := d.Warnings
		d.Warnings = nil
		got := []string{drafted(d)}
		for _, w := range warnings {
			got = append(got, "“"+w.Message+": "+w.Hint+"”")
		}
		if got := strings.Join(got, "\n"); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
