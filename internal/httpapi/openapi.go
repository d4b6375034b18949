package httpapi

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"assister/internal/door"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/schema"
	"assister/internal/session"
	"assister/internal/tool"
)

// document is the description of the API, in OpenAPI 3.1, made from the tables that requests
// are checked against.
func document(version string) ijson.Value {
	paths := object()
	add := func(path, method string, operation ijson.Value) {
		at := slices.IndexFunc(paths.Members, func(m ijson.Member) bool { return m.Name == path })
		if at < 0 {
			at = len(paths.Members)
			paths.Members = append(paths.Members, member(path, object()))
		}
		p := &paths.Members[at].Value
		p.Members = append(p.Members, member(strings.ToLower(method), operation))
	}
	all := routes()
	for i := range all {
		add(all[i].path, all[i].method, all[i].describe())
	}
	add("/api/client", "GET", object(
		member("operationId", text("client")), member("summary", text("Say whose the token is, and what it allows")),
		member("responses", object(
			member("200", inJSON("the client", shaped("object", "name", textShape(), "permit", enum(door.Permits[:]...),
				"attended", boolShape()))),
			member("401", reference("responses", "Refused")))),
	))
	add("/healthz", "GET", object(
		member("operationId", text("health")), member("summary", text("Say whether the server takes requests")),
		member("security", array()),
		member("responses", object(member("200", inJSON("it does", shaped("object", "status", textShape()))),
			member("503", inJSON("it is stopping", shaped("object", "status", textShape()))))),
	))
	return object(
		member("openapi", text("3.1.0")),
		member("info", object(member("title", text("assister")), member("version", text(version)), member("summary",
			text("Plain words in, reviewed changes out")), member("license", object(member("name", text("MIT")))))),
		member("servers", array(object(member("url", text("/"))))),
		member("security", array(object(member("token", array())))),
		member("paths", paths),
		member("components", object(
			member("securitySchemes", object(member("token", object(member("type", text("http")), member("scheme",
				text("bearer")))))),
			member("responses", object(member("Refused", inJSON("a request that got as far as no use case",
				schemaRef("Refusal"))))),
			member("schemas", schemas()),
		)),
	)
}

func textShape() ijson.Value { return shaped("string") }
func boolShape() ijson.Value { return shaped("boolean") }

// shaped is the schema of a type. That of an object has names and schemas in turn, all of
// them required.
func shaped(kind string, properties ...any) ijson.Value {
	v := object(member("type", text(kind)))
	if kind != "object" || len(properties) == 0 {
		return v
	}
	members, names := object(), array()
	for i := 0; i < len(properties); i += 2 {
		members.Members = append(members.Members, member(properties[i].(string), properties[i+1].(ijson.Value)))
		names.Items = append(names.Items, text(properties[i].(string)))
	}
	v.Members = append(v.Members, member("properties", members), member("required", names))
	return v
}

func enum(words ...string) ijson.Value {
	all := array()
	for _, w := range words {
		all.Items = append(all.Items, text(w))
	}
	return object(member("enum", all))
}

func listOf(item ijson.Value) ijson.Value {
	return object(member("type", text("array")), member("items", item))
}

func reference(of, name string) ijson.Value {
	return object(member("$ref", text("#/components/"+of+"/"+name)))
}

func schemaRef(name string) ijson.Value { return reference("schemas", name) }

func content(media string, s ijson.Value) ijson.Member {
	return member(media, object(member("schema", s)))
}

func inJSON(help string, s ijson.Value) ijson.Value {
	return object(member("description", text(help)), member("content", object(content(jsonType, s))))
}

// describe is the route as an operation of the document.
func (rt *route) describe() ijson.Value {
	id := strings.ReplaceAll(strings.Trim(strings.TrimPrefix(rt.path, "/api"), "/"), "/", "_")
	help := "Does what `assister " + rt.command + "` does."
	if rt.permit > door.Propose {
		help += " Needs the permit " + rt.permit.String() + "."
	}
	v := object(member("operationId", text(id)), member("summary", text(rt.help)), member("description", text(help)))
	if parameters := rt.parameters(); len(parameters.Items) > 0 {
		v.Members = append(v.Members, member("parameters", parameters))
	}
	if rt.method == http.MethodPost {
		v.Members = append(v.Members, member("requestBody", rt.body()))
	}
	v.Members = append(v.Members, member("responses", rt.responses()))
	return v
}

// parameters are the fields of a GET, and the headers.
func (rt *route) parameters() ijson.Value {
	all := array()
	add := func(in, name string, f field) {
		v := object(member("in", text(in)), member("name", text(name)), member("description", text(f.help)))
		if f.required {
			v.Members = append(v.Members, member("required", ijson.Value{Kind: ijson.Bool, Bool: true}))
		}
		if f.kind == ijson.Object || f.kind == ijson.Array {
			v.Members = append(v.Members, member("content", object(content(jsonType, f.schema()))))
		} else {
			v.Members = append(v.Members, member("schema", f.schema()))
		}
		all.Items = append(all.Items, v)
	}
	for _, f := range rt.fields {
		if rt.method == http.MethodGet {
			add("query", f.name, f)
		}
		if f.header != "" {
			add("header", f.header, f)
		}
	}
	if rt.streams {
		add("header", "Last-Event-ID", field{kind: ijson.String,
			help: "the id of the last event of a stream that was cut"})
	}
	return all
}

var kinds = [...]string{
	ijson.Bool: "boolean", ijson.Number: "integer", ijson.String: "string", ijson.Array: "array",
	ijson.Object: "object",
}

// schema is the schema of the values of a field.
func (f *field) schema() ijson.Value {
	switch {
	case f.shape != "":
		return schemaRef(f.shape)
	case f.values != nil:
		return enum(f.values...)
	}
	return shaped(kinds[f.kind])
}

// body is what a POST sends.
func (rt *route) body() ijson.Value {
	properties, required := object(), array()
	if rt.operations {
		properties.Members = append(properties.Members, member("operations", schemaRef("Operations")))
		required.Items = append(required.Items, text("operations"))
	}
	for _, f := range rt.fields {
		s := f.schema()
		s.Members = append(slices.Clip(s.Members), member("description", text(f.help)))
		properties.Members = append(properties.Members, member(f.name, s))
		if f.required {
			required.Items = append(required.Items, text(f.name))
		}
	}
	s := object(member("type", text("object")), member("properties", properties), member("additionalProperties",
		ijson.Value{Kind: ijson.Bool}))
	if len(required.Items) > 0 {
		s.Members = append(s.Members, member("required", required))
	}
	forms := object(content(jsonType, s))
	if rt.operations {
		stream := object(member("type", text("string")), member("description",
			text("a stream of events, or one operation on each line")))
		forms.Members = append(forms.Members, content(ndjson, stream))
	}
	return object(member("required", ijson.Value{Kind: ijson.Bool, Bool: true}), member("content", forms))
}

// responses are the answers, by their statuses.
func (rt *route) responses() ijson.Value {
	stream := object(member("type", text("string")), member("description", text("events, each an Event")))
	ok := object(content(jsonType, schemaRef("Answer")), content(ndjson, stream), content(eventStream, stream))
	if rt.streams {
		ok = object(content(eventStream, stream))
	}
	all := object(member("200", object(member("description",
		text("`done` has the status done, partial or clarify")), member("content", ok))))
	outcomes := map[int][]string{}
	for _, s := range statuses {
		outcomes[s.code] = append(outcomes[s.code], s.status)
	}
	either := object(member("anyOf", array(schemaRef("Answer"), schemaRef("Refusal"))))
	for _, code := range slices.Sorted(maps.Keys(outcomes)) {
		if code == http.StatusOK || rt.streams {
			continue
		}
		slices.Sort(outcomes[code])
		help := "`done` has the status " + strings.Join(outcomes[code], " or ") + ", or the request cannot be carried out"
		all.Members = append(all.Members, member(strconv.Itoa(code), inJSON(help, either)))
	}
	if rt.streams {
		all.Members = append(all.Members,
			member("204", object(member("description", text("all events of the stream were sent")))),
			member("410", reference("responses", "Refused")))
	}
	return object(append(all.Members, member("default", reference("responses", "Refused")))...)
}

// schemas are the schemas that the document refers to.
func schemas() ijson.Value {
	events := array()
	all, answer := object(), object()
	for _, m := range event.Schemas() {
		name := "Event" + strings.ToUpper(m.Name[:1]) + m.Name[1:]
		all.Members = append(all.Members, member(name, m.Value))
		events.Items = append(events.Items, schemaRef(name))
		switch list := several(m.Name); {
		case slices.Contains(progress, m.Name):
		case list != "":
			answer.Members = append(answer.Members, member(list, listOf(schemaRef(name))))
		default:
			answer.Members = append(answer.Members, member(m.Name, schemaRef(name)))
		}
	}
	all.Members = append(all.Members,
		member("Event", object(member("oneOf", events))),
		member("Answer", object(member("type", text("object")), member("properties", answer),
			member("required", array(text("start"), text("done"))))),
		member("Refusal", shaped("object", "errors", listOf(shaped("object", "code", textShape(), "message", textShape())))),
		member("Operation", operationShape()),
		member("Entry", object(
			member("type", text("object")), member("description", text("an element of `operations` of an `ops` event")),
			member("properties", object(member("op", schemaRef("Operation")))),
			member("required", array(text("op"), text("errors"), text("warnings"))))),
		member("Operations", listOf(object(member("anyOf", array(schemaRef("Operation"), schemaRef("Entry")))))),
		member("Transcript", listOf(shaped("object", "role", enum(session.User, session.Assistant), "text", textShape()))),
		member("Clarified", object(member("type", text("object")), member("properties", object(
			member("question", textShape()), member("request", textShape()), member("selection", selectionShape()))))),
		member("ToolName", toolNames()),
	)
	return all
}

// operationShape is the schema of one operation.
func operationShape() ijson.Value {
	document, _ := ijson.Parse(schema.OperationsJSONSchema())
	properties, _ := document.Get("properties")
	list, _ := properties.Get("operations")
	item, _ := list.Get("items")
	return item
}

// selectionShape is the schema of what readSelection reads.
func selectionShape() ijson.Value {
	var kinds []string
	for _, k := range schema.Kinds {
		kinds = append(kinds, k.Name)
	}
	number := shaped("integer")
	id := object(member("anyOf", array(textShape(), number, shaped("object", "kind", enum(kinds...), "id", number))))
	return object(member("type", text("object")), member("properties", object(
		member("ids", listOf(id)), member("date", textShape()), member("priority", enum(schema.Priorities...)),
	)))
}

// toolNames is the schema of the names of the tools.
func toolNames() ijson.Value {
	var names []string
	for _, t := range tool.All() {
		names = append(append(names, t.Name), t.Aliases...)
	}
	v := enum(names...)
	v.Members = append(v.Members, member("type", text("string")), member("description",
		text("`assister tool show NAME` prints the schemas of its arguments and its answer")))
	return v
}
