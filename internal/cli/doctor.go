package cli

import (
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

func (p *program) doctorCommand() *cobra.Command {
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
		RunE:    p.perform(func(c *call, _ []string) error { return c.doctor() }),
	}
}

// doctor looks at everything that a command stands on, from the program itself up
// to the servers of its engines.
func (c *call) doctor() error {
	if err := c.begin(""); err != nil {
		return err
	}
	e := examination{call: c}
	for _, look := range []func(*examination){
		(*examination).program, (*examination).config, (*examination).terminal, (*examination).time,
		(*examination).permissions, (*examination).space, (*examination).lock, (*examination).database,
		(*examination).rules, (*examination).ollama, (*examination).openai, (*examination).replay, (*examination).embedding,
	} {
		if err := interrupted(c.ctx); err != nil {
			return err
		}
		if look(&e); e.lost != nil {
			return e.lost
		}
	}
	if e.failed > 0 {
		c.done.Status, c.done.ExitCode = ends[problem.Failed].status, ends[problem.Failed].code
	}
	return c.Emit(event.Summary{Text: e.outcome()})
}

// examination is a run of checks.
type examination struct {
	*call
	failed, warned int
	lost           error // the output, which ends it
}

func (e *examination) ok(name, found string, detail ...event.Fact) {
	e.say(event.CheckRow{Name: name, Status: event.CheckOK, Found: found, Detail: detail})
}

func (e *examination) warn(name, found, next string, detail ...event.Fact) {
	e.warned++
	e.say(event.CheckRow{Name: name, Status: event.CheckWarn, Found: found, Next: next, Detail: detail})
}

func (e *examination) fail(name, found, next string, detail ...event.Fact) {
	e.failed++
	e.say(event.CheckRow{Name: name, Status: event.CheckFail, Found: found, Next: next, Detail: detail})
}

// refused is fail by what a refusal says.
func (e *examination) refused(name string, err error, detail ...event.Fact) {
	said := bodyOf(err)
	e.fail(name, strings.TrimSuffix(said.Message, "; "+nothingChanged), said.Hint, detail...)
}

func (e *examination) say(c event.CheckRow) {
	if err := e.Emit(c); err != nil && e.lost == nil {
		e.lost = err
	}
}

func (e *examination) outcome() string {
	switch {
	case e.failed > 0:
		return fmt.Sprintf("%s, %s.", counted(e.failed, "check failed", "checks failed"), counted(e.warned, "warning", "warnings"))
	case e.warned > 0:
		return "Everything works, with " + counted(e.warned, "warning", "warnings") + "."
	}
	return "Everything works."
}

// program is what runs.
func (e *examination) program() {
	b := buildInfo()
	e.ok("version", fmt.Sprintf("assister %s, %s, %s, %s/%s, SQLite %s", b, event.Protocol, runtime.Version(), runtime.GOOS, runtime.GOARCH, sqlite.Library()),
		event.Fact{Name: "version", Value: b.version}, event.Fact{Name: "revision", Value: b.commit}, event.Fact{Name: "sqlite", Value: sqlite.Library()})
}

// config is the file of settings. What is wrong in it has ended the command before
// this. Whoever can write it says which server hears what is asked.
func (e *examination) config() {
	if e.set.file == "" {
		dir, err := configDir(e.env)
		if err != nil {
			e.ok("config", "no configuration file, and no place for one")
			return
		}
		e.ok("config", "no configuration file; it would be "+filepath.Join(dir, configNames[0]))
		return
	}
	detail := event.Fact{Name: "file", Value: e.set.file}
	about, err := os.Stat(e.set.file)
	if err == nil && hasModes && about.Mode().Perm()&0o022 != 0 {
		e.warn("config", "others can write the configuration file "+e.set.file, "chmod go-w "+quoted(e.set.file), detail)
		return
	}
	e.ok("config", "read from "+e.set.file, detail)
}

// terminal is how people are shown things.
func (e *examination) terminal() {
	locale, from := "", ""
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v, _ := e.env(name); v != "" {
			locale, from = v, name
			break
		}
	}
	if from == "" {
		locale = "not set"
	}
	detail := []event.Fact{{Name: "terminal", Value: isTerminal(e.Out)}, {Name: "locale", Value: locale}}
	if !isTerminal(e.Out) {
		e.ok("terminal", "the output is no terminal; the locale is "+locale, detail...)
		return
	}
	found := fmt.Sprintf("%d columns, ", width(e.Out))
	if !colour(e.env, true) {
		found += "no "
	}
	found += "colour; the locale is " + locale
	upper := strings.ToUpper(locale)
	if !strings.Contains(upper, "UTF-8") && !strings.Contains(upper, "UTF8") {
		e.warn("terminal", found+", and letters beyond ASCII may not be shown", "set LC_ALL to a UTF-8 locale, such as C.UTF-8", detail...)
		return
	}
	e.ok("terminal", found, detail...)
}

// time is the zone and the clock that dates are read by.
func (e *examination) time() {
	zone := e.clock.Zone.String()
	from := e.set.origin("tz")
	if environ, _ := e.env("TZ"); from == "default" && environ != "" {
		from = "environment TZ"
	} else if from == "default" {
		from = "the machine"
	}
	now := e.clock.Instant.In(e.clock.Zone).Format("2006-01-02 15:04:05 -07:00")
	detail := []event.Fact{{Name: "tz", Value: zone}, {Name: "zoneData", Value: calendar.ZoneData()}}
	found := fmt.Sprintf("%s, by %s; it is %s; zone data %s", zone, from, now, calendar.ZoneData())
	if e.fixed {
		found += "; the time stands still, by " + e.set.origin("now")
	}
	e.ok("tz", found, detail...)
}

// hasModes tells whether the permissions of a file say who may use it.
const hasModes = runtime.GOOS != "windows"

// quoted is a name as a shell takes it.
func quoted(name string) string {
	plain := strings.IndexFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+,:@%", r))
	}) < 0
	if plain && name != "" && name[0] != '-' {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
