package httpapi

import (
	"embed"
	"net/http"
	"slices"
	"strconv"
)

//go:embed page
var files embed.FS

// page are the files of the page, by their paths, and the types that they have. They hold
// nothing of the workspace: the page asks for it with the token.
var page = [...]struct{ path, name, media string }{
	{"/", "index.html", "text/html; charset=utf-8"},
	{"/page.css", "page.css", "text/css; charset=utf-8"},
	{"/page.js", "page.js", "text/javascript; charset=utf-8"},
	{"/icon.svg", "icon.svg", "image/svg+xml"},
}

// pageFile returns the answer with a file of the page.
func pageFile(path string) (func(http.ResponseWriter), bool) {
	at := slices.IndexFunc(page[:], func(f struct{ path, name, media string }) bool { return f.path == path })
	if at < 0 {
		return nil, false
	}
	f := page[at]
	return func(w http.ResponseWriter) {
		text, err := files.ReadFile("page/" + f.name)
		if err != nil {
			panic("httpapi: the page has no " + f.name)
		}
		w.Header().Set("Content-Type", f.media)
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		_, _ = w.Write(text)
	}, true
}
