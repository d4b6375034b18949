package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"assister/internal/problem"
)

// fileNames are the names that the file can have, in the configuration directory.
var fileNames = [...]string{"config.yaml", "config.toml", "config.json"}

// DefaultFile is where a new configuration file belongs.
func DefaultFile(env Env) (string, error) {
	dir, err := configDir(env)
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, fileNames[0]), nil
}

// readFile sets what neither a flag nor a variable sets from the configuration file.
func (s *Settings) readFile(flags *pflag.FlagSet, env Env) error {
	path, err := fileToRead(flags, env)
	if err != nil || path == "" {
		return err
	}
	v, err := open(path)
	if err != nil {
		return unreadable(configFlag, path, err)
	}
	s.File = path
	s.addLimitsOf(v, path)
	for i := range Table {
		t := &Table[i]
		unset := s.origins[i] == "default" || s.origins[i] == ollamaHostOrigin
		if unset && !t.Limit && v.InConfig(t.Key) {
			s.values[i], s.origins[i] = v.GetString(t.Key), "file "+path
		}
	}
	if err := s.addTokens(v, path); err != nil {
		return err
	}
	known := limitKeys()
	for i := range Table {
		known = append(known, Table[i].Key)
	}
	isToken := func(key string) bool { return strings.HasPrefix(key, tokensPrefix) } // addTokens has checked it
	return knownKeys(path, slices.DeleteFunc(v.AllKeys(), isToken), known)
}

func open(path string) (*viper.Viper, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	if err := Trusted(path); err != nil {
		return nil, err
	}
	v := viper.New()
	v.SetConfigFile(path)
	return v, v.ReadInConfig()
}

// fileToRead is the file to read, or "" when there is none. A file that was
// named has to exist.
func fileToRead(flags *pflag.FlagSet, env Env) (string, error) {
	path, asked := "", false
	if v, _ := env(configEnv); v != "" {
		path, asked = v, true
	}
	if f := flags.Lookup(configFlag); f != nil && f.Changed {
		path, asked = f.Value.String(), true
	}
	if asked {
		if _, err := os.Stat(path); err != nil {
			return "", unreadable(configFlag, path, err)
		}
		return path, nil
	}
	dir, err := configDir(env)
	if err != nil {
		return "", nil
	}
	var found []string
	for _, name := range fileNames {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			found = append(found, filepath.Join(dir, name))
		}
	}
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		return found[0], nil
	}
	return "", problem.Refuse(problem.Usage, "config",
		"there is more than one configuration file: "+strings.Join(found, ", "),
		"keep one of them, or name it with --config")
}

func knownKeys(path string, keys, known []string) error {
	slices.Sort(keys)
	for _, key := range keys {
		if slices.Contains(known, key) {
			continue
		}
		hint := problem.DidYouMean(key, known, "`assister help configuration` lists the settings")
		r := problem.Refuse(problem.Usage, "unknown_setting", fmt.Sprintf("unknown setting %s", problem.Quote(key)), hint)
		r.Problem.Field = key
		r.Path = path
		return r
	}
	return nil
}

// unreadable refuses a file that a flag, or its variable, can name.
func unreadable(flag, path string, err error) error {
	var refusal *problem.Refusal
	if errors.As(err, &refusal) {
		return refusal
	}
	what := map[string]string{configFlag: "configuration", policyKey: "policy"}[flag] + " file"
	r := problem.Refuse(problem.Usage, flag, "the "+what+" cannot be read",
		"see `assister help configuration`, or name another with --"+flag)
	var at *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.Problem.Message = "there is no such " + what
	case errors.As(err, &at):
		r.Problem.Message += ": " + at.Err.Error()
	default:
		r.Problem.Message += ": " + problem.OneLine(err.Error())
	}
	r.Path, r.Cause = path, err
	return r
}
