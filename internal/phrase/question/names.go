package question

import "slices"

// belongs reads what names a project: "in project Data", "for the Data project",
// "du projet Data", and "in Data", which may also be in a title. False where
// nothing such stands.
func (r *reader) belongs() bool {
	at, inside := r.at, false
	if e, n := r.lookupAt(at); n > 0 && (e.means == within || e.means == matter) {
		at, inside = at+n, e.means == within
	}
	at = r.articles(at)
	if e, n := r.lookupAt(at); n > 0 && e.means == belonging {
		return r.belongsTo(at+n, r.name(at+n), 0, false)
	}
	to := r.name(at)
	if e, n := r.lookupAt(to); n > 0 && e.means == belonging {
		return r.belongsTo(at, to, n, false)
	}
	return inside && r.belongsTo(at, to, 0, true)
}

// belongsTo notes the name of a project, and goes on behind it.
func (r *reader) belongsTo(from, to, behind int, perhaps bool) bool {
	if from == to {
		return false
	}
	r.q.Project, r.q.Perhaps, r.said = r.named(from, to), perhaps, true
	r.at = to + behind
	return true
}

// slot reads what it is about, "with Ann", and a tag, "tagged home".
func (r *reader) slot() bool {
	e, n := r.lookupAt(r.at)
	if n == 0 || e.means != matter && e.means != tagged {
		return false
	}
	from := r.articles(r.at + n)
	to := r.name(from)
	if to == from {
		return false
	}
	if e.means == tagged {
		r.q.Tag = r.named(from, to)
	} else {
		r.q.About = append(r.q.About, r.named(from, to))
	}
	r.said, r.at = true, to
	return true
}

func (r *reader) lookupAt(at int) (entry, int) {
	if at >= len(r.words) {
		return entry{}, 0
	}
	return r.lookup(at)
}

// articles is the place behind "the", "my" and their like.
func (r *reader) articles(at int) int {
	for at < len(r.words) && slices.Contains(articles[r.language], r.words[at].text) && r.words[at].plainly() {
		at++
	}
	return at
}

// nameMax is how many words a name has at most.
const nameMax = 10

// name is where a name that begins at a place ends: a quotation, or words that
// mean nothing else here. Small words may stand inside it.
func (r *reader) name(at int) int {
	if at >= len(r.words) {
		return at
	}
	if r.words[at].quoted {
		return at + 1
	}
	end := at
	for i := at; i < min(len(r.words), at+nameMax); {
		w := r.words[i]
		if w.mark && (w.text == "-" || w.text == "&" || w.text == "/" || w.text == ".") && i > at {
			i++
			continue
		}
		if !w.plainly() {
			break
		}
		e, n := r.lookup(i)
		if n > 0 && (e.means != filler || i == at) {
			break
		}
		i += max(n, 1)
		if n == 0 {
			end = i
		}
	}
	return end
}

// named is a name as it was written.
func (r *reader) named(from, to int) string {
	if r.words[from].quoted && to == from+1 {
		return r.words[from].text
	}
	return r.written(from, to)
}
