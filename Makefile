# `make run` first: it builds the program and plays the README's transcript on a
# workspace of its own. `make test` second.

GO ?= go
PACKAGES ?= ./...

.PHONY: run test race lint fmt golden bench bench-process eval completions man cover build clean ollama test-ollama test-web test-mcp mutants soak bench-serve servers test-stores bench-stores

run: build
	@PATH="$(CURDIR)/bin:$$PATH" $(GO) run ./internal/bench/transcript README.md

build:
	$(GO) build -buildvcs=auto -o bin/assister ./cmd/assister

# `make lint` vets the code. -w leaves out what only debuggers need, with two fifths of the
# work to link seventy test programs. GOGC=400 spends memory on most of the time that tests
# need to collect garbage; programs in environments of their own run as they always do.
test:
	GOGC=400 $(GO) test -vet=off -ldflags=-w $(PACKAGES)

race:
	$(GO) test -vet=off -race -short $(PACKAGES)

lint:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "run make fmt:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet $(PACKAGES)
	$(GO) tool -modfile=.ci/tools.mod staticcheck $(PACKAGES)

fmt:
	gofmt -w $$(git ls-files '*.go')

# Rewrites every expected output; read the difference like code.
golden:
	@for p in $$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -n1 dirname | sort -u); do \
		echo $(GO) test $$p -update; $(GO) test $$p -update || exit 1; done

completions:
	$(GO) test ./internal/cli -run TestCompletionScriptsAreNotStale -update

man:
	$(GO) run ./internal/man bin/man

bench: bench-process bench-serve
	$(GO) test -run '^$$' -bench . -benchmem $(PACKAGES)

# The program as a whole beside references, each bound in the table. LONG=1 adds a
# workspace of a million tasks, which takes minutes and 1 GB in TMPDIR.
bench-process:
	$(GO) run ./internal/bench/process $(if $(LONG),-long)

# Memory of `assister serve` with 200 streams at once, and the time to the first event.
bench-serve:
	$(GO) run ./internal/bench/serve

# Workspaces on real servers beside the bare statement of the engine's own client.
bench-stores: servers
	ASSISTER_STORES=1 $(GO) test -run '^$$' -bench . -benchtime 10x -timeout 30m ./internal/store

# The language on sentences that lie outside the project: make eval DATA=DIR.
eval:
	@$(GO) run ./internal/bench/eval -data "$(DATA)" $(EVALFLAGS)

# A real Ollama server, built once in minutes and kept by version in the cache
# directory or in $OLLAMA_BUILD_DIR. `make test` needs none.
ollama:
	@GO="$(GO)" internal/bench/ollama/build.sh

test-ollama:
	@server=$$(GO="$(GO)" internal/bench/ollama/build.sh) && \
	ASSISTER_OLLAMA="$$server" $(GO) test -count=1 -timeout 30m ./internal/bench/ollama ./internal/bench/tinygguf

# The servers that shared workspaces are tested with, cached outside the checkout.
servers:
	@GO="$(GO)" internal/storetest/servers/install.sh

# The suite of every store, and faults, against real servers on loopback; then the tests of
# limits and undo, and the faults of the program, with workspaces on servers. `make test`
# skips all of them.
test-stores: servers
	ASSISTER_STORES=1 $(GO) test -count=1 -timeout 60m ./internal/storetest/... ./internal/rqlite ./internal/postgres ./internal/store
	ASSISTER_STORES=1 $(GO) test -count=1 -timeout 60m -run TestOnServers ./internal/workspace ./internal/faults

# The page of `assister serve` in a headless Chromium, with npm packages; skipped with a
# message where there is neither and they cannot be installed. `make test` needs none.
test-web:
	@GO="$(GO)" internal/httpapi/webtest/run.sh

# The MCP inspector, a client that is not made with our SDK, installed once in the cache
# directory or in $INSPECTOR_DIR. Without node there is a message and no test; `make test`
# needs neither.
test-mcp:
	@inspector=$$(internal/bench/inspector/install.sh) && if [ -n "$$inspector" ]; then \
	ASSISTER_INSPECTOR="$$inspector" $(GO) test -count=1 -timeout 10m ./internal/bench/inspector; fi

# Builds the program with one deliberate fault after the other; the test of each has
# to notice it. MUTANTFLAGS=-quick leaves out those whose test takes more than seconds.
mutants:
	@$(GO) run ./internal/bench/mutants $(MUTANTFLAGS)

# The promises of reliability for hours, into RELIABILITY.md. SOAKFLAGS=-short takes
# minutes and writes nothing.
soak:
	@$(GO) run ./internal/bench/soak $(SOAKFLAGS)

cover:
	$(GO) test -coverprofile=bin/cover.out -coverpkg=./... $(PACKAGES)
	$(GO) tool cover -func=bin/cover.out | tail -n 1

clean:
	rm -rf bin
