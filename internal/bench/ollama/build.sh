#!/bin/sh
# Builds a real Ollama server out of the Go module proxy and prints the path of
# its binary. A cold build takes five minutes of two cores; the binary is kept
# by version outside the checkout, in the XDG cache directory, and the next call
# finds it there. Two calls at once are one build: the second waits.
#
# OLLAMA_BUILD_DIR is another place to keep it, OLLAMA_BUILD_JOBS how many
# compilers may run at a time. They run below everything else on the machine.
#
# The module zip of 0.17.4 lacks its vendored C++ headers. json.hpp and
# stb_image.h are in the zip of 0.6.5, which keeps them elsewhere; the two
# others are ours, in include/. All of this goes when a version builds with a
# plain `go install`.
set -eu

version=0.17.4
headers=0.6.5
module=github.com/ollama/ollama
go=${GO:-go}

fail() {
	echo "internal/bench/ollama/build.sh: $*" >&2
	exit 1
}

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
place=${OLLAMA_BUILD_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}}/assister/ollama-$version
binary=$place/ollama

found() {
	[ -x "$binary" ] || return 1
	echo "$binary"
}

found && exit 0
command -v "${CXX:-g++}" >/dev/null || fail "Ollama is built with a C++ compiler, and ${CXX:-g++} is not there; install it, or name another with CXX"
mkdir -p "$place" || fail "there is no place for the server; name a directory with OLLAMA_BUILD_DIR"

# The lock is the kernel's, so that a build that was killed holds nobody up. Where
# there is no flock, two builds at once are two builds, of which the last stays.
if command -v flock >/dev/null; then
	exec 9>"$place/lock"
	flock -n 9 || {
		echo "waiting for another build of Ollama $version" >&2
		flock 9
	}
	found && exit 0
	rm -rf "$place"/build.* # what a build that was killed has left
fi
work=$(mktemp -d "$place/build.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" # outside of any module, so that nobody's go.mod is touched

echo "building Ollama $version in $place, which takes some minutes" >&2
"$go" mod download "$module@v$headers" "$module@v$version" ||
	fail "the sources of Ollama cannot be had; this needs the Go module proxy once ($("$go" env GOPROXY)), or a binary of $version at $binary"
old=$("$go" env GOMODCACHE)/$module@v$headers/llama/llama.cpp/common
mkdir include include/stb
cp -R "$here/include/." include/
cp "$old/json.hpp" include/nlohmann/json.hpp
cp "$old/stb_image.h" include/stb/stb_image.h

# Without its debug information the binary is half as big.
CPLUS_INCLUDE_PATH=$work/include CGO_ENABLED=1 CGO_CFLAGS=-O2 CGO_CXXFLAGS=-O2 GOBIN=$work/bin \
	nice -n 19 "$go" install -p "${OLLAMA_BUILD_JOBS:-1}" -trimpath \
	-ldflags "-s -w -X $module/version.Version=$version" "$module@v$version" >&2 ||
	fail "Ollama $version does not build here; what the compiler said stands above"

# Named last and at once: whoever finds the binary finds it whole.
mv "$work/bin/ollama" "$binary"
echo "$binary"
