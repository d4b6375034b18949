package phrase

// form is how the words after a verb are arranged.
type form uint8

const (
	formTarget  form = iota // TARGET
	formCreate              // a title among its settings
	formRemind              // the same, where "to" and "about" lead up to the title
	formState               // the same, which is a request only with a day or a time: "I have a class at 3"
	formMove                // TARGET to WHEN
	formRename              // TARGET to TITLE
	formChange              // TARGET to VALUE, FIELD of TARGET to VALUE
	formTag                 // TARGET with TAG
	formTakeOff             // TARGET off the list
	formClear               // TARGET, or what a list holds
	formSwap                // TARGET and TARGET
	formExtend              // TARGET by 30 minutes
	formUntag               // TARGET
	formUndate              // TARGET
)

// verb begins a request. A weak verb begins ordinary titles too ("finish the
// report"), so that after a bare "and" it does not begin a second request.
type verb struct {
	words  string
	action Action
	form   form
	weak   bool
}

var verbs = []verb{
	{"add", Create, formCreate, false},
	{"append", Create, formCreate, true},
	{"create", Create, formCreate, false},
	{"new", Create, formCreate, true},
	{"schedule", Create, formCreate, false},
	{"book", Create, formCreate, true},
	{"plan", Create, formCreate, true},
	{"put", Create, formCreate, true},
	{"put down", Create, formCreate, true},
	{"set up", Create, formCreate, true},
	{"setup", Create, formCreate, true},
	{"remind me", Create, formRemind, false},
	{"remember to", Create, formRemind, true},
	{"don't let me forget", Create, formRemind, false},
	{"don't forget", Create, formRemind, true},
	{"make a", Create, formCreate, true},
	{"make an", Create, formCreate, true},
	{"make me a", Create, formCreate, true},
	{"set a", Create, formCreate, true},
	{"set an", Create, formCreate, true},
	{"send me a reminder", Create, formRemind, true},
	{"i want a", Create, formCreate, true},
	{"i'd like a", Create, formCreate, true},
	{"remind", Create, formRemind, true},
	{"reminds me", Create, formRemind, true},
	{"remember", Create, formRemind, true},
	{"reminder", Create, formRemind, true},
	{"set me a reminder", Create, formRemind, false},
	{"set me reminders", Create, formRemind, false},
	{"make me a reminder", Create, formRemind, false},
	{"send me a notification", Create, formRemind, true},
	{"send me an alert", Create, formRemind, true},
	{"alert me", Create, formRemind, true},
	{"notify me", Create, formRemind, true},
	{"wake me", Create, formRemind, true},
	{"note down", Create, formCreate, true},
	{"write down", Create, formCreate, true},
	{"jot down", Create, formCreate, true},
	{"pencil in", Create, formCreate, true},
	{"insert", Create, formCreate, true},
	{"include", Create, formCreate, true},
	{"place", Create, formCreate, true},
	{"stick", Create, formCreate, true},
	{"arrange", Create, formCreate, true},
	{"block", Create, formCreate, true},
	{"reserve", Create, formCreate, true},
	{"give me a reminder", Create, formRemind, true},
	{"i need a reminder", Create, formRemind, false},
	{"i have", Create, formState, true},
	{"i have a", Create, formState, true},
	{"i have an", Create, formState, true},
	{"i've got", Create, formState, true},
	{"i've got a", Create, formState, true},
	{"i've got an", Create, formState, true},
	{"we have", Create, formState, true},
	{"we have a", Create, formState, true},
	{"we have an", Create, formState, true},
	{"there is a", Create, formState, true},
	{"there is an", Create, formState, true},
	{"there's a", Create, formState, true},
	{"there's an", Create, formState, true},
	{"i need", Create, formState, true},
	{"i'm going to", Create, formState, true},
	{"i am going to", Create, formState, true},
	{"i'm planning on", Create, formState, true},
	{"i am planning on", Create, formState, true},
	{"i'm planning to", Create, formState, true},
	{"i am planning to", Create, formState, true},
	{"we're going to", Create, formState, true},
	{"we are going to", Create, formState, true},
	{"i'm having", Create, formState, true},
	{"i am having", Create, formState, true},
	{"we're having", Create, formState, true},
	{"i'll", Create, formState, true},
	{"i will", Create, formState, true},

	{"move", Move, formMove, false},
	{"reschedule", Move, formMove, false},
	{"re-schedule", Move, formMove, false},
	{"rearrange", Move, formMove, true},
	{"postpone", Move, formMove, false},
	{"push", Move, formMove, true},
	{"push back", Move, formMove, true},
	{"shift", Move, formMove, true},
	{"delay", Move, formMove, true},
	{"put off", Move, formMove, true},
	{"defer", Move, formMove, true},
	{"bring forward", Move, formMove, true},
	{"bring", Move, formMove, true},
	{"shove", Move, formMove, true},
	{"pull", Move, formMove, true},
	{"carry over", Move, formMove, true},
	{"mv", Move, formMove, true},
	{"assign", Move, formMove, true},

	{"swap", Swap, formSwap, false},
	{"exchange", Swap, formSwap, true},
	{"switch", Swap, formSwap, true},
	{"extend", Change, formExtend, false},
	{"lengthen", Change, formExtend, false},
	{"shorten", Change, formExtend, false},
	{"untag", Change, formUntag, false},
	{"unschedule", Move, formUndate, false},
	{"undate", Move, formUndate, false},

	{"rename", Rename, formRename, false},
	{"retitle", Rename, formRename, false},
	{"call", Rename, formRename, true},
	{"name", Rename, formRename, true},
	{"title", Rename, formRename, true},

	{"set", Change, formChange, false},
	{"make", Change, formChange, true},
	{"mark", Change, formChange, false},
	{"change", Change, formChange, false},
	{"update", Change, formChange, true},
	{"give", Change, formChange, true},
	{"repeat", Change, formChange, true},
	{"raise", Change, formChange, true},
	{"bump", Change, formChange, true},
	{"lower", Change, formChange, true},
	{"replace", Change, formChange, true},
	{"prioritize", Change, formChange, false},
	{"prioritise", Change, formChange, false},
	{"tag", Change, formTag, true},
	{"label", Change, formTag, true},

	{"complete", Complete, formTarget, false},
	{"close", Complete, formTarget, true},
	{"i made", Complete, formTarget, false},
	{"we did", Complete, formTarget, false},
	{"finish", Complete, formTarget, true},
	{"done with", Complete, formTarget, false},
	{"i'm done with", Complete, formTarget, false},
	{"i am done with", Complete, formTarget, false},
	{"i finished", Complete, formTarget, false},
	{"i completed", Complete, formTarget, false},
	{"i've finished", Complete, formTarget, false},
	{"i have finished", Complete, formTarget, false},
	{"i've done", Complete, formTarget, false},
	{"i did", Complete, formTarget, false},
	{"check off", Complete, formTarget, false},
	{"tick off", Complete, formTarget, false},
	{"tick", Complete, formTarget, true},

	{"start", Start, formTarget, true},
	{"begin", Start, formTarget, true},
	{"i'm working on", Start, formTarget, false},
	{"i started", Start, formTarget, false},
	{"start doing", Start, formTarget, true},
	{"start working on", Start, formTarget, true},

	{"cross off", Complete, formTarget, false},
	{"cross", Complete, formTakeOff, true},
	{"check", Complete, formTakeOff, true},
	{"strike", Complete, formTakeOff, true},
	{"scratch", Delete, formTakeOff, true},
	{"mark off", Complete, formTarget, true},

	{"skip", Skip, formTarget, false},

	{"reopen", Reopen, formTarget, false},
	{"re-open", Reopen, formTarget, false},
	{"uncheck", Reopen, formTarget, false},
	{"untick", Reopen, formTarget, false},
	{"uncomplete", Reopen, formTarget, false},

	{"delete", Delete, formTarget, false},
	{"remove", Delete, formTarget, false},
	{"cancel", Delete, formTarget, false},
	{"drop", Delete, formTarget, true},
	{"kill", Delete, formTarget, true},
	{"trash", Delete, formTarget, true},
	{"nuke", Delete, formTarget, true},
	{"ditch", Delete, formTarget, true},
	{"axe", Delete, formTarget, true},
	{"erase", Delete, formTarget, false},
	{"clear", Delete, formClear, true},
	{"clear out", Delete, formClear, true},
	{"empty", Delete, formClear, true},
	{"wipe", Delete, formClear, true},
	{"throw away", Delete, formTarget, true},
	{"throw out", Delete, formTarget, true},
	{"call off", Delete, formTarget, true},
	{"get rid of", Delete, formTarget, true},
	{"scrap", Delete, formTarget, true},
	{"strike off", Delete, formTarget, true},
	{"take off", Delete, formTarget, true},
	{"take", Delete, formTakeOff, true},
}

// creates reports whether a verb makes a record.
func (v *verb) creates() bool {
	return v.form == formCreate || v.form == formRemind || v.form == formState
}

// courtesies stand before a verb and mean nothing more.
var courtesies = []string{
	"can you", "could you", "would you", "will you", "can we", "could we", "can i", "i really need to", "i really have to", "i really must", "i still need to", "i still have to", "i also need to", "i also have to", "we still need to", "we really need to", "i want to", "i want you to",
	"i'd like to", "i'd like you to", "i would like to", "i would like you to", "i need to", "i need you to",
	"i have to", "let's", "let us", "go ahead and", "help me", "would you please", "i wanna", "we need to", "and", "so", "yes",
	"yeah", "well", "alright", "then", "also", "kindly", "make sure to", "be sure to", "i must", "i gotta", "i've got to", "we have to", "i'd love to",
	"would you mind", "do you mind", "is it possible to", "i was wondering if you could", "if you could", "you can", "you could", "hello there", "hi there", "hey there",
	"would you be so kind as to", "would you be so kind to", "be so kind and", "please be so kind and", "would you be able to", "are you able to", "is it possible to", "would it be possible to", "if it is not too much trouble", "if it's not too much trouble", "if you don't mind", "if possible", "if you have time", "when you have time", "when you get a chance", "if you can", "may i", "could i", "could we",
	"i'd appreciate it if you could", "i would appreciate it if you could", "i'd be grateful if you could", "i would be grateful if you could", "i'd be glad if you could", "i would be glad if you could",
	"i would be grateful if you", "i'd be grateful if you", "i'd appreciate it if you", "i would appreciate it if you", "it would be great if you could", "it would be great if you", "it would be nice if you could", "how about", "could i ask you to", "can i ask you to", "may i ask you to", "i want that you", "please note that", "note that", "please to", "gonna", "i'm gonna", "go and", "we should", "i should", "we need you to", "i think we should", "so like", "like so", "ok so", "maybe", "perhaps", "anyway", "anyways", "btw", "by the way", "oh", "oh and", "hmm", "um", "uh", "right", "great", "cool", "nice", "yep", "yup", "yo", "hiya", "good morning", "good evening", "morning", "so please",
	"will you please", "i'd rather", "i would rather", "i'd prefer to", "i would prefer to", "need to", "can u", "could u", "lets", "id like to", "i'd like for you to", "i would like for you to", "try to",
}

// thanks stand at the end.
var thanks = []string{"please", "thanks", "thank you", "for me", "pls", "plz", "ok", "okay", "instead",
	"if you can", "if possible", "if you could", "if you don't mind", "will you", "would you", "could you", "can you", "thank you very much", "thanks a lot",
	"cheers", "this time", "btw", "by the way", "lol", "haha", "finally", "at last", "thx", "ty", "tysm", "many thanks", "from now on", "for now", "now", "then", "too", "as well", "right away", "when you can", "when you get a chance", "thanks so much", "thanks in advance", "i think", "i guess", "all of it", "all of them", "already", "again", "completely", "entirely", "altogether", "totally", "sometime", "one of these days", "at some point", "remind me", "remind me about it", "and remind me", "so remind me"}
