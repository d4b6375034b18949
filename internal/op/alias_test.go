package op

import (
	"strings"
	"testing"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
)

// nicknames are aliases of a few records.
type nicknames map[string]record.Key

func (n nicknames) Key(v ijson.Value) (record.Key, *problem.Problem) {
	if key, known := n[v.Text]; known && v.Kind == ijson.String {
		return key, nil
	}
	code := problem.IDNotInContext
	if strings.Contains(v.Text, "_") {
		code = problem.MissingOrInvalidID
	}
	return record.Key{}, &problem.Problem{Code: code, Message: v.Text + " is no alias"}
}

var someAliases = nicknames{
	"t1": {Kind: "task", ID: 40}, "t2": {Kind: "task", ID: 7}, "e1": {Kind: "event", ID: 40}, "p1": {Kind: "project", ID: 3},
}

func TestAnAliasStandsForItsRecordWhereverAnIDStands(t *testing.T) {
	for given, want := range map[string]string{
		`{"op":"task.delete","id":"t1"}`:                                                   `{"op":"task.delete","id":40}`,
		`{"op":"task.delete","id":"task:t1"}`:                                              `{"op":"task.delete","id":40}`,
		`{"op":"delete","where":{"id":"t2"}}`:                                              `{"op":"task.delete","id":7}`,
		`{"op":"delete","id":"e1"}`:                                                        `{"op":"event.delete","id":40}`, // the alias says the kind
		`{"id":"e1","startTime":"10:00"}`:                                                  `{"op":"event.update","id":40,"startTime":"10:00"}`,
		`{"name":"update_task","arguments":"{\"id\":\"t1\",\"projectId\":\"p1\"}"}`:        `{"op":"task.update","id":40,"projectId":3}`,
		`{"id":"call_9","name":"delete_task","arguments":{"id":"t2"}}`:                     `{"op":"task.delete","id":7}`,
		`{"op":"task.update","id":{"ref":"t1"},"projectId":{"ref":"p1"}}`:                  `{"op":"task.update","id":{"ref":"t1"},"projectId":{"ref":"p1"}}`,
		`{"op":"task.update","id":"t1","projectId":null}`:                                  `{"op":"task.update","id":40,"projectId":null}`,
		`{"op":"bulk_delete","where":{"ids":["t1","t2"]}}`:                                 `{"op":"bulk_delete","where":{"kind":"task","ids":[7,40]}}`,
		`{"op":"bulk_delete","where":{"ids":["e1"],"completed":false}}`:                    `{"op":"bulk_delete","where":{"kind":"event","ids":[40],"completed":false}}`,
		`{"op":"bulk_delete","where":{"projectId":"p1"}}`:                                  `{"op":"bulk_delete","where":{"projectId":3}}`,
		`{"op":"bulk_delete","where":{"projectId":{"in":["p1",null]}}}`:                    `{"op":"bulk_delete","where":{"projectId":{"in":[3,null]}}}`,
		`{"op":"bulk_delete","where":{"kind":"task","id":{"ne":"t1"}}}`:                    `{"op":"bulk_delete","where":{"kind":"task","id":{"ne":40}}}`,
		`{"op":"bulk_delete","where":{"kind":"task","or":[{"ids":["t1"]},{"tag":"x"}]}}`:   `{"op":"bulk_delete","where":{"kind":"task","or":[{"kind":"task","ids":[40]},{"tag":"x"}]}}`,
		`{"op":"bulk_update","where":{"ids":["t1"]},"set":{"projectId":"p1"}}`:             `{"op":"bulk_update","where":{"kind":"task","ids":[40]},"set":{"projectId":3}}`,
		`{"op":"bulk_delete","where":{"kind":["task","event"],"ids":["t1"]}}`:              `{"op":"bulk_delete","where":{"kind":"task","ids":[40]}}`,
		`{"op":"bulk_update","where":{"ids":["t2","e1"]},"set":{"scheduledFor":"+2d"}}`:    `{"op":"bulk_update","where":{"kind":["task","event"],"ids":[7,40],"and":[{"or":[{"kind":"task","ids":[7]},{"kind":"event","ids":[40]}]}]},"set":{"scheduledFor":"2026-11-23"}}`,
		`{"op":"task.create","title":"t1","projectId":"p1"}`:                               `{"op":"task.create","title":"t1","projectId":3}`,
		`{"op":"bulk_delete","where":{"kind":"task","title_contains":"t1","ids":["t1"]}}`:  `{"op":"bulk_delete","where":{"kind":"task","ids":[40],"title_contains":"t1"}}`,
		`{"op":"checklist_item.create","checklistId":{"ref":"new"},"title":"t1 and more"}`: `{"op":"checklist_item.create","checklistId":{"ref":"new"},"title":"t1 and more"}`,
	} {
		v, _ := ijson.Parse([]byte(given))
		o, problems := Notation{Clock: saturday, Aliases: someAliases}.Decode(v)
		if got := string(o.Canonical()); len(problems) > 0 || got != want {
			t.Errorf("%s\n got %s %v\nwant %s", given, got, problems, want)
		}
	}
}

func TestANumberIsNoAlias(t *testing.T) {
	for given, want := range map[string]string{
		`{"op":"task.delete","id":40}`:                                        "id_not_in_context id",
		`{"op":"task.delete","id":"40"}`:                                      "id_not_in_context id",
		`{"op":"task.delete","id":"task:40"}`:                                 "id_not_in_context id",
		`{"op":"task.delete","id":"t9"}`:                                      "id_not_in_context id",
		`{"op":"task.delete","id":"e1"}`:                                      "id_not_in_context id", // an event
		`{"op":"task.delete","where":{"id":40}}`:                              "id_not_in_context id",
		`{"op":"delete","id":40}`:                                             "id_not_in_context id",
		`{"id":40,"title":"x"}`:                                               "id_not_in_context id",
		`{"name":"delete_task","arguments":"{\"id\":40}"}`:                    "id_not_in_context id",
		`{"id":"40","name":"delete_task","arguments":{}}`:                     "id_not_in_context id",
		`{"op":"task.create","title":"x","projectId":3}`:                      "id_not_in_context projectId",
		`{"op":"task.update","id":"t1","projectId":"t2"}`:                     "id_not_in_context projectId",
		`{"op":"task.update","id":"t1","projectId":"3"}`:                      "id_not_in_context projectId",
		`{"op":"bulk_delete","where":{"ids":[40]}}`:                           "id_not_in_context where.ids",
		`{"op":"bulk_delete","where":{"ids":["40"]}}`:                         "id_not_in_context where.ids",
		`{"op":"bulk_delete","where":{"ids":["t1",7]}}`:                       "id_not_in_context where.ids",
		`{"op":"bulk_delete","where":{"kind":"event","ids":["t1"]}}`:          "id_not_in_context where.ids",
		`{"op":"bulk_delete","where":{"projectId":3}}`:                        "id_not_in_context where.projectId",
		`{"op":"bulk_delete","where":{"projectId":{"in":[3]}}}`:               "invalid_where_projectId where.projectId",
		`{"op":"bulk_delete","where":{"kind":"task","id":40}}`:                "invalid_where_id where.id",
		`{"op":"bulk_delete","where":{"id":"t1"}}`:                            "invalid_where_id where.id", // of several kinds
		`{"op":"bulk_delete","where":{"not":{"ids":[40]}}}`:                   "id_not_in_context where.not.ids",
		`{"op":"bulk_update","where":{"ids":["t1"]},"set":{"projectId":3}}`:   "id_not_in_context set.projectId",
		`{"op":"team.delete","id":{"ref":"x"},"reassignTo":1}`:                "id_not_in_context reassignTo",
		`{"op":"checklist_item.create","title":"x","checklistId":1}`:          "id_not_in_context checklistId",
		`{"op":"task.delete","id":true}`:                                      "missing_or_invalid_id id",
		`{"op":"task.delete","id":"first_one"}`:                               "missing_or_invalid_id id",
		`{"op":"task.delete"}`:                                                "missing_or_invalid_id id",
		`{"op":"bulk_delete","where":{"kind":"task","ids":"t1"}}`:             "invalid_where_ids where.ids",
		`{"op":"bulk_delete","where":{"or":[{"projectId":["3"]}],"tag":"x"}}`: "invalid_where_projectId where.or[0].projectId",
	} {
		v, _ := ijson.Parse([]byte(given))
		o, problems := Notation{Aliases: someAliases}.Decode(v)
		if len(problems) == 0 || problems[0].Code+" "+problems[0].Field != want {
			t.Errorf("%s\n got %s %+v\nwant %s", given, o.Canonical(), problems, want)
		}
	}
}
