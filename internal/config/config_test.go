package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"assister/internal/problem"
)

func flagsOf(t *testing.T, args ...string) *pflag.FlagSet {
	t.Helper()
	f := pflag.NewFlagSet("test", pflag.ContinueOnError)
	AddFlags(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	return f
}

func environ(pairs ...string) Env {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

func TestAFlagWinsOverTheEnvironmentAndTheEnvironmentOverTheFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "assister", "config.toml")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("tz = \"Asia/Tokyo\"\nquiet = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name         string
		args, env    []string
		value, where string
	}{
		{"the file", nil, nil, "Asia/Tokyo", "file " + file},
		{"the environment", nil, []string{"ASSISTER_TZ", "Europe/Rome"}, "Europe/Rome", "environment ASSISTER_TZ"},
		{"a flag", []string{"--tz", "Europe/Oslo"}, []string{"ASSISTER_TZ", "Europe/Rome"}, "Europe/Oslo", "flag --tz"},
		{"an empty variable is none", nil, []string{"ASSISTER_TZ", ""}, "Asia/Tokyo", "file " + file},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := Read(flagsOf(t, tt.args...), environ(append(tt.env, "XDG_CONFIG_HOME", dir)...))
			if err := s.Err(); err != nil {
				t.Fatal(err)
			}
			if s.Text("tz") != tt.value || s.Origin("tz") != tt.where {
				t.Errorf("tz is %q from %q, want %q from %q", s.Text("tz"), s.Origin("tz"), tt.value, tt.where)
			}
			if !s.On("quiet") || s.On("verbose") {
				t.Error("the file's quiet is not taken")
			}
		})
	}
}

func TestACopyOfTheSettingsKeepsItsValues(t *testing.T) {
	s := Read(flagsOf(t, "--correlation-id", "one"), environ())
	other := s
	other.Put("correlation-id", "two")
	if s.Text("correlation-id") != "one" || other.Text("correlation-id") != "two" {
		t.Errorf("got %q and %q", s.Text("correlation-id"), other.Text("correlation-id"))
	}
}

func TestAnUnknownSettingIsRefusedWithAHint(t *testing.T) {
	for _, tt := range []struct {
		name, content, hint string
	}{
		{"config.yaml", "tzz: UTC\n", "tz"},
		{"config.json", `{"non_interactive": true}`, "non-interactive"},
		{"config.toml", "[engine]\nname = \"rules\"\n", ""},
		{"config.yaml", "quiet: perhaps\n", "true or false"},
		{"config.yaml", "engine: abacus\n", "auto, rules"},
	} {
		path := filepath.Join(t.TempDir(), tt.name)
		if err := os.WriteFile(path, []byte(tt.content), 0o600); err != nil {
			t.Fatal(err)
		}
		s := Read(flagsOf(t, "--config", path), environ())
		err := s.Err()
		var refusal *problem.Refusal
		if !errors.As(err, &refusal) || refusal.Class != problem.Usage || !strings.Contains(refusal.Problem.Hint, tt.hint) {
			t.Errorf("%q: %v", tt.content, err)
		}
	}
}

func TestTheSettingsOfAModelStandBesideItsName(t *testing.T) {
	for name, content := range map[string]string{
		"config.yaml": "model: qwen3\nmodel.context: 16384\nmodel.temperature: 0.5\nmodel.seed: 7\n",
		"config.toml": "model = \"qwen3\"\n\"model.context\" = 16384\n\"model.temperature\" = 0.5\n\"model.seed\" = 7\n",
		"config.json": `{"model":"qwen3","model.context":16384,"model.temperature":0.5,"model.seed":7}`,
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		s := Read(flagsOf(t, "--config", path), environ())
		numbers := s.Whole("model.context") == 16384 && s.Number("model.temperature") == 0.5 && s.Whole("model.seed") == 7
		if err := s.Err(); err != nil || s.Text("model") != "qwen3" || !numbers {
			t.Errorf("%s: %v; %v", name, err, s.values)
		}
	}
	for _, flag := range []string{
		"--model-context=100", "--model-context=many", "--model-temperature=3", "--model-temperature=NaN", "--model-seed=-1",
	} {
		if s := FromFlags(flagsOf(t, flag), environ()); s.Err() == nil {
			t.Errorf("%s is taken", flag)
		}
	}
}

func TestARelativeXDGDirectoryDoesNotCount(t *testing.T) {
	dir, err := dataDir(environ("XDG_DATA_HOME", "data", "HOME", "/home/ann"))
	if err != nil || dir != "/home/ann/.local/share/assister" {
		t.Errorf("the data directory is %q, %v", dir, err)
	}
	if _, err := dataDir(environ()); err == nil {
		t.Error("without HOME there is a data directory")
	}
}

func TestEachSettingOfACommandHasItsFlag(t *testing.T) {
	flags := flagsOf(t)
	for i := range Table {
		if f := flags.Lookup(Table[i].FlagName()); (f == nil) != (Table[i].Policy || Table[i].Limit || Table[i].Command != "") {
			t.Errorf("%s: is a policy is %v, and its flag is %v", Table[i].Key, Table[i].Policy, f)
		}
	}
	s := FromFlags(flagsOf(t, "--server-timeout", "30s", "--server-tools", "off"), environ("ASSISTER_SERVER_TIMEOUT", "1h"))
	if err := s.Err(); err != nil || s.Length("server.timeout").Seconds() != 30 || s.Origin("server.timeout") != "flag --server-timeout" || s.Text("server.tools") != "off" {
		t.Errorf("%v, %+v", err, s)
	}
}

func TestThePasswordOfAURLIsNeverShown(t *testing.T) {
	for value, want := range map[string]string{
		"http://me:secret@host:11434":        "http://me:xxxxx@host:11434",
		"http://host:11434":                  "http://host:11434",
		"http://me@host":                     "http://me@host",
		"http://me:se%zzcret@host/path":      "http://xxxxx@host/path",
		"postgres://a:secret@one:1,two:2/db": "postgres://a:xxxxx@one:1,two:2/db",
		"/home/me@work/assister.db":          "/home/me@work/assister.db",
		"http://me:sec@ret@host":             "http://me:xxxxx@host",
	} {
		if got := withoutPassword(value); strings.Contains(got, "sec") || got != want {
			t.Errorf("%s is shown as %s, want %s", value, got, want)
		}
	}
}

func TestEveryInvalidSettingIsReportedAndReplaced(t *testing.T) {
	s := Read(flagsOf(t, "--engine", "magic", "--server-timeout", "soon"), environ("ASSISTER_OUTPUT", "xml"))
	if len(s.Invalid) != 3 || s.Text("engine") != "auto" || s.Text("output") != "auto" || s.Length("server.timeout") != 0 {
		t.Errorf("%d invalid: %v; %v", len(s.Invalid), s.Invalid, s.values)
	}
}

func TestAMisspeltVariableIsFound(t *testing.T) {
	unknown := UnknownVariables([]string{
		"PATH", "ASSISTER_ZZZZZZ", "ASSISTER_ENGIN", "ASSISTER_ENGINE", "ASSISTER_API_KEY",
	})
	if len(unknown) != 2 || unknown[0] != (UnknownVariable{"ASSISTER_ENGIN", "ASSISTER_ENGINE"}) || unknown[1].Nearest != "" {
		t.Errorf("%v", unknown)
	}
}

func TestAFlagOfOneCommandIsNoneOfAnother(t *testing.T) {
	for _, command := range []string{"serve", "mcp"} {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		AddFlags(flags)
		AddFlagsOf(command, flags)
		if err := flags.Parse([]string{"--permit", "apply"}); err != nil {
			t.Fatal(err)
		}
		s := FromFlags(flags, environ())
		for _, other := range []string{"serve", "mcp"} {
			if got := s.Text(other+".permit") == "apply"; got != (other == command) {
				t.Errorf("--permit of %s is that of %s: %t", command, other, got)
			}
		}
	}
}

func TestTheThresholdsAndLimitsOfProposalsAreChecked(t *testing.T) {
	for pairs, want := range map[string]string{
		"":                               "auto 0.45 0.7 8 5",
		"ASSISTER_ASK_MODE=plan":         "plan 0.45 0.7 8 5",
		"ASSISTER_ROUTER_ASK_BELOW=0.70": "auto 0.7 0.7 8 5",
		"ASSISTER_ROUTER_ASK_BELOW=0.71": "refused",
		"ASSISTER_ROUTER_PLAN_FROM=1.01": "refused",
		"ASSISTER_ROUTER_PLAN_FROM=NaN":  "refused",
		"ASSISTER_ASK_MODE=clarify":      "refused",
		"ASSISTER_PROPOSAL_OPERATIONS=0": "refused",
		"ASSISTER_PROPOSAL_ROUNDS=21":    "refused",
		"ASSISTER_PROPOSAL_ROUNDS=20":    "auto 0.45 0.7 8 20",
	} {
		name, value, _ := strings.Cut(pairs, "=")
		s := Read(flagsOf(t), environ(name, value))
		got := fmt.Sprint(s.Text("ask.mode"), " ", s.Number(AskBelow), " ", s.Number(PlanFrom), " ", s.Whole("proposal.operations"), " ", s.Whole("proposal.rounds"))
		if s.Err() != nil {
			got = "refused"
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", pairs, got, want)
		}
	}
}
