// Package prompts holds what models are asked: one template a purpose, each
// with a "system" and a "user" part. Facts come from the brief, never from the
// template. The pipeline renders them; --prompts DIR puts others in their place.
package prompts

import "embed"

// Files are the templates, by the name of their purpose: "route.tmpl".
//
//go:embed *.tmpl
var Files embed.FS
