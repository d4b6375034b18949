package event

import "assister/internal/ijson"

// Schemas are the JSON Schemas of the events, by their types, for documents that describe
// the protocol to programs. A member that is not listed may be added by a later version, so
// that they allow others.
func Schemas() []ijson.Member {
	var all []ijson.Member
	for _, e := range shapes() {
		properties := ijson.Value{Kind: ijson.Object, Members: []ijson.Member{
			{Name: "type", Value: of("const", word(e.name))}, {Name: "seq", Value: of("type", word("integer"))},
			{Name: "ts", Value: of("type", word("string"), "format", word("date-time"))}, {Name: "correlationId",
				Value: texts("")},
		}}
		required := list("type", "seq", "ts", "correlationId")
		for _, m := range e.members {
			properties.Members = append(properties.Members, ijson.Member{Name: m.name, Value: m.schema})
			if !m.optional {
				required.Items = append(required.Items, word(m.name))
			}
		}
		all = append(all, ijson.Member{Name: e.name, Value: of("type", word("object"), "description", word(e.help),
			"properties", properties, "required", required)})
	}
	return all
}

// shape is the members of an event of a type, besides those of the envelope.
type shape struct {
	name, help string
	members    []described
}

type described struct {
	name     string
	schema   ijson.Value
	optional bool
}

func needs(name string, schema ijson.Value) described { return described{name, schema, false} }
func may(name string, schema ijson.Value) described   { return described{name, schema, true} }

// shapes are those of all types. They are made when they are asked for, since the start of the
// program is not to wait for them.
func shapes() []shape {
	anything := ijson.Value{Kind: ijson.Object}
	objects := of("type", word("object"))
	numbers, truths := of("type", word("integer")), of("type", word("boolean"))
	problems := arrays(of("type", word("object"), "properties", of("code", texts("stable, in snake_case"), "field",
		texts(""),
		"message", texts(""), "hint", texts("what to do next")), "required", list("code", "message")))
	preview := of("type", word("object"), "properties", of("before", of("type", list("object", "null")),
		"after", of("type", list("object", "null"))))

	return []shape{
		{"start", "The first event of every stream.", []described{
			needs("protocol", of("const", word(Protocol))), needs("command", texts("")), may("version", texts("")),
			may("engine", texts("only if an engine is asked")), may("model", texts("")), may("tz", texts("")), may("now",
				texts("")),
			may("database", texts("")),
		}},
		{"stage", "A part of the work begins.", []described{
			needs("stage", of("enum", list(Routing, Planning, Searching, Proposing,
				Validating, Repairing, Summarizing, Approving, Applying, Undoing))),
			may("call", texts("")), may("thinking", texts("of a model")),
		}},
		{"route", "Whether a request is a question or a change.", []described{
			needs("decision", of("enum", list("chat", "plan", "clarify"))), needs("confidence", of("type", word("number"))),
			may("category", texts("")), needs("entities", objects), needs("missing", arrays(texts(""))), may("where",
				objects),
			may("reason", texts("")), may("engine", texts("")), may("rules", objects),
		}},
		{"clarify", "A question that has to be answered first.", []described{
			needs("question", texts("")), needs("options", arrays(of("type", word("object"), "properties", of("kind",
				texts(""), "id", numbers,
				"title", texts(""), "scheduledFor", of("type", list("string", "null")), "startTime", texts(""))))),
			may("request", texts("")), may("missing", arrays(texts(""))), may("selected", objects),
		}},
		{"step", "A step that looked something up.", []described{
			needs("tool", texts("")), needs("args", objects), needs("total", numbers), needs("saved", arrays(texts(""))),
			needs("ms", of("type", word("number"))), may("error", objects),
		}},
		{"ops", "Operations, and the findings about each. The last one of a stream counts.", []described{
			needs("version", numbers), needs("operations", arrays(of("type", word("object"), "properties", of(
				"op", anything, "source", of("enum", list("rules", "model", "hand")), "errors", problems, "warnings",
				problems, "line", numbers,
				"preview", preview, "targets", objects, "result", objects), "required", list("op", "errors", "warnings")))),
			needs("validCount", numbers), needs("invalidCount", numbers), needs("digest", texts("")), needs("warnings",
				problems),
			may("engine", texts("")), may("language", texts("")), may("words", texts("of the request")),
		}},
		{"summary", "The outcome in a sentence, or the answer.", []described{
			needs("text", texts("")), may("counts", of("type", word("object"), "properties", of("created", numbers,
				"updated", numbers,
				"deleted", numbers, "completed", numbers))),
			may("total", numbers), may("citations", arrays(objects)), may("semantic", objects), may("thinking", texts("")),
			may("warnings", problems),
		}},
		{"row", "One record, or one row of whatever is listed.", nil},
		{"answer", "The envelope of a tool that reads.", []described{
			may("data", anything), may("total", anything), may("error", anything), may("warning", anything), may("meta",
				objects),
		}},
		{"heartbeat", "Every ten seconds while a model works.", []described{
			needs("waitingFor", texts("")), needs("elapsedMs", numbers), may("remainingMs", numbers),
		}},
		{"progress", "How much of a long copy is done.", []described{
			needs("what", texts("")), needs("done", numbers), needs("total", numbers),
		}},
		{"error", "A failure, a refusal, or a line that cannot be read.", []described{
			needs("code", texts("stable, in snake_case")), may("field", texts("")), needs("message", texts("")),
			may("hint", texts("")),
			may("line", numbers), may("path", texts("")), may("details", problems), may("moreDetails", numbers),
		}},
		{"done", "The last event of every stream. A stream without it was cut.", []described{
			needs("status", of("enum", list("done", "partial", "clarify", "rejected", "conflict", "approval",
				"unavailable", "deadline",
				"unknown", "failed", "usage", "interrupted"))),
			needs("exitCode", numbers), may("batchId", numbers), may("batches", numbers), may("idempotencyKey", texts("")),
			may("replayed", truths), may("auditHead", texts("")), may("digest", texts("")),
		}},
	}
}

// of is an object of names and values in turn.
func of(pairs ...any) ijson.Value {
	v := ijson.Value{Kind: ijson.Object}
	for i := 0; i < len(pairs); i += 2 {
		v.Members = append(v.Members, ijson.Member{Name: pairs[i].(string), Value: pairs[i+1].(ijson.Value)})
	}
	return v
}

func word(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

func list(items ...string) ijson.Value {
	v := ijson.Value{Kind: ijson.Array}
	for _, s := range items {
		v.Items = append(v.Items, word(s))
	}
	return v
}

func texts(help string) ijson.Value {
	if help == "" {
		return of("type", word("string"))
	}
	return of("type", word("string"), "description", word(help))
}

func arrays(item ijson.Value) ijson.Value { return of("type", word("array"), "items", item) }
