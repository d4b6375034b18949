package config

import (
	"path/filepath"

	"assister/internal/problem"
)

// configDir is where the configuration is kept, after the XDG base directory
// specification: a relative XDG_CONFIG_HOME does not count.
func configDir(env Env) (string, error) { return xdg(env, "XDG_CONFIG_HOME", ".config") }

// dataDir is where the workspace is kept.
func dataDir(env Env) (string, error) {
	return xdg(env, "XDG_DATA_HOME", filepath.Join(".local", "share"))
}

// ReplacedDir is where the workspaces of servers are kept that a restore or a rebuild replaces;
// "" if nothing says where the workspace is.
func ReplacedDir(env Env) string {
	dir, err := dataDir(env)
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "replaced")
}

// CacheDir is for files that can be made again.
func CacheDir(env Env) (string, error) { return xdg(env, "XDG_CACHE_HOME", ".cache") }

// DefaultHeads is where a file of audit heads belongs that is to be kept: apart from the
// workspace, and not among the files that can be made again.
func DefaultHeads(env Env) (string, error) {
	dir, err := xdg(env, "XDG_STATE_HOME", filepath.Join(".local", "state"))
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "heads"), nil
}

func xdg(env Env, name, fallback string) (string, error) {
	if v, _ := env(name); filepath.IsAbs(v) {
		return filepath.Join(v, "assister"), nil
	}
	home, _ := env("HOME")
	if !filepath.IsAbs(home) {
		return "", problem.Misuse("HOME is not set, so there is no place for the workspace",
			"set HOME or "+name+", or name a file with --db")
	}
	return filepath.Join(home, fallback, "assister"), nil
}

// Database is the path of the workspace or the address of a server, which may have a
// password in it.
func (s *Settings) Database(env Env) (string, error) {
	if text := s.Text("db"); text != "" {
		return text, nil
	}
	dir, err := dataDir(env)
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "assister.db"), nil
}
