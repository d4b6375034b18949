package extract

import "assister/internal/ijson"

// memberIndex finds names in large objects without a linear search.
type memberIndex struct{ places map[string]int }

const smallObject = 16

// add returns the index of a name that is already there.
func (n *memberIndex) add(v *ijson.Value, name string) (int, bool) {
	if len(v.Members) < smallObject {
		for i := range v.Members {
			if v.Members[i].Name == name {
				return i, true
			}
		}
		return 0, false
	}
	if n.places == nil {
		n.places = make(map[string]int, 2*smallObject)
		for i := range v.Members {
			n.places[v.Members[i].Name] = i
		}
	}
	i, known := n.places[name]
	if !known {
		n.places[name] = len(v.Members)
	}
	return i, known
}

func equal(a, b ijson.Value) bool {
	return string(ijson.AppendValue(nil, a)) == string(ijson.AppendValue(nil, b))
}
