package event

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"time"

	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
)

const (
	sampled       = 10   // targets shown of a bulk operation (contract section 1)
	errorsDetails = 100  // single places written of one error
	rawKept       = 4096 // bytes of an undecodable operation that survive a cut
)

// encoder appends members and items. It puts the commas itself: one is needed
// wherever the last byte did not open the object or array.
type encoder struct{ buf []byte }

func (e *encoder) comma() {
	if c := e.buf[len(e.buf)-1]; c != '{' && c != '[' {
		e.buf = append(e.buf, ',')
	}
}

// name begins a member. Names are ours and need no escaping.
func (e *encoder) name(name string) {
	e.comma()
	e.buf = append(append(append(e.buf, '"'), name...), '"', ':')
}

func (e *encoder) open(c byte)  { e.buf = append(e.buf, c) }
func (e *encoder) close(c byte) { e.buf = append(e.buf, c) }

func (e *encoder) item(c byte) {
	e.comma()
	e.open(c)
}

func (e *encoder) text(name, s string) {
	e.name(name)
	e.buf = ijson.AppendString(e.buf, s)
}

func (e *encoder) optional(name, s string) {
	if s != "" {
		e.text(name, s)
	}
}

func (e *encoder) number(name string, n int64) {
	e.name(name)
	e.buf = strconv.AppendInt(e.buf, n, 10)
}

func (e *encoder) counted(name string, n int64) {
	if n != 0 {
		e.number(name, n)
	}
}

// float writes null for what JSON has no number for.
func (e *encoder) float(name string, f float64) {
	e.name(name)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		e.buf = append(e.buf, "null"...)
		return
	}
	e.buf = strconv.AppendFloat(e.buf, f, 'f', -1, 64)
}

func (e *encoder) flag(name string, b bool) {
	e.name(name)
	e.buf = strconv.AppendBool(e.buf, b)
}

func (e *encoder) null(name string) {
	e.name(name)
	e.buf = append(e.buf, "null"...)
}

func (e *encoder) texts(name string, words []string) {
	e.name(name)
	e.open('[')
	for _, w := range words {
		e.comma()
		e.buf = ijson.AppendString(e.buf, w)
	}
	e.close(']')
}

func (e *encoder) problems(name string, ps []problem.Problem) {
	e.name(name)
	e.open('[')
	for _, p := range ps {
		e.item('{')
		e.text("code", p.Code)
		e.optional("field", p.Field)
		e.text("message", p.Message)
		e.optional("hint", p.Hint)
		e.close('}')
	}
	e.close(']')
}

// envelope opens the line's object; the body's members follow.
func (e *encoder) envelope(b Body, seq int, at time.Time, correlationID string) {
	e.open('{')
	e.text("type", b.eventType())
	e.number("seq", int64(seq))
	e.instant("ts", at)
	e.text("correlationId", correlationID)
}

func (e *encoder) instant(name string, at time.Time) {
	e.name(name)
	e.buf = append(record.AppendInstant(append(e.buf, '"'), at), '"')
}

func (e *encoder) match(m Match) {
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

func (e *encoder) semantic(s Semantic) {
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

// body writes the members of every body but Ops, which may have to be cut.
func (e *encoder) body(b Body) {
	switch b := b.(type) {
	case Start:
		e.start(b)
	case Stage:
		e.text("stage", b.Stage)
	case Route:
		e.route(b)
	case Clarify:
		e.clarify(b)
	case Step:
		e.step(b)
	case Summary:
		e.summary(b)
	case Row:
		e.row(b)
	case AuditRow:
		e.audit(b.Entry)
	case Facts:
		for _, f := range b {
			e.fact(f)
		}
	case CaseRow:
		e.tried(b)
	case CheckRow:
		e.checked(b)
	case ToolRow:
		e.tool(b)
	case HistoryRow:
		e.history(b)
	case TurnRow:
		e.turn(b)
	case Answer:
		e.answer(b)
	case Heartbeat:
		e.heartbeat(b)
	case Error:
		e.failure(b)
	case Done:
		e.done(b)
	default:
		panic(fmt.Sprintf("event: no way to write a %T; bodies are the values of this package", b))
	}
}

func (e *encoder) start(b Start) {
	e.text("protocol", Protocol)
	e.text("command", b.Command)
	e.optional("version", b.Version)
	e.optional("engine", b.Engine)
	e.optional("model", b.Model)
	e.optional("tz", b.Zone)
	e.optional("now", b.Now)
	e.optional("database", b.Database)
}

func (e *encoder) summary(b Summary) {
	e.text("text", b.Text)
	if b.Counts != nil {
		e.counts(*b.Counts)
	}
	if b.Total != nil {
		e.number("total", int64(*b.Total))
	}
	e.citations(b.Citations)
	if b.Semantic != nil {
		e.semantic(*b.Semantic)
	}
	e.optional("thinking", b.Thinking)
}

func (e *encoder) row(b Row) {
	e.comma()
	switch {
	case b.Select != nil:
		e.buf = b.Record.AppendSelected(e.buf, b.Select)
	case b.NoIDs:
		e.buf = b.Record.AppendWithoutIDs(e.buf)
	default:
		e.buf = b.Record.AppendMembers(e.buf)
	}
	if b.Match != nil {
		e.match(*b.Match)
	}
	if b.Group != (Group{}) {
		e.name("group")
		e.open('{')
		e.optional("name", b.Group.Name)
		e.optional("day", b.Group.Day.String())
		e.close('}')
	}
}

func (e *encoder) history(b HistoryRow) {
	e.number("batchId", b.Batch)
	e.text("at", b.At.Format(time.RFC3339))
	e.text("kind", b.Change.Kind.Name)
	e.number("id", b.Change.ID)
	e.sides(check.Target{Change: b.Change}, true, false)
}

func (e *encoder) checked(b CheckRow) {
	e.text("check", b.Name)
	e.text("status", b.Status)
	e.text("found", b.Found)
	e.optional("next", b.Next)
	if len(b.Detail) > 0 {
		e.fact(Fact{"detail", b.Detail})
	}
}

func (e *encoder) turn(b TurnRow) {
	e.text("at", b.At.Format(time.RFC3339))
	e.text("role", b.Role)
	e.text("text", b.Text)
	e.flag("question", b.Question)
}

func (e *encoder) answer(b Answer) {
	for _, m := range b.Envelope.Members {
		e.name(m.Name)
		e.buf = ijson.AppendValue(e.buf, m.Value)
	}
}

func (e *encoder) heartbeat(b Heartbeat) {
	e.text("waitingFor", b.WaitingFor)
	e.number("elapsedMs", b.ElapsedMs)
}

func (e *encoder) done(b Done) {
	e.text("status", b.Status)
	e.number("exitCode", int64(b.ExitCode))
	e.counted("batchId", b.BatchID)
	e.counted("batches", int64(b.Batches))
	e.optional("idempotencyKey", b.IdempotencyKey)
	if b.Replayed {
		e.flag("replayed", true)
	}
	e.optional("auditHead", b.AuditHead)
}

func (e *encoder) route(r Route) {
	e.text("decision", r.Decision)
	e.float("confidence", r.Confidence)
	e.optional("category", r.Category)
	e.texts("entities", r.Entities)
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

func (e *encoder) citations(list []Citation) {
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

func (e *encoder) step(s Step) {
	e.text("tool", s.Tool)
	e.name("args")
	e.buf = ijson.AppendValue(e.buf, s.Args)
	e.number("total", int64(s.Total))
	e.texts("saved", s.Saved)
	e.float("ms", math.Round(float64(s.Took.Microseconds()))/1000)
	if s.Error != nil {
		e.name("error")
		e.open('{')
		e.text("code", s.Error.Code)
		e.optional("field", s.Error.Field)
		e.text("message", s.Error.Message)
		e.optional("hint", s.Error.Hint)
		e.close('}')
	}
}

func (e *encoder) tool(t ToolRow) {
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

func (e *encoder) counts(c check.Counts) {
	e.name("counts")
	e.open('{')
	e.number("created", int64(c.Created))
	e.number("updated", int64(c.Updated))
	e.number("deleted", int64(c.Deleted))
	e.number("completed", int64(c.Completed))
	e.close('}')
}

// audit keeps off the envelope's names: the row's own number, time and
// correlation id are `entry`, `at` and `request`.
func (e *encoder) audit(row ledger.Entry) {
	e.number("entry", row.Seq)
	e.instant("at", row.At)
	e.text("action", row.Action)
	e.optional("request", row.CorrelationID)
	e.counted("batchId", row.Batch)
	// The detail comes out of a file that others can write to. What is not an
	// object any more is shown as text, so that it cannot break the line.
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

// tried is a case of an evaluation; milliseconds to three places.
func (e *encoder) tried(c CaseRow) {
	e.text("case", c.ID)
	e.text("skill", c.Skill)
	e.text("file", c.File)
	e.text("outcome", c.Outcome)
	e.texts("missed", c.Missed)
	e.float("ms", math.Round(c.Took.Seconds()*1e6)/1e3)
	if !c.Told {
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

func (e *encoder) fact(f Fact) {
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
			e.fact(inner)
		}
		e.close('}')
	default:
		panic(fmt.Sprintf("event: fact %s is a %T, which a fact cannot be", f.Name, v))
	}
}

func (e *encoder) failure(f Error) {
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
	e.problems("details", shown)
	e.counted("moreDetails", int64(len(f.Details)-len(shown)))
}
