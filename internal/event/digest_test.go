package event

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"assister/internal/check"
	"assister/internal/op"
	"assister/internal/problem"
)

// plan is a stream with one operation of each source and an invalid one.
func plan(t testing.TB) string {
	byModel := decoded(t, `{"op":"task.update","id":3,"title":"Dîner <b>","base":{"task:3":2}}`)
	byModel.Source = op.ByModel
	byRules := decoded(t, `{"op":"bulk_delete","where":{"kind":"task","tag":"old"},"base":{"task:1":1,"task:2":1}}`)
	byRules.Source = op.ByRules
	wrong := check.Finding{Op: decoded(t, `{"op":"task.delete","id":7}`), Errors: []problem.Problem{{Code: "id_not_found"}}}
	return string(written(t, Start{},
		Ops{Version: 1, Operations: []Entry{{Finding: check.Finding{Op: byModel}}}},
		Ops{Version: 2, Operations: []Entry{{Finding: check.Finding{Op: byModel}}, {Finding: wrong}, {Finding: check.Finding{Op: byRules}}}},
		Summary{Text: "3 operations"}, Done{}))
}

func TestADigestIsWhatOtherProgramsCanCompute(t *testing.T) {
	lines := strings.Split(plan(t), "\n")
	var ops, done map[string]any
	if err := json.Unmarshal([]byte(lines[2]), &ops); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(lines[4]), &done); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text) // sorts members
	e.SetEscapeHTML(false)
	for _, v := range ops["operations"].([]any) {
		entry := v.(map[string]any)
		if len(entry["errors"].([]any)) > 0 {
			e.Encode(nil)
			continue
		}
		e.Encode(map[string]any{"op": entry["op"], "source": entry["source"]})
	}
	sum := sha256.Sum256(text.Bytes())
	if want := hex.EncodeToString(sum[:]); ops["digest"] != want || done["digest"] != want {
		t.Errorf("ops has %v and done %v, want %s of\n%s", ops["digest"], done["digest"], want, text.String())
	}
}

func TestAnEditedPlanIsKnown(t *testing.T) {
	whole := plan(t)
	lines := strings.Split(whole, "\n")
	first, second, done := lines[1], lines[2], lines[4]
	digestIn := func(line string) string {
		_, digest, _ := strings.Cut(line, `"digest":"`)
		return digest[:64]
	}
	replaced := func(old, new string) string {
		t.Helper()
		if strings.Count(whole, old) == 0 {
			t.Fatalf("there is no %s in %s", old, whole)
		}
		return strings.ReplaceAll(whole, old, new)
	}
	for name, text := range map[string]string{
		"a value":                 replaced("Dîner", "Lunch"),
		"an id":                   replaced(`"id":3`, `"id":4`),
		"a revision":              replaced(`"task:3":2`, `"task:3":3`),
		"a record of many":        replaced(`,"task:2":1`, ``),
		"the whole base":          replaced(`,"base":{"task:3":2}`, ``),
		"a filter":                replaced(`"tag":"old"`, `"tag":"new"`),
		"a source":                replaced(`"source":"model"`, `"source":"hand"`),
		"no source":               replaced(`"source":"model",`, ``),
		"no errors":               replaced(`"errors":[{"code":"id_not_found","message":""}]`, `"errors":[]`),
		"no digest in ops":        replaced(`,"digest":"`+digestIn(second)+`","warnings"`, `,"warnings"`),
		"no digest in done":       replaced(`,"digest":"`+digestIn(second)+`"}`, `}`),
		"no digest at all":        replaced(`"digest"`, `"digests"`),
		"no last ops":             replaced(second+"\n", ""),
		"the ops in turn":         replaced(first+"\n"+second, second+"\n"+first),
		"operations of its own":   replaced(second, `{"type":"ops","seq":2,"version":1,"operations":[{"op":{"op":"task.delete","id":1},"errors":[]}]}`),
		"an operation more":       replaced(`"operations":[{"op":{"op":"task.update"`, `"operations":[{"op":{"op":"task.create","title":"x"}},{"op":{"op":"task.update"`),
		"a number beyond numbers": replaced(`"id":3`, `"id":1e999`),
		"that, without a digest":  strings.NewReplacer(`"id":3`, `"id":1e999`, `"digest"`, `"digests"`).Replace(whole),
		"a done of another plan":  replaced(done, strings.Replace(done, digestIn(done), digestIn(first), 1)),
	} {
		t.Run(name, func(t *testing.T) {
			in, err := read(t, text)
			if err != nil {
				t.Fatal(err)
			}
			if !in.Edited {
				t.Errorf("it is not known to be edited:\n%s", text)
			}
		})
	}
	if _, err := read(t, strings.TrimSuffix(whole, done+"\n")); err == nil {
		t.Error("a stream that was cut is an edited one")
	}
}

func TestAPlanThatAProgramHasPrintedAgainIsNotEdited(t *testing.T) {
	whole := plan(t)
	var sorted strings.Builder
	for line := range strings.Lines(whole) {
		var v any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(v) // members sorted, < as \u003c
		sorted.Write(append(text, '\n'))
	}
	for name, text := range map[string]string{
		"as it was":              whole,
		"with members sorted":    sorted.String(),
		"with its text escaped":  strings.ReplaceAll(whole, "î", `\u00ee`),
		"without a summary":      strings.ReplaceAll(whole, strings.Split(whole, "\n")[3]+"\n", ""),
		"with another summary":   strings.ReplaceAll(whole, "3 operations", "drei Operationen"),
		"with a remark":          strings.ReplaceAll(whole, `"warnings":[]`, `"warnings":[{"code":"seen"}]`),
		"with an event it skips": strings.ReplaceAll(whole, `{"type":"done"`, `{"type":"seen"}`+"\n"+`{"type":"done"`),
	} {
		t.Run(name, func(t *testing.T) {
			in, err := read(t, text)
			if err != nil {
				t.Fatal(err)
			}
			if in.Edited || in.Count != 2 || in.Invalid != 1 {
				t.Errorf("edited is %v, with %d operations and %d invalid:\n%s", in.Edited, in.Count, in.Invalid, text)
			}
		})
	}
}

func TestOperationsWithoutAStreamHaveNoDigest(t *testing.T) {
	for _, text := range []string{first, "[" + first + "]", `{"operations":[` + first + `]}`, `{"op":` + first + `,"errors":[]}`} {
		if in, err := read(t, text); err != nil || in.Edited {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// An operation that cannot be decoded can be anything, and too long for a line.
func TestWhatIsInvalidHasOnlyAPlaceInTheDigest(t *testing.T) {
	for _, raw := range []string{`5`, `null`, `"buy milk"`, `[]`, `{"op":"task.explode"}`, `{"op":"task.create","title":"` + strings.Repeat("x", MaxLine/2) + `"}`} {
		v := parsed(t, raw)
		wrong := Entry{Raw: &v, Finding: check.Finding{Errors: []problem.Problem{{Code: "invalid_op"}}}}
		stream := written(t, Start{}, Ops{Version: 1, Operations: []Entry{wrong, {Finding: check.Finding{Op: decoded(t, first)}}, wrong}}, Done{})
		in, err := read(t, string(stream))
		if err != nil || in.Edited || in.Invalid != 2 || in.Count != 1 {
			t.Errorf("%.40s: %v, %+v", raw, err, in)
		}
	}
}
