package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/schema"
)

// selectOptions are the flags that answer an earlier question.
type selectOptions struct {
	records       []string
	day, priority string
}

func (o *selectOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&o.records, "select", nil, "the `RECORDS` that are meant, such as task:3,task:5")
	f.StringVar(&o.day, "select-date", "", "the `DAY` that is meant, such as 2026-11-27, today or tomorrow")
	f.StringVar(&o.priority, "select-priority", "", "the `PRIORITY` that is meant: "+list(schema.Priorities))
}

func (o selectOptions) selection(today calendar.Date) (s record.Selection, err error) {
	for _, word := range o.records {
		kind, digits, _ := strings.Cut(strings.TrimSpace(word), ":")
		id, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || id < 1 {
			return s, wrongValue("select", word, "kind:number, such as task:3")
		}
		k, err := kindNamed(kind)
		if err != nil {
			return s, err
		}
		s.Records = append(s.Records, record.Key{Kind: k.Name, ID: id})
	}
	if o.day != "" {
		if s.Day, err = dayOf("select-date", o.day, today); err != nil {
			return s, err
		}
	}
	s.Priority = strings.ToLower(o.priority)
	if s.Priority != "" && !slices.Contains(schema.Priorities, s.Priority) {
		return s, wrongValue("select-priority", o.priority, list(schema.Priorities))
	}
	return s, nil
}
