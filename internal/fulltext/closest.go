package fulltext

import (
	"slices"
	"strings"

	"assister/internal/problem"
)

// Closest returns up to most of the names that are most like one that does not exist: those
// with a similar spelling and those that contain it or, if none does, the first ones.
func Closest(name string, names []string, most int) (like []string) {
	like = problem.Closest(name, names, most)
	wanted := Fold(name)
	for _, n := range names {
		if len(like) < most && wanted != "" && strings.Contains(Fold(n), wanted) && !slices.Contains(like, n) {
			like = append(like, n)
		}
	}
	if len(like) > 0 {
		return like
	}
	return names[:min(len(names), most)]
}
