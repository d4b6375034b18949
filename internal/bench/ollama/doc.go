// Package ollama holds the engines, the pipeline and the program against a real
// Ollama server with models of our own making. It is tests alone: build.sh makes
// the server, tinygguf the models, and `make test-ollama` brings them together.
// Without the environment's ASSISTER_OLLAMA, the path of the server's binary,
// every test is skipped.
//
// The fake servers of the engines' own tests do what servers do wrong; this one
// shows what right is.
package ollama
