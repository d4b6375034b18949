#!/usr/bin/env bash
# Tests the page of `assister serve` in a headless Chromium, and its OpenAPI document with a
# validator: make test-web. Needs Node and, for its packages, the npm registry once. Debian's
# Chromium is installed if this may do so; without one the tests are skipped, and it says so.
set -euo pipefail
cd "$(dirname "$0")"

skip() {
	echo "skipped the tests of the page: $1" >&2
	exit 0
}
browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

command -v npm >/dev/null || skip "there is no npm"
if ! browser >/dev/null; then
	[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || skip "there is no Chromium: apt-get install chromium"
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >&2 ||
		skip "Chromium cannot be installed"
fi
npm ci --silent --no-audit --no-fund
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
"${GO:-go}" build -o "$program/assister" ../../../cmd/assister
ASSISTER="$program/assister" CHROMIUM=$(browser) node --test --test-reporter=spec ./*.test.mjs
