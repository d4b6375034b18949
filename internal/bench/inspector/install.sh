#!/bin/sh
# Installs the MCP inspector from the npm registry and prints the path of its command
# line. It is kept by version outside the checkout, in the XDG cache directory, and the
# next call finds it there; INSPECTOR_DIR is another place. Without node it prints
# nothing but a message on stderr: there is nothing to run the tests with.
set -eu

version=1.0.3 # the newest that runs with node 20
place=${INSPECTOR_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}}/assister/inspector-$version
program=node_modules/@modelcontextprotocol/inspector/cli/build/cli.js

say() { echo "internal/bench/inspector/install.sh: $*" >&2; }

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
	say "the tests with the MCP inspector are skipped: node and npm are not there"
	exit 0
fi
if [ ! -f "$place/$program" ]; then
	mkdir -p "$(dirname "$place")"
	work=$(mktemp -d "$place.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	say "installing the MCP inspector $version in $place"
	npm install --prefix "$work" --ignore-scripts --no-audit --no-fund --loglevel=error \
		"@modelcontextprotocol/inspector@$version" >&2 ||
		{ say "the inspector cannot be had; this needs the npm registry once"; exit 1; }
	mv -T "$work" "$place" 2>/dev/null || [ -f "$place/$program" ] # another call was faster
fi
echo "$place/$program"
