package door

import (
	"errors"
	"strings"
	"testing"

	"assister/internal/problem"
)

func TestRequire(t *testing.T) {
	var refusal *problem.Refusal
	err := Client{Name: "token ci"}.Require(Apply, "undo")
	if !errors.As(err, &refusal) || refusal.Problem.Code != NotPermitted {
		t.Errorf("a client with the default permit may undo: %v", err)
	}
	for configured, want := range map[bool]string{false: "--permit apply", true: "below tokens in the configuration"} {
		err := Client{Name: "token ci", Configured: configured}.Require(Apply, "undo")
		if !errors.As(err, &refusal) || !strings.Contains(refusal.Problem.Hint, want) {
			t.Errorf("the permit of a client in the configuration (%t): %v", configured, refusal.Problem)
		}
	}
	if err := (Client{Permit: Apply}).Require(Propose, "propose"); err != nil {
		t.Errorf("a client that may apply may not propose: %v", err)
	}
	for p := range Permits {
		if got, err := ParsePermit(Permits[p]); err != nil || got != Permit(p) {
			t.Errorf("permit %d: %v %v", p, got, err)
		}
	}
	if _, err := ParsePermit("all"); err == nil {
		t.Error("there is no permit “all”")
	}
}

func TestKnownHost(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST:7727": true, "127.0.0.1:80": true, "[::1]:80": true, "192.168.1.5": true, "::1": true,
		"box.example:80": true, "Box.Example.": true, "": false, "evil.example": false, "localhost.evil.example": false,
		"127.0.0.1.evil.example": false,
	} {
		if got := KnownHost(host, []string{"box.example"}); got != want {
			t.Errorf("%q: %t", host, got)
		}
	}
}

func TestSameOrigin(t *testing.T) {
	for origin, want := range map[string]bool{
		"": true, "http://127.0.0.1:7727": true, "https://127.0.0.1:7727": true, "null": false, "http://evil.example": false,
		"http://127.0.0.1": false, "127.0.0.1:7727": false, "http://127.0.0.1:7727.evil.example": false,
	} {
		if got := SameOrigin(origin, "127.0.0.1:7727"); got != want {
			t.Errorf("%q: %t", origin, got)
		}
	}
}
