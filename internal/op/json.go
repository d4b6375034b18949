package op

import (
	"strconv"

	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
)

// AppendJSON appends the canonical form: flat, with the members in the order of the
// schema and the base last. Decode reads the same operation back.
func (o Op) AppendJSON(dst []byte) []byte {
	dst = o.appendMembers(dst)
	if o.Base != nil {
		dst = append(dst, `,"base":{`...)
		for i, b := range o.Base {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(append(append(dst, '"'), b.Key.Kind...), ':')
			dst = append(strconv.AppendInt(dst, b.Key.ID, 10), '"', ':')
			if b.Absent() {
				dst = append(dst, `"absent"`...)
			} else {
				dst = strconv.AppendInt(dst, b.Rev, 10)
			}
		}
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

// Canonical returns the canonical form without the base, so that the same request
// has the same fingerprint whatever revisions it was proposed for.
func (o Op) Canonical() []byte { return append(o.appendMembers(nil), '}') }

func (o Op) appendMembers(dst []byte) []byte {
	dst = append(append(append(dst, `{"op":"`...), o.Name()...), '"')
	if o.As != "" {
		dst = ijson.AppendString(append(dst, `,"as":`...), o.As)
	}
	switch {
	case o.ID.Ref != "":
		dst = appendRef(append(dst, `,"id":`...), o.ID.Ref)
	case o.ID.ID != 0:
		dst = strconv.AppendInt(append(dst, `,"id":`...), o.ID.ID, 10)
	}
	if o.Verb.Bulk() {
		dst = o.Where.AppendJSON(append(dst, `,"where":`...))
	}
	if o.Verb == schema.BulkUpdate {
		dst = append(dst, `,"set":{`...)
		fields := settable(o.Where)
		for i, a := range o.Set {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendArg(dst, fieldOf(fields, a.Name), a)
		}
		dst = append(dst, '}')
	}
	for _, a := range o.Args {
		dst = appendArg(append(dst, ','), o.field(a.Name), a)
	}
	return dst
}

func appendArg(dst []byte, f *schema.Field, a Arg) []byte {
	dst = append(append(append(dst, '"'), a.Name...), '"', ':')
	switch {
	case a.Ref != "":
		return appendRef(dst, a.Ref)
	case a.Value.IsNull():
		return append(dst, "null"...) // for tags too, where [] would look like a value
	}
	return record.AppendJSON(dst, f.Type, a.Value)
}

func appendRef(dst []byte, ref string) []byte {
	return append(ijson.AppendString(append(dst, `{"ref":`...), ref), '}')
}
