package rqlite

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestAnAddressNamesHostsWorkspaceAndOptions(t *testing.T) {
	for text, want := range map[string]Address{
		"rqlite://a/work": {Hosts: []string{"a:4001"}, Name: "work", Read: Weak, Timeout: 5 * time.Second},
		"rqlite://a:1,[::1],[::2]:7/w-1": {
			Hosts: []string{"a:1", "[::1]:4001", "[::2]:7"}, Name: "w-1", Read: Weak, Timeout: 5 * time.Second},
		"rqlites://me:p%40ss%2F@a/work?read=none&timeout=300ms&ca=/etc/ca.pem": {
			Hosts: []string{"a:4001"}, Name: "work", User: "me", Password: "p@ss/", TLS: true, CA: "/etc/ca.pem",
			Read: None, Timeout: 300 * time.Millisecond},
	} {
		got, err := ParseAddress(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v, %v\nwant %+v", text, got, err, want)
		}
	}
}

func TestABadAddressIsRefusedWithoutItsPassword(t *testing.T) {
	for text, says := range map[string]string{
		"rqlite://":                             "HOST",
		"rqlite://a":                            "name of the workspace",
		"rqlite://a/":                           "name of the workspace",
		"rqlite://a/x/y":                        "name of the workspace",
		"rqlite://a,/x":                         "HOST",
		"rqlite://me:secret@a,b:c:d/x":          "HOST",
		"rqlite://:secret@a/x":                  "USER",
		"rqlite://me:secret@a/x?read=strong":    "read is",
		"rqlite://me:secret@a/x?ca=f":           "rqlites",
		"rqlite://me:secret@a/x?timeout=1ns":    "timeout",
		"rqlite://me:secret@a/x?insecure=true":  "unknown option “insecure”",
		"rqlite://me:secret%zz@a/x":             "USER",
		"postgres://me:secret@a/x":              "begins with",
		"rqlite://me:secret@a/x?read=weak&;=%z": "options",
	} {
		_, err := ParseAddress(text)
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v, want an error with %q", text, err, says)
		}
	}
}

func TestAnAddressIsShownWithoutItsPassword(t *testing.T) {
	a, err := ParseAddress("rqlites://me:secret@a,b/work?read=none")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.String(), "rqlites://me@a:4001,b:4001/work"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
