package internal_test

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// concern is a group of files of one package that share a concern. The names are without ".go".
type concern struct{ about, files string }

// order holds the concerns of the larger packages, lowest first. A file uses what the files
// of its own concern and of the concerns below it declare, and nothing from above.
var order = map[string][]concern{
	"assist": {
		{"the environment, labels, errors and times", "doc correlation decisions environment error labels preferred " +
			"text timewords when"},
		{"the embedding model", "embedding"},
		{"one request, its conversation and its output", "approval conversation output lend own reading request"},
		{"input and options", "help input plan"},
		{"one record, session, index or audit trail", "audit sessions show transcript extract index search"},
		{"lists and changes of records", "agenda backup byday changes complete copy list apply batches " +
			"dryrun query undo"},
		{"routes and proposals", "addition again amend dependent earlier engine listed meant misdated narrow pending propose reply reword route secondlook"},
		{"the use cases that propose", "prefer tool"},
		{"the answer to one request", "answer ask"},
		{"a conversation of many requests, and how texts are read", "converse phrases"},
	},
	"brief": {
		{"the brief", "brief counts"},
		{"its parts", "preference title finder"},
		{"the workspace as a model sees it", "checklists focus snapshot"},
	},
	"calendar": {
		{"dates", "date"},
		{"rules, zones and relative dates", "recurrence relative zone"},
		{"occurrences", "occurrence"},
	},
	"check": {
		{"findings", "check"},
		{"records with the changes so far", "overlay"},
		{"the changes of a plan and their counts", "draft summary"},
		{"the rules of the operations", "alarm base bulk operation references status verbs whole"},
		{"passages and whole plans", "outline passage plan"},
		{"limits on what a plan changes", "limits"},
	},
	"cli": {
		{"the process", "deadline early signals streams workspace"},
		{"a call: its output and its terminal", "actor approver call end heads json output program text version"},
		{"the commands", "apply ask audit backup chat completion config doctor dryrun eval extract index list operations " +
			"db phrases preference propose query request route search session show tool undo when"},
		{"the requests of clients of a server", "host"},
		{"the command that serves over HTTP", "serve"},
		{"the tree of all commands, its help, and the command that serves both", "help main mcp"},
	},
	"eval": {
		{"cases and effects", "case effect"},
		{"the workspace of a case", "workspace"},
		{"runs and their judgment", "judge run score"},
		{"thresholds", "thresholds"},
		{"reports", "report"},
	},
	"event": {
		{"temporary files, and members of a JSON object", "spool members"},
		{"events and their fields", "event clarify digest encode jsonschema"},
		{"the writer of a stream", "writer"},
		{"bodies of events as JSON", "encode_body encode_ops"},
		{"lines of the input", "lines"},
		{"the reader of streams and documents", "buffer document reader stream"},
	},
	"extract": {
		{"characters, members and notes", "characters members notes"},
		{"the parser for broken JSON", "container lookahead looseparser scanner strict strings words"},
		{"operations in a reply", "extract operations shapes"},
	},
	"filter": {
		{"the condition", "condition"},
		{"occurrences in a range", "occurrence"},
		{"queries: their parser and their matches", "comparison match parse query"},
		{"JSON, pages and several queries", "json page several"},
		{"a cache of results", "memo"},
	},
	"fulltext": {
		{"letters, spellings and sets of records", "fold fulltext set typo"},
		{"segments, words and terms", "segment range normalize terms"},
		{"the index", "build merge"},
		{"searches", "search"},
		{"substring conditions, and similar names", "closest contain"},
	},
	"ledger": {
		{"batches", "ledger asked touched"},
		{"changes and their cells", "cells"},
		{"what is undone", "history"},
		{"the chain of hashes", "chain"},
	},
	"op": {
		{"operations", "op"},
		{"the decoder", "bulk days decode fields spelling target unknown"},
		{"operations as JSON", "json"},
	},
	"planner": {
		{"the memory of a request", "memory"},
		{"plans and citations", "citations planner plan"},
		{"plans without private text", "redact"},
		{"the run of a plan", "run"},
	},
	"propose": {
		{"the interface of a model", "completer"},
		{"heartbeats", "heartbeat"},
		{"templates, and the words of values", "template vocabulary"},
		{"the engine, its prompts and its replies", "aliases checklists conversation correction engine findings grounding " +
			"intent messages model operationtools past prompt proposal propose reply run scope source toolcalls window written"},
		{"known drafts, repair, research and routing", "fixed repair research router"},
		{"a cache of queries", "library"},
	},
	"record": {
		{"records", "record"},
		{"entities, questions, recurrences and JSON", "entities question recurrence json"},
		{"values in text", "parse url alias"},
	},
	"search": {
		{"the snapshot, names, chunks, words and ranks", "chunk find name rank source"},
		{"the embedding model", "embed"},
		{"the index of vectors, and the search in it", "hybrid index"},
	},
	"relational": {
		{"columns, dialects and rows to insert", "columns dialect insertion portion sqlite"},
		{"conditions as SQL", "clauses containing parts translation"},
		{"the reader", "audit completed find ledger named page query ranges records relational session summary " +
			"textfilter textindex textindex_collect vectors whole"},
		{"what is written, and follows from the ledger", "fold parents textindex_write write"},
		{"records compared with the ledger, and made from it", "examine refold"},
		{"copies of all rows", "copy table"},
	},
	"sqlite": {
		{"the platform", "hardlinks_other hardlinks_unix memory_linux memory_other"},
		{"errors of SQLite, and pages that were lost", "errors lostpage"},
		{"connections and statements", "conn dialect insert"},
		{"the store, its transactions and its integrity", "file integrity lock migrate soundness sqlite tx write"},
		{"status", "status"},
		{"copies, and databases made from a ledger", "lend rebuild receive stage"},
	},
	"vector": {
		{"vectors", "vector"},
		{"their encoding and their state", "encoding state"},
		{"the scan for the nearest", "scan"},
	},
	"view": {
		{"safe text and its width", "manual progress safe width"},
		{"the printer", "printer"},
		{"what is printed", "approval audit diff evalcase filter format live operations prompt stream table " +
			"text tool whole"},
	},
	"workspace": {
		{"the interface of a store", "mode store"},
		{"requests and their outcomes, and streams of requests", "request stream"},
		{"the audit trail and replays", "audit replay"},
		{"limits", "limits"},
		{"dry runs and changes", "workspace"},
		{"undo", "constraint restore undo"},
	},
}

func TestNoFileUsesAHigherConcern(t *testing.T) {
	for _, dir := range slices.Sorted(maps.Keys(order)) {
		t.Run(dir, func(t *testing.T) {
			height := map[string]int{}
			for i, group := range order[dir] {
				for _, name := range strings.Fields(group.files) {
					if _, twice := height[name]; twice {
						t.Errorf("%s: %s is listed twice", dir, name)
					}
					height[name] = i
					if _, err := os.Stat(filepath.Join(dir, name+".go")); err != nil {
						t.Errorf("%s: %q lists %s.go, which does not exist", dir, group.about, name)
					}
				}
			}
			uses := usesBetweenFiles(t, dir)
			for _, name := range slices.Sorted(maps.Keys(uses)) {
				if _, listed := height[name]; !listed {
					t.Errorf("%s: %s.go has no place in the order", dir, name)
					continue
				}
				for _, use := range uses[name] {
					if height[use.declaredIn] > height[name] {
						t.Errorf("%s: uses %s of %s.go, which stands above it (%s)",
							use.at, use.name, use.declaredIn, order[dir][height[use.declaredIn]].about)
					}
				}
			}
		})
	}
}

// use is one mention of something that another file of the same package declares.
type use struct {
	at               token.Position
	name, declaredIn string
}

// usesBetweenFiles returns, for each file of a package, its uses of the package's other
// files: package-level names, methods and fields.
//
// The type checker sees no imports, which makes it fast, and its errors are ignored. A
// method that is called on a value whose type it cannot know, such as the result of a
// function from another package, is therefore missed. Files for other platforms count too.
func usesBetweenFiles(t *testing.T, dir string) map[string][]use {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	uses := map[string][]use{}
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		uses[fileName(set, file.Pos())] = nil
	}

	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: noImports{}, Error: func(error) {}}
	pkg, _ := config.Check(dir, set, files, info)

	for id, object := range info.Uses {
		if object.Pkg() != pkg || !object.Pos().IsValid() {
			continue
		}
		// A local variable is used in its own file only.
		from, to := fileName(set, id.Pos()), fileName(set, object.Pos())
		if from != to {
			uses[from] = append(uses[from], use{set.Position(id.Pos()), object.Name(), to})
		}
	}
	for _, found := range uses {
		slices.SortFunc(found, func(a, b use) int { return cmp.Compare(a.at.Offset, b.at.Offset) })
	}
	return uses
}

func fileName(set *token.FileSet, at token.Pos) string {
	return strings.TrimSuffix(filepath.Base(set.Position(at).Filename), ".go")
}

type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	return nil, fmt.Errorf("%s: %w", path, errors.ErrUnsupported)
}
