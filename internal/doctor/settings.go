package doctor

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/config"
	"assister/internal/event"
	"assister/internal/sqlite"
)

// Program is the build of the program.
type Program struct {
	Build           string // version and commit, in words
	Version, Commit string
}

// Settings are what the front end has read, or could not. The other checks use the default
// of a setting that is not valid.
type Settings struct {
	config.Settings
	Default   string // where the file would be; "" if there is no place for one
	Variables []config.UnknownVariable
}

// Terminal says where the output goes.
type Terminal struct {
	Attached bool // the output goes to a terminal
	Columns  int
	Colour   bool
	Locale   string // "" if none is set
}

// Clock is the time that dates are relative to.
type Clock struct {
	calendar.Clock
	ZoneFrom string           // which setting, variable or machine the zone is from
	NowFrom  string           // which setting fixed the time; "" for the machine's clock
	Machine  func() time.Time // the clock that measures how long a server takes
}

// checkProgram reports the version.
func checkProgram(f *findings, p Program) {
	found := fmt.Sprintf("assister %s, %s, %s, %s/%s, SQLite %s",
		p.Build, event.Protocol, runtime.Version(), runtime.GOOS, runtime.GOARCH, sqlite.Library())
	f.ok("version", found, event.Fact{Name: "version", Value: p.Version},
		event.Fact{Name: "revision", Value: p.Commit}, event.Fact{Name: "sqlite", Value: sqlite.Library()})
}

// checkConfig reports what is wrong with the settings and the configuration file.
func checkConfig(f *findings, s Settings) {
	for _, err := range s.Invalid {
		wrong := assist.ErrorEvent(err)
		found := wrong.Message
		if wrong.Path != "" {
			found = wrong.Path + ": " + found
		}
		f.fail("config", found+"; checked with the default instead", wrong.Hint)
	}
	switch {
	case len(s.Invalid) > 0:
		return
	case s.File == "" && s.Default == "":
		f.ok("config", "no configuration file, and no place for one")
		return
	case s.File == "":
		f.ok("config", "no configuration file; it would be "+s.Default)
		return
	}
	detail := event.Fact{Name: "file", Value: s.File}
	f.ok("config", "read from "+s.File, detail)
}

// checkVariables reports variables of this program that it does not know.
func checkVariables(f *findings, s Settings) {
	for _, v := range s.Variables {
		next := "unset it, or correct its name; `assister help configuration` lists the variables"
		if v.Nearest != "" {
			next = "rename it to " + v.Nearest + ", or unset it"
		}
		f.warn("environment", v.Name+" is set, but is not a variable of assister", next,
			event.Fact{Name: "variable", Value: v.Name})
	}
	if len(s.Variables) == 0 {
		f.ok("environment", "all variables that begin with "+config.Prefix+" are known")
	}
}

// checkTerminal reports what the terminal can show.
func checkTerminal(f *findings, t Terminal) {
	locale := t.Locale
	if locale == "" {
		locale = "not set"
	}
	detail := []event.Fact{{Name: "terminal", Value: t.Attached}, {Name: "locale", Value: locale}}
	if !t.Attached {
		f.ok("terminal", "the output is not a terminal; the locale is "+locale, detail...)
		return
	}
	found := fmt.Sprintf("%d columns, ", t.Columns)
	if !t.Colour {
		found += "no "
	}
	found += "color; the locale is " + locale
	upper := strings.ToUpper(locale)
	if !strings.Contains(upper, "UTF-8") && !strings.Contains(upper, "UTF8") {
		f.warn("terminal", found+"; letters beyond ASCII may not be shown",
			"set LC_ALL to a UTF-8 locale, such as C.UTF-8", detail...)
		return
	}
	f.ok("terminal", found, detail...)
}

// checkTime reports the zone and the time that dates are relative to.
func checkTime(f *findings, c Clock) {
	zone := c.Zone.String()
	now := c.Instant.In(c.Zone).Format("2006-01-02 15:04:05 -07:00")
	detail := []event.Fact{{Name: "tz", Value: zone}, {Name: "zoneData", Value: calendar.ZoneData()}}
	found := fmt.Sprintf("%s, from %s; the time is %s; zone data %s", zone, c.ZoneFrom, now, calendar.ZoneData())
	if c.NowFrom != "" {
		found += "; the time is fixed, by " + c.NowFrom
	}
	f.ok("tz", found, detail...)
}
