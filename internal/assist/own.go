package assist

import "assister/internal/phrases"

// learn reads the phrases and words of the person. What is wrong in one of them is a remark,
// since the others can be used.
func learn(r *request) error {
	if r.Phrases == nil {
		return nil
	}
	own, wrong, err := phrases.Load(r.Phrases)
	for _, p := range wrong {
		r.Log.note("a phrase or word is left out: %s", p)
	}
	r.readings.own = own
	return err
}

// standsFor is the text that a text stands for: another one if it is a phrase of the person's own.
func standsFor(r *request, text string) string {
	x, ok := r.readings.own.Expand(text)
	if !ok {
		return text
	}
	r.Log.note("“%s” means “%s” (%s)", text, x.Text, x.Phrase.Where())
	return x.Text
}
