#!/bin/sh
# Builds a real Ollama server out of the Go module proxy and prints the path of
# its binary. A cold build takes five minutes of two cores; the binary is kept
# by version outside the checkout, and the next call finds it there.
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

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
place=${OLLAMA_BUILD_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}}/assister/ollama-$version
if [ -x "$place/ollama" ]; then
	echo "$place/ollama"
	exit 0
fi

mkdir -p "$place"
work=$(mktemp -d "$place/build.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" # outside of any module, so that nobody's go.mod is touched

echo "building Ollama $version in $place, which takes some minutes" >&2
"$go" mod download "$module@v$headers"
old=$("$go" env GOMODCACHE)/$module@v$headers/llama/llama.cpp/common
mkdir include include/stb
cp -R "$here/include/." include/
cp "$old/json.hpp" include/nlohmann/json.hpp
cp "$old/stb_image.h" include/stb/stb_image.h

# Without its debug information the binary is half as big.
CPLUS_INCLUDE_PATH=$work/include CGO_ENABLED=1 CGO_CFLAGS=-O2 CGO_CXXFLAGS=-O2 GOBIN=$work/bin \
	nice -n 19 "$go" install -p "${OLLAMA_BUILD_JOBS:-1}" -trimpath \
	-ldflags "-s -w -X $module/version.Version=$version" "$module@v$version" >&2

# Named last and at once: whoever finds the binary finds it whole.
mv "$work/bin/ollama" "$place/ollama"
echo "$place/ollama"
