package view

import "testing"

func TestTheDetailOfAnAuditRowInWords(t *testing.T) {
	for detail, want := range map[string]string{
		`{"created":1,"updated":0,"confirmed":false,"by":"yes","replanned":""}`:                     "created 1  by yes",
		`{"engine":"rules","digest":"827bdacb40ef99b93363de2646ecc267f9f0857ba487a437906a4bd97f1"}`: "engine rules  digest 827bdacb40ef99b9336…",
		`{"tool":"collectionQuery","args":"{\"collection\":\"tasks\",\"where\":{}}","ms":0.25}`:     `tool collectionQuery  args {"collection":"tasks","where":{}}  ms 0.25`,
		`not JSON`: `not JSON`,
	} {
		if got := membersOf(detail); got != want {
			t.Errorf("%s: %s\nwant %s", detail, got, want)
		}
	}
}
