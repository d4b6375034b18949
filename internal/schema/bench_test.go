package schema

import (
	"testing"

	"assister/internal/ijson"
)

// BenchmarkDocument is what a model is told of the kinds of an everyday
// request. A process makes it once.
func BenchmarkDocument(b *testing.B) {
	kinds := []*Kind{Lookup("task"), Lookup("event"), Lookup("project")}
	b.ReportAllocs()
	for b.Loop() {
		ijson.AppendValue(nil, document(kinds, 20, false))
	}
}

// BenchmarkNamed is done for every operation of a stream: by its own name a kind
// is found without taking memory.
func BenchmarkNamed(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Named("task")
	}
}
