package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// row is a measurement with its bounds. A bound of zero means none.
type row struct {
	name, work string
	samples    []sample
	reference  []sample // taken in turn with samples; none where there is no reference
	than       string   // the reference in words

	bound       time.Duration // of the median
	ratioBound  float64       // of the median to the reference's
	memoryBound int64         // bytes at the peak

	bytes, bytesBound int64 // of the disk
}

func (r row) ratio() float64 {
	if len(r.reference) == 0 {
		return 0
	}
	return float64(figuresOf(r.samples, wall).median) / float64(figuresOf(r.reference, wall).median)
}

// over returns the exceeded bounds.
func (r row) over() (missed []string) {
	if len(r.samples) > 0 {
		if r.bound > 0 && figuresOf(r.samples, wall).median > r.bound {
			missed = append(missed, "time")
		}
		if r.ratioBound > 0 && r.ratio() > r.ratioBound {
			missed = append(missed, "ratio")
		}
		if r.memoryBound > 0 && rss(r.samples) > r.memoryBound {
			missed = append(missed, "memory")
		}
	}
	if r.bytesBound > 0 && r.bytes > r.bytesBound {
		missed = append(missed, "bytes")
	}
	return missed
}

func writeTable(out io.Writer, rows []row, remarks []string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "work\tmedian [min..max]\tbound\tcpu\tratio\tbound\tto\tpeak MB\tbound\t")
	for _, r := range rows {
		fmt.Fprintln(w, strings.Join(cells(r), "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, remark := range remarks {
		if _, err := fmt.Fprintln(out, remark); err != nil {
			return err
		}
	}
	return nil
}

func cells(r row) []string {
	missed := ""
	if over := r.over(); len(over) > 0 {
		missed = "over: " + strings.Join(over, ", ")
	}
	if len(r.samples) == 0 {
		return []string{r.work, fmt.Sprint(r.bytes), fmt.Sprint(r.bytesBound), "", "", "", "", "", "", missed}
	}
	f := figuresOf(r.samples, wall)
	c := []string{
		r.work, fmt.Sprintf("%s [%s..%s]", inUnits(f.median), inUnits(f.least), inUnits(f.most)), "",
		inUnits(figuresOf(r.samples, cpu).median), "", "", "",
		fmt.Sprintf("%.1f", float64(rss(r.samples))/(1<<20)), fmt.Sprint(r.memoryBound >> 20), missed,
	}
	if r.bound > 0 {
		c[2] = inUnits(r.bound)
	}
	if len(r.reference) > 0 {
		c[4] = fmt.Sprintf("%.2f", r.ratio())
		c[6] = fmt.Sprintf("%s (%s)", r.than, inUnits(figuresOf(r.reference, wall).median))
	}
	if r.ratioBound > 0 {
		c[5] = fmt.Sprint(r.ratioBound)
	}
	return c
}

func inUnits(d time.Duration) string {
	if d >= time.Second {
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return fmt.Sprintf("%.1f ms", inMS(d))
}

func inMS(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// line encodes a row as NDJSON, with times in milliseconds.
type line struct {
	Name          string   `json:"name"`
	Work          string   `json:"work"`
	Runs          int      `json:"runs,omitempty"`
	MedianMS      float64  `json:"medianMs,omitempty"`
	MinMS         float64  `json:"minMs,omitempty"`
	MaxMS         float64  `json:"maxMs,omitempty"`
	BoundMS       float64  `json:"boundMs,omitempty"`
	CPUMS         float64  `json:"cpuMs,omitempty"`
	Reference     string   `json:"reference,omitempty"`
	ReferenceMS   float64  `json:"referenceMs,omitempty"`
	Ratio         float64  `json:"ratio,omitempty"`
	RatioBound    float64  `json:"ratioBound,omitempty"`
	PeakBytes     int64    `json:"peakBytes,omitempty"`
	PeakBound     int64    `json:"peakBound,omitempty"`
	BytesPerTask  int64    `json:"bytesPerTask,omitempty"`
	BytesPerBound int64    `json:"bytesPerTaskBound,omitempty"`
	Over          []string `json:"over,omitempty"`
}

func writeJSON(out io.Writer, rows []row) error {
	lines := json.NewEncoder(out)
	for _, r := range rows {
		l := line{
			Name: r.name, Work: r.work, Runs: len(r.samples), BoundMS: inMS(r.bound), RatioBound: r.ratioBound,
			Reference: r.than, BytesPerTask: r.bytes, BytesPerBound: r.bytesBound, PeakBound: r.memoryBound, Over: r.over(),
		}
		if len(r.samples) > 0 {
			f := figuresOf(r.samples, wall)
			l.MedianMS, l.MinMS, l.MaxMS = inMS(f.median), inMS(f.least), inMS(f.most)
			l.CPUMS, l.PeakBytes = inMS(figuresOf(r.samples, cpu).median), rss(r.samples)
		}
		if len(r.reference) > 0 {
			l.ReferenceMS, l.Ratio = inMS(figuresOf(r.reference, wall).median), r.ratio()
		}
		if err := lines.Encode(l); err != nil {
			return err
		}
	}
	return nil
}
