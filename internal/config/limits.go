package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/problem"
)

// Limits are settings, but no place of them wins over another: all that is set holds.
// Otherwise the command line that a file limits could lift the limit.

const (
	limitPrefix = "limits."
	policyKey   = "policy"
)

// limitCommands are the commands that may have limits of their own in a file:
// limits.apply.max-deletes. Those of apply hold for dryrun as well, which shows what
// apply would say.
var limitCommands = []string{"apply", "ask", "chat", "undo", "redo", "mcp", "serve"}

// limitSource is a place that sets limits, and their texts by key.
type limitSource struct {
	from    string // "the command line", "the environment", "the file config.yaml"
	command string // the only command or token that they are for; "" is any
	values  map[string]string
}

// AddLimitFlags gives the flags of a command that changes records those of the limits.
func AddLimitFlags(flags *pflag.FlagSet) {
	for i := range Table {
		if t := &Table[i]; t.Limit && !t.Policy {
			t.addFlag(flags)
		}
	}
}

// addLimit notes a limit beside those from other places.
func (s *Settings) addLimit(i int, from, command, value, origin string) {
	at := slices.IndexFunc(s.limitSources, func(l limitSource) bool { return l.from == from && l.command == command })
	if at < 0 {
		at = len(s.limitSources)
		s.limitSources = append(s.limitSources, limitSource{from, command, map[string]string{}})
	}
	s.limitSources[at].values[Table[i].Key] = value
	if command != "" {
		value += " for " + command
	}
	if s.origins[i] != "default" {
		value, origin = s.values[i]+" and "+value, s.origins[i]+" and "+origin
	}
	s.values[i], s.origins[i] = value, origin
}

// addLimitsOf notes the limits of a file.
func (s *Settings) addLimitsOf(v *viper.Viper, path string) {
	for i := range Table {
		if !Table[i].Limit {
			continue
		}
		key := Table[i].Key
		if v.InConfig(key) {
			s.addLimit(i, "the file "+path, "", textOf(v, key), "file "+path)
		}
		for _, command := range limitCommands {
			if own := limitKeyOf(key, command); v.IsSet(own) {
				s.addLimit(i, "the file "+path, command, textOf(v, own), "file "+path)
			}
		}
	}
}

// limitKeyOf is the key of a limit for one command alone.
func limitKeyOf(key, command string) string {
	name, isLimit := strings.CutPrefix(key, limitPrefix)
	if !isLimit {
		return ""
	}
	return limitPrefix + command + "." + name
}

// limitKeys are the keys that set limits in a file.
func limitKeys() (keys []string) {
	for i := range Table {
		if !strings.HasPrefix(Table[i].Key, limitPrefix) {
			continue
		}
		keys = append(keys, Table[i].Key)
		for _, command := range limitCommands {
			keys = append(keys, limitKeyOf(Table[i].Key, command))
		}
	}
	return keys
}

// textOf is a value of a file as a flag would have it.
func textOf(v *viper.Viper, key string) string {
	list, ok := v.Get(key).([]any)
	if !ok {
		return v.GetString(key)
	}
	words := make([]string, len(list))
	for i := range list {
		words[i] = fmt.Sprint(list[i])
	}
	return strings.Join(words, ",")
}

// readPolicies reads the policy files that are named anywhere.
func (s *Settings) readPolicies() error {
	var paths []string
	for _, l := range s.limitSources {
		if path, given := l.values[policyKey]; given && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	for _, path := range paths {
		v, err := open(path)
		if err != nil {
			return unreadable(policyKey, path, err)
		}
		if err := knownKeys(path, v.AllKeys(), limitKeys()); err != nil {
			return err
		}
		s.addLimitsOf(v, path)
	}
	return nil
}

// ReadLimits reads the limits for commands, and for tokens ("token ci"), from their texts. Days in a scope count from
// the clock. The error names the setting in its Field.
func (s *Settings) ReadLimits(clock calendar.Clock, commands ...string) error {
	if slices.Contains(commands, "dryrun") {
		commands = append(commands, "apply")
	}
	s.Limits = nil
	for _, source := range s.limitSources {
		if source.command != "" && !slices.Contains(commands, source.command) {
			continue
		}
		l := check.Limits{From: source.from}
		if source.command != "" {
			l.From += " for " + source.command
		}
		for i := range Table {
			key := Table[i].Key
			value, given := source.values[key]
			if !given {
				continue
			}
			if p := readLimit(&l, key, value, clock); p != nil {
				r := problem.Misuse(fmt.Sprintf("%q is not a valid %s: %s", problem.Shorten(value), key, p.Message),
					p.Hint+"; the value is set by "+source.from)
				r.Problem.Field = key
				return r
			}
		}
		s.Limits = append(s.Limits, l)
	}
	return nil
}

func readLimit(l *check.Limits, key, value string, clock calendar.Clock) (p *problem.Problem) {
	switch strings.TrimPrefix(key, limitPrefix) {
	case "allow":
		l.Allow, p = check.ParsePatterns(value)
	case "read-only":
		on, err := strconv.ParseBool(value)
		if err != nil {
			return &problem.Problem{Message: "it is neither true nor false", Hint: "give true or false"}
		}
		l.ReadOnly = on
	case "max-ops":
		l.MaxOps, p = check.ParseMax(value, false)
	case "max-deletes":
		l.MaxDeletes, p = check.ParseMax(value, false)
	case "max-touched":
		l.MaxTouched, p = check.ParseMax(value, true)
	case "daily-deletes":
		l.DailyDeletes, p = check.ParseMax(value, false)
	case "daily-touched":
		l.DailyTouched, p = check.ParseMax(value, false)
	case "scope":
		var c filter.Condition
		if c, p = filter.Read(value, clock); p == nil && c.Empty() {
			p = &problem.Problem{Message: "it matches every record", Hint: `give a condition such as {"tag":"home"}`}
		}
		l.Scope = &c
	}
	return p
}
