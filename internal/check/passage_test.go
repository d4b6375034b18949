package check_test

import (
	"encoding/json"
	"strings"
	"testing"

	"assister/internal/check"
)

func TestPassages(t *testing.T) {
	for _, tt := range []struct{ name, text, was, becomes, want, errors, warnings string }{
		{name: "one that is there once", text: "# Plan\n\nstatus: draft\n\nend", was: "status: draft", becomes: "status: final", want: "# Plan\n\nstatus: final\n\nend"},
		{name: "one that goes", text: "first\nsecond\nthird", was: "\nsecond", want: "first\nthird"},
		{name: "blanks", text: "one  two", was: "  ", becomes: " ", want: "one two"},
		{name: "one that is not there", text: "something", was: "nothing", becomes: "all", errors: "old_text_not_found"},
		{name: "one that has gone is not told from one that never was", text: "something", was: "nothing", errors: "old_text_not_found"},
		{name: "one that is there twice", text: "red, blue, red", was: "red", becomes: "green", errors: "ambiguous_match"},
		{name: "two that overlap are two", text: "aaa", was: "aa", becomes: "b", errors: "ambiguous_match"},
		{name: "one that is like that already", text: "status: final", was: "status: draft", becomes: "status: final", warnings: "nothing_changes"},
		{name: "part of a word is not like that already", text: "finally", was: "draft", becomes: "final", errors: "old_text_not_found"},
		{name: "the word after a part of one is", text: "finally final", was: "draft", becomes: "final", warnings: "nothing_changes"},
		{name: "one in another case is not done, whatever else is there", text: "Owner: ann; done", was: "owner: Ann", becomes: "done", errors: "old_text_not_found"},
		{name: "what was put behind it is not put there again", text: "Log\n- one", was: "Log", becomes: "Log\n- one", warnings: "nothing_changes"},
		{name: "what was put behind one of two", text: "Log\n- one\nLog", was: "Log", becomes: "Log\n- one", errors: "ambiguous_match"},
		{name: "what would be too long", text: "x" + strings.Repeat("y", 65_535), was: "x", becomes: "xx", errors: "invalid_content"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			members, err := json.Marshal(map[string]string{"op": "note.edit", "id": "1", "oldText": tt.was, "newText": tt.becomes})
			if err != nil {
				t.Fatal(err)
			}
			content, _ := json.Marshal(tt.text)
			p := plan(t, made(t, `{"op":"note.create","title":"Plan","content":`+string(content)+`}`), check.Rules{}, string(members))
			f := p.Findings[0]
			if codes(f.Errors) != tt.errors || codes(f.Warnings) != tt.warnings {
				t.Errorf("errors %q warnings %q: %v", codes(f.Errors), codes(f.Warnings), f.Errors)
			}
			want := ""
			if tt.want != "" {
				changed, _ := json.Marshal(tt.want)
				want = "note content: " + string(content) + " → " + string(changed) + "\n"
			}
			if got := cells(p.Changes(2)); got != want {
				t.Errorf("changes:\n%swant:\n%s", got, want)
			}
		})
	}
}

func TestAPassageWithAnotherSpellingIsSuggested(t *testing.T) {
	data := made(t, `{"op":"project.create","name":"House","description":"Status:\n  In progress"}`)
	for was, hint := range map[string]string{
		"status: in progress": "did you mean “Status:\n  In progress”?",
		"status (draft)":      "copy the current text exactly, with its line breaks",
	} {
		f := plan(t, data, check.Rules{}, `{"op":"project.edit","id":1,"oldText":"`+was+`","newText":"done"}`).Findings[0]
		if codes(f.Errors) != "old_text_not_found" || f.Errors[0].Hint != hint {
			t.Errorf("%q: %+v", was, f.Errors)
		}
	}
}

// A line must have content.
func TestALineCannotBecomeEmpty(t *testing.T) {
	data := made(t, `{"op":"note_session.create"}`, `{"op":"note_line.create","sessionId":1,"content":"hello"}`)
	f := plan(t, data, check.Rules{}, `{"op":"note_line.edit","id":1,"oldText":"hello","newText":null}`).Findings[0]
	if codes(f.Errors) != "invalid_content" {
		t.Errorf("%+v", f)
	}
}
