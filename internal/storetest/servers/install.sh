#!/bin/sh
# Installs the servers that the tests of the shared stores need, and prints the path of
# each, one to a line. Arguments name the servers; without any, all are installed.
#
# rqlite is built from the Go module proxy. A cold build takes two minutes of two cores;
# the binary is cached by version outside the checkout, in the XDG cache directory, and
# the next call finds it there. Of two calls at once, the second waits for the build.
# PostgreSQL comes from the packages of Debian, if no version is installed, and the path
# is that of the directory with its programs.
#
# ASSISTER_SERVERS_DIR is another place for the cache.
set -eu

rqlite=8.43.4
go=${GO:-go}
cache=${ASSISTER_SERVERS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/assister}

fail() {
	echo "internal/storetest/servers/install.sh: $*" >&2
	exit 1
}

# lock DIRECTORY makes the directory and locks it for this process. The lock is the
# kernel's, so a build that was killed blocks nobody.
lock() {
	mkdir -p "$1" || fail "cannot make $1; name another directory with ASSISTER_SERVERS_DIR"
	command -v flock >/dev/null || return 0
	exec 9>"$1/lock"
	flock 9
	rm -rf "$1"/build.* # what a killed build has left
}

# install_rqlite builds rqlited with the go.mod of its own module, which replaces some
# modules and so cannot be built by “go install”. It needs a C compiler for SQLite.
install_rqlite() {
	module=github.com/rqlite/rqlite/v8@v$rqlite
	place=$cache/rqlite-$rqlite
	binary=$place/rqlited
	[ -x "$binary" ] || {
		command -v "${CC:-gcc}" >/dev/null || fail "rqlite needs a C compiler, and ${CC:-gcc} is not installed"
		lock "$place"
	}
	[ -x "$binary" ] || {
		work=$(mktemp -d "$place/build.XXXXXX")
		trap 'rm -rf "$work"' EXIT
		trap 'exit 130' INT TERM
		echo "building rqlite $rqlite in $place, which takes about two minutes" >&2
		(
			cd "$work" # outside of any module
			"$go" mod download "$module"
			cp -R "$("$go" env GOMODCACHE)/$module" source
			chmod -R u+w source
			cd source
			CGO_ENABLED=1 nice -n 19 "$go" build -trimpath -ldflags "-s -w" -o "$work/rqlited" ./cmd/rqlited
		) >&2 || fail "cannot build rqlite $rqlite (see above); this needs the Go module proxy once, or a binary of it at $binary"
		# The name comes last and at once: a binary that is found is complete.
		mv "$work/rqlited" "$binary"
	}
	echo "$binary"
}

# install_postgres finds the newest PostgreSQL that is installed, in Debian's place or by
# PATH. Debian's package would start a server of its own, which nobody needs here.
postgres_programs() {
	for place in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t/ -k5 -rn); do
		[ -x "$place/initdb" ] && [ -x "$place/postgres" ] && echo "$place" && return 0
	done
	found=$(command -v initdb) && dirname "$(readlink -f "$found")"
}

install_postgres() {
	postgres_programs && return 0
	command -v apt-get >/dev/null || fail "PostgreSQL is not installed, and there is no apt-get; install it so that initdb is in PATH"
	lock "$cache/postgresql"
	echo "installing PostgreSQL with apt-get" >&2
	settings=/etc/postgresql-common/createcluster.d/assister.conf
	trap 'rm -f "$settings"' EXIT
	{
		mkdir -p "${settings%/*}" && echo "create_main_cluster = false" >"$settings" &&
			apt-get update -q &&
			DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends postgresql
	} >&2 || fail "apt-get cannot install PostgreSQL (see above); this needs root and the packages of Debian"
	postgres_programs || fail "PostgreSQL is installed, but its initdb is not in /usr/lib/postgresql/*/bin"
}

[ $# -gt 0 ] || set -- rqlite postgres
for server; do
	case $server in
	rqlite) install_rqlite ;;
	postgres) install_postgres ;;
	*) fail "unknown server “$server”; known: rqlite, postgres" ;;
	esac
done
