package mcp

import (
	"context"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assister/internal/assist"
	"assister/internal/door"
	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
)

// The URIs of the resources.
const (
	operationsURI = "assister://schemas/operations"
	kindsURI      = "assister://schemas/" // and a kind
	recordsURI    = "assister://records/" // and a kind and an id: assister://records/task/3
	topicsURI     = "assister://help/"    // and a topic
)

// Topic is a help topic.
type Topic struct {
	Name, Short string
	Text        func() string // as Markdown
}

func (s *Server) addResources() {
	s.sdk.AddResource(&sdk.Resource{
		URI: operationsURI, Name: "operations", Title: "All operations", MIMEType: "application/schema+json",
		Description: "The JSON Schema of {\"operations\": [...]}, which dryrun takes.",
	}, s.readOperations)
	for _, k := range schema.Kinds {
		s.sdk.AddResource(&sdk.Resource{
			URI: kindsURI + k.Name, Name: k.Name, Title: sentence(k.Help), MIMEType: "application/json",
			Description: "The JSON Schemas of the operations on " + k.Noun(2) + ".",
		}, readKind(k))
	}
	for _, t := range s.Topics {
		s.sdk.AddResource(&sdk.Resource{
			URI: topicsURI + t.Name, Name: t.Name, Title: "Help: " + t.Short, MIMEType: "text/markdown",
		}, readTopic(t))
	}
	s.sdk.AddResourceTemplate(&sdk.ResourceTemplate{
		URITemplate: recordsURI + "{kind}/{id}", Name: "record", Title: "A record", MIMEType: "application/json",
		Description: "A record with its fields and the history of its changes. Subscribe to learn of changes, " +
			"whoever makes them.",
	}, s.readRecord)
}

func contents(req *sdk.ReadResourceRequest, mimeType, text string) *sdk.ReadResourceResult {
	return &sdk.ReadResourceResult{
		Contents: []*sdk.ResourceContents{{URI: req.Params.URI, MIMEType: mimeType, Text: text}},
	}
}

func (s *Server) readOperations(_ context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	return contents(req, "application/schema+json", string(schema.OperationsJSONSchema())), nil
}

func readKind(k *schema.Kind) sdk.ResourceHandler {
	return func(_ context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		var operations []ijson.Member
		for _, t := range schema.Tools([]*schema.Kind{k}) {
			v, p := ijson.Parse(t.Schema)
			if p != nil {
				panic("mcp: the schema of " + t.Name + " is no JSON: " + p.Message)
			}
			operations = append(operations, member(t.Name, v))
		}
		v := object(member("kind", text(k.Name)), member("description", text(k.Help)),
			member("operations", object(operations...)))
		return contents(req, "application/json", string(ijson.AppendValue(nil, v))), nil
	}
}

func readTopic(t Topic) sdk.ResourceHandler {
	return func(_ context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		return contents(req, "text/markdown", t.Text()), nil
	}
}

// readRecord reads a record of its URI. One that was deleted is read as it was last.
func (s *Server) readRecord(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	q, found := recordOf(req.Params.URI)
	if !found {
		return nil, sdk.ResourceNotFoundError(req.Params.URI)
	}
	r := s.carryOut(ctx, nil, door.Request{Command: "show",
		Do: func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
			return assist.Show(ctx, env, q)
		}})
	if r.failed() || len(r.rows) == 0 {
		return nil, sdk.ResourceNotFoundError(req.Params.URI)
	}
	v := object(member("record", r.rows[0]), member("history", ijson.Value{Kind: ijson.Array, Items: r.rows[1:]}))
	return contents(req, "application/json", string(ijson.AppendValue(nil, v))), nil
}

// recordOf is the record that a URI names.
func recordOf(uri string) (q assist.ShowRequest, found bool) {
	path, found := strings.CutPrefix(uri, recordsURI)
	kind, digits, two := strings.Cut(path, "/")
	id, err := strconv.ParseInt(digits, 10, 64)
	q.Kind, q.ID = schema.Lookup(kind), id
	isRecord := found && two && err == nil && id > 0
	return q, isRecord && q.Kind != nil
}

func uriOf(key record.Key) string { return recordsURI + key.Kind + "/" + strconv.FormatInt(key.ID, 10) }
