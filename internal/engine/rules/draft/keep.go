package draft

import (
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/record"
	"assister/internal/schema"
)

// keep drafts a record of a kind that is kept and not planned, or an alarm. The values go
// into the fields that the table has for them: the label, the body, the day.
func (c *creation) keep(k *schema.Kind) error {
	var args []op.Arg
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	title, notes := c.do.Title, c.set.get(meaning.Notes)
	if label, _ := k.Field(k.Label); notes == "" && label.From == k.Body && k.Body != "" && c.do.Clause {
		title, notes = "", title
	}
	if title != "" {
		put(k.Label, record.Text(written(title, c.do.Quoted || k.Name == "person")))
	}
	if notes != "" {
		put(columnOf(k, meaning.Notes), record.Text(written(notes, false)))
	}
	if c.set.when.says() {
		c.set.when = c.set.when.early()
		day, err := c.firstDay()
		if err != nil {
			return err
		}
		c.warnLocal(day, c.set.when.begins)
		args = append(args, place{day: day, begins: c.set.when.begins}.args(k, settings{})...)
	}
	if c.set.when.repeat.Repeats() {
		put("recurrence", record.Recurrence(c.set.when.repeat))
	}
	if len(c.set.tags) > 0 {
		put("tags", record.Tags(c.set.tags...))
	}
	plain, err := c.plain(k)
	if err != nil {
		return err
	}
	if args = append(args, plain...); len(args) == 0 {
		return c.notUnderstood()
	}
	if err := c.has(k, args); err != nil {
		return err
	}
	c.last = nil
	c.add(create(k, args))
	return nil
}
