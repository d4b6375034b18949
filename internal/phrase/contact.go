package phrase

import (
	"slices"
	"strings"
)

// addressed reads where a link or a file is, and what it is called: "https://go.dev",
// "Go docs: https://go.dev", "report.pdf called Report".
func (r *reader) addressed(req *Request, i, to int, sure bool) bool {
	said := strings.Fields(r.text[r.toks[i].Start:r.toks[to-1].End])
	at := slices.IndexFunc(said, func(word string) bool { return isAddress(word, req.Kind) })
	if at < 0 {
		return sure && req.Kind == "file"
	}
	field := "url"
	if req.Kind == "file" {
		field = "location"
	}
	req.Given = []Given{{field, strings.Trim(said[at], `"'<>,`)}}
	before, after := said[:at], said[at+1:]
	if n := len(before); n > 0 && isOneOf(before[n-1], []string{"at", "to", "in", "=", "-", "–", ":"}) {
		before = before[:n-1]
	}
	if len(after) > 0 {
		if len(before) > 0 || len(after) == 1 || !isOneOf(strings.ToLower(after[0]), []string{"called", "named", "as", "titled", "appelé", "nommé", "comme"}) {
			return false
		}
		after = after[1:]
	}
	req.Title = strings.Trim(strings.Join(append(before, after...), " "), `:"'“”«» `)
	return true
}

// isAddress reports whether a word is a URL, or for a file a path.
func isAddress(word, kind string) bool {
	word = strings.Trim(word, `"'<>,`)
	if strings.Contains(word, "://") || strings.HasPrefix(word, "www.") {
		return true
	}
	host, path, slash := strings.Cut(word, "/")
	dot := strings.LastIndexByte(host, '.')
	if kind == "file" && (slash && path != "" || dot > 0 && dot < len(host)-1) {
		return true
	}
	return dot > 0 && len(host)-dot > 2 && strings.Trim(host[dot+1:], "abcdefghijklmnopqrstuvwxyz") == ""
}

// introduced reads a person: a name, an address of mail, a team, and behind a comma or
// "as" a role.
func (r *reader) introduced(req *Request, i, to int, sure bool) bool {
	if !sure && !r.proper(i, to) && !strings.Contains(req.Title, "@") {
		return false
	}
	if k, team := r.teamBefore(i, to); team != "" {
		req.Given, to = append(req.Given, Given{"teamId", team}), k
	}
	var name []string
	for n, part := range strings.Split(r.text[r.toks[i].Start:r.toks[to-1].End], ",") {
		words := strings.Fields(part)
		if at := slices.IndexFunc(words, func(w string) bool { return strings.Contains(w, "@") }); at >= 0 {
			req.Given = append(req.Given, Given{"email", strings.Trim(words[at], "<>()")})
			if at+1 < len(words) {
				return false
			}
			words = words[:at]
			for len(words) > 0 && isOneOf(strings.ToLower(words[len(words)-1]), []string{"with", "email", "mail", "e-mail", "avec", "and", "et", "the", ":", "(", "address", "adresse"}) {
				words = words[:len(words)-1]
			}
		}
		switch {
		case len(words) == 0:
		case n == 0:
			name = words
			if as := slices.IndexFunc(words, func(w string) bool { return isOneOf(w, []string{"as", "comme"}) }); as > 0 && as+1 < len(words) {
				role := strings.Join(words[as+1:], " ")
				for _, article := range []string{"a ", "an ", "the ", "un ", "une "} {
					role = strings.TrimPrefix(role, article)
				}
				name, req.Given = words[:as], append(req.Given, Given{"role", role})
			}
		default:
			req.Given = append(req.Given, Given{"role", strings.Join(words, " ")})
		}
	}
	req.Title = strings.Trim(strings.Join(name, " "), `"“”«» `)
	return req.Title != "" && len(name) <= 5
}

// amongPeople reads "Ann Lee as a contact", "Ann Lee to my contacts".
func (r *reader) amongPeople(from, to int) (req Request, ok bool) {
	last := to - 1
	i := last
	for i > from && (r.is(i-1, article) || r.is(i-1, possessive) || r.word(i-1) == "new") {
		i--
	}
	said := r.word(i-1) == "as" && r.oneOf(last, "contact", "person") || r.oneOf(i-1, "to", "in") && r.oneOf(last, "contacts", "people")
	if !said || i-1 <= from {
		return req, false
	}
	req = Request{Action: Create, Kind: "person", Title: r.title(from, i-1)}
	return req, r.introduced(&req, from, i-1, false)
}

// teamBefore reads "in the Design team", "from team Design" at the end, and where it
// begins.
func (r *reader) teamBefore(from, to int) (at int, team string) {
	for k := from + 1; k+1 < to; k++ {
		if !r.oneOf(k, "in", "from", "of", "to", ",") {
			continue
		}
		n := k + 1
		for r.is(n, article) || r.foreign(n, "of") || r.word(n) == "from" || r.word(n) == "in" {
			n++
		}
		switch {
		case r.word(n) == "team" && n+1 < to:
			return k, r.title(n+1, to)
		case r.word(to-1) == "team" && n < to-1:
			return k, r.title(n, to-1)
		}
	}
	return to, ""
}
