package config

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/viper"

	"assister/internal/problem"
)

const tokensPrefix = "tokens."

// Token is a client of a server, as the configuration file describes it below `tokens`. Its
// limits are those that ReadLimits returns for "token NAME".
type Token struct {
	Name   string // in lower case
	File   string // that the secret is in
	Permit string // one of Permits; "" is the first
}

// addTokens reads the tokens of a configuration file, and their limits.
func (s *Settings) addTokens(v *viper.Viper, path string) error {
	var names []string
	for _, key := range v.AllKeys() {
		rest, isToken := strings.CutPrefix(key, tokensPrefix)
		if !isToken {
			continue
		}
		name, member, _ := strings.Cut(rest, ".")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if err := s.addTokenLimit(v, path, name, member); err != nil {
			return err
		}
	}
	slices.Sort(names)
	for _, name := range names {
		at := tokensPrefix + name + "."
		t := Token{Name: name, File: v.GetString(at + "file"), Permit: v.GetString(at + "permit")}
		var wrong *problem.Refusal
		switch {
		case t.File == "":
			wrong = problem.Misuse("the token "+problem.Quote(name)+" has no file",
				"write the secret in a file that only you can read, and name it with "+at+"file")
		case t.Permit != "" && !slices.Contains(Permits, t.Permit):
			wrong = problem.Misuse(problem.Quote(t.Permit)+" is no permit of a token", "give "+problem.Either(Permits))
		}
		if wrong != nil {
			wrong.Problem.Field, wrong.Path = strings.TrimSuffix(at, "."), path
			return wrong
		}
		s.Tokens = append(s.Tokens, t)
	}
	return nil
}

// addTokenLimit notes a limit of a token, and refuses what is no member of one.
func (s *Settings) addTokenLimit(v *viper.Viper, path, name, member string) error {
	if member == "file" || member == "permit" {
		return nil
	}
	known := []string{"file", "permit"}
	for i := range Table {
		if !strings.HasPrefix(Table[i].Key, limitPrefix) {
			continue
		}
		if Table[i].Key == member {
			full := tokensPrefix + name + "." + member
			s.addLimit(i, "the file "+path, "token "+name, textOf(v, full), "file "+path)
			return nil
		}
		known = append(known, Table[i].Key)
	}
	return knownKeys(path, []string{member}, known)
}

// ReadSecret reads a secret from a file that only its user can read: its first line.
func ReadSecret(path string) (string, error) {
	if err := Trusted(path); err != nil {
		return "", err
	}
	about, err := os.Stat(path)
	if err == nil && hasModes && about.Mode().Perm()&0o077 != 0 {
		r := problem.Refuse(problem.Usage, "untrusted_file",
			fmt.Sprintf("others can read the file: its mode is %04o", about.Mode().Perm()), "chmod 600 "+problem.ShellWord(path))
		r.Path = path
		return "", r
	}
	text, err := os.ReadFile(path)
	if err != nil {
		r := problem.Misuse("the token cannot be read: "+problem.OneLine(err.Error()),
			"write one with: (umask 077; openssl rand -hex 32 > "+problem.ShellWord(path)+")")
		r.Path, r.Cause = path, err
		return "", r
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(line), nil
}
