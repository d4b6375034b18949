package assist

import (
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/record"
	"assister/internal/schema"
)

// labelsOf looks up the labels of the records that some records refer to, for people
// to read in place of an id. Each is looked up once.
func labelsOf(snapshot check.Reader, records []record.Record) (event.Labels, error) {
	ids := map[string][]int64{}
	labels := event.Labels{}
	for _, r := range records {
		for i := range r.Kind.Fields {
			f, v := &r.Kind.Fields[i], r.Values[i]
			if f.Type != schema.Ref || v.IsNull() {
				continue
			}
			key := record.Key{Kind: f.Of, ID: v.ID()}
			if _, seen := labels[key]; !seen {
				labels[key] = ""
				ids[key.Kind] = append(ids[key.Kind], key.ID)
			}
		}
	}
	for kind, wanted := range ids {
		found, err := snapshot.Records(kind, wanted)
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			labels[record.Key{Kind: kind, ID: r.ID}] = r.Label()
		}
	}
	return labels, nil
}
