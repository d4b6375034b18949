package record_test

import (
	"testing"

	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
)

func TestALinkKeepsItsScheme(t *testing.T) {
	f, _ := schema.Lookup("link").Field("url")
	for given, want := range map[string]string{
		"example.org":              "https://example.org",
		" example.org/a?b=c#d ":    "https://example.org/a?b=c#d",
		"HTTP://Example.org":       "http://Example.org",
		"//example.org/x":          "https://example.org/x",
		"localhost:8080/status":    "https://localhost:8080/status",
		"example.org:8443":         "https://example.org:8443",
		"http://[::1]:8080/":       "http://[::1]:8080/",
		"mailto:ann@example.org":   "mailto:ann@example.org",
		"tel:+49301234":            "tel:+49301234",
		"tel:112":                  "tel:112",
		"ssh://host/path":          "ssh://host/path",
		"obsidian://open?vault=a":  "obsidian://open?vault=a",
		"file:///home/ann/a.txt":   "file:///home/ann/a.txt",
		"https://例え.example/日本":    "https://例え.example/日本",
		"javascript:alert(1)":      "",
		"data:text/html;base64,PA": "",
		"https://":                 "",
		"https://a b":              "",
		"mailto:":                  "",
		"http://%zz":               "",
		"https://a\nb":             "",
		".":                        "",
	} {
		v, p := record.Parse(f, ijson.Value{Kind: ijson.String, Text: given})
		if v.Text() != want || (p == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", given, v.Text(), p, want)
		}
	}
}

func TestAMomentIsALocalDayAndTime(t *testing.T) {
	f := &schema.Field{Name: "until", Type: schema.Moment}
	for given, want := range map[string]string{
		"2026-11-22T15:00":     "2026-11-22T15:00",
		"2026-11-22 07:05":     "2026-11-22T07:05",
		"2026-11-22T15:00:00":  "2026-11-22T15:00",
		"2026-11-22T15:00:30":  "",
		"2026-11-22T15:00Z":    "",
		"2026-11-22T15:00:00Z": "",
		"2026-02-30T15:00":     "",
		"2026-11-22T24:00":     "",
		"2026-11-22":           "",
	} {
		v, p := record.Parse(f, ijson.Value{Kind: ijson.String, Text: given})
		if v.MomentText() != want || (p == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", given, v.MomentText(), p, want)
		}
	}
}

func TestAWholeNumberStaysWithinItsBounds(t *testing.T) {
	f := &schema.Field{Name: "size", Type: schema.Integer, Min: 0, Max: 100}
	for given, ok := range map[string]bool{"0": true, "100": true, `"7"`: true, "101": false, "-1": false, "1.5": false, `"many"`: false, "true": false} {
		v, parsed := ijson.Parse([]byte(given))
		if parsed != nil {
			t.Fatal(parsed)
		}
		got, p := record.Parse(f, v)
		if (p == nil) != ok || ok && got.IsNull() {
			t.Errorf("%s: %v, %v", given, got, p)
		}
	}
}
