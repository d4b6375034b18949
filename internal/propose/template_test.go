package propose

import (
	"strings"
	"testing"
	"text/template"

	"assister/internal/brief"
	"assister/internal/session"
	"assister/prompts"
)

// templateCases are data for templates: complete, partial and empty.
func templateCases() []promptData {
	offers := func(s promptData) promptData {
		s.Offers = func(name string) bool { return strings.Contains(strings.Join(s.Tools, " "), name) }
		return s
	}
	full := promptData{
		calendarData: calendarData{Weekday: "Saturday", Today: "2026-11-21", ThisWeek: []string{"Mon 2026-11-16", "Tue"}},
		requestData: requestData{Fence: "f", Request: "oil {{it}}", Language: "French",
			Turns: []session.Turn{{Role: "person", Text: "one"}, {Role: "assistant", Text: "two"}}},
		recordData: recordData{Counts: brief.Counts{Overdue: 3}, Records: []line{{Text: "r1"}, {Text: "r2"}, {Text: "r3"}}, Titles: []line{{Text: "t9 nine"}},
			Groups: []recordGroup{{Why: "Overdue", Lines: []line{{Text: "r1"}, {Text: "r2"}}}, {Why: "Others", Lines: []line{{Text: "r3"}}}}, Recent: []string{"task 3"},
			Week: []line{{Text: "w"}}, Backlog: []line{{Text: "b"}, {Text: "c"}}, Left: 2, Selected: true},
		operationData: operationData{Budget: 8, BulkFrom: 5, Tools: []string{"create_checklist", "add_checklist_item"},
			Bulk: []string{"bulk_update", "bulk_delete"}, Operations: []string{"task.create"}, Changes: []string{"- create"},
			Refused: []refused{{Number: 2, Problems: []string{"p", "q"}, Operation: "{}"}, {Number: 3}}},
		Lists: checklistData{Limit: 20, Most: "#3", Failed: []string{"x"}, Created: []string{"y", "z"}},
		Plan:  planData{Tools: []string{"t"}, Steps: 2, Reason: "why", Memory: "m", Found: []string{"1", "2"}},
	}
	some := full
	some.Groups, some.Titles = nil, nil
	some.Tools, some.Records, some.Turns, some.Language, some.Lists.Failed = nil, nil, nil, "", nil
	some.Refused = some.Refused[:1]
	return []promptData{offers(full), offers(some), offers(promptData{})}
}

// sameAsTheStandardLibrary executes a template with both implementations. The standard
// library calls a function in a field only by "call".
func sameAsTheStandardLibrary(t *testing.T, name, text string) {
	t.Helper()
	ours, err := parseTemplate(name, text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	theirs := template.Must(template.New(name).Parse(strings.ReplaceAll(text, ".Offers ", "call .Offers ")))
	for i, data := range templateCases() {
		for part := range ours {
			if part == name || strings.Contains(text, `{{template "`+part+`" .`) && part != "user" {
				continue // its data may be of another type
			}
			var want strings.Builder
			wrong := theirs.ExecuteTemplate(&want, part, data)
			got, err := ours.execute(part, data)
			if (err == nil) != (wrong == nil) || err == nil && got != want.String() {
				t.Errorf("%s %s, data %d: %v\n%s\nwant %v\n%s", name, part, i, err, got, wrong, want.String())
			}
		}
	}
}

func TestTemplatesMatchTheStandardLibrary(t *testing.T) {
	files, err := prompts.Files.ReadDir(".")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		text, err := prompts.Files.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		sameAsTheStandardLibrary(t, f.Name(), string(text))
	}
	for _, text := range []string{
		`{{.Request}} {{.Counts.Overdue}} {{.Lists.Most}}{{/* nothing */}} {{- " x " -}} {{.Selected}} {{.Records}}`,
		`{{$n := .Left}}{{if .Selected}}{{$n = 7}}{{$m := 1}}{{$m}}{{end}}{{$n}} {{$.Budget}}`,
		`{{if .Left}}a{{else if .Records}}b{{else}}c{{end}}{{with .Language}}{{.}} {{$.Today}}{{else}}none{{end}}`,
		`{{with $l := .Lists}}{{$l.Most}}{{.Limit}}{{else with .Plan}}{{.Steps}}{{end}}`,
		`{{range .Records}}{{.}} {{$.Left}}{{else}}no {{.Left}}{{end}}{{range $r := .Records}}{{$r}}{{end}}`,
		`{{range $i, $r := .Records}}{{if eq $i 1}}{{continue}}{{end}}{{if gt $i 1}}{{break}}{{end}}{{$i}}{{$r}}{{end}}`,
		`{{range .Refused}}{{.Number}}{{range .Problems}}{{.}}{{end}}{{end}}{{$t := .Turns}}{{range $t}}{{.Role}}{{end}}`,
		`{{len .Records}} {{.Records | len}} {{len .Request}} {{(len .Records) | printf "%d of %d" 3}} {{print 1 "a" true}}`,
		`{{not .Left}} {{and .Left .Records}} {{or .Language "x"}} {{or .Left .Nothing2}}`,
		`{{and .Selected (eq .Language "French") (ne .Left 3)}} {{lt 1 2}} {{le .Left 2}} {{ge "b" "a"}} {{gt 1 2}}`,
		`{{if .Offers "create_checklist"}}offered{{end}} {{(.Lists).Limit}}`,
		`{{.Nothing}}`, `{{range .Request}}{{end}}`, `{{.Request "x"}}`, `{{.Request.Length}}`, `{{len .Left}}`, `{{len}}`,
		`{{eq .Left "x"}}`, `{{not 1 2}}`, `{{lt 1}}`, `{{template "gone"}}`, `{{printf 3}}`, `{{1 2}}`,
		`{{template "user" .}}`, `{{.calendarData}}`, `{{"a" | .Request}}`, `{{.Offers 3}}`, `{{.Offers .Nothing}}`,
	} {
		sameAsTheStandardLibrary(t, "own.tmpl", `{{define "user"}}`+text+`{{end}}`)
	}
}

func TestAnInvalidTemplateIsRefusedWithItsPlace(t *testing.T) {
	for _, text := range []string{`{{`, `{{if}}{{end}}`, `{{html "x"}}`, `{{$x}}`, `{{end}}`} {
		if _, err := parseTemplate("own.tmpl", "\n"+text); err == nil || !strings.Contains(err.Error(), "own.tmpl:2:") {
			t.Errorf("%s: %v", text, err)
		}
	}
	ours, err := parseTemplate("own.tmpl", "{{define \"user\"}}\n{{len .Left}}{{end}}")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ours.execute("user", promptData{}); err == nil || !strings.Contains(err.Error(), "own.tmpl:2:2: <len .Left>: 0 has no length") {
		t.Error(err)
	}
}
