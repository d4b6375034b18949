package phrase

import "testing"

func TestAPassageOfANoteIsReworded(t *testing.T) {
	tests := []struct{ text, want string }{
		{"replace 'in progress' by 'done' in the note Release plan", `reword <Release plan; note> "in progress" -> "done"`},
		{"please change \"in progress\" to \"done\" in my note 'Release plan'", `reword <Release plan; note> "in progress" -> "done"`},
		{"in the note Release plan, replace 'In Progress' with 'Done'.", `reword <Release plan; note> "In Progress" -> "Done"`},
		{"dans la note Courses remplace « lait » par « thé »", `reword <Courses; note> "lait" -> "thé"`},

		// Where it ends, and in what it is, has to be said.
		{"replace milk by tea in the note Shopping", `?replace milk by tea in the note Shopping`},
		{"replace 'milk' by 'tea' in the note", `?replace 'milk' by 'tea' in the note`},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
