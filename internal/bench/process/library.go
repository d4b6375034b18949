package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A library is a workspace of 100,000 tasks, 20,000 notes and some thousands of
// records of every other kind. It is for questions about any kind.

// libraryStages are applied in order, one batch of operations each. The records of a
// stage refer to records of earlier stages.
var libraryStages = [3][]struct {
	count int
	line  func(i int) string
}{{
	{20_000, func(i int) string {
		return fmt.Sprintf(`{"op":"note.create","title":%q,"content":%q%s}`, title(i+3), prose(i), inProject(i))
	}},
	{5_000, func(i int) string {
		return fmt.Sprintf(`{"op":"event.create","title":%q,"scheduledFor":%q,"startTime":"%02d:30"%s}`,
			title(i+1), date(i), 8+i%10, inProject(i))
	}},
	{400, func(i int) string {
		return fmt.Sprintf(`{"op":"note_session.create","name":"sitting %d"%s}`, i, inProject(i))
	}},
	{2_000, func(i int) string {
		return fmt.Sprintf(`{"op":"link.create","name":%q,"url":"https://example.org/%d"%s}`, title(i+2), i, inProject(i))
	}},
	{1_000, func(i int) string {
		name := titles[3][i%len(titles[3])]
		return fmt.Sprintf(`{"op":"file.create","name":"%s %d.pdf","location":"/papers/%d.pdf","size":%d%s}`,
			name, i, i, 1000+i, inProject(i))
	}},
	{200, func(i int) string {
		return fmt.Sprintf(`{"op":"alarm.create","title":%q,"scheduledFor":%q,"time":"07:15"}`, title(i), date(i))
	}},
	{20, func(i int) string { return fmt.Sprintf(`{"op":"team.create","name":"team %d"}`, i) }},
	{40, func(i int) string {
		return fmt.Sprintf(`{"op":"situation.create","title":%q,"description":%q}`, title(i), prose(i))
	}},
	{100, func(i int) string { return fmt.Sprintf(`{"op":"checklist.create","title":"list %d"}`, i) }},
}, {
	{400, func(i int) string {
		return fmt.Sprintf(`{"op":"person.create","name":"Anna %d","teamId":%d}`, i, 1+i%20)
	}},
	{8_000, func(i int) string {
		return fmt.Sprintf(`{"op":"note_line.create","sessionId":%d,"content":%q}`, 1+i%400, prose(i)[:60])
	}},
	{3_000, func(i int) string {
		return fmt.Sprintf(`{"op":"checklist_item.create","checklistId":%d,"title":%q}`, 1+i%100, title(i)+fmt.Sprint(" ", i))
	}},
	{400, func(i int) string {
		return fmt.Sprintf(`{"op":"situation_note.create","situationId":%d,"content":%q}`, 1+i%40, prose(i))
	}},
	{200, func(i int) string {
		return fmt.Sprintf(`{"op":"situation_question.create","situationId":%d,"question":%q}`, 1+i%40, title(i)+"?")
	}},
	{100, func(i int) string {
		return fmt.Sprintf(`{"op":"situation_summary.create","situationId":%d,"text":%q}`, 1+i%40, prose(i))
	}},
}, {
	{200, func(i int) string {
		return fmt.Sprintf(`{"op":"situation_actor.create","situationId":%d,"personId":%d}`, 1+i%40, 1+i)
	}},
}}

func inProject(i int) string {
	if i%5 != 1 {
		return ""
	}
	return fmt.Sprintf(`,"projectId":%d`, 1+i%projects)
}

func date(i int) string { return today.AddDate(0, 0, i*7919%spread-spread/2).Format(time.DateOnly) }

// prose is some sentences; one in eight has a letter beyond ASCII.
func prose(i int) string {
	var b strings.Builder
	for n := range 5 {
		b.WriteString(title(i*31+n*7) + ". ")
	}
	if i%8 == 0 {
		b.WriteString("Café. ")
	}
	fmt.Fprintf(&b, "Number %d.", i)
	return b.String()
}

// library returns the workspace, and makes it on first use.
func (b *bench) library() (string, error) {
	if b.shelved != "" {
		return b.shelved, nil
	}
	tasks, err := b.workspace(100_000)
	if err != nil {
		return "", err
	}
	path, err := b.copied(tasks)
	if err != nil {
		return "", err
	}
	for n := range libraryStages {
		lines := filepath.Join(b.dir, fmt.Sprintf("shelf-%d.ndjson", n))
		if err := written(lines, func(w io.Writer) error {
			for _, s := range libraryStages[n] {
				for i := range s.count {
					fmt.Fprintln(w, s.line(i))
				}
			}
			return nil
		}); err != nil {
			return "", err
		}
		apply := b.on(path, "apply", "--yes")
		apply.input = lines
		if _, err := b.once(apply); err != nil {
			return "", fmt.Errorf("make a library: %w", err)
		}
	}
	b.shelved = path
	return path, nil
}

// written returns a file that fn writes.
func written(path string, fn func(w io.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 32<<10)
	if err = fn(out); err == nil {
		err = out.Flush()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
