//go:build linux

package faults

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assister/internal/ijson"
)

// codes are the possible exit codes of a command that writes.
var codes = []int{0, 1, 2, 4, 5, 6}

// Any operations in any order leave the workspace undamaged, and nothing panics:
// operations on existing and missing records, that are created and deleted in turn, that
// refer to each other and to themselves, with invalid and huge values, with repeated
// keys, and with undo and redo between them.
func TestHostilePlansDoNotDamageTheWorkspace(t *testing.T) {
	draw := rand.New(rand.NewPCG(*seed, 3))
	const perHome = 60
	ends := map[int]int{}
	for n := 0; n < *plans; n += perHome {
		try(t, func(t testing.TB) {
			h := newHome(t)
			h.here(creations(4, "first")+`{"op":"project.create","name":"p"}`+"\n", "apply", "--yes").must(0)
			for i := range min(perHome, *plans-n) {
				ends[h.hostilePlan(draw)]++
				if i%10 == 0 {
					h.look().whole()
				}
			}
			h.whole()
			h.tidy()
		})
	}
	t.Log(ends)
	reached(t, *plans)
}

// hostilePlan runs a random command and returns its exit code.
func (h *home) hostilePlan(draw *rand.Rand) int {
	h.t.Helper()
	args := commandOf(draw)
	var input string
	if slices.Contains([]string{"apply", "dryrun"}, args[0]) {
		input = planOf(draw)
	}
	var stdout bytes.Buffer
	code, stderr := h.inProcess(context.Background(), input, &stdout, args...)
	e := ended{t: h.t, args: args, stdout: stdout.String(), stderr: stderr, code: code}
	e.done()
	if !slices.Contains(codes, code) || code == 1 && !strings.Contains(e.stdout, `"hint":"`) {
		h.t.Errorf("%q ended with %d:\n%s\nfrom:\n%s", args, code, brief(e.stdout), brief(input))
	}
	return code
}

func commandOf(draw *rand.Rand) []string {
	switch draw.IntN(10) {
	case 0:
		return []string{"undo"}
	case 1:
		return []string{"undo", fmt.Sprint(1 + draw.IntN(30)), []string{"--force", "--partial", "--dry-run"}[draw.IntN(3)], "--confirm-destructive"}
	case 2:
		return []string{"redo"}
	case 3:
		return []string{"dryrun"}
	case 4:
		return []string{"apply", "--yes", "--idempotency-key", fmt.Sprint("k", draw.IntN(5)), "--confirm-destructive"}
	case 5:
		return []string{"apply", "--yes", "--all-or-nothing", "--ignore-base"}
	case 6:
		return []string{"apply", "--yes", "--all"}
	}
	return []string{"apply", "--yes", "--confirm-destructive"}
}

// planOf draws a stream of operations.
func planOf(draw *rand.Rand) string {
	var lines []string
	for range 1 + draw.IntN(12) {
		lines = append(lines, operationOf(draw))
	}
	switch draw.IntN(12) {
	case 0: // created and deleted in turn
		for i := range 200 {
			lines = append(lines, fmt.Sprintf(`{"op":"task.create","title":"t","as":"c%d"}`, i), fmt.Sprintf(`{"op":"task.delete","id":{"ref":"c%d"}}`, i))
		}
	case 1: // the same repeatedly
		for range 300 {
			lines = append(lines, lines[0])
		}
	case 2: // referring to each other
		lines = append(lines, `{"op":"project.create","name":"a","as":"a"}`, `{"op":"task.create","title":"x","as":"x","projectId":{"ref":"y"}}`, `{"op":"task.create","title":"y","as":"y","projectId":{"ref":"x"}}`, `{"op":"project.delete","id":{"ref":"a"}}`)
	case 3:
		return `{"operations":[` + strings.Join(lines, ",") + `]}`
	case 4:
		return "[" + strings.Join(lines, ",\n") + "]"
	case 5: // with another byte
		text := []byte(strings.Join(lines, "\n"))
		text[draw.IntN(len(text))] = byte(draw.Uint32())
		return string(text)
	}
	return strings.Join(lines, "\n") + "\n"
}

func operationOf(draw *rand.Rand) string {
	kind := one(draw, "task", "task", "event", "project", "alarm", "")
	verb := one(draw, "create", "create", "update", "update", "delete", "set_status", "explode")
	if draw.IntN(6) == 0 {
		kind, verb = "", one(draw, "bulk_update", "bulk_delete", "bulk_set_status")
	}
	name := verb
	if kind != "" {
		name = kind + "." + verb
	}
	members := []string{`"op":` + string(ijson.AppendString(nil, name))}
	fields := []string{"id", "title", "name", "notes", "scheduledFor", "deadline", "priority", "status", "tags", "projectId", "context", "recurrence",
		"startTime", "endTime", "location", "occurrenceDate", "occurrenceRange", "as", "base", "where", "set", "ids", "kind", "targetDate", "completedDates"}
	switch verb { // mostly with the required arguments
	case "create":
		members = append(members, `"title":"t"`)
	case "bulk_update", "bulk_delete", "bulk_set_status":
		members = append(members, `"where":`+valueOf(draw, "where"))
		if verb == "bulk_update" {
			members = append(members, `"set":`+valueOf(draw, "set"))
		}
	default:
		members = append(members, `"id":`+valueOf(draw, "id"))
	}
	if strings.HasSuffix(verb, "set_status") {
		members = append(members, `"status":`+valueOf(draw, "status"))
	}
	for range draw.IntN(4) {
		f := fields[draw.IntN(len(fields))]
		if !strings.Contains(strings.Join(members, ","), `"`+f+`":`) || draw.IntN(20) == 0 {
			members = append(members, `"`+f+`":`+valueOf(draw, f))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func one(draw *rand.Rand, words ...string) string { return words[draw.IntN(len(words))] }

// valueOf draws a value for a field: mostly of its type, sometimes any.
func valueOf(draw *rand.Rand, field string) string {
	if draw.IntN(12) == 0 {
		return one(draw, `null`, `""`, `0`, `-1`, `1e400`, `9007199254740993`, `true`, `[]`, `{}`, `"\u0000"`, `[[[[[[]]]]]]`, `"`+strings.Repeat("x", 3000)+`"`,
			`[`+numbered(300)+`]`, `"9999-12-31"`, `"0000-00-00"`, `"2026-02-30"`, `{"ref":"nobody"}`, `"NaN"`, `[null]`)
	}
	day := func() string {
		return one(draw, `"2026-11-21"`, `"2026-11-22"`, `"2026-12-31"`, `"2028-02-29"`, `"1970-01-01"`, `"9999-12-31"`, `"0001-01-01"`, `null`)
	}
	switch field {
	case "id", "projectId":
		return one(draw, `1`, `2`, `3`, `4`, `"5"`, `{"ref":"a"}`, `{"ref":"b"}`, `77`, `null`)
	case "as":
		return one(draw, `"a"`, `"b"`, `"a"`, `""`)
	case "scheduledFor", "deadline", "occurrenceDate", "targetDate":
		return day()
	case "occurrenceRange":
		return `{"from":` + day() + `,"to":` + day() + `}`
	case "priority":
		return one(draw, `"low"`, `"HIGH"`, `"medium"`, `"urgent"`, `null`)
	case "status":
		return one(draw, `"pending"`, `"completed"`, `"skipped"`, `"doing"`, `"done"`)
	case "tags", "completedDates":
		return one(draw, `[]`, `["a","b","a"]`, `"a"`, `null`, `["2026-11-21"]`)
	case "startTime", "endTime":
		return one(draw, `"09:00"`, `"23:59"`, `"24:00"`, `"9:00"`, `null`)
	case "recurrence":
		return `{"type":` + one(draw, `"daily"`, `"weekly"`, `"monthly"`, `"yearly"`, `"weekdays"`, `"every_n_days"`, `"none"`, `"hourly"`) +
			one(draw, ``, `,"intervalDays":3`, `,"intervalDays":0`, `,"byDay":["mo","fr"]`, `,"count":1`, `,"count":2147483648`, `,"until":`+day()) + `}`
	case "where":
		return `{` + one(draw, ``, `"kind":"task"`, `"ids":[1,2,3]`, `"ids":[]`, `"overdue":true`, `"tag":"a"`, `"status":"pending"`, `"projectId":1`, `"title_contains":"t"`,
			`"scheduled_range":{"from":`+day()+`,"to":`+day()+`}`, `"repeating":true`, `"colour":"red"`) + `}`
	case "set":
		return `{` + one(draw, ``, `"priority":"high"`, `"scheduledFor":`+day(), `"projectId":1`, `"title":"t"`, `"tags":["z"]`, `"notes":null`, `"id":9`) + `}`
	case "base":
		return one(draw, `[{"kind":"task","id":1,"rev":1}]`, `[{"kind":"task","id":1,"rev":99}]`, `[]`, `{"task:1":1}`, `[{"kind":"x","id":1,"rev":1}]`)
	case "kind":
		return one(draw, `"task"`, `"event"`, `"nothing"`)
	}
	return one(draw, `"t"`, `"Milk"`, `null`, `"`+strings.Repeat("é", 256)+`"`)
}
