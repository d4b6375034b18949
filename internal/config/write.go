package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"assister/internal/problem"
)

// WriteThresholds sets the thresholds of the router in a configuration file, which it
// creates if there is none. Everything else in the file stays, comments included. If that
// cannot be, the refusal says what to write.
func WriteThresholds(path string, askBelow, planFrom float64) error {
	values := map[string]float64{AskBelow: askBelow, PlanFrom: planFrom}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a link stays one
	}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the configuration: %w", err)
	}
	form := strings.TrimPrefix(filepath.Ext(path), ".")
	changed, ok := text, false
	if set := editors[form]; set != nil {
		changed, ok = set(text, values)
	}
	if !ok || !has(form, changed, values) {
		r := problem.Misuse("the thresholds cannot be written to this file by a program",
			fmt.Sprintf("write %s = %g and %s = %g to it yourself", AskBelow, askBelow, PlanFrom, planFrom))
		r.Path = path
		return r
	}
	return replaceFile(path, changed)
}

// thresholds are the keys of the thresholds of the router.
var thresholds = []string{AskBelow, PlanFrom}

// editors set values in a document of a form, which the name of its file ends with.
var editors = map[string]func(text []byte, values map[string]float64) ([]byte, bool){
	"yaml": inYAML, "yml": inYAML, "toml": inTOML, "json": inJSON,
}

// inYAML returns a YAML document with values set.
func inYAML(text []byte, values map[string]float64) ([]byte, bool) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, false
	}
	if doc.Kind == 0 {
		doc = yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{{Kind: yaml.MappingNode}}}
		doc.HeadComment = string(bytes.TrimSpace(text)) // there is nothing else
	}
	root := doc.Content[0]
	for _, key := range thresholds {
		value := &yaml.Node{Kind: yaml.ScalarNode, Value: decimal(values[key])}
		section, name, _ := strings.Cut(key, ".")
		switch {
		case root.Kind != yaml.MappingNode:
			return nil, false
		case member(root, key) != nil: // written with its dot
			member(root, key).Value = value.Value
			continue
		case member(root, section) == nil:
			name := &yaml.Node{Kind: yaml.ScalarNode, Value: section}
			root.Content = append(root.Content, name, &yaml.Node{Kind: yaml.MappingNode})
		}
		in := member(root, section)
		if in.Kind != yaml.MappingNode {
			return nil, false
		}
		if old := member(in, name); old != nil {
			old.Value, old.Tag, old.Style = value.Value, "", 0
			continue
		}
		in.Content = append(in.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: name}, value)
	}
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := e.Encode(&doc); err != nil {
		return nil, false
	}
	return out.Bytes(), true
}

// member returns the value of a key; nil if there is none.
func member(of *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(of.Content); i += 2 {
		if of.Content[i].Value == key {
			return of.Content[i+1]
		}
	}
	return nil
}

// has reports whether a document of a form gives values as they are read.
func has(form string, text []byte, values map[string]float64) bool {
	v := viper.New()
	v.SetConfigType(form)
	if v.ReadConfig(bytes.NewReader(text)) != nil {
		return false
	}
	for key, value := range values {
		if v.GetFloat64(key) != value {
			return false
		}
	}
	return true
}

// replaceFile writes a file in one step, so that nobody reads half of it.
func replaceFile(path string, text []byte) error {
	mode := fs.FileMode(0o600)
	if about, err := os.Stat(path); err == nil {
		mode = about.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("write the configuration: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".config-*")
	if err != nil {
		return fmt.Errorf("write the configuration: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write the configuration: %w", err)
	}
	return nil
}
