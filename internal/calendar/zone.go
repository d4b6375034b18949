package calendar

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	_ "time/tzdata" // for systems without zone files, such as small containers
)

// Shift says whether a local time exists in its zone.
type Shift uint8

const (
	Exact   Shift = iota // exists once
	Skipped              // does not exist: the clocks went forward over it
	Twice                // exists twice: the clocks went back over it
)

// Local returns the instant of a local time by RFC 5545, section 3.3.5: a time that
// does not exist has the offset from before the gap; one that exists twice is the first
// of both. time.Date guarantees neither, and differs east and west of
// Greenwich (golang/go#24551). Without a day or a time the result is the zero
// time.Time.
func Local(d Date, t Time, zone *time.Location) (time.Time, Shift) {
	if !d.Valid() || !t.Valid() {
		return time.Time{}, Exact
	}
	at, _, shift := resolve(wall(d)+int64(t-1)*60, zone)
	return time.Unix(at, 0).In(zone), shift
}

// At is Local in the clock's zone.
func (c Clock) At(d Date, t Time) (time.Time, Shift) { return Local(d, t, c.Zone) }

// Shown returns the day and the time that a clock in the zone shows at an instant.
func (c Clock) Shown(at time.Time) (Date, Time) {
	at = at.In(c.Zone)
	return DateIn(at), TimeOf(at.Hour(), at.Minute())
}

// zonedLayouts are the forms of RFC 3339, also without seconds or the colon of the offset.
var zonedLayouts = [...]string{"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04Z07:00",
	"2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z0700"}

// MomentForms names, for people and models, the forms of a day with a time that ParseMoment
// and ParseZoned accept.
const MomentForms = "YYYY-MM-DDTHH:MM in local time; with an offset or a zone, as in 2026-11-22T15:00+01:00 and " +
	"2026-11-22T15:00[Asia/Tokyo], it is converted"

// ParseZoned reads a whole minute with an offset or a zone of its own:
// "2026-11-22T15:00:00Z", "2026-11-22 15:00+01:00", "2026-11-22T15:00[Europe/Paris]" as
// in RFC 9557. If it has both, the offset counts.
func ParseZoned(s string) (at time.Time, ok bool) {
	s, name, _ := strings.Cut(strings.TrimSpace(s), "[")
	written := strings.Replace(strings.ToUpper(s), " ", "T", 1)
	for _, layout := range zonedLayouts {
		if at, err := time.Parse(layout, written); err == nil {
			return at, at.Second() == 0 && at.Nanosecond() == 0
		}
	}
	day, clock, local := ParseMoment(s)
	name, closed := strings.CutSuffix(name, "]")
	zone, err := named(name, "")
	if !local || !closed || name == "" || err != nil {
		return at, false
	}
	at, _ = Local(day, clock, zone)
	return at, true
}

// StartOfDay returns the first instant of a day. It is not 00:00 if the clocks went
// forward over midnight, and it is on a later day if the whole day was skipped, as
// 2011-12-30 was in Apia.
func StartOfDay(d Date, zone *time.Location) (time.Time, Shift) {
	if !d.Valid() {
		return time.Time{}, Exact
	}
	at, gap, shift := resolve(wall(d), zone)
	if shift == Skipped {
		at = gap
	}
	return time.Unix(at, 0).In(zone), shift
}

// Missing reports whether the clocks of a zone skipped a whole day, as those of Apia
// skipped 2011-12-30.
func Missing(d Date, zone *time.Location) bool {
	start, _ := StartOfDay(d, zone)
	return d.Valid() && DateIn(start) != d
}

// wall returns midnight of a day in seconds of local time since 1970-01-01.
func wall(d Date) int64 { return int64(d-unixDay) * 86400 }

// resolve returns the Unix time of the local time w. If the clocks skip w, gap is
// the instant at which they do.
//
// It finds the changes of the offset around w by trying instants. The bounds of
// time.ZoneBounds are wrong at the turn of a year.
func resolve(w int64, zone *time.Location) (at, gap int64, shift Shift) {
	const (
		reach = 26 * 3600 // more than the largest offset of any zone
		step  = 6 * 3600  // less than any offset has lasted
	)
	found := false
	begin, here := w-reach, offset(w-reach, zone)
	for u := w - reach; ; u += step {
		next := offset(u+step, zone)
		if next == here && u < w+reach {
			continue
		}
		end := w + reach + step
		if next != here {
			end = change(u, u+step, zone)
		}
		switch at2 := w - here; {
		case at2 >= begin && at2 < end && !found:
			at, found = at2, true
		case at2 >= begin && at2 < end:
			return at, 0, Twice
		case !found && at2 >= end && w-next < end:
			return at2, end, Skipped
		}
		if u >= w+reach {
			return at, 0, Exact
		}
		begin, here = end, next
	}
}

// change returns the first instant in (lo, hi] whose offset differs from that of lo.
func change(lo, hi int64, zone *time.Location) int64 {
	before := offset(lo, zone)
	for lo+1 < hi {
		if mid := lo + (hi-lo)/2; offset(mid, zone) == before {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

func offset(at int64, zone *time.Location) int64 {
	_, seconds := time.Unix(at, 0).In(zone).Zone()
	return int64(seconds)
}

// LoadZone loads a zone by its IANA name. If the name is "" or "Local", it loads the
// zone of the machine: environ, which is the value of TZ, or else /etc/localtime. A
// zone that cannot be loaded and a POSIX rule in TZ are errors. Package time would
// silently use UTC for both, and put appointments at the wrong time.
func LoadZone(name, environ string) (*time.Location, error) {
	if name != "" && name != "Local" {
		return named(name, "time zone")
	}
	switch tz := strings.TrimPrefix(environ, ":"); {
	case tz == "":
		return machineZone("/etc/localtime")
	case filepath.IsAbs(tz):
		return zoneFile(tz)
	default:
		return named(tz, "the time zone in TZ,")
	}
}

func named(name, what string) (*time.Location, error) {
	if name == "Local" {
		return nil, fmt.Errorf("%s %q says nothing; write an IANA name such as Europe/Berlin", what, name)
	}
	zone, err := time.LoadLocation(name)
	if err == nil {
		return zone, nil
	}
	if len(name) > 64 {
		name = strings.ToValidUTF8(name[:64], "") + "…"
	}
	if meant := respelled(name); meant != "" {
		return nil, fmt.Errorf("%s %q is not known; write it %s", what, name, meant)
	}
	if strings.ContainsAny(name, ",<>") || strings.ContainsAny(name, "0123456789") && !strings.Contains(name, "/") {
		return nil, fmt.Errorf(
			"%s %q looks like a POSIX rule, which is not read; write an IANA name such as Europe/Berlin", what, name)
	}
	return nil, fmt.Errorf("%s %q is not known; write an IANA name such as Europe/Berlin", what, name)
}

// respelled returns the name of an existing zone that differs only in case; "" if
// there is none. Zones are files, and most file systems are case-sensitive.
func respelled(name string) string {
	titled := []byte(strings.ToLower(name))
	for i, c := range titled {
		if c >= 'a' && c <= 'z' && (i == 0 || strings.IndexByte("/_-", titled[i-1]) >= 0) {
			titled[i] = c - 'a' + 'A'
		}
	}
	for _, try := range []string{string(titled), strings.ToUpper(name)} {
		if try == name || try == "LOCAL" || try == "Local" {
			continue
		}
		if _, err := time.LoadLocation(try); err == nil {
			return try
		}
	}
	return ""
}

// machineZone loads the zone of the machine. If the file is a link, its target has
// the name of the zone; else the name is "Local". Without the file the zone is UTC,
// as it is for the C library.
func machineZone(path string) (*time.Location, error) {
	target, err := os.Readlink(path)
	if errors.Is(err, os.ErrNotExist) {
		return time.UTC, nil
	}
	if _, name, ok := strings.Cut(filepath.ToSlash(target), "/zoneinfo/"); ok {
		if zone, err := time.LoadLocation(name); err == nil {
			return zone, nil
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the machine's time zone: %w", err)
	}
	zone, err := time.LoadLocationFromTZData("Local", data)
	if err != nil {
		return nil, fmt.Errorf("read the machine's time zone from %s: %w", path, err)
	}
	return zone, nil
}

func zoneFile(path string) (*time.Location, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the time zone that TZ names: %w", err)
	}
	name := path
	if _, after, ok := strings.Cut(filepath.ToSlash(path), "/zoneinfo/"); ok {
		name = after
	}
	zone, err := time.LoadLocationFromTZData(name, data)
	if err != nil {
		return nil, fmt.Errorf("read the time zone that TZ names from %s: %w", path, err)
	}
	return zone, nil
}

// ZoneData describes the edition of the zone database that is in use, such as "2025b
// from /usr/share/zoneinfo", or the one that is embedded in the program.
func ZoneData() string {
	for _, dir := range []string{"/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/locale/TZ", "/etc/zoneinfo"} {
		if _, err := os.Stat(filepath.Join(dir, "Etc/UTC")); err != nil {
			continue
		}
		return edition(dir) + " from " + dir
	}
	return "embedded by " + runtime.Version()
}

// edition reads the edition from the first line of a file, which may be large.
func edition(dir string) string {
	for _, name := range []string{"tzdata.zi", "+VERSION"} {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		var head [64]byte
		n, _ := io.ReadFull(f, head[:])
		f.Close()
		line, _, _ := strings.Cut(string(head[:n]), "\n")
		line = strings.TrimSpace(strings.TrimPrefix(line, "# version "))
		if line != "" && len(line) <= 16 {
			return line
		}
	}
	return "unknown edition"
}

// ParseNow reads the value of --now: an RFC 3339 instant, or a local time or a day in
// the zone. See Local for a local time that does not exist or exists twice. A day
// means its first instant.
func ParseNow(s string, zone *time.Location) (time.Time, error) {
	s = strings.TrimSpace(s)
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.In(zone), nil
	}
	wrong := errors.New("not a moment: write 2026-11-21T09:00:00Z, or 2026-11-21T09:00 or 2026-11-21 for the local one")
	if len(s) < 10 {
		return time.Time{}, wrong
	}
	d, ok := ParseDate(s[:10])
	if !ok {
		return time.Time{}, wrong
	}
	if len(s) == 10 {
		t, _ := StartOfDay(d, zone)
		return t, nil
	}
	clock, seconds := s[11:], 0
	if s[10] != 'T' && s[10] != ' ' || len(clock) != 5 && len(clock) != 8 {
		return time.Time{}, wrong
	}
	if len(clock) == 8 {
		n, ok := digits(clock[6:])
		if clock[5] != ':' || !ok || n > 59 {
			return time.Time{}, wrong
		}
		clock, seconds = clock[:5], n
	}
	t, ok := ParseTime(clock)
	if !ok {
		return time.Time{}, wrong
	}
	at, _, _ := resolve(wall(d)+int64(t-1)*60+int64(seconds), zone)
	return time.Unix(at, 0).In(zone), nil
}
