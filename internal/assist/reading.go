package assist

import (
	"assister/internal/brief"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/reference"
	"assister/internal/workspace"
)

// readings are what texts mean, each read once: the words of a request, and those that it
// continues.
type readings map[string][]meaning.Text

// meaningOf is what a text means; nil without languages to read it in, and nothing at all
// if it cannot be understood.
func meaningOf(r *request, snapshot workspace.Reader, text string) (*meaning.Text, error) {
	all, err := read(r, snapshot, text)
	if r.Languages == nil || err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return &meaning.Text{}, nil
	}
	return &all[0], nil
}

// read are the meanings that a text may have, the likeliest first, in its language and with
// the names of the workspace.
func read(r *request, snapshot workspace.Reader, text string) ([]meaning.Text, error) {
	if r.Languages == nil {
		return nil, nil
	}
	if all, known := r.readings[text]; known {
		return all, nil
	}
	toks := language.Tokens(text)
	of := reference.Resolver{Records: brief.Brief{Clock: r.Clock, Records: snapshot}, Today: r.Clock.Today()}
	names, err := of.NamesIn(r.Languages.Likeliest(toks), toks)
	if err != nil {
		return nil, err
	}
	all := r.Languages.Readings(text, r.Clock, names)
	if r.readings == nil {
		r.readings = readings{}
	}
	r.readings[text] = all
	return all, nil
}
