package door

import (
	"net"
	"net/url"
	"slices"
	"strings"
)

// KnownHost reports whether a request was sent to a name of the server: an address,
// localhost, or one of names, which are in lower case. A page of another site can point its
// own name at the server (DNS rebinding), but not these.
func KnownHost(hostPort string, names []string) bool {
	host := hostPort
	if name, _, err := net.SplitHostPort(hostPort); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	return host == "localhost" || net.ParseIP(host) != nil || slices.Contains(names, host)
}

// SameOrigin reports whether the Origin of a request is the host that it was sent to. One
// without an Origin comes from no browser, or from a page of the server.
func SameOrigin(origin, host string) bool {
	if origin == "" {
		return true
	}
	at, err := url.Parse(origin)
	return err == nil && at.Host != "" && strings.EqualFold(at.Host, host)
}
