// Package prompts holds the prompts for models: one template for each purpose, with a
// "system" and a "user" part, in the syntax of text/template. Facts come from the brief,
// never from the template. --prompts DIR replaces them.
package prompts

import "embed"

// Files has the templates, named for their purpose: "route.tmpl".
//
//go:embed *.tmpl
var Files embed.FS
