package main

import (
	"encoding/json"
	"hash/maphash"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"time"
)

// dimension is the dimension of small embedding models.
const dimension = 384

// memoryVectors is the memory limit of a search among 100,000 vectors.
const memoryVectors = 150 << 20

// embedder is an embedding server that takes almost no time: a vector is a hash of the
// text.
func embedder() *httptest.Server {
	seed := maphash.MakeSeed()
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Input []string }
		_ = json.NewDecoder(r.Body).Decode(&asked)
		vectors := make([][]float32, len(asked.Input))
		for i, text := range asked.Input {
			random := rand.New(rand.NewPCG(maphash.String(seed, text), 0))
			vectors[i] = make([]float32, dimension)
			for j := range vectors[i] {
				vectors[i][j] = float32(random.IntN(2001)-1000) / 1000
			}
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"embeddings": vectors})
	}))
}

// searchByMeaning measures a hybrid search as a whole: the process, the request to the
// server, the scan of all vectors, and the answer.
func searchByMeaning(b *bench) ([]row, error) {
	db, err := b.workspace(100_000)
	if err != nil {
		return nil, err
	}
	if db, err = b.copied(db); err != nil {
		return nil, err
	}
	server := embedder()
	defer server.Close()
	config := filepath.Join(b.dir, "meaning.json")
	text, err := json.Marshal(map[string]map[string]string{"embedding": {"model": "bench", "host": server.URL}})
	if err == nil {
		err = os.WriteFile(config, text, 0o600)
	}
	if err != nil {
		return nil, err
	}
	indexed, err := b.once(b.on(db, "index", "--config", config))
	if err != nil {
		return nil, err
	}
	s, err := b.turns(
		func() (sample, error) { return b.once(b.on(db, "search", "--config", config, words)) },
		func() (sample, error) { return b.once(b.on(db, "search", words)) },
	)
	if err != nil {
		return nil, err
	}
	return []row{
		{
			name: "index", work: "embed 100,000 texts by a server that takes no time",
			samples: []sample{indexed}, bound: time.Minute, memoryBound: memoryVectors,
		},
		{
			name: "meaning", work: "search by meaning, 100,000 vectors of 384 dimensions",
			samples: s[0], reference: s[1], than: "that by words", bound: 40 * ms, memoryBound: memoryVectors,
		},
	}, nil
}
