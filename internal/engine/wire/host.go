package wire

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"assister/internal/problem"
)

// InvalidHost is the code of an address that cannot be parsed.
const InvalidHost = "invalid_host"

// ParseHost parses the address of a server: "localhost", "127.0.0.1:11434", ":11434",
// "[::1]:11434", "https://models.example/ollama". Without a scheme it is plain HTTP
// with the given default port; with a scheme, the default port is the scheme's. The
// addresses 0.0.0.0 and [::], which servers listen on, become the loopback address.
// Everything else is refused: a guess could send the user's tasks to a wrong server.
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
		return nil, badHost("the host is empty")
	case given != "":
		port = given
	case !found && port == "":
		return nil, badHost("the host needs a scheme or a port")
	}
	u := &url.URL{Scheme: scheme, Host: dialled(name)}
	if port != "" {
		u.Host += ":" + port
	}
	if path = strings.Trim(path, "/"); path != "" {
		u.Path = "/" + path
	}
	if u.EscapedPath() != u.Path || strings.Contains(u.Path, "//") {
		return nil, badHost("the host has a path with unusual characters or empty parts")
	}
	return u, nil
}

// badParts returns what is wrong with the parts of an HTTP address, or "".
func badParts(text, scheme, authority, path string) string {
	for _, r := range text {
		if r <= ' ' || r >= 0x7f || strings.ContainsRune("\"'`\\<>^{|}", r) {
			return "the host has a space, a quote or another invalid character"
		}
	}
	switch rooted := "/" + path + "/"; {
	case scheme != "http" && scheme != "https":
		return "the scheme of the host must be http or https"
	case strings.Contains(authority, "@"):
		return "the host must not contain a user name or a password"
	case strings.ContainsAny(authority+path, "?#%"):
		return "the host must not contain a query, a fragment or an escape"
	case strings.Contains(rooted, "/../"), strings.Contains(rooted, "/./"):
		return "the path of the host must not contain . or .. parts"
	}
	return ""
}

// dialled returns the host to connect to: the loopback address for an empty name and
// for the unspecified address.
func dialled(name string) string {
	ip, err := netip.ParseAddr(strings.Trim(name, "[]"))
	switch {
	case name == "", err == nil && ip.IsUnspecified() && ip.Is4():
		return "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		return "[::1]"
	}
	return name
}

// splitPort splits an authority into host and port; fault says what is wrong with it.
func splitPort(authority string) (name, port, fault string) {
	if strings.HasPrefix(authority, "[") {
		address, rest, closed := strings.Cut(authority[1:], "]")
		ip, err := netip.ParseAddr(address)
		if !closed || err != nil || !ip.Is6() || ip.Zone() != "" {
			return "", "", "brackets must enclose an IPv6 address"
		}
		if rest == "" {
			return "[" + address + "]", "", ""
		}
		after, colon := strings.CutPrefix(rest, ":")
		if !colon {
			return "", "", "the host must be [ADDRESS] or [ADDRESS]:PORT"
		}
		name, port = "["+address+"]", after
	} else {
		var colon bool
		name, port, colon = strings.Cut(authority, ":")
		if strings.Contains(port, ":") {
			return "", "", "an IPv6 address must be in brackets"
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
		return "", "", "the port must be a number from 1 to 65535"
	}
	return name, strconv.FormatUint(n, 10), ""
}

// badName returns what is wrong with a host name, or "". A name whose last part begins
// with a digit must be an IPv4 address of four decimal parts, because resolvers
// disagree about other forms, such as 127.1 or 0x7f.1.
func badName(name string) string {
	if name == "" {
		return ""
	}
	for _, label := range strings.Split(strings.TrimSuffix(name, "."), ".") {
		if !validLabel(label) {
			return "the host is not a valid host name"
		}
	}
	last := strings.TrimSuffix(name, ".")
	last = last[strings.LastIndexByte(last, '.')+1:]
	if last[0] < '0' || last[0] > '9' {
		return ""
	}
	if _, err := netip.ParseAddr(name); err != nil {
		return "the host is not a valid IP address"
	}
	return ""
}

// validLabel reports whether a part of a host name is valid.
func validLabel(label string) bool {
	if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
		return false
	}
	for _, c := range []byte(label) {
		digit := c >= '0' && c <= '9'
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !digit && !letter && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

func badHost(message string) error {
	return problem.Refuse(problem.Usage, InvalidHost, message,
		"write it like 127.0.0.1:11434 or https://models.example/path")
}
