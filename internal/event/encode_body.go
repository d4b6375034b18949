package event

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
)

// Each body writes its own members; the Writer puts the envelope before them.
// Ops are in encode_ops.go and Clarify is in clarify.go.

// errorsDetails bounds the details that one error is written with.
const errorsDetails = 100

func (b Start) encode(e *encoder) {
	e.text("protocol", Protocol)
	e.text("command", b.Command)
	e.optional("version", b.Version)
	e.optional("engine", b.Engine)
	e.optional("model", b.Model)
	e.optional("tz", b.Zone)
	e.optional("now", b.Now)
	e.optional("database", b.Database)
	e.optional("actor", b.Actor)
}

func (b Stage) encode(e *encoder) {
	e.text("stage", b.Stage)
	e.optional("call", b.Call)
	e.optional("thinking", b.Thinking)
	e.optional("omitted", b.Omitted)
}

func (r Route) encode(e *encoder) {
	e.text("decision", r.Decision)
	e.float("confidence", r.Confidence)
	e.optional("category", r.Category)
	e.entities(r.Entities)
	e.texts("missing", r.Missing)
	if r.Where != nil {
		e.name("where")
		e.buf = r.Where.AppendJSON(e.buf)
	}
	e.optional("reason", r.Reason)
	e.optional("engine", r.Engine)
	if r.Rules != nil {
		e.name("rules")
		e.open('{')
		e.text("decision", r.Rules.Decision)
		e.float("confidence", r.Rules.Confidence)
		e.optional("reason", r.Rules.Reason)
		e.close('}')
	}
}

func (e *encoder) entities(x record.Entities) {
	e.name("entities")
	e.open('{')
	day := func(name string, d calendar.Date) {
		if d.Valid() {
			e.text(name, d.String())
		}
	}
	day("date", x.Date)
	day("from", x.From)
	day("to", x.To)
	if x.Time.Valid() {
		e.text("time", x.Time.String())
	}
	e.optional("priority", x.Priority)
	if len(x.IDs) > 0 {
		e.name("ids")
		e.open('[')
		for _, id := range x.IDs {
			e.comma()
			e.buf = strconv.AppendInt(e.buf, id, 10)
		}
		e.close(']')
	}
	list := func(name string, words []string) {
		if len(words) > 0 {
			e.texts(name, words)
		}
	}
	list("text", x.Text)
	list("kinds", x.Kinds)
	e.optional("project", x.Project)
	list("tags", x.Tags)
	e.close('}')
}

func (s Step) encode(e *encoder) {
	e.text("tool", s.Tool)
	e.name("args")
	e.buf = ijson.AppendValue(e.buf, s.Args)
	e.number("total", int64(s.Total))
	e.texts("saved", s.Saved)
	e.float("ms", math.Round(float64(s.Took.Microseconds()))/1000)
	if s.Error != nil {
		e.name("error")
		e.open('{')
		encodeProblem(e, *s.Error)
		e.close('}')
	}
}

func (b Summary) encode(e *encoder) {
	e.text("text", b.Text)
	if b.Counts != nil {
		encodeCounts(e, *b.Counts)
	}
	if b.Total != nil {
		e.number("total", int64(*b.Total))
	}
	encodeCitations(e, b.Citations)
	if b.Semantic != nil {
		b.Semantic.encode(e)
	}
	e.optional("thinking", b.Thinking)
	if len(b.Warnings) > 0 {
		encodeProblems(e, "warnings", b.Warnings)
	}
}

func encodeCounts(e *encoder, c check.Counts) {
	e.name("counts")
	e.open('{')
	e.number("created", int64(c.Created))
	e.number("updated", int64(c.Updated))
	e.number("deleted", int64(c.Deleted))
	e.number("completed", int64(c.Completed))
	e.close('}')
}

func encodeCitations(e *encoder, list []Citation) {
	if len(list) == 0 {
		return
	}
	e.name("citations")
	e.open('[')
	for _, c := range list {
		e.item('{')
		e.text("id", c.ID)
		e.text("title", c.Title)
		e.text("kind", c.Kind)
		e.optional("url", c.URL)
		e.close('}')
	}
	e.close(']')
}

func (s Semantic) encode(e *encoder) {
	e.name("semantic")
	e.open('{')
	if s.Disabled {
		e.flag("disabled", true)
		e.text("reason", s.Reason)
	} else {
		e.text("model", s.Model)
		e.number("near", int64(s.Near))
	}
	e.close('}')
}

func (b Row) encode(e *encoder) {
	e.comma()
	switch {
	case b.Select != nil:
		e.buf = b.Record.AppendSelected(e.buf, b.Select)
	case b.NoIDs:
		e.buf = b.Record.AppendOwn(e.buf)
	default:
		e.buf = b.Record.AppendMembers(e.buf)
	}
	if b.Match != nil {
		b.Match.encode(e)
	}
	if b.Group != (Group{}) {
		e.name("group")
		e.open('{')
		e.optional("name", b.Group.Name)
		e.optional("day", b.Group.Day.String())
		e.close('}')
	}
}

func (m Match) encode(e *encoder) {
	e.float("score", m.Score)
	e.name("match")
	e.open('{')
	if m.Near {
		e.flag("near", true)
	} else {
		e.text("field", m.Field)
	}
	e.text("excerpt", m.Excerpt)
	e.texts("words", m.Words)
	e.close('}')
}

func (b AuditRow) encode(e *encoder) {
	// The names of the envelope are taken: the row's own number, time and
	// correlation id are `entry`, `at` and `request`.
	row := b.Entry
	e.number("entry", row.Seq)
	e.instant("at", row.At)
	e.text("action", row.Action)
	e.optional("request", row.CorrelationID)
	e.counted("batchId", row.Batch)
	encodeAsked(e, row.Asked)
	// The detail is from a file that other programs can write to. If it is not an
	// object any more, it is written as text, so that it cannot break the line.
	detail, fault := ijson.Parse([]byte(row.Detail))
	switch {
	case row.Detail == "":
	case fault == nil && detail.Kind == ijson.Object:
		e.name("detail")
		e.buf = ijson.AppendValue(e.buf, detail)
	default:
		e.text("detailText", row.Detail)
	}
	e.name("hash")
	e.buf = append(hex.AppendEncode(append(e.buf, '"'), row.Hash[:]), '"')
}

func encodeAsked(e *encoder, a ledger.Asked) {
	e.optional("actor", a.Actor)
	e.optional("words", a.Words)
}

func (b HistoryRow) encode(e *encoder) {
	e.number("batchId", b.Batch)
	e.text("at", b.At.Format(time.RFC3339))
	encodeAsked(e, b.Asked)
	e.counted("undoes", b.Undoes)
	e.counted("undoneBy", b.UndoneBy)
	e.text("kind", b.Change.Kind.Name)
	e.number("id", b.Change.ID)
	encodeSides(e, check.Target{Change: b.Change}, true, false)
}

func (b Facts) encode(e *encoder) {
	for _, f := range b {
		f.encode(e)
	}
}

func (f Fact) encode(e *encoder) {
	switch f.Name {
	case "type", "seq", "ts", "correlationId":
		panic("event: a fact has the name of the envelope's " + f.Name)
	}
	e.comma()
	e.buf = append(ijson.AppendString(e.buf, f.Name), ':')
	switch v := f.Value.(type) {
	case nil:
		e.buf = append(e.buf, "null"...)
	case string:
		e.buf = ijson.AppendString(e.buf, v)
	case bool:
		e.buf = strconv.AppendBool(e.buf, v)
	case int:
		e.buf = strconv.AppendInt(e.buf, int64(v), 10)
	case int64:
		e.buf = strconv.AppendInt(e.buf, v, 10)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			e.buf = append(e.buf, "null"...)
			return
		}
		e.buf = strconv.AppendFloat(e.buf, v, 'f', -1, 64)
	case []string:
		e.open('[')
		for _, w := range v {
			e.comma()
			e.buf = ijson.AppendString(e.buf, w)
		}
		e.close(']')
	case []int:
		e.open('[')
		for _, n := range v {
			e.comma()
			e.buf = strconv.AppendInt(e.buf, int64(n), 10)
		}
		e.close(']')
	case Facts:
		e.open('{')
		for _, inner := range v {
			inner.encode(e)
		}
		e.close('}')
	default:
		panic(fmt.Sprintf("event: fact %s is a %T, which a fact cannot be", f.Name, v))
	}
}

func (c CaseRow) encode(e *encoder) {
	e.text("case", c.ID)
	e.text("skill", c.Skill)
	e.text("file", c.File)
	e.text("outcome", c.Outcome)
	e.texts("missed", c.Missed)
	e.float("ms", math.Round(c.Took.Seconds()*1e6)/1e3)
	if !c.Detailed {
		return
	}
	e.text("text", c.Text)
	e.optional("note", c.Note)
	e.name("differences")
	e.open('[')
	for _, m := range c.Misses {
		e.item('{')
		e.optional("of", m.Of)
		e.text("field", m.Field)
		e.text("expected", m.Expected)
		e.text("got", m.Got)
		e.close('}')
	}
	e.close(']')
}

func (b CheckRow) encode(e *encoder) {
	e.text("check", b.Name)
	e.text("status", b.Status)
	e.text("found", b.Found)
	e.optional("next", b.Next)
	if len(b.Detail) > 0 {
		Fact{"detail", b.Detail}.encode(e)
	}
}

func (t ToolRow) encode(e *encoder) {
	e.text("tool", t.Name)
	e.optional("kind", t.Kind)
	e.flag("mutates", t.Mutates)
	e.text("help", t.Help)
	e.texts("args", t.Args)
	e.texts("aliases", t.Aliases)
	for _, s := range [...]struct {
		name string
		of   ijson.Value
	}{{"input", t.Input}, {"output", t.Output}} {
		if s.of.Kind != ijson.Null {
			e.name(s.name)
			e.buf = ijson.AppendValue(e.buf, s.of)
		}
	}
}

func (b TurnRow) encode(e *encoder) {
	e.text("at", b.At.Format(time.RFC3339))
	e.text("role", b.Role)
	e.text("text", b.Text)
	e.flag("question", b.Question)
}

func (b ReadingRow) encode(e *encoder) {
	e.number("reading", int64(b.Number))
	e.text("language", b.Language)
	e.number("cost", int64(b.Cost))
	e.text("meaning", b.Meaning)
	encodeSteps(e, b.Steps)
}

func encodeSteps(e *encoder, steps []ReadingStep) {
	e.name("steps")
	e.open('[')
	for _, s := range steps {
		e.item('{')
		e.text("text", s.Text)
		e.number("cost", int64(s.Cost))
		if s.Rule != "" {
			e.text("rule", s.Rule)
			e.text("form", s.Form)
			e.text("where", s.Where)
			encodeSteps(e, s.Steps)
		}
		e.close('}')
	}
	e.close(']')
}

func (b Answer) encode(e *encoder) {
	for _, m := range b.Envelope.Members {
		e.name(m.Name)
		e.buf = ijson.AppendValue(e.buf, m.Value)
	}
	if len(b.Records) == 0 {
		return
	}
	names := make([]string, len(b.Records))
	for i, key := range b.Records {
		names[i] = key.Kind + ":" + strconv.FormatInt(key.ID, 10)
	}
	e.texts("records", names)
}

func (b Heartbeat) encode(e *encoder) {
	e.text("waitingFor", b.WaitingFor)
	e.number("elapsedMs", b.ElapsedMs)
	e.counted("remainingMs", b.RemainingMs)
}

func (p Progress) encode(e *encoder) {
	e.text("what", p.What)
	e.number("done", p.Done)
	e.number("total", p.Total)
}

func (f Error) encode(e *encoder) {
	e.text("code", f.Code)
	e.optional("field", f.Field)
	e.text("message", f.Message)
	e.optional("hint", f.Hint)
	e.counted("line", int64(f.Line))
	e.optional("path", f.Path)
	if len(f.Details) == 0 {
		return
	}
	shown := f.Details[:min(len(f.Details), errorsDetails)]
	encodeProblems(e, "details", shown)
	e.counted("moreDetails", int64(len(f.Details)-len(shown)))
}

func (b Done) encode(e *encoder) {
	e.text("status", b.Status)
	e.number("exitCode", int64(b.ExitCode))
	e.counted("batchId", b.BatchID)
	e.counted("batches", int64(b.Batches))
	e.optional("idempotencyKey", b.IdempotencyKey)
	if b.Replayed {
		e.flag("replayed", true)
	}
	e.optional("auditHead", b.AuditHead)
	e.optional("digest", b.Digest)
}

func encodeProblems(e *encoder, name string, ps []problem.Problem) {
	e.name(name)
	e.open('[')
	for _, p := range ps {
		e.item('{')
		encodeProblem(e, p)
		e.close('}')
	}
	e.close(']')
}

func encodeProblem(e *encoder, p problem.Problem) {
	e.text("code", p.Code)
	e.optional("field", p.Field)
	e.text("message", p.Message)
	e.optional("hint", p.Hint)
}
