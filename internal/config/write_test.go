package config

import (
	"os"
	"path/filepath"
	"testing"
)

func TestThresholdsAreWrittenAndTheRestOfTheFileStays(t *testing.T) {
	for name, tt := range map[string]struct{ file, before, after string }{
		"no file":       {"new/config.yaml", "", "router:\n  ask-below: 0.4\n  plan-from: 0.825\n"},
		"another key":   {"config.yaml", "# mine\nmodel: qwen3 # small\n", "# mine\nmodel: qwen3 # small\nrouter:\n  ask-below: 0.4\n  plan-from: 0.825\n"},
		"values":        {"config.yaml", "router:\n  plan-from: \"0.7\" # high\ntz: UTC\n", "router:\n  plan-from: 0.825 # high\n  ask-below: 0.4\ntz: UTC\n"},
		"only comments": {"config.yaml", "# nothing yet\n", "# nothing yet\n\nrouter:\n  ask-below: 0.4\n  plan-from: 0.825\n"},
		"a list":        {"config.yaml", "router: [1]\n", "router: [1]\n"},
		"TOML, no file": {"new/config.toml", "", "[router]\nplan-from = 0.825\nask-below = 0.4\n"},
		"TOML, another key": {"config.toml", "# mine\ntz = \"UTC\" # here\n",
			"# mine\ntz = \"UTC\" # here\n\n[router]\nplan-from = 0.825\nask-below = 0.4\n"},
		"TOML, a table": {"config.toml", "[ router ] # mine\n# low\nask-below = 0.5 # why\n\n[mcp]\npermit = \"apply\"\n",
			"[ router ] # mine\nplan-from = 0.825\n# low\nask-below = 0.4 # why\n\n[mcp]\npermit = \"apply\"\n"},
		"TOML, dotted": {"config.toml", "router.ask-below = 0.5\nrouter.\"plan-from\" = \"0.7\"\n",
			"router.ask-below = 0.4\nrouter.\"plan-from\" = 0.825\n"},
		"TOML, one is dotted": {"config.toml", "router.ask-below = 0.5\n", "router.ask-below = 0.5\n"},
		"TOML, inline":        {"config.toml", "router = {ask-below = 0.5}\n", "router = {ask-below = 0.5}\n"},
		"TOML, no line end":   {"config.toml", "[router]", "[router]"},
		"TOML, not valid":     {"config.toml", "tz = \n", "tz = \n"},
		"JSON, no file":       {"new/config.json", "", "{\n  \"router\": {\n    \"ask-below\": 0.4,\n    \"plan-from\": 0.825\n  }\n}\n"},
		"JSON": {"config.json", `{"tz":"UTC","router":{"plan-from":0.7},"model":"<x>"}`,
			"{\n  \"tz\": \"UTC\",\n  \"router\": {\n    \"plan-from\": 0.825,\n    \"ask-below\": 0.4\n  },\n  \"model\": \"<x>\"\n}\n"},
		"JSON, not valid": {"config.json", "{} // none", "{} // none"},
		"another form":    {"config.ini", "tz = UTC\n", "tz = UTC\n"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), tt.file)
			if tt.before != "" {
				if err := os.WriteFile(path, []byte(tt.before), 0o640); err != nil {
					t.Fatal(err)
				}
			}
			err := WriteThresholds(path, 0.4, 0.825)
			if (err != nil) != (tt.before == tt.after) {
				t.Fatal(err)
			}
			got, _ := os.ReadFile(path)
			if string(got) != tt.after {
				t.Errorf("got\n%s\nwant\n%s", got, tt.after)
			}
			if about, err := os.Stat(path); tt.before != "" && (err != nil || about.Mode().Perm() != 0o640) {
				t.Errorf("mode %v, %v", about.Mode(), err)
			}
			if others, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".config-*")); len(others) > 0 {
				t.Errorf("left behind %v", others)
			}
		})
	}
}
