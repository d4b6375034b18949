package httpapi_test

import (
	"regexp"
	"strings"
	"testing"

	"assister/internal/httpapi"
)

// unsafe are the ways in which data could become code or markup in a page.
var unsafe = regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc|` +
	`<script>|<style>| style="| on[a-z]+="|https?://[a-z]`)

func TestThePageIsSmallAndHasNoCodeInItsData(t *testing.T) {
	s := server(t, nothing, httpapi.Limits{})
	size := 0
	for path, media := range map[string]string{
		"/": "text/html", "/page.css": "text/css", "/page.js": "text/javascript", "/icon.svg": "image/svg+xml",
	} {
		r := asked{method: "GET", path: path}.send(t, t.Context(), s)
		text := body(t, r)
		size += len(text)
		if r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), media) {
			t.Errorf("%s: %d %s", path, r.StatusCode, r.Header.Get("Content-Type"))
		}
		if found := unsafe.FindString(strings.ReplaceAll(text, `xmlns="http://www.w3.org/2000/svg"`, "")); found != "" {
			t.Errorf("%s has %q", path, found)
		}
		policy := r.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for"} {
			if !strings.Contains(policy, part) || strings.Contains(policy, "unsafe") {
				t.Errorf("%s: the policy is %s", path, policy)
			}
		}
	}
	if size > 60_000 {
		t.Errorf("the page has %d bytes", size)
	}
	if r := (asked{method: "POST", path: "/", body: "{}"}).send(t, t.Context(), s); r.StatusCode != 405 || r.Header.Get("Allow") == "" {
		t.Errorf("a POST to the page: %d", r.StatusCode)
	}
}
