package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/sqlite"
)

func doctorCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "Check the workspace, the settings and the engines",
		Long: `Check the workspace, the settings and the engines, and say of each what was found
and what to do about it. Nothing is changed, and a server is told nothing of the
workspace: it is asked for its version, its models and what they can do, and given
` + probing.String() + ` to answer.

Each row has a check, a status (ok, warn or fail), what was found and, where
something is to be done, what. The exit code is 1 when a check failed; warnings
are none.`,
		Example: "  assister doctor\n  assister doctor | jq -r 'select(.status==\"fail\").next'",
		Args:    arguments(0, 0, ""),
		RunE:    p.perform(func(ctx context.Context, c *call, _ []string) error { return runDoctor(ctx, c) }),
	}
}

// checks are what doctor looks at: everything that a command needs, from the program
// itself up to the servers of its engines.
var checks = [...]func(context.Context, *call, *findings){
	checkProgram, checkConfig, checkVariables, checkTerminal, checkTime,
	checkPermissions, checkSpace, checkLock, checkDatabase,
	checkRules, checkOllama, checkOpenAI, checkReplay, checkEmbedding,
}

func runDoctor(ctx context.Context, c *call) error {
	if err := c.begin(""); err != nil {
		return err
	}
	f := &findings{sink: c.out}
	for _, check := range checks {
		if err := interrupted(ctx); err != nil {
			return err
		}
		if check(ctx, c, f); f.lost != nil {
			return f.lost
		}
	}
	if f.failed > 0 {
		c.done.Status, c.done.ExitCode = ends[problem.Failed].status, ends[problem.Failed].code
	}
	return c.Emit(event.Summary{Text: f.outcome()})
}

// findings emits what the checks find, and counts it.
type findings struct {
	sink           event.Sink
	failed, warned int
	lost           error // the output has failed
}

func (f *findings) ok(name, found string, detail ...event.Fact) {
	f.say(event.CheckRow{Name: name, Status: event.CheckOK, Found: found, Detail: detail})
}

func (f *findings) warn(name, found, next string, detail ...event.Fact) {
	f.warned++
	f.say(event.CheckRow{Name: name, Status: event.CheckWarn, Found: found, Next: next, Detail: detail})
}

func (f *findings) fail(name, found, next string, detail ...event.Fact) {
	f.failed++
	f.say(event.CheckRow{Name: name, Status: event.CheckFail, Found: found, Next: next, Detail: detail})
}

// refused reports an error as a failed check.
func (f *findings) refused(name string, err error, detail ...event.Fact) {
	said := bodyOf(err)
	f.fail(name, strings.TrimSuffix(said.Message, "; "+nothingChanged), said.Hint, detail...)
}

func (f *findings) say(c event.CheckRow) {
	if err := f.sink.Emit(c); err != nil && f.lost == nil {
		f.lost = err
	}
}

// outcome is the whole in a sentence.
func (f *findings) outcome() string {
	switch {
	case f.failed > 0:
		return fmt.Sprintf("%s, %s.", counted(f.failed, "check failed", "checks failed"),
			counted(f.warned, "warning", "warnings"))
	case f.warned > 0:
		return "Everything works, with " + counted(f.warned, "warning", "warnings") + "."
	}
	return "Everything works."
}

// checkProgram reports the version.
func checkProgram(ctx context.Context, c *call, f *findings) {
	b := buildInfo()
	found := fmt.Sprintf("assister %s, %s, %s, %s/%s, SQLite %s",
		b, event.Protocol, runtime.Version(), runtime.GOOS, runtime.GOARCH, sqlite.Library())
	f.ok("version", found, event.Fact{Name: "version", Value: b.version},
		event.Fact{Name: "revision", Value: b.commit}, event.Fact{Name: "sqlite", Value: sqlite.Library()})
}

// checkConfig checks the settings and the configuration file. Whoever can write that
// file decides which server requests are sent to.
func checkConfig(_ context.Context, c *call, f *findings) {
	if len(c.set.invalid) > 0 {
		for _, err := range c.set.invalid {
			f.refusedSetting(err)
		}
		return
	}
	if c.set.file == "" {
		dir, err := configDir(c.env)
		if err != nil {
			f.ok("config", "no configuration file, and no place for one")
			return
		}
		f.ok("config", "no configuration file; it would be "+filepath.Join(dir, configNames[0]))
		return
	}
	detail := event.Fact{Name: "file", Value: c.set.file}
	about, err := os.Stat(c.set.file)
	if err == nil && hasModes && about.Mode().Perm()&0o022 != 0 {
		f.warn("config", "others can write the configuration file "+c.set.file, "chmod go-w "+quoted(c.set.file), detail)
		return
	}
	f.ok("config", "read from "+c.set.file, detail)
}

// refusedSetting is refused for a setting; the other checks use its default.
func (f *findings) refusedSetting(err error) {
	e := bodyOf(err)
	found := e.Message
	if e.Path != "" {
		found = e.Path + ": " + found
	}
	f.fail("config", found+"; checked with the default instead", e.Hint)
}

// checkVariables finds variables of this program that it does not know.
func checkVariables(_ context.Context, c *call, f *findings) {
	unknown := c.unknownVariables()
	for _, u := range unknown {
		next := "unset it, or correct its name; `assister help configuration` lists the variables"
		if u.nearest != "" {
			next = "rename it to " + u.nearest + ", or unset it"
		}
		f.warn("environment", u.name+" is set, and no setting has that variable", next,
			event.Fact{Name: "variable", Value: u.name})
	}
	if len(unknown) == 0 {
		f.ok("environment", "all variables that begin with "+variablePrefix+" are known")
	}
}

// checkTerminal finds out what the terminal can show.
func checkTerminal(ctx context.Context, c *call, f *findings) {
	locale, from := "", ""
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v, _ := c.env(name); v != "" {
			locale, from = v, name
			break
		}
	}
	if from == "" {
		locale = "not set"
	}
	detail := []event.Fact{{Name: "terminal", Value: isTerminal(c.Out)}, {Name: "locale", Value: locale}}
	if !isTerminal(c.Out) {
		f.ok("terminal", "the output is no terminal; the locale is "+locale, detail...)
		return
	}
	found := fmt.Sprintf("%d columns, ", width(c.Out))
	if !colour(c.env, true) {
		found += "no "
	}
	found += "colour; the locale is " + locale
	upper := strings.ToUpper(locale)
	if !strings.Contains(upper, "UTF-8") && !strings.Contains(upper, "UTF8") {
		f.warn("terminal", found+", and letters beyond ASCII may not be shown",
			"set LC_ALL to a UTF-8 locale, such as C.UTF-8", detail...)
		return
	}
	f.ok("terminal", found, detail...)
}

// checkTime reports the zone and the time that dates are relative to.
func checkTime(ctx context.Context, c *call, f *findings) {
	zone := c.Zone.String()
	from := c.set.origin("tz")
	if environ, _ := c.env("TZ"); from == "default" && environ != "" {
		from = "environment TZ"
	} else if from == "default" {
		from = "the machine"
	}
	now := c.Instant.In(c.Zone).Format("2006-01-02 15:04:05 -07:00")
	detail := []event.Fact{{Name: "tz", Value: zone}, {Name: "zoneData", Value: calendar.ZoneData()}}
	found := fmt.Sprintf("%s, by %s; it is %s; zone data %s", zone, from, now, calendar.ZoneData())
	if c.fixed {
		found += "; the time stands still, by " + c.set.origin("now")
	}
	f.ok("tz", found, detail...)
}

// hasModes tells whether the permissions of a file say who may use it.
const hasModes = runtime.GOOS != "windows"

// quoted quotes a name for a shell.
func quoted(name string) string {
	plain := strings.IndexFunc(name, func(r rune) bool {
		return !isAlphanumeric(r) && !strings.ContainsRune("/._-+,:@%", r)
	}) < 0
	if plain && name != "" && name[0] != '-' {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
