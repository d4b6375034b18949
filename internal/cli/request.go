package cli

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/session"
)

// requestOptions are the flags of commands that take a request in words.
type requestOptions struct {
	// They answer an earlier question.
	records       []string
	day, priority string

	// They say what the request continues.
	session, transcript string

	project string // that the person works in
}

func (o *requestOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&o.records, "select", nil, "select these `RECORDS`, such as task:3,task:5")
	f.StringVar(&o.day, "select-date", "", "select this `DAY`, such as 2026-11-27, today or tomorrow")
	f.StringVar(&o.priority, "select-priority", "", "select this `PRIORITY`: "+problem.Either(schema.Priorities))
	f.StringVar(&o.session, "session", "", "continue the conversation `NAME`")
	f.StringVar(&o.transcript, "transcript", "",
		"answer the question at the end of `FILE`, an earlier command's output; - is stdin")
	exclusive(cmd, []string{"session", "transcript"})
}

// addProjectFlag adds the flag for the project that a person works in.
func addProjectFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "project", "",
		"work in this `PROJECT`, its id or its name: questions that name no other are about it, new records belong to it")
}

// readRequest reads the request of a command line and what it continues, and emits
// `start`.
func (c *call) readRequest(ctx context.Context, args []string, o requestOptions) (q assist.Request, err error) {
	c.announceEngine()
	if q.Text, err = c.text(ctx, args); err != nil {
		return q, err
	}
	if q.Selection, err = o.selection(c.Today()); err != nil {
		return q, err
	}
	id := ""
	if q.Conversation, id, err = c.readConversation(ctx, args, o); err != nil {
		return q, err
	}
	q.Conversation.Project = o.project
	if err := c.refuseBlank("project"); err != nil {
		return q, err
	}
	return q, c.begin(id)
}

func (o requestOptions) selection(today calendar.Date) (s record.Selection, err error) {
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
		return s, wrongValue("select-priority", o.priority, problem.Either(schema.Priorities))
	}
	return s, nil
}

// readConversation reads what a request continues as far as it has to be read before
// `start`: the transcript, whose correlation id continues too.
func (c *call) readConversation(ctx context.Context, args []string, o requestOptions) (
	conversation assist.Conversation, correlationID string, err error,
) {
	if o.session != "" || c.cmd.Flags().Changed("session") {
		c.out.session = o.session
		return assist.Conversation{Session: o.session}, "", session.CheckName(o.session)
	}
	if o.transcript == "" {
		return assist.Conversation{}, "", nil
	}
	if o.transcript == "-" && len(args) == 1 && args[0] == "-" {
		return conversation, "", problem.Misuse("stdin cannot be both the answer and the transcript",
			"give the answer as arguments, or the transcript as a file")
	}
	return c.readTranscript(ctx, o.transcript)
}

// readTranscript reads the stream of an earlier command.
func (c *call) readTranscript(ctx context.Context, name string) (
	t assist.Conversation, correlationID string, err error,
) {
	from, path := c.In, ""
	if name != "-" {
		path = name
		f, err := openFile(ctx, name)
		if err != nil {
			r := problem.Misuse("the transcript cannot be read: "+problem.OneLine(err.Error()),
				assist.TranscriptHint+", as a file, or - for stdin")
			r.Cause = err
			return t, "", r
		}
		defer f.Close()
		from = f
	}
	return assist.ReadTranscript(ctx, from, path, c.Clock)
}
