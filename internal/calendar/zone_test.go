package calendar

import (
	"archive/zip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func load(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := LoadZone(name, "")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func TestLocalTimesFollowRFC5545(t *testing.T) {
	for _, tt := range []struct {
		name, zone, day, clock string
		want                   string // RFC 3339
		shift                  Shift
	}{
		{"an ordinary morning", "Europe/Paris", "2026-11-21", "09:00", "2026-11-21T09:00:00+01:00", Exact},
		{"RFC's own gap", "America/New_York", "2007-03-11", "02:30", "2007-03-11T03:30:00-04:00", Skipped},
		{"RFC's own overlap", "America/New_York", "2007-11-04", "01:30", "2007-11-04T01:30:00-04:00", Twice},
		{"a gap east of Greenwich", "Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T03:30:00+02:00", Skipped},
		{"the gap's first minute", "Europe/Berlin", "2026-03-29", "02:00", "2026-03-29T03:00:00+02:00", Skipped},
		{"the minute before the gap", "Europe/Berlin", "2026-03-29", "01:59", "2026-03-29T01:59:00+01:00", Exact},
		{"the minute after the gap", "Europe/Berlin", "2026-03-29", "03:00", "2026-03-29T03:00:00+02:00", Exact},
		{"an overlap east of Greenwich", "Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T02:30:00+02:00", Twice},
		{"the minute after the overlap", "Europe/Berlin", "2026-10-25", "03:00", "2026-10-25T03:00:00+01:00", Exact},
		{"half an hour on Lord Howe", "Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-04T02:45:00+11:00", Skipped},
		{"two hours at Troll", "Antarctica/Troll", "2026-03-29", "01:30", "2026-03-29T03:30:00+02:00", Skipped},
		{"the day Apia left out", "Pacific/Apia", "2011-12-30", "12:00", "2011-12-31T12:00:00+14:00", Skipped},
		{"midnight in São Paulo", "America/Sao_Paulo", "2018-11-04", "00:00", "2018-11-04T01:00:00-02:00", Skipped},
		{"the first year", "UTC", "0001-01-01", "00:00", "0001-01-01T00:00:00Z", Exact},
		{"the last minute", "UTC", "9999-12-31", "23:59", "9999-12-31T23:59:00Z", Exact},
		{"a leap year's last day, by rule", "America/New_York", "2040-12-31", "23:59", "2040-12-31T23:59:00-05:00", Exact},
	} {
		t.Run(tt.name, func(t *testing.T) {
			clock, _ := ParseTime(tt.clock)
			at, shift := Local(day(t, tt.day), clock, load(t, tt.zone))
			if got := at.Format(time.RFC3339); got != tt.want || shift != tt.shift {
				t.Errorf("got %s and shift %d, want %s and %d", got, shift, tt.want, tt.shift)
			}
		})
	}
}

func TestATimeOfAnotherZoneIsConverted(t *testing.T) {
	paris := Clock{Zone: load(t, "Europe/Paris")}
	for text, want := range map[string]string{
		"2026-11-24T07:00:00Z":                      "2026-11-24 08:00",
		"2026-11-24T07:00:00.000Z":                  "2026-11-24 08:00",
		" 2026-11-24 07:00+02:00 ":                  "2026-11-24 06:00",
		"2026-11-24t23:30:00z":                      "2026-11-25 00:30",
		"2026-11-24T07:00-0500":                     "2026-11-24 13:00",
		"2026-07-24T07:00:00-05:00":                 "2026-07-24 14:00",
		"2026-11-24T07:00[America/New_York]":        "2026-11-24 13:00",
		"2026-11-24T07:00:00[UTC]":                  "2026-11-24 08:00",
		"2026-11-24T07:00:00-05:00[Asia/Tokyo]":     "2026-11-24 13:00",
		"2026-03-08T02:30[America/New_York]":        "2026-03-08 08:30", // skipped there: with the offset from before
		"2026-11-24T07:00":                          "",
		"2026-11-24T07:00:30Z":                      "",
		"2026-11-24T07:00[]":                        "",
		"2026-11-24T07:00[Local]":                   "",
		"2026-11-24T07:00[../../etc/passwd]":        "",
		"2026-11-24T07:00[Europe/Paris":             "",
		"2026-02-30T07:00Z":                         "",
		"2026-11-24T25:00Z":                         "",
		"2026-11-24":                                "",
		"":                                          "",
		"2026-11-24T07:00:00Z and 2026-11-24T07:00": "",
	} {
		got := ""
		if at, ok := ParseZoned(text); ok {
			d, c := paris.Shown(at)
			got = d.String() + " " + c.String()
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestADayStartsAtItsFirstInstant(t *testing.T) {
	for _, tt := range []struct {
		zone, day, want string
		shift           Shift
	}{
		{"America/New_York", "2026-03-08", "2026-03-08T00:00:00-05:00", Exact},
		{"America/Sao_Paulo", "2018-11-04", "2018-11-04T01:00:00-02:00", Skipped},
		{"Pacific/Apia", "2011-12-30", "2011-12-31T00:00:00+14:00", Skipped},
		{"America/St_Johns", "2010-11-07", "2010-11-07T00:00:00-02:30", Twice},
		{"America/Toronto", "1919-03-31", "1919-03-31T00:30:00-04:00", Skipped},
	} {
		at, shift := StartOfDay(day(t, tt.day), load(t, tt.zone))
		if got := at.Format(time.RFC3339); got != tt.want || shift != tt.shift {
			t.Errorf("%s in %s starts at %s with shift %d, want %s and %d", tt.day, tt.zone, got, shift, tt.want, tt.shift)
		}
	}
}

func TestADayIsMissingIfTheClocksSkipItWhole(t *testing.T) {
	for _, tt := range []struct {
		zone, day string
		want      bool
	}{
		{"Pacific/Apia", "2011-12-29", false}, {"Pacific/Apia", "2011-12-30", true}, {"Pacific/Apia", "2011-12-31", false},
		{"Pacific/Kwajalein", "1993-08-21", true}, {"Pacific/Kwajalein", "1993-08-20", false},
		{"America/Sao_Paulo", "2018-11-04", false}, {"UTC", "2011-12-30", false},
	} {
		if got := Missing(day(t, tt.day), load(t, tt.zone)); got != tt.want {
			t.Errorf("%s in %s: %v", tt.day, tt.zone, got)
		}
	}
	if Missing(0, time.UTC) {
		t.Error("no day is missing")
	}
}

func TestNoDayHasNoInstant(t *testing.T) {
	if at, _ := Local(0, 1, time.UTC); !at.IsZero() {
		t.Errorf("no day is %v", at)
	}
	if at, _ := Local(1, 0, time.UTC); !at.IsZero() {
		t.Errorf("no time is %v", at)
	}
	if at, _ := StartOfDay(MaxDate+1, time.UTC); !at.IsZero() {
		t.Errorf("a day after the last starts at %v", at)
	}
}

// zones returns all zones of the database of the Go distribution, not of the machine.
func zones(t *testing.T) map[string]*time.Location {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("no go command: ", err)
	}
	archive, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Skip("no zone archive beside the compiler: ", err)
	}
	defer archive.Close()
	found := map[string]*time.Location{}
	for _, f := range archive.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if found[f.Name], err = time.LoadLocationFromTZData(f.Name, data); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// Around each change of an offset the expected result follows from the two offsets
// alone, without time.Date.
func TestEveryTransitionOfEveryZoneIsResolved(t *testing.T) {
	const first, last = 0, 2145916800 // 1970 to 2037
	changes, number := 0, 0
	for name, zone := range zones(t) {
		if number++; testing.Short() && number%10 != 0 {
			continue
		}
		before := offset(first, zone)
		for u := int64(first); u < last; u += 86400 {
			after := offset(u+86400, zone)
			if after == before {
				continue
			}
			at := change(u, u+86400, zone)
			checkChange(t, name, zone, at, before, after)
			changes++
			before = after
		}
	}
	if t.Logf("%d changes", changes); changes < 1000 {
		t.Errorf("only %d changes were found", changes)
	}
}

func checkChange(t *testing.T, name string, zone *time.Location, at, before, after int64) {
	t.Helper()
	low, high := at+min(before, after), at+max(before, after) // local times of the gap or overlap
	inside := Skipped
	if after < before {
		inside = Twice
	}
	for _, tt := range []struct {
		wall, want int64
		shift      Shift
	}{
		{low - 60, low - 60 - before, Exact},
		{low, low - before, inside},
		{low + (high-low)/2, low + (high-low)/2 - before, inside},
		{high - 1, high - 1 - before, inside},
		{high, high - after, Exact},
		{high + 60, high + 60 - after, Exact},
	} {
		got, _, shift := resolve(tt.wall, zone)
		if got != tt.want || shift != tt.shift {
			t.Errorf("%s: wall %s: %d and shift %d, want %d and %d", name,
				time.Unix(tt.wall, 0).UTC().Format(time.DateTime), got, shift, tt.want, tt.shift)
		}
	}
}

func TestAnInstantRoundTripsThroughLocalTime(t *testing.T) {
	for name, zone := range zones(t) {
		if !strings.Contains("Europe/London America/New_York Asia/Kathmandu Africa/Casablanca Pacific/Chatham", name) {
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			at := rapid.Int64Range(-2_000_000_000, 4_000_000_000).Draw(t, "unix")
			got, _, shift := resolve(at+offset(at, zone), zone)
			if shift == Skipped || shift == Exact && got != at || got > at {
				t.Fatalf("%s: %d was found as %d with shift %d", name, at, got, shift)
			}
		})
	}
}

func TestAZoneThatCannotBeLoadedIsAnError(t *testing.T) {
	for _, tt := range []struct{ name, environ, says string }{
		{"Europe/Berln", "", "Europe/Berln"},
		{"europe/berlin", "", "write it Europe/Berlin"},
		{"utc", "", "write it UTC"},
		{"../etc/passwd", "", "not known"},
		{"", "Europe/Berln", "in TZ"},
		{"", "CET-1CEST,M3.5.0,M10.5.0/3", "POSIX rule"},
		{"Local", "FOO+5", "POSIX rule"},
		{"", "/no/such/file", "no such file"},
		{"", "Local", "IANA"},
		{strings.Repeat("é", 999), "", "…"},
	} {
		zone, err := LoadZone(tt.name, tt.environ)
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("zone %.30q with TZ=%q is %v (%v), want an error that says %q", tt.name, tt.environ, zone, err, tt.says)
		}
	}
}

func TestTheMachinesZoneIsTheOneInTZ(t *testing.T) {
	for environ, want := range map[string]string{"Asia/Tokyo": "Asia/Tokyo", ":Asia/Tokyo": "Asia/Tokyo", "UTC": "UTC", "EST5EDT": "EST5EDT"} {
		zone, err := LoadZone("Local", environ)
		if err != nil || zone.String() != want {
			t.Errorf("TZ=%s is %v (%v)", environ, zone, err)
		}
	}
}

func TestTheMachinesZoneIsReadFromItsFile(t *testing.T) {
	dir := t.TempDir()
	link, broken := filepath.Join(dir, "link"), filepath.Join(dir, "broken")
	if err := os.Symlink("/usr/share/zoneinfo/Europe/Oslo", link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if zone, err := machineZone(link); err != nil || zone.String() != "Europe/Oslo" {
		t.Errorf("the link's zone is %v (%v)", zone, err)
	}
	if err := os.WriteFile(broken, []byte("not a zone"), 0o600); err != nil {
		t.Fatal(err)
	}
	if zone, err := machineZone(broken); err == nil {
		t.Errorf("a broken file is the zone %v", zone)
	}
	if zone, err := machineZone(filepath.Join(dir, "missing")); err != nil || zone != time.UTC {
		t.Errorf("a machine without a zone is on %v (%v)", zone, err)
	}
}

func TestNowIsParsedInTheZone(t *testing.T) {
	zone := load(t, "America/New_York")
	for text, want := range map[string]string{
		"2026-11-21T09:00:00Z":      "2026-11-21T04:00:00-05:00",
		"2026-11-21T09:00:00+01:00": "2026-11-21T03:00:00-05:00",
		"2026-11-21T09:00:07":       "2026-11-21T09:00:07-05:00",
		"2026-11-21T09:00":          "2026-11-21T09:00:00-05:00",
		"2026-11-21 09:00":          "2026-11-21T09:00:00-05:00",
		" 2026-11-21 ":              "2026-11-21T00:00:00-05:00",
		"2026-03-08T02:30:00":       "2026-03-08T03:30:00-04:00",
	} {
		got, err := ParseNow(text, zone)
		if err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%q is %v (%v), want %s", text, got.Format(time.RFC3339), err, want)
		}
	}
	for _, text := range []string{"", "now", "2026-11-31", "2026-11-21T24:00", "2026-11-21T09:00:60", "2026-11-21x09:00", "2026-11-21T9:00", "10000-01-01", "1732179600"} {
		if got, err := ParseNow(text, zone); err == nil {
			t.Errorf("%q was read as %v", text, got)
		}
	}
}

func FuzzNowNeverPanics(f *testing.F) {
	for _, s := range []string{"2026-11-21T09:00:00Z", "2026-11-21T09:00", "2026-11-21 09:00:59", "2026-11-21", "x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if at, err := ParseNow(s, time.UTC); err == nil && at.IsZero() && !strings.HasPrefix(strings.TrimSpace(s), "0001-01-01") {
			t.Fatalf("%q was read as no time", s)
		}
	})
}

func BenchmarkLocal(b *testing.B) {
	zone, err := LoadZone("America/New_York", "")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Local(739_941, 541, zone)
	}
}
