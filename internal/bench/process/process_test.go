package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/tool"
)

func samplesOf(walls ...time.Duration) (s []sample) {
	for _, w := range walls {
		s = append(s, sample{wall: w})
	}
	return s
}

func TestMedian(t *testing.T) {
	for _, tt := range []struct {
		walls []time.Duration
		want  figures
	}{
		{[]time.Duration{7}, figures{7, 7, 7}},
		{[]time.Duration{9, 1, 5}, figures{5, 1, 9}},
		{[]time.Duration{8, 2, 4, 100}, figures{6, 2, 100}},
	} {
		if got := figuresOf(samplesOf(tt.walls...), wall); got != tt.want {
			t.Errorf("%v: %v, want %v", tt.walls, got, tt.want)
		}
	}
}

func TestAValueAboveItsBoundIsAMiss(t *testing.T) {
	for name, tt := range map[string]struct {
		row  row
		want []string
	}{
		"at every bound":  {row{samples: []sample{{wall: 6 * ms, rss: memory}}, reference: samplesOf(2 * ms), bound: 6 * ms, ratioBound: 3, memoryBound: memory}, nil},
		"time":            {row{samples: samplesOf(7 * ms), bound: 6 * ms}, []string{"time"}},
		"ratio":           {row{samples: samplesOf(7 * ms), reference: samplesOf(2 * ms), ratioBound: 3}, []string{"ratio"}},
		"memory":          {row{samples: []sample{{rss: memory + 1}}, memoryBound: memory}, []string{"memory"}},
		"bytes":           {row{bytes: 701, bytesBound: 700}, []string{"bytes"}},
		"no bound":        {row{samples: samplesOf(time.Hour)}, nil},
		"the median only": {row{samples: samplesOf(ms, ms, time.Hour), bound: 6 * ms}, nil},
	} {
		if got := tt.row.over(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: over %q, want %q", name, got, tt.want)
		}
	}
}

func TestOneInSpreadTasksIsForToday(t *testing.T) {
	var made bytes.Buffer
	const n = 10 * spread
	const done = 500
	if err := writeTasks(&made, done, n); err != nil {
		t.Fatal(err)
	}
	tasks, completed, forToday := 0, 0, 0
	for line := range strings.Lines(made.String()) {
		var op struct{ Op, Title, ScheduledFor, Status string }
		if err := json.Unmarshal([]byte(line), &op); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if op.Op != "task.create" {
			continue
		}
		if op.Status == "completed" && op.ScheduledFor < "2026-11-21" {
			completed++
			continue
		}
		tasks++
		if op.ScheduledFor == "2026-11-21" {
			forToday++
		}
		if words := len(strings.Fields(op.Title)); words != 6 {
			t.Fatalf("%q has %d words", op.Title, words)
		}
	}
	if tasks != n || forToday != n/spread || completed != done {
		t.Errorf("%d tasks, %d of them for today, and %d that are done", tasks, forToday, completed)
	}
}

func TestEveryArgumentOfAReadToolHasAValue(t *testing.T) {
	for _, x := range tool.All() {
		if x.Mutates {
			continue
		}
		all := calls(x)
		for _, a := range x.Args {
			given := 0
			for _, call := range all {
				if _, there := call[a.Name]; there {
					given++
				}
			}
			if a.Required() && given != len(all) || a.Raw == "" && given == 0 {
				t.Errorf("%s: %s is in %d of %d calls", x.Name, a.Name, given, len(all))
			}
		}
	}
}

func TestAnUnknownRowIsRefusedWithTheKnownRows(t *testing.T) {
	if _, err := chosen([]string{"list", "lst"}, false); err == nil || !strings.Contains(err.Error(), "apply1000") {
		t.Error(err)
	}
	some, err := chosen([]string{"size", "start"}, false)
	if err != nil || len(some) != 2 || some[0].name != "size" {
		t.Error(some, err)
	}
}

func TestLongRowsAreMeasuredWhenTheyAreAskedFor(t *testing.T) {
	for _, tt := range []struct {
		names []string
		long  bool
		want  bool
	}{{nil, false, false}, {nil, true, true}, {[]string{"million"}, false, true}, {[]string{"start"}, true, false}} {
		some, err := chosen(tt.names, tt.long)
		if got := slices.ContainsFunc(some, func(w work) bool { return w.long }); err != nil || got != tt.want {
			t.Errorf("%q, long %t: %t, %v", tt.names, tt.long, got, err)
		}
	}
}

// The whole run takes minutes, so this runs only the shortest row.
func TestStartUpIsComparedWithAnEmptyProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	var out, progress bytes.Buffer
	if _, err := run(options{runs: 1, only: []string{"start"}, json: true}, &out, &progress); err != nil {
		t.Fatal(err)
	}
	var l line
	if err := json.Unmarshal(out.Bytes(), &l); err != nil {
		t.Fatal(err)
	}
	if l.Name != "start" || l.MedianMS <= 0 || l.Ratio <= 0 || l.PeakBytes <= 0 {
		t.Errorf("measured %+v", l)
	}
}
