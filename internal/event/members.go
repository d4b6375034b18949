package event

import "assister/internal/ijson"

// words returns a string member; "" if there is none.
func words(v ijson.Value, name string) string {
	m, _ := v.Get(name)
	if m.Kind != ijson.String {
		return ""
	}
	return m.Text
}

func number(v ijson.Value, name string) (int64, bool) {
	m, _ := v.Get(name)
	return m.Int()
}
