package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"assister/internal/problem"
	"assister/internal/sqlite"
)

// setting is one thing that can be set by flag, environment or file.
type setting struct {
	key    string // of the file; the flag's name has - for a dot
	short  string // the flag in one letter
	env    string
	flag   bool // true or false
	def    string
	word   string // what the flag's help calls its value
	help   string
	model  bool // it is for engines with a model
	policy bool // of the workspace rather than of one command, so that it has no flag
}

func (t *setting) flagName() string { return strings.ReplaceAll(t.key, ".", "-") }

// table is every setting; `assister help configuration` has them too. A flag wins over the
// environment, the environment over the file.
var table = [...]setting{
	{key: "db", env: "ASSISTER_DB", word: "FILE",
		help: "workspace file (default: assister/assister.db in the XDG data directory)"},
	{key: "engine", env: "ASSISTER_ENGINE", def: "auto", word: "NAME",
		help: "engine that reads requests: auto, rules, ollama, openai or replay"},
	{key: "model", model: true, env: "ASSISTER_MODEL", word: "NAME",
		help: "model of the engine"},
	{key: "host", model: true, env: "ASSISTER_HOST", word: "URL",
		help: "model server (default: $OLLAMA_HOST)"},
	{key: "prompts", model: true, env: "ASSISTER_PROMPTS", word: "DIR",
		help: "directory with prompts that replace the built-in ones: route.tmpl, propose.tmpl, " +
			"checklist.tmpl, repair.tmpl, summary.tmpl, chat.tmpl"},
	{key: "thinking", model: true, env: "ASSISTER_THINKING", flag: true,
		help: "show the model's thinking"},
	{key: "record", model: true, env: "ASSISTER_RECORD", word: "FILE",
		help: "record requests to the model and its replies in FILE, for --replay"},
	{key: "replay", model: true, env: "ASSISTER_REPLAY", word: "FILE",
		help: "recording that --engine replay answers from"},
	{key: "server.timeout", model: true, word: "DURATION", env: "ASSISTER_SERVER_TIMEOUT",
		help: "time limit for a whole answer of a model (default: 5m)"},
	{key: "server.header", model: true, word: "DURATION", env: "ASSISTER_SERVER_HEADER",
		help: "time limit for the beginning of an answer (default: 2m)"},
	{key: "server.idle", model: true, word: "DURATION", env: "ASSISTER_SERVER_IDLE",
		help: "time limit for a pause within an answer (default: 1m)"},
	{key: "server.tools", model: true, word: "USE", env: "ASSISTER_SERVER_TOOLS", def: "auto",
		help: "let the model call tools: on, off, or auto if server and model support it"},
	{key: "server.schema", model: true, word: "USE", env: "ASSISTER_SERVER_SCHEMA", def: "auto",
		help: "constrain answers to a JSON Schema: on, off, or auto if the server supports it"},
	{key: "server.proxy", model: true, word: "URL", env: "ASSISTER_SERVER_PROXY",
		help: "proxy for the model server (default: none; HTTP_PROXY is ignored)"},
	{key: "embedding.model", env: "ASSISTER_EMBEDDING_MODEL", word: "NAME",
		help: "model for search by meaning (default: none; search by words only)"},
	{key: "embedding.host", env: "ASSISTER_EMBEDDING_HOST", word: "URL",
		help: "server of the embedding model (default: --host); a URL that ends in /v1 is OpenAI-compatible"},
	{key: "embedding.wait", env: "ASSISTER_EMBEDDING_WAIT", def: "500ms", word: "DURATION",
		help: "time limit to embed changed texts after a command's output; 0 disables it"},
	{key: "tz", env: "ASSISTER_TZ", word: "ZONE", help: "time zone, such as Europe/Paris (default: the system's)"},
	{key: "now", env: "ASSISTER_NOW", word: "TIME",
		help: "current time, such as 2026-11-21T09:00:00 (default: the system's)"},
	{key: "output", env: "ASSISTER_OUTPUT", def: "auto", word: "FORM",
		help: "ndjson, text, or auto: text in a terminal and ndjson elsewhere"},
	{key: "correlation-id", env: "ASSISTER_CORRELATION_ID", word: "ID",
		help: "id of the request in events and in the audit trail (default: the input's, or a new one)"},
	{key: "non-interactive", env: "ASSISTER_NON_INTERACTIVE", flag: true, help: "never prompt in the terminal"},
	{key: ttlKey, policy: true, env: "ASSISTER_IDEMPOTENCY_TTL",
		help: "how long idempotency keys are kept, such as 24h (default: forever)"},
	{key: "deadline", env: "ASSISTER_DEADLINE", word: "DURATION",
		help: "time limit for the whole command (default: 5m if a model may be asked); 0 disables it"},
	{key: "wait", env: "ASSISTER_WAIT", def: sqlite.Wait.String(), word: "DURATION",
		help: "how long to wait for another process that is writing to the workspace"},
	{key: "quiet", short: "q", env: "ASSISTER_QUIET", flag: true, help: "print only results and errors"},
	{key: "verbose", short: "v", env: "ASSISTER_VERBOSE", flag: true, help: "print each step"},
}

// durations are the settings that are a length of time.
var durations = []string{ttlKey, "deadline", "wait", "server.timeout", "server.header", "server.idle", "embedding.wait"}

const ttlKey = "idempotency.ttl"

const (
	configFlag = "config"
	configEnv  = "ASSISTER_CONFIG"
)

// engineNames are the engines by their names on the command line.
var engineNames = []string{"auto", "rules", "ollama", "openai", "replay"}

var outputs = []string{"auto", "ndjson", "text"}

// switches are the values of what server and model can do, or somebody knows
// better.
var switches = []string{"auto", "on", "off"}

// settings is what is set, and where.
type settings struct {
	values  [len(table)]string
	origins [len(table)]string
	file    string  // the configuration file that was read; "" for none
	invalid []error // what is wrong with the settings
}

func (s *settings) text(key string) string {
	for i := range table {
		if table[i].key == key {
			return s.values[i]
		}
	}
	panic("cli: there is no setting " + key)
}

// put sets what no flag has said, for a part of the program.
func (s *settings) put(key, value string) {
	for i := range table {
		if table[i].key == key {
			s.values[i] = value
			return
		}
	}
	panic("cli: there is no setting " + key)
}

func (s *settings) on(key string) bool { return s.text(key) == "true" }

// keyTTL is how long an idempotency key is kept; 0 is for ever.
func (s *settings) keyTTL() time.Duration { return s.length(ttlKey) }

// length is a setting that is a length of time; 0 where it is not set.
func (s *settings) length(key string) time.Duration {
	d, _ := time.ParseDuration(s.text(key)) // check has read it; "" is 0
	return d
}

func (s *settings) origin(key string) string {
	for i := range table {
		if table[i].key == key {
			return s.origins[i]
		}
	}
	panic("cli: there is no setting " + key)
}

// addFlags gives a flag set every setting.
func addFlags(flags *pflag.FlagSet) {
	for i := range table {
		t := &table[i]
		if t.policy {
			continue
		}
		if t.flag {
			flags.BoolP(t.flagName(), t.short, false, t.help)
			continue
		}
		flags.StringP(t.flagName(), t.short, t.def, t.help)
		if f := flags.Lookup(t.flagName()); t.word != "" {
			f.Value = named{f.Value, t.word}
		}
	}
	flags.String(configFlag, "",
		"configuration `FILE` (default: assister/config.yaml, .toml or .json in the XDG config directory)")
}

// named is a flag whose help calls its value by a word of its own. Backquotes in
// the help would say the word a second time, where it is no part of the sentence.
type named struct {
	pflag.Value
	word string
}

func (n named) Type() string { return n.word }

// readFlags reads the settings from flags and variables, without a file: all that
// version needs, and all there is before the command line is understood. A variable
// that is empty counts as not set.
func readFlags(flags *pflag.FlagSet, env Env) (s settings) {
	s.collect(flags, env)
	s.check()
	return s
}

// readSettings reads the settings from flags, variables and the configuration file.
func readSettings(flags *pflag.FlagSet, env Env) (s settings) {
	s.collect(flags, env)
	if err := s.readFile(flags, env); err != nil {
		s.invalid = append(s.invalid, err)
	}
	s.check()
	return s
}

// err is the first thing that is wrong with the settings.
func (s *settings) err() error {
	if len(s.invalid) == 0 {
		return nil
	}
	return s.invalid[0]
}

// collect sets each setting from its flag, its variable or its default.
func (s *settings) collect(flags *pflag.FlagSet, env Env) {
	for i := range table {
		t := &table[i]
		s.values[i], s.origins[i] = t.def, "default"
		if t.key == "host" {
			if v, _ := env("OLLAMA_HOST"); v != "" {
				s.values[i], s.origins[i] = v, ollamaHostOrigin
			}
		}
		if v, _ := env(t.env); v != "" {
			s.values[i], s.origins[i] = v, "environment "+t.env
		}
		if f := flags.Lookup(t.flagName()); f != nil && f.Changed {
			s.values[i], s.origins[i] = f.Value.String(), "flag --"+t.flagName()
		}
	}
}

// ollamaHostOrigin is the origin of a host that the configuration file may replace.
const ollamaHostOrigin = "environment OLLAMA_HOST"

// readFile sets what neither a flag nor a variable sets from the configuration file.
func (s *settings) readFile(flags *pflag.FlagSet, env Env) error {
	path, err := configFile(flags, env)
	if err != nil || path == "" {
		return err
	}
	v := viper.New()
	v.SetConfigFile(path)
	if err := v.ReadInConfig(); err != nil {
		return unreadableConfig(path, err)
	}
	s.file = path
	for i := range table {
		t := &table[i]
		open := s.origins[i] == "default" || s.origins[i] == ollamaHostOrigin
		if open && v.InConfig(t.key) {
			s.values[i], s.origins[i] = v.GetString(t.key), "file "+path
		}
	}
	return knownKeys(path, v.AllKeys())
}

// check notes values that are not valid. They get their defaults, so that doctor can
// go on.
func (s *settings) check() {
	for i := range table {
		if want := s.expected(i); want != "" {
			s.invalid = append(s.invalid, s.wrong(i, want))
			s.values[i], s.origins[i] = table[i].def, "default"
		}
		if table[i].flag {
			on, _ := strconv.ParseBool(s.values[i])
			s.values[i] = strconv.FormatBool(on)
		}
	}
	if s.text("engine") != "rules" || s.origin("engine") != "flag --engine" {
		return
	}
	for i := range table {
		if name, given := strings.CutPrefix(s.origins[i], "flag --"); given && table[i].model {
			s.invalid = append(s.invalid, usage("--"+name+" is for engines with a model, and the rules have none",
				"leave out --"+name+", or choose another --engine"))
			return
		}
	}
}

// expected says what a value that is not valid should be; "" if it is valid.
func (s *settings) expected(i int) string {
	t, value := &table[i], s.values[i]
	isLength := slices.Contains(durations, t.key)
	isSwitch := t.key == "server.tools" || t.key == "server.schema"
	switch {
	case t.flag:
		if _, err := strconv.ParseBool(value); err != nil && value != "" {
			return "true or false"
		}
	case t.key == "engine" && !slices.Contains(engineNames, value):
		return problem.Either(engineNames)
	case t.key == "output" && !slices.Contains(outputs, value):
		return problem.Either(outputs)
	case t.key == "correlation-id" && !validID(value):
		return "at most 128 letters, digits and - _ . :"
	case isSwitch && !slices.Contains(switches, value):
		return problem.Either(switches)
	case isLength && value != "":
		if d, err := time.ParseDuration(value); err != nil || d < 0 {
			return "a duration such as 24h or 10m"
		}
	case t.key == "db" && strings.ContainsRune(value, 0):
		return "a file name"
	case value == "" && strings.HasPrefix(s.origins[i], "flag") && t.key != "model" && t.key != "host":
		return "a value that is not empty"
	}
	return ""
}

func (s *settings) wrong(i int, want string) error {
	r := usage(fmt.Sprintf("%q is not a valid %s", problem.Shorten(s.shown(i)), table[i].key),
		"give "+want+"; the value comes from "+s.origins[i])
	r.Problem.Field = table[i].key
	return r
}

// shown is a value as it may be printed: the password of a URL is left out.
func (s *settings) shown(i int) string { return withoutPassword(s.values[i]) }

// withoutPassword replaces the password of a URL. A value that looks like a URL and
// cannot be parsed loses everything before its host.
func withoutPassword(value string) string {
	scheme, rest, isURL := strings.Cut(value, "://")
	if !isURL || !strings.Contains(rest, "@") {
		return value
	}
	if u, err := url.Parse(value); err == nil {
		return u.Redacted()
	}
	return scheme + "://xxxxx@" + rest[strings.LastIndex(rest, "@")+1:]
}

// reset gives a setting its default.
func (s *settings) reset(key string) {
	for i := range table {
		if table[i].key == key {
			s.values[i], s.origins[i] = table[i].def, "default"
		}
	}
}

// validID reports whether a correlation id is safe in a log, a file name and a
// key; "" is one that is still to be made.
func validID(id string) bool {
	if len(id) > 128 {
		return false
	}
	for i := range len(id) {
		c := id[i]
		if !isAlphanumeric(rune(c)) && strings.IndexByte("-_.:", c) < 0 {
			return false
		}
	}
	return true
}

// isAlphanumeric reports whether a character is an ASCII letter or digit.
func isAlphanumeric(c rune) bool {
	letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	return letter || c >= '0' && c <= '9'
}

// configFile is the file to read, or "" when there is none. A file that was
// named has to exist.
func configFile(flags *pflag.FlagSet, env Env) (string, error) {
	path, asked := "", false
	if v, _ := env(configEnv); v != "" {
		path, asked = v, true
	}
	if f := flags.Lookup(configFlag); f != nil && f.Changed {
		path, asked = f.Value.String(), true
	}
	if asked {
		if _, err := os.Stat(path); err != nil {
			return "", unreadableConfig(path, err)
		}
		return path, nil
	}
	dir, err := configDir(env)
	if err != nil {
		return "", nil
	}
	var found []string
	for _, name := range configNames {
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

var configNames = [...]string{"config.yaml", "config.toml", "config.json"}

// configDir is where the configuration is kept, after the XDG base directory
// specification: a relative XDG_CONFIG_HOME does not count.
func configDir(env Env) (string, error) { return xdg(env, "XDG_CONFIG_HOME", ".config") }

// dataDir is where the workspace is kept.
func dataDir(env Env) (string, error) {
	return xdg(env, "XDG_DATA_HOME", filepath.Join(".local", "share"))
}

// cacheDir is for files that can be made again.
func cacheDir(env Env) (string, error) { return xdg(env, "XDG_CACHE_HOME", ".cache") }

func xdg(env Env, name, fallback string) (string, error) {
	if v, _ := env(name); filepath.IsAbs(v) {
		return filepath.Join(v, "assister"), nil
	}
	home, _ := env("HOME")
	if !filepath.IsAbs(home) {
		return "", usage("HOME is not set, so there is no place for the workspace",
			"set HOME or "+name+", or name a file with --db")
	}
	return filepath.Join(home, fallback, "assister"), nil
}

// database is the path of the workspace.
func (s *settings) database(env Env) (string, error) {
	if path := s.text("db"); path != "" {
		return path, nil
	}
	dir, err := dataDir(env)
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "assister.db"), nil
}

func knownKeys(path string, keys []string) error {
	known := make([]string, len(table))
	for i := range table {
		known[i] = table[i].key
	}
	slices.Sort(keys)
	for _, key := range keys {
		if slices.Contains(known, key) {
			continue
		}
		hint := "`assister help configuration` lists the settings"
		if near := problem.Nearest(key, known); near != "" {
			hint = "did you mean " + near + "?"
		}
		r := problem.Refuse(problem.Usage, "unknown_setting", fmt.Sprintf("unknown setting %s", problem.Quote(key)), hint)
		r.Problem.Field = key
		r.Path = path
		return r
	}
	return nil
}

func unreadableConfig(path string, err error) error {
	r := problem.Refuse(problem.Usage, "config", "the configuration file cannot be read",
		"see `assister help config`, or name another with --config")
	var at *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.Problem.Message = "there is no such configuration file"
	case errors.As(err, &at):
		r.Problem.Message += ": " + at.Err.Error()
	default:
		r.Problem.Message += ": " + problem.OneLine(err.Error())
	}
	r.Path, r.Cause = path, err
	return r
}
