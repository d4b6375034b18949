package wire

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"assister/internal/problem"
)

// InvalidHost is the code of a place that cannot be read.
const InvalidHost = "invalid_host"

// ParseHost reads where a server is: "localhost", "127.0.0.1:11434", ":11434",
// "[::1]:11434", "https://models.example/ollama". Without a scheme it is plain HTTP
// at the given port; with one, and no port, the port is the scheme's, as in every
// URL. What a server listens on, 0.0.0.0 or [::], is asked on the loopback. All else
// is a mistake and refused: a guess would send somebody's tasks elsewhere.
func ParseHost(text, port string) (*url.URL, error) {
	scheme, rest, found := strings.Cut(text, "://")
	if found {
		port = ""
	} else {
		scheme, rest = "http", text
	}
	scheme = strings.ToLower(scheme)
	authority, path, _ := strings.Cut(rest, "/")
	if fault := badParts(text, scheme, authority, path); fault != "" {
		return nil, badHost(fault)
	}
	name, given, fault := splitPort(authority)
	switch {
	case fault != "":
		return nil, badHost(fault)
	case name == "" && (given == "" || found):
		return nil, badHost("no host is named")
	case given != "":
		port = given
	case !found && port == "":
		return nil, badHost("the host has neither a scheme nor a port")
	}
	u := &url.URL{Scheme: scheme, Host: reached(name)}
	if port != "" {
		u.Host += ":" + port
	}
	if path = strings.Trim(path, "/"); path != "" {
		u.Path = "/" + path
	}
	if u.EscapedPath() != u.Path || strings.Contains(u.Path, "//") {
		return nil, badHost("a host with a path that would have to be rewritten")
	}
	return u, nil
}

// badParts says what no host has that is asked over HTTP.
func badParts(text, scheme, authority, path string) string {
	for _, r := range text {
		if r <= ' ' || r >= 0x7f || strings.ContainsRune("\"'`\\<>^{|}", r) {
			return "the host has a blank, a quote or another character that no host has"
		}
	}
	switch rooted := "/" + path + "/"; {
	case scheme != "http" && scheme != "https":
		return "the host is asked over http or https alone"
	case strings.Contains(authority, "@"):
		return "a host with a name or a password in it"
	case strings.ContainsAny(authority+path, "?#%"):
		return "a host with a query, a fragment or an escape in it"
	case strings.Contains(rooted, "/../"), strings.Contains(rooted, "/./"):
		return "a host with a path that goes back"
	}
	return ""
}

// reached is the name under which a server is asked: the loopback for none, and
// for the address of every interface, which is one to listen on.
func reached(name string) string {
	ip, err := netip.ParseAddr(strings.Trim(name, "[]"))
	switch {
	case name == "", err == nil && ip.IsUnspecified() && ip.Is4():
		return "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		return "[::1]"
	}
	return name
}

// splitPort takes a host and a port apart; problem says why it cannot.
func splitPort(authority string) (name, port, fault string) {
	if strings.HasPrefix(authority, "[") {
		address, rest, closed := strings.Cut(authority[1:], "]")
		ip, err := netip.ParseAddr(address)
		if !closed || err != nil || !ip.Is6() || ip.Zone() != "" {
			return "", "", "brackets stand around an IPv6 address"
		}
		if rest == "" {
			return "[" + address + "]", "", ""
		}
		after, colon := strings.CutPrefix(rest, ":")
		if !colon {
			return "", "", "behind the address there may be a port alone"
		}
		name, port = "["+address+"]", after
	} else {
		var colon bool
		name, port, colon = strings.Cut(authority, ":")
		if strings.Contains(port, ":") {
			return "", "", "an IPv6 address stands in brackets"
		}
		if fault := badName(name); fault != "" {
			return "", "", fault
		}
		if !colon {
			return name, "", ""
		}
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 {
		return "", "", "the port is a number from 1 to 65535"
	}
	return name, strconv.FormatUint(n, 10), ""
}

// badName says why a name cannot be a host's. A name whose last part is a number
// has to be an IPv4 address in four decimal parts, because resolvers read others,
// such as 127.1 or 0x7f.1, each in a way of its own.
func badName(name string) string {
	if name == "" {
		return ""
	}
	for _, label := range strings.Split(strings.TrimSuffix(name, "."), ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return "the host is not a name that a computer can have"
		}
		for _, c := range []byte(label) {
			if c != '-' && c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
				return "the host is not a name that a computer can have"
			}
		}
	}
	last := strings.TrimSuffix(name, ".")
	last = last[strings.LastIndexByte(last, '.')+1:]
	if last[0] < '0' || last[0] > '9' {
		return ""
	}
	if _, err := netip.ParseAddr(name); err != nil {
		return "the host is a number and not an IP address"
	}
	return ""
}

func badHost(message string) error {
	return problem.Refuse(problem.Usage, InvalidHost, message, "write it like 127.0.0.1:11434 or https://models.example/path")
}
