package httpapi

import (
	"net/http"
	"strings"

	"assister/internal/door"
	"assister/internal/problem"
)

// checkHost refuses a request that was sent to another name than the server's: a page of
// another site can point its own name at this address (DNS rebinding). It cannot do that
// with an address or with localhost.
func (s *Server) checkHost(r *http.Request) *httpError {
	if door.KnownHost(r.Host, s.Names) {
		return nil
	}
	return refusal(http.StatusMisdirectedRequest, "host_not_allowed",
		"this server has no name "+problem.Quote(r.Host), "start it with --allow-host and the name")
}

// checkOrigin refuses a request that a browser sends for a page of another site.
func checkOrigin(r *http.Request) *httpError {
	origin := r.Header.Get("Origin")
	if door.SameOrigin(origin, r.Host) {
		return nil
	}
	return refusal(http.StatusForbidden, "origin_not_allowed",
		"pages of "+problem.Quote(origin)+" may not use this server", "")
}

// authenticate finds the client that the token of a request belongs to.
func (s *Server) authenticate(r *http.Request) (door.Client, *httpError) {
	shown, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer {
		shown = r.Header.Get("X-MCP-Token")
	}
	if c, found := s.Tokens.Find(strings.TrimSpace(shown)); found {
		return c, nil
	}
	message := "the token is wrong"
	if shown == "" {
		message = "the request has no token"
	}
	return door.Client{}, refusal(http.StatusUnauthorized, "unauthorized", message,
		"send the header “Authorization: Bearer TOKEN” with the token of the server")
}

// protect sets the headers that hold for all answers: a browser runs the page's own script
// and style and nothing else, sends no address of the page elsewhere, and shows it in no
// frame of another site.
func protect(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "+
		"img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}
