package record

import (
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
)

// Aliases are other names for records, which a document uses in place of their ids: those
// under which they were put before a model. In such a document a number is no id.
type Aliases interface {
	// Key returns the record that an alias stands for. Its problem has no field.
	Key(v ijson.Value) (Key, *problem.Problem)
}

// NameIt says what to do about a record that a model was not shown.
const NameIt = "a record that was not shown has to be named in the request"

// ReadID reads the id of a record of a kind: from its alias or, without aliases, from the
// id itself. The problem's code is problem.IDNotInContext for an alias that stands for no
// such record, otherwise problem.MissingOrInvalidID.
func ReadID(aliases Aliases, kind string, v ijson.Value) (int64, *problem.Problem) {
	invalid := &problem.Problem{Code: problem.MissingOrInvalidID, Message: "valid ID is required"}
	if aliases == nil {
		id, ok := ParseID(v)
		if !ok {
			invalid.Hint = "ids are whole numbers from 1"
			return 0, invalid
		}
		return id, nil
	}
	if v.Kind != ijson.String && v.Kind != ijson.Number {
		return 0, invalid
	}
	key, p := aliases.Key(v)
	if p == nil && key.Kind != kind {
		p = &problem.Problem{Code: problem.IDNotInContext, Message: problem.Quote(v.Text) + " is " +
			schema.Lookup(key.Kind).One() + ", where the id of " + schema.Lookup(kind).One() + " is needed"}
	}
	if k := schema.Lookup(kind); p != nil && k != nil {
		p.Hint = "use the id of " + k.One() + " that was shown, such as " + k.Alias + "1; " + NameIt
	}
	return key.ID, p
}
