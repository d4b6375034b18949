package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"assister/internal/cli"
)

// otherCodes are the examples that do not exit 0, with their exit codes.
var otherCodes = map[string]int{
	// They ask for approval, and tests have no terminal.
	`assister propose "add dentist tomorrow 3pm" | assister apply`: 6,
	`assister chat`:                2,
	`assister chat --session work`: 2,

	// They print a token, and only in a terminal.
	`assister serve`: 2,
	`assister serve --permit apply --max-deletes 5`: 2,

	// Two tasks have milk in their titles, so it asks which one.
	`assister ask --session home "move milk to friday"`: 3,

	`assister dryrun plan.ndjson --exit-code`: 10,

	// There are too few decisions yet.
	`assister audit calibrate --since 2026-11-01`: 4,
	`assister audit calibrate --apply`:            4,
}

// TestTheExamplesOfHelpRun runs the examples of every command, in order, in a workspace
// that has the records they name.
func TestTheExamplesOfHelpRun(t *testing.T) {
	stocked := stockedHome(t)
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
		if cmd.HasExample() {
			t.Run(strings.ReplaceAll(cmd.CommandPath(), " ", "-"), func(t *testing.T) {
				runExamples(t, stocked, cmd.Example)
			})
		}
	}
	visit(cli.Tree())
}

// TestTheExamplesOfTheReadmeRun runs the indented lines of its section on examples.
func TestTheExamplesOfTheReadmeRun(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## Examples\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var examples strings.Builder
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "    ") {
			examples.WriteString(line)
		}
	}
	if !found || examples.Len() == 0 {
		t.Fatal("the README has no examples")
	}
	runExamples(t, stockedHome(t), examples.String())
}

func runExamples(t *testing.T, stocked, examples string) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(stocked)); err != nil {
		t.Fatal(err)
	}
	for _, line := range commandLines(examples) {
		shell(t, dir, line, otherCodes[line])
	}
}

// commandLines splits examples into commands. A line that ends in a backslash or a
// pipe continues on the next one.
func commandLines(examples string) (lines []string) {
	command := ""
	for line := range strings.Lines(examples) {
		command += strings.TrimSpace(line)
		if rest, continued := strings.CutSuffix(command, `\`); continued {
			command = rest
			continue
		}
		if strings.HasSuffix(command, "|") {
			command += " "
			continue
		}
		if command != "" {
			lines = append(lines, command)
		}
		command = ""
	}
	return lines
}

// alone is a command that needs no shell: without pipes, files, variables, patterns and escapes.
var (
	alone = regexp.MustCompile(`^assister(?: +(?:[\w./:,=+@-]|"[^"$\\` + "`" + `]*")+)*$`)
	word  = regexp.MustCompile(`(?:[^\s"]|"[^"]*")+`)
)

// shell runs a command and returns its output: in bash, or in this process if it is one of
// the program alone, which takes a fraction of the time.
func shell(t *testing.T, dir, command string, want int) string {
	t.Helper()
	env := append(sessionEnv(filepath.Join(dir, "home"), ""), "PATH="+os.Getenv("PATH"), "OLLAMA_HOST=127.0.0.1:1")
	var got int
	var out, complaints string
	if alone.MatchString(command) {
		got, out, complaints = withoutShell(t, dir, env, command)
	} else {
		cmd := exec.Command("bash", "-c", command)
		cmd.Dir, cmd.Env = dir, env
		var stderr strings.Builder
		cmd.Stderr = &stderr
		text, _ := cmd.Output()
		got, out, complaints = cmd.ProcessState.ExitCode(), string(text), stderr.String()
	}
	if got != want {
		t.Fatalf("%s\nexit %d, want %d\n%s%s", command, got, want, out, complaints)
	}
	return out
}

func withoutShell(t *testing.T, dir string, env []string, command string) (code int, out, complaints string) {
	t.Helper()
	args := word.FindAllString(command, -1)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], `"`, "")
	}
	set := map[string]string{}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		set[name] = value
	}
	in, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	t.Chdir(dir) // and back
	return assisterIn(dir, func(name string) (string, bool) { v, ok := set[name]; return v, ok }, in, args[1:])
}

// stockedHome returns a directory with the files and the workspace that the examples
// name.
func stockedHome(t *testing.T) string {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"records.ndjson": `{"op":"project.create","name":"Data"}
{"op":"project.create","name":"Garden","as":"garden"}
{"op":"task.create","title":"Buy milk","scheduledFor":"2026-11-20","tags":["home"]}
{"op":"task.create","title":"Buy milk for the cake","scheduledFor":"2026-11-20"}
{"op":"task.create","title":"Rake the leaves","projectId":{"ref":"garden"}}
{"op":"event.create","title":"Breakfast","scheduledFor":"2026-11-21"}
{"op":"event.create","title":"Lunch","scheduledFor":"2026-11-21"}
{"op":"event.create","title":"Dentist","scheduledFor":"2026-11-24"}
{"op":"task.create","title":"Call the dentist","scheduledFor":"2026-11-19"}
{"op":"note.create","title":"Disk cache","content":"the cache index grows"}
`,
		"import.ndjson":  `{"op":"task.create","title":"Imported"}` + "\n",
		"my-cases.jsonl": `{"id":"milk","skill":"propose","text":"add buy milk","expect":{"operations":[{"op":"task.create","title":"Buy milk"}]}}` + "\n",
		"phrases.txt":    "next friday\nin two weeks\n",
		"reply.txt":      `Sure: {"operations":[{"op":"task.create","title":"Buy oats"}]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, place := range []string{"home", "home/.config/fish/completions"} {
		if err := os.MkdirAll(filepath.Join(dir, place), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	shell(t, dir, `assister apply --yes records.ndjson`, 0)
	shell(t, dir, `assister propose "add call Ann today" | assister apply --yes`, 0)
	shell(t, dir, `assister propose "add dentist tomorrow 3pm" > plan.ndjson`, 0)
	shell(t, dir, `assister ask --session home "what is overdue?"`, 0)
	shell(t, dir, `assister config set language fr`, 0)
	shell(t, dir, `assister config set favorite Data`, 0)
	head := regexp.MustCompile(`"auditHead":"([^"]+)"`).FindStringSubmatch(shell(t, dir, `assister audit verify`, 0))
	if head == nil {
		t.Fatal("audit verify has no auditHead")
	}
	if err := os.WriteFile(filepath.Join(dir, "head.txt"), []byte(head[1]), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}
