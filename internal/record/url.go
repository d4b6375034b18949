package record

import (
	"net/url"
	"strings"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
)

// harmful are schemes that carry a program or a document instead of saying where
// one is. Nothing here opens a link, but what reads our output may.
var harmful = []string{"javascript", "data", "vbscript"}

// parseURL reads a link. One without a scheme is a web address; one with a
// scheme keeps it, whichever it is (facts 2.3 has the defect of putting https://
// before a mailto: link).
func parseURL(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	text, p := parseText(f, v)
	if p != nil {
		return Null, p
	}
	bad := func(message, hint string) (Value, *problem.Problem) {
		return Null, invalid(f, f.Name+" "+message, hint)
	}
	s := text.Text()
	if strings.ContainsAny(s, " \t\r\n\"<>\\^`{|}") {
		return bad("has a character that no link can have", "write it as %XX")
	}
	scheme, rest := splitScheme(s)
	switch {
	case scheme == "" && strings.HasPrefix(s, "//"):
		s = "https:" + s
	case scheme == "":
		s = "https://" + s
	default:
		s = strings.ToLower(scheme) + ":" + rest
	}
	for _, h := range harmful {
		if strings.EqualFold(scheme, h) {
			return bad("must say where something is, and "+h+": does not", "such as https://example.org")
		}
	}
	u, err := url.Parse(s)
	web := err == nil && (u.Scheme == "http" || u.Scheme == "https")
	if err != nil || web && !hosted(u) || u.Opaque == "" && u.Host == "" && u.Path == "" {
		return bad("must be a link", "such as https://example.org or mailto:ann@example.org")
	}
	return Text(s), nil
}

// hosted reports whether a web address names a host. A word without a dot is one
// only where it was written as an address.
func hosted(u *url.URL) bool {
	host := u.Hostname()
	return host != "" && !strings.HasPrefix(host, ".") && !strings.Contains(host, "..")
}

// splitScheme cuts the scheme off (RFC 3986, 3.1). What is followed by a port is
// a host: localhost:8080 has no scheme.
func splitScheme(s string) (scheme, rest string) {
	scheme, rest, found := strings.Cut(s, ":")
	if !found || scheme == "" || strings.Contains(scheme, ".") {
		return "", s
	}
	for i, r := range scheme {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-", r)) {
			return "", s
		}
	}
	port, _, _ := strings.Cut(rest, "/")
	if port != "" && strings.Trim(port, "0123456789") == "" && !strings.EqualFold(scheme, "tel") && !strings.EqualFold(scheme, "sms") {
		return "", s
	}
	return scheme, rest
}
