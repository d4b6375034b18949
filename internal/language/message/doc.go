// Package message words what people read, in the language that they read: answers,
// questions back, summaries and refusals. The words are data: each language has a
// catalogue, the file messages.toml in its directory below internal/language. The code has
// keys only.
//
//	t := message.For("fr")
//	t.Text("ask.which", "name", "Wifi")   // De quel “Wifi” s’agit-il ?
//	t.Text("free.days", "n", 2)           // the form of the catalogue for 2
//
// # Catalogues
//
// A message is text with arguments in braces. Text writes each argument once and does not
// look into it, so that a title with braces is a title with braces. A blank beside an
// argument without text goes with it.
//
//	[ask]
//	which = "De quel “{name}” s’agit-il ?"
//
// A message can have several forms. The argument n selects the form of a number: none for
// 0, or a category of CLDR for the language (one, two, few, many, other). The argument
// gender selects the forms m or f, and n one of theirs. A language has the forms that it
// needs, and no others.
//
//	[state.finished]
//	one = "terminé"
//	other = "terminés"
//	f.one = "terminée"
//	f.other = "terminées"
//
// The file is a subset of TOML: tables, dotted keys, basic strings, and multi-line basic
// strings without escapes.
package message
