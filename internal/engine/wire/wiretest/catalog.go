package wiretest

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
)

// Catalog is a server that only says what it has: as Ollama the models tiny:latest and
// small:1b, with show as the answer of /api/show; below /v1 the model small. Whoever
// asks for something else fails the test.
func Catalog(t *testing.T, show string) *url.URL {
	return Serve(t, func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprint(out, `{"version":"0.17.4"}`)
		case "/api/tags":
			fmt.Fprint(out, `{"models":[{"name":"tiny:latest","digest":"abc"},{"name":"small:1b"}]}`)
		case "/api/show":
			fmt.Fprint(out, show)
		case "/v1/models":
			fmt.Fprint(out, `{"data":[{"id":"small"}]}`)
		default:
			t.Errorf("a catalog is asked for %s", r.URL.Path)
		}
	})
}
