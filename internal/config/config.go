// Package config is the settings: what can be set, by flag, environment variable or
// configuration file, what values are valid, and where each comes from. It also knows
// the directories of the program. Flags and environment are passed in by the caller.
package config

import (
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/problem"
)

// Setting is one thing that can be set by flag, environment or file.
type Setting struct {
	Key     string // of the file; the flag's name has - for a dot
	Env     string // the variable of the environment
	Default string
	Help    string
	Policy  bool   // of the workspace rather than of one command, so that it has no flag
	Limit   bool   // on changes; it has a flag of the commands that make them: see AddLimitFlags
	Command string // the only command that it is for and that has its flag; "" is any: see AddFlagsOf

	short string // the flag in one letter
	word  string // what the flag's help calls its value
	truth bool   // true or false
	model bool   // it is for engines with a model
}

// FlagName is the name of the setting's flag, without its dashes.
func (t *Setting) FlagName() string {
	name := strings.TrimPrefix(strings.TrimPrefix(t.Key, limitPrefix), t.Command+".")
	return strings.ReplaceAll(name, ".", "-")
}

// Table is every setting; `assister help configuration` has them too. A flag wins over the
// environment, the environment over the file.
var Table = [...]Setting{
	{Key: "db", Env: "ASSISTER_DB", word: "PLACE",
		Help: "workspace: a file, or the address of a server (default: assister/assister.db in the XDG data directory)"},
	{Key: "engine", Env: "ASSISTER_ENGINE", Default: "auto", word: "NAME",
		Help: "engine that reads requests: auto, rules, ollama, openai or replay"},
	{Key: "model", model: true, Env: "ASSISTER_MODEL", word: "NAME",
		Help: "model of the engine"},
	{Key: "model.context", model: true, Env: "ASSISTER_MODEL_CONTEXT", word: "TOKENS",
		Help: "context of the model, for prompt and answer together (default: 8192, or less if the model has less)"},
	{Key: "model.temperature", model: true, Env: "ASSISTER_MODEL_TEMPERATURE", Default: "0.1", word: "NUMBER",
		Help: "randomness of the model's answers, from 0 to 2"},
	{Key: "model.seed", model: true, Env: "ASSISTER_MODEL_SEED", word: "NUMBER",
		Help: "seed of the model's random numbers (default: 1 with ollama; openai leaves it to the server)"},
	{Key: "host", model: true, Env: "ASSISTER_HOST", word: "URL",
		Help: "model server (default: $OLLAMA_HOST)"},
	{Key: "prompts", model: true, Env: "ASSISTER_PROMPTS", word: "DIR",
		Help: "directory with prompts that replace the built-in ones: route.tmpl, propose.tmpl, " +
			"checklist.tmpl, repair.tmpl, summary.tmpl, chat.tmpl, plan.tmpl, answer.tmpl"},
	{Key: "thinking", model: true, Env: "ASSISTER_THINKING", truth: true,
		Help: "show the model's thinking"},
	{Key: "record", model: true, Env: "ASSISTER_RECORD", word: "FILE",
		Help: "record requests to the model and its replies in FILE, for --replay"},
	{Key: "replay", model: true, Env: "ASSISTER_REPLAY", word: "FILE",
		Help: "recording that --engine replay answers from"},
	{Key: "server.timeout", model: true, word: "DURATION", Env: "ASSISTER_SERVER_TIMEOUT",
		Help: "time limit for a whole answer of a model (default: 5m)"},
	{Key: "server.header", model: true, word: "DURATION", Env: "ASSISTER_SERVER_HEADER",
		Help: "time limit for the beginning of an answer (default: 2m)"},
	{Key: "server.idle", model: true, word: "DURATION", Env: "ASSISTER_SERVER_IDLE",
		Help: "time limit for a pause within an answer (default: 1m)"},
	{Key: "server.tools", model: true, word: "USE", Env: "ASSISTER_SERVER_TOOLS", Default: "auto",
		Help: "let the model call tools: on, off, or auto if server and model support it"},
	{Key: "server.schema", model: true, word: "USE", Env: "ASSISTER_SERVER_SCHEMA", Default: "auto",
		Help: "constrain answers to a JSON Schema: on, off, or auto if the server supports it"},
	{Key: "server.proxy", model: true, word: "URL", Env: "ASSISTER_SERVER_PROXY",
		Help: "proxy for the model server (default: none; HTTP_PROXY is ignored)"},
	{Key: "embedding.model", Env: "ASSISTER_EMBEDDING_MODEL", word: "NAME",
		Help: "model for search by meaning (default: none; search by words only)"},
	{Key: "embedding.host", Env: "ASSISTER_EMBEDDING_HOST", word: "URL",
		Help: "server of the embedding model (default: --host); a URL that ends in /v1 is OpenAI-compatible"},
	{Key: "embedding.wait", Env: "ASSISTER_EMBEDDING_WAIT", Default: "500ms", word: "DURATION",
		Help: "time limit to embed changed texts after a command's output; 0 disables it"},
	{Key: "tz", Env: "ASSISTER_TZ", word: "ZONE", Help: "time zone, such as Europe/Paris (default: the system's)"},
	{Key: "country", Env: "ASSISTER_COUNTRY", word: "CODE",
		Help: "country that feasts depend on, such as GB (default: the most usual of the language)"},
	{Key: "now", Env: "ASSISTER_NOW", word: "TIME",
		Help: "current time, such as 2026-11-21T09:00:00 (default: the system's)"},
	{Key: "output", Env: "ASSISTER_OUTPUT", Default: "auto", word: "FORM",
		Help: "ndjson, text, or auto: text in a terminal and ndjson elsewhere"},
	{Key: "correlation-id", Env: "ASSISTER_CORRELATION_ID", word: "ID",
		Help: "id of the request in events and in the audit trail (default: the input's, or a new one)"},
	{Key: "actor", Env: "ASSISTER_ACTOR", word: "NAME",
		Help: "who changes are recorded for in the audit trail (default: user@host, or the client of a server)"},
	{Key: "no-words", Env: "ASSISTER_NO_WORDS", truth: true,
		Help: "keep no words of requests in the audit trail"},
	{Key: "non-interactive", Env: "ASSISTER_NON_INTERACTIVE", truth: true, Help: "never prompt in the terminal"},
	{Key: AskMode, Policy: true, Env: "ASSISTER_ASK_MODE", Default: "auto",
		Help: "what ask does without --mode: auto, chat or plan"},
	{Key: AskBelow, Policy: true, Env: "ASSISTER_ROUTER_ASK_BELOW", Default: "0.45",
		Help: "confidence, from 0 to 1, below which ask asks back"},
	{Key: PlanFrom, Policy: true, Env: "ASSISTER_ROUTER_PLAN_FROM", Default: "0.7",
		Help: "confidence, from 0 to 1, from which ask proposes changes; below, it answers in words"},
	{Key: "proposal.operations", Policy: true, Env: "ASSISTER_PROPOSAL_OPERATIONS", Default: "8",
		Help: "how many operations a model is asked for at most, up to 20"},
	{Key: "proposal.rounds", Policy: true, Env: "ASSISTER_PROPOSAL_ROUNDS", Default: "5",
		Help: "how often a model may go on calling tools for a proposal, up to 20"},
	{Key: ttlKey, Policy: true, Env: "ASSISTER_IDEMPOTENCY_TTL",
		Help: "how long idempotency keys are kept, such as 24h (default: forever)"},
	{Key: "audit.head", Policy: true, Env: "ASSISTER_AUDIT_HEAD",
		Help: "file outside the workspace that keeps the audit head of each batch (default: none)"},
	{Key: "audit.head-command", Policy: true, Env: "ASSISTER_AUDIT_HEAD_COMMAND",
		Help: "command that gets the audit head of each batch on stdin (default: none)"},
	{Key: policyKey, Limit: true, Env: "ASSISTER_POLICY", word: "FILE",
		Help: "file with limits, which apply in addition to all others"},
	{Key: "limits.allow", Limit: true, Env: "ASSISTER_LIMITS_ALLOW", word: "OPERATIONS",
		Help: "allow only these operations, such as task.create,event.*"},
	{Key: "limits.read-only", Limit: true, Env: "ASSISTER_LIMITS_READ_ONLY", truth: true, Help: "allow no change"},
	{Key: "limits.max-ops", Limit: true, Env: "ASSISTER_LIMITS_MAX_OPS", word: "N",
		Help: "refuse more than N operations"},
	{Key: "limits.max-deletes", Limit: true, Env: "ASSISTER_LIMITS_MAX_DELETES", word: "N",
		Help: "refuse to delete more than N records"},
	{Key: "limits.max-touched", Limit: true, Env: "ASSISTER_LIMITS_MAX_TOUCHED", word: "N",
		Help: "refuse to create, change and delete more than N records, or to change and delete more than N% " +
			"of those that exist"},
	{Key: "limits.scope", Limit: true, Env: "ASSISTER_LIMITS_SCOPE", word: "FILTER",
		Help: "refuse to change records that do not match FILTER before and after the change"},
	{Key: "limits.daily-deletes", Limit: true, Policy: true, Env: "ASSISTER_LIMITS_DAILY_DELETES",
		Help: "how many records models may delete in a day without an approval (default: 20)"},
	{Key: "limits.daily-touched", Limit: true, Policy: true, Env: "ASSISTER_LIMITS_DAILY_TOUCHED",
		Help: "how many records models may create, change and delete in a day without an approval (default: 200)"},
	{Key: "serve.listen", Command: "serve", Env: "ASSISTER_SERVE_LISTEN", Default: "127.0.0.1:7727", word: "ADDRESS",
		Help: "address and port to listen on; port 0 is any that is free"},
	{Key: "serve.permit", Command: "serve", Env: "ASSISTER_SERVE_PERMIT", Default: "propose", word: "PERMIT",
		Help: "what the token that the server makes allows, or that of --token-file: propose or apply"},
	{Key: "serve.token-file", Command: "serve", Env: "ASSISTER_SERVE_TOKEN_FILE", word: "FILE",
		Help: "file with the token, in place of one that is made and printed"},
	{Key: "serve.allow-host", Command: "serve", Env: "ASSISTER_SERVE_ALLOW_HOST", word: "NAMES",
		Help: "names that the server is reached by, such as those of a proxy, besides localhost and IP addresses"},
	{Key: "mcp.permit", Command: "mcp", Env: "ASSISTER_MCP_PERMIT", Default: "propose", word: "PERMIT",
		Help: "how far clients may go: propose, or apply, which asks nobody"},
	{Key: "mcp.kinds", Command: "mcp", Env: "ASSISTER_MCP_KINDS", word: "KINDS",
		Help: "offer only the tools for these kinds of record, such as task,event (default: all)"},
	{Key: "mcp.http", Command: "mcp", Env: "ASSISTER_MCP_HTTP", word: "ADDRESS",
		Help: "serve over HTTP at an address such as 127.0.0.1:7728, in place of stdin and stdout"},
	{Key: "mcp.token-file", Command: "mcp", Env: "ASSISTER_MCP_TOKEN_FILE", word: "FILE",
		Help: "file with the token that HTTP requests have to show"},
	{Key: "mcp.allow-host", Command: "mcp", Env: "ASSISTER_MCP_ALLOW_HOST", word: "NAMES",
		Help: "names that the HTTP server is reached by, besides localhost and IP addresses"},
	{Key: "deadline", Env: "ASSISTER_DEADLINE", word: "DURATION",
		Help: "time limit for the whole command (default: 5m if a model may be asked); 0 disables it"},
	{Key: "wait", Env: "ASSISTER_WAIT", Default: "10s", word: "DURATION",
		Help: "how long to wait for another process that is writing to the workspace"},
	{Key: "quiet", short: "q", Env: "ASSISTER_QUIET", truth: true,
		Help: "print only results and errors; in a pipe the event stream stays complete"},
	{Key: "verbose", short: "v", Env: "ASSISTER_VERBOSE", truth: true, Help: "print each step"},
}

// durations are the settings that are a length of time.
var durations = []string{ttlKey, "deadline", "wait", "server.timeout", "server.header", "server.idle", "embedding.wait"}

const ttlKey = "idempotency.ttl"

// AskMode is the setting of what ask does without --mode.
const AskMode = "ask.mode"

// The settings of the router's thresholds.
const (
	AskBelow = "router.ask-below"
	PlanFrom = "router.plan-from"
)

// counts are the settings that are a whole number from 1 to countMax.
var counts = []string{"proposal.operations", "proposal.rounds"}

const countMax = 20

const (
	configFlag = "config"
	configEnv  = "ASSISTER_CONFIG"
)

// The shortest and the longest context that a model can be given, in tokens.
const (
	ContextMin = 1024
	ContextMax = 1 << 24
)

// Engines are the engines by their names on the command line.
var Engines = []string{"auto", "rules", "ollama", "openai", "replay"}

// Outputs are the forms of output.
var Outputs = []string{"auto", "ndjson", "text"}

// Permits are how far the clients of a server may go.
var Permits = []string{"propose", "apply"}

// Switches are the values of what server and model can do, or somebody knows
// better.
var Switches = []string{"auto", "on", "off"}

// Modes are the ways to take a text.
var Modes = []string{"auto", "chat", "plan"}

// Settings is what is set, and where.
type Settings struct {
	File    string  // the configuration file that was read; "" for none
	Invalid []error // what is wrong with the settings

	Tokens       []Token        // of the configuration file
	Limits       []check.Limits // see ReadLimits; all of them hold
	limitSources []limitSource

	*table // shared by copies, until one of them Puts
}

// table is the value of each setting of Table, and where it comes from.
type table struct {
	values  [len(Table)]string
	origins [len(Table)]string
}

// Text is the value of a setting as it was written.
func (s *Settings) Text(key string) string { return s.values[place(key)] }

// Put sets what no flag has said, for a part of the program. Copies of s keep what they have.
func (s *Settings) Put(key, value string) {
	own := *s.table
	own.values[place(key)] = value
	s.table = &own
}

// On reports whether a setting that is true or false is true.
func (s *Settings) On(key string) bool { return s.Text(key) == "true" }

// KeyTTL is how long an idempotency key is kept; 0 is for ever.
func (s *Settings) KeyTTL() time.Duration { return s.Length(ttlKey) }

// Length is a setting that is a length of time; 0 where it is not set.
func (s *Settings) Length(key string) time.Duration {
	d, _ := time.ParseDuration(s.Text(key)) // check has read it; "" is 0
	return d
}

// Whole is a setting that is a whole number; 0 where it is not set.
func (s *Settings) Whole(key string) int {
	n, _ := strconv.Atoi(s.Text(key)) // check has read it; "" is 0
	return n
}

// Number is a setting that is a number.
func (s *Settings) Number(key string) float64 {
	f, _ := strconv.ParseFloat(s.Text(key), 64) // check has read it
	return f
}

// Origin says where a value comes from: "default", or a flag, variable or file with
// its name.
func (s *Settings) Origin(key string) string { return s.origins[place(key)] }

// AddFlags gives a flag set every setting.
func AddFlags(flags *pflag.FlagSet) {
	for i := range Table {
		t := &Table[i]
		if !t.Policy && !t.Limit && t.Command == "" {
			t.addFlag(flags)
		}
	}
	flags.String(configFlag, "",
		"configuration `FILE` (default: assister/config.yaml, .toml or .json in the XDG config directory)")
}

// AddFlagsOf gives the flags of a command those of the settings that are for it alone.
func AddFlagsOf(command string, flags *pflag.FlagSet) {
	for i := range Table {
		if t := &Table[i]; t.Command == command {
			t.addFlag(flags)
			OwnFlag(flags, t.FlagName(), command)
		}
	}
}

// OwnFlag says that a flag is one of a command, and not that of another setting with the same
// name.
func OwnFlag(flags *pflag.FlagSet, name, command string) {
	_ = flags.SetAnnotation(name, commandAnnotation, []string{command})
}

const commandAnnotation = "command"

// isFlag reports whether a flag, which may be nil, is that of the setting and was given.
func (t *Setting) isFlag(f *pflag.Flag) bool {
	return f != nil && f.Changed && strings.Join(f.Annotations[commandAnnotation], "") == t.Command
}

func (t *Setting) addFlag(flags *pflag.FlagSet) {
	if t.truth {
		flags.BoolP(t.FlagName(), t.short, false, t.Help)
		return
	}
	flags.StringP(t.FlagName(), t.short, t.Default, t.Help)
	if f := flags.Lookup(t.FlagName()); t.word != "" {
		f.Value = named{f.Value, t.word}
	}
}

// named is a flag whose help calls its value by a word of its own. Backquotes in
// the help would say the word a second time, where it is no part of the sentence.
type named struct {
	pflag.Value
	word string
}

func (n named) Type() string { return n.word }

// FromFlags reads the settings from flags and variables, without a file: all that
// version needs, and all there is before the command line is understood. A variable
// that is empty counts as not set.
func FromFlags(flags *pflag.FlagSet, env Env) (s Settings) {
	s.collect(flags, env)
	s.check()
	return s
}

// Read reads the settings from flags, variables and the configuration file.
func Read(flags *pflag.FlagSet, env Env) (s Settings) {
	s.collect(flags, env)
	for _, err := range [...]error{s.readFile(flags, env), s.readPolicies()} {
		if err != nil {
			s.Invalid = append(s.Invalid, err)
		}
	}
	s.check()
	return s
}

// Err is the first thing that is wrong with the settings.
func (s *Settings) Err() error {
	if len(s.Invalid) == 0 {
		return nil
	}
	return s.Invalid[0]
}

// collect sets each setting from its flag, its variable or its default.
func (s *Settings) collect(flags *pflag.FlagSet, env Env) {
	s.table = new(table)
	for i := range Table {
		t := &Table[i]
		s.values[i], s.origins[i] = t.Default, "default"
		if t.Key == "host" {
			if v, _ := env("OLLAMA_HOST"); v != "" {
				s.values[i], s.origins[i] = v, ollamaHostOrigin
			}
		}
		if v, _ := env(t.Env); v != "" {
			s.set(i, v, "the environment", "environment "+t.Env)
		}
		if f := flags.Lookup(t.FlagName()); t.isFlag(f) {
			s.set(i, f.Value.String(), "the command line", "flag --"+t.FlagName())
		}
	}
}

// set gives a setting a value that wins over the one before, or a limit another value.
func (s *Settings) set(i int, value, from, origin string) {
	if Table[i].Limit {
		s.addLimit(i, from, "", value, origin)
		return
	}
	s.values[i], s.origins[i] = value, origin
}

// ollamaHostOrigin is the origin of a host that the configuration file may replace.
const ollamaHostOrigin = "environment OLLAMA_HOST"

// check notes values that are not valid. They get their defaults, so that doctor can
// go on.
func (s *Settings) check() {
	for i := range Table {
		if Table[i].Limit {
			continue // ReadLimits checks it
		}
		if want := s.expected(i); want != "" {
			s.Invalid = append(s.Invalid, s.wrong(i, want))
			s.values[i], s.origins[i] = Table[i].Default, "default"
		}
		if Table[i].truth {
			on, _ := strconv.ParseBool(s.values[i])
			s.values[i] = strconv.FormatBool(on)
		}
	}
	if s.Number(AskBelow) > s.Number(PlanFrom) {
		s.Invalid = append(s.Invalid, s.wrong(place(AskBelow), "at most "+s.Text(PlanFrom)+", which is "+PlanFrom))
		s.Reset(AskBelow)
		s.Reset(PlanFrom)
	}
	if s.Text("engine") != "rules" || s.Origin("engine") != "flag --engine" {
		return
	}
	for i := range Table {
		if name, given := strings.CutPrefix(s.origins[i], "flag --"); given && Table[i].model {
			s.Invalid = append(s.Invalid, problem.Misuse("--"+name+" is for engines with a model, and the rules have none",
				"leave out --"+name+", or choose another --engine"))
			return
		}
	}
}

// isCountry reports whether a text is a code as in ISO 3166.
func isCountry(s string) bool {
	letter := func(b byte) bool { return b|' ' >= 'a' && b|' ' <= 'z' }
	return len(s) == 2 && letter(s[0]) && letter(s[1])
}

// expected says what a value that is not valid should be; "" if it is valid.
func (s *Settings) expected(i int) string {
	t, value := &Table[i], s.values[i]
	isLength := slices.Contains(durations, t.Key)
	isSwitch := t.Key == "server.tools" || t.Key == "server.schema"
	switch {
	case t.truth:
		if _, err := strconv.ParseBool(value); err != nil && value != "" {
			return "true or false"
		}
	case slices.Contains(counts, t.Key):
		if n, err := strconv.Atoi(value); err != nil || n < 1 || n > countMax {
			return "a whole number from 1 to " + strconv.Itoa(countMax)
		}
	case t.Key == AskBelow || t.Key == PlanFrom:
		if n, err := strconv.ParseFloat(value, 64); err != nil || !(n >= 0 && n <= 1) {
			return "a number from 0 to 1"
		}
	case t.Key == AskMode && !slices.Contains(Modes, value):
		return problem.Either(Modes)
	case t.Key == "engine" && !slices.Contains(Engines, value):
		return problem.Either(Engines)
	case t.Key == "country" && value != "" && !isCountry(value):
		return "two letters, such as GB"
	case t.Key == "output" && !slices.Contains(Outputs, value):
		return problem.Either(Outputs)
	case t.Key == "actor" && ledger.AskedBy(value, "").Actor != value:
		return fmt.Sprintf("at most %d visible characters", ledger.ActorMax)
	case t.Key == "correlation-id" && !validID(value):
		return "at most 128 letters, digits and - _ . :"
	case isSwitch && !slices.Contains(Switches, value):
		return problem.Either(Switches)
	case isLength && value != "":
		if d, err := time.ParseDuration(value); err != nil || d < 0 {
			return "a duration such as 24h or 10m"
		}
	case t.Key == "model.context" && value != "" && !isWhole(value, ContextMin, ContextMax):
		return fmt.Sprintf("a whole number from %d to %d", ContextMin, ContextMax)
	case t.Key == "model.seed" && value != "" && !isWhole(value, 0, math.MaxInt32):
		return fmt.Sprintf("a whole number from 0 to %d", math.MaxInt32)
	case t.Key == "model.temperature" && !isTemperature(value):
		return "a number from 0 to 2"
	case t.Key == "db" && strings.ContainsRune(value, 0):
		return "a file name"
	case (t.Key == "serve.permit" || t.Key == "mcp.permit") && !slices.Contains(Permits, value):
		return problem.Either(Permits)
	case t.Key == "audit.head" && value != "" && !filepath.IsAbs(value):
		return "an absolute path"
	case value == "" && strings.HasPrefix(s.origins[i], "flag") && t.Key != "model" && t.Key != "host":
		return "a value that is not empty"
	}
	return ""
}

func isWhole(s string, least, most int) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= least && n <= most
}

func isTemperature(s string) bool {
	f, err := strconv.ParseFloat(s, 64)
	return err == nil && f >= 0 && f <= 2
}

func (s *Settings) wrong(i int, want string) error {
	r := problem.Misuse(fmt.Sprintf("%q is not a valid %s", problem.Shorten(s.Shown(Table[i].Key)), Table[i].Key),
		"give "+want+"; the value comes from "+s.origins[i])
	r.Problem.Field = Table[i].Key
	return r
}

// Shown is a value as it may be printed: the password of a URL is left out.
func (s *Settings) Shown(key string) string { return withoutPassword(s.Text(key)) }

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

// Reset gives a setting its default, in copies of s as well.
func (s *Settings) Reset(key string) {
	i := place(key)
	s.values[i], s.origins[i] = Table[i].Default, "default"
	for _, l := range s.limitSources {
		delete(l.values, key)
	}
}

// place is where a setting stands in the table.
func place(key string) int {
	for i := range Table {
		if Table[i].Key == key {
			return i
		}
	}
	panic("config: there is no setting " + key)
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
