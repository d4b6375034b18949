package record

import (
	"net/url"
	"strings"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
)

// harmful are schemes of links that contain a program or a document themselves.
// Programs that read the output may open links.
var harmful = []string{"javascript", "data", "vbscript"}

// parseURL reads a link. A link without a scheme is a web address and gets https://;
// any other scheme is kept, such as mailto:.
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
	if u, err := url.Parse(s); err != nil || !isLink(u) {
		return bad("must be a link", "such as https://example.org or mailto:ann@example.org")
	}
	return Text(s), nil
}

// isLink reports whether a URL has something beside its scheme, and a host if it is a
// web address.
func isLink(u *url.URL) bool {
	if u.Scheme == "http" || u.Scheme == "https" {
		return hosted(u)
	}
	return u.Opaque != "" || u.Host != "" || u.Path != ""
}

// hosted reports whether a web address has a host.
func hosted(u *url.URL) bool {
	host := u.Hostname()
	return host != "" && !strings.HasPrefix(host, ".") && !strings.Contains(host, "..")
}

// splitScheme cuts off the scheme (RFC 3986, section 3.1). A word before a port is a
// host and not a scheme: localhost:8080 has no scheme.
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
	if numeric := port != "" && strings.Trim(port, "0123456789") == ""; numeric && !telephone(scheme) {
		return "", s
	}
	return scheme, rest
}

func telephone(scheme string) bool {
	return strings.EqualFold(scheme, "tel") || strings.EqualFold(scheme, "sms")
}
