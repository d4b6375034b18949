package schema

import (
	"testing"

	"assister/internal/ijson"
)

// BenchmarkDocument measures the schema for a model of the kinds in an everyday request.
// A process builds it once.
func BenchmarkDocument(b *testing.B) {
	kinds := []*Kind{Lookup("task"), Lookup("event"), Lookup("project")}
	b.ReportAllocs()
	for b.Loop() {
		ijson.AppendValue(nil, document(kinds, 20, false))
	}
}

// BenchmarkNamed measures the lookup for every operation of a stream. It does not
// allocate for the exact name of a kind.
func BenchmarkNamed(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Named("task")
	}
}
