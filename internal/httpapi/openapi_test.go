package httpapi_test

import (
	"strings"
	"testing"

	"assister/internal/httpapi"
	"assister/internal/ijson"
)

// TestTheDocumentHasAllRoutesAndReferences reads the document as a client does. That it is
// valid as a whole is checked by make test-web.
func TestTheDocumentHasAllRoutesAndReferences(t *testing.T) {
	s := server(t, nothing, httpapi.Limits{})
	document, p := ijson.Parse([]byte(body(t, asked{method: "GET", path: "/openapi.json"}.send(t, t.Context(), s))))
	if p != nil {
		t.Fatal(p.Message)
	}
	paths, _ := document.Get("paths")
	for _, path := range paths.Members {
		for _, operation := range path.Value.Members {
			ask := asked{method: strings.ToUpper(operation.Name), path: path.Name}
			if ask.method == "POST" {
				ask.body = "{}"
			}
			if r := ask.send(t, t.Context(), s); r.StatusCode == 404 || r.StatusCode == 405 {
				t.Errorf("%s %s: %d", ask.method, path.Name, r.StatusCode)
			}
		}
	}
	if len(paths.Members) < 9 {
		t.Errorf("%d paths", len(paths.Members))
	}
	var visit func(v ijson.Value)
	visit = func(v ijson.Value) {
		if to, refers := v.Get("$ref"); refers {
			at := document
			for name := range strings.SplitSeq(strings.TrimPrefix(to.Text, "#/"), "/") {
				at, refers = at.Get(name)
			}
			if !refers {
				t.Errorf("there is no %s", to.Text)
			}
		}
		for _, m := range v.Members {
			visit(m.Value)
		}
		for _, item := range v.Items {
			visit(item)
		}
	}
	visit(document)
}
