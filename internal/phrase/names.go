package phrase

// Names in a request: of lists and calendars, projects, tags, contexts.

// list reads "my calendar", "the todo list", "my list of things to do": where
// everything is anyway. A preposition may stand before it.
func (r *reader) list(i, end int) int {
	j := i
	if r.oneOf(j, "from", "off", "to", "on", "in", "into", "onto", "of") {
		j++
	}
	if r.word(j) == "of" {
		j++
	}
	k := j
	if r.is(k, possessive) || r.is(k, article) {
		k++
	}
	if r.calendar(k) && (k > j || j > i) {
		return k + 1
	}
	if k == j && !(j > i && r.oneOf(k, "todo", "to-do") && r.word(k+1) == "list") {
		return i
	}
	if k > j && r.oneOf(i, "to", "on", "onto") && r.oneOf(k, "tasks", "todos") && r.atEnd(k+1, end) {
		return k + 1
	}
	if r.oneOf(k, "todo", "to-do", "todos", "task", "tasks") || r.words(k, "to", "do") {
		if r.words(k, "to", "do") {
			k++
		}
		if r.oneOf(k+1, "list", "lists") {
			return k + 2
		}
		return i
	}
	if j > i && k > j && r.oneOf(k, "chores", "to-dos") && r.atEnd(k+1, end) {
		return k + 1
	}
	if r.word(k) == "list" {
		if r.words(k+1, "of", "things", "to", "do") {
			return k + 5
		}
		n := k + 2
		if r.is(n, done) {
			n++
		}
		if r.words(k+1, "of") && (r.is(n, plural) || r.word(n) == "chores") {
			return n + 1
		}
		if k+1 == end || k+1 == len(r.toks) {
			return k + 1
		}
	}
	return i
}

// atEnd reports whether nothing but marks stands from i on.
func (r *reader) atEnd(i, end int) bool { return r.trimEnd(min(i, end), end) <= i }

// listOf reads "from tomorrow's calendar", "on today's list": where everything
// is anyway, and on which day.
func (r *reader) listOf(i, end int) (p timed, to int) {
	j := i
	if r.oneOf(j, "from", "off", "to", "on", "in", "into", "onto", "of") {
		j++
	}
	if j == i {
		return p, i
	}
	if p = r.piece(j); p.to == j || !p.Day.Valid() || p.Time.Valid() || p.Repeat.Repeats() || p.role != bare {
		return p, i
	}
	switch k := p.to; {
	case r.calendar(k):
		return p, k + 1
	case r.oneOf(k, "todo", "to-do", "task") && r.word(k+1) == "list":
		return p, k + 2
	case r.word(k) == "list":
		return p, k + 1
	}
	return p, i
}

func (r *reader) calendar(i int) bool {
	return r.oneOf(i, "calendar", "calender", "calander", "agenda", "planner", "schedule", "diary")
}

// setting reads one setting that is not a time: a priority, a project, tags, a
// place among everything, the backlog. i when there is none.
func (r *reader) setting(i, end int, s *Settings) int {
	if n := r.priorityAt(i, s); n > i {
		return n
	}
	if n := r.projectAt(i, end, s); n > i {
		return n
	}
	if n := r.backlog(i); n > i {
		s.Backlog = true
		return n
	}
	if name, n := r.namedList(i, end); n > i {
		s.List = name
		return n
	}
	if n := r.contextAt(i, s); n > i {
		return n
	}
	if r.hashtag(i) && i+2 <= end {
		s.Tags = append(s.Tags, r.title(i+1, i+2))
		return i + 2
	}
	j := i
	if r.word(j) == "with" {
		j++
		if r.word(j) == "the" {
			j++
		}
	}
	if r.words(i, "that", "have") || r.words(i, "that", "has") {
		if j = i + 2; r.oneOf(j, "the", "a") {
			j++
		}
	}
	if r.word(i) == "tagged" || j > i && r.oneOf(j, "tag", "tags") {
		j++
		if r.oneOf(j, "as", "with", ":") && !r.hashtag(j) {
			j++
		}
		if tags, n := r.tagNames(j, end); n > j {
			s.Tags = append(s.Tags, tags...)
			return n
		}
	}
	return i
}

// contexts a record can belong to, as they are said.
func contextOf(word string) string {
	switch word {
	case "work", "school", "personal":
		return word
	case "private":
		return "personal"
	}
	return ""
}

// contextAt reads "in the work context", "context: school".
func (r *reader) contextAt(i int, s *Settings) int {
	j := i
	if r.oneOf(j, "in", "to", "into", "from", "with", "of") {
		j++
	}
	if r.word(j) == "the" || r.word(j) == "my" {
		j++
	}
	if c := contextOf(r.word(j)); c != "" && j > i && r.word(j+1) == "context" {
		s.Context = c
		return j + 2
	}
	if r.word(j) != "context" {
		return i
	}
	if j++; r.oneOf(j, ":", "=", "to") {
		j++
	}
	if c := contextOf(r.word(j)); c != "" {
		s.Context = c
		return j + 1
	}
	return i
}

func (r *reader) backlog(i int) int {
	j := i
	if r.words(i, "back", "to") || r.words(i, "back", "in") || r.words(i, "back", "into") {
		j++
	}
	if r.oneOf(j, "in", "to", "into", "from") {
		j++
	}
	if r.oneOf(j, "the", "my") {
		j++
	}
	if j > i && r.word(j) == "backlog" {
		return j + 1
	}
	for _, words := range [...]string{"without a date", "without a day", "without date", "with no date", "without any date", "that have no date", "that have no day", "that has no date", "that has no day", "with no day", "without any day", "without jour", "qui n' ont pas de date", "qui n' ont pas de jour"} {
		if n := r.match(i, words); n > i {
			return n
		}
	}
	return i
}

// projectAt reads "in project Data", "to the project Data", "in the Data
// project". A name ends where a time or another setting begins.
func (r *reader) projectAt(i, end int, s *Settings) int {
	j := i
	if !r.oneOf(j, "in", "to", "into", "under", "for", "of", "on", "from") {
		if r.word(j) != "project" || r.word(j+1) != ":" {
			return i
		}
	} else {
		j++
	}
	if r.oneOf(j, "the", "my") {
		j++
	}
	if r.word(j) == "project" {
		j++
		if r.oneOf(j, ":", "called", "named") {
			j++
		}
		n := r.nameEnd(j, end)
		if n == j {
			return i
		}
		s.Project = r.title(j, n)
		return n
	}
	if j == i {
		return i
	}
	for k := j; k < min(j+6, end); k++ {
		if r.word(k) == "project" && k > j {
			s.Project = r.title(j, k)
			return k + 1
		}
		if r.toks[k].Shape == Mark || k > j && r.oneOf(k, "in", "to", "for", "on", "with", "and", "at") {
			break
		}
	}
	return i
}

// nameEnd is where a name that begins at i ends.
func (r *reader) nameEnd(i, end int) int {
	if i < end && r.toks[i].Shape == Quoted {
		return i + 1
	}
	var s Settings
	for k := i; k < end; k++ {
		if _, n := r.shift(k); k > i && n > k {
			return k
		}
		if k > i && r.oneOf(k, "to", "into") && r.projectAt(k, end, &s) > k {
			return k
		}
		if k > i && (r.piece(k).to > k || r.priorityAt(k, &s) > k || r.oneOf(k, "tagged", ",", ";", "is", "are", "goes", "has", "should", "must", ":") || r.list(k, end) > k ||
			r.words(k, "with", "tag") || r.words(k, "to", "the", "backlog")) {
			return k
		}
	}
	return end
}

// tagNames reads "home", "home and garden".
func (r *reader) tagNames(i, end int) (tags []string, to int) {
	to = i
	for j := i; j < end; {
		k := j
		if r.oneOf(k, "#") {
			k++
		}
		if k >= end || r.toks[k].Shape == Mark || k > i && r.piece(k).to > k {
			break
		}
		tags = append(tags, r.title(k, k+1))
		to, j = k+1, k+1
		for j < end && r.oneOf(j, ",", "and", "&") {
			j++
		}
		if j == to {
			break
		}
	}
	return tags, to
}
