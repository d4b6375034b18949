// Package ollama tests the engines, the pipeline and the program with a real Ollama
// server and generated models. It has only tests: build.sh builds the server, tinygguf
// generates the models, and `make test-ollama` runs both. Without ASSISTER_OLLAMA, the
// path of the server's binary, every test is skipped.
//
// The fake servers in the tests of the engines show faults; this one shows the correct
// behavior.
package ollama
