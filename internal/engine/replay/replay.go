// Package replay records the answers of another engine and completes prompts from the
// recording. A recording is NDJSON: a line with its format, a line with the
// capabilities of server and model, and a line for each exchange.
package replay

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"sync"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/propose"
)

// Format is the format in the first line of a recording.
const Format = "assister-recording/1"

// Codes of the refusals.
const (
	NoRecording      = "no_recording"      // class problem.Unavailable
	InvalidRecording = "invalid_recording" // class problem.Usage
)

const (
	fileMax = 64 << 20
	lineMax = 8 << 20
)

// Match is how an exchange is found for a prompt.
type Match string

const (
	ByPrompt Match = "prompt" // by the fingerprint of the prompt
	ByOrder  Match = "order"  // the next one with the prompt's purpose
)

// Player plays a recording. It is a propose.Completer.
type Player struct {
	from      string
	match     Match
	able      propose.Capabilities
	exchanges []exchange

	playing sync.Mutex
	played  map[string]int // number of uses, by fingerprint or purpose
}

// exchange is a recorded prompt, by its fingerprint, and its answer.
type exchange struct {
	purpose     propose.Purpose
	fingerprint string
	pieces      []propose.Chunk
	reply       propose.Reply
}

// Read reads a recording. The name of the file is for messages.
func Read(name string, from io.Reader) (*Player, error) {
	text, err := io.ReadAll(io.LimitReader(from, fileMax+1))
	if err != nil {
		return nil, fmt.Errorf("read the recording %s: %w", name, err)
	}
	if len(text) > fileMax {
		return nil, invalid(name, 0, "a recording has at most "+strconv.Itoa(fileMax>>20)+" MB")
	}
	e := &Player{from: name, match: ByPrompt, played: map[string]int{}}
	begun := false
	for i, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if len(line) > lineMax {
			return nil, invalid(name, i+1, "a line has at most "+strconv.Itoa(lineMax>>20)+" MB")
		}
		v, fault := ijson.Parse(line)
		if fault != nil {
			return nil, invalid(name, i+1, fault.Message)
		}
		if begun {
			err = e.add(v)
		} else {
			err = e.begin(v)
		}
		if err != nil {
			return nil, invalid(name, i+1, err.Error())
		}
		begun = true
	}
	if !begun {
		return nil, invalid(name, 0, "the recording is empty")
	}
	return e, nil
}

func (e *Player) begin(v ijson.Value) error {
	r := objectReader{v: v}
	if format := r.text("recording"); r.wrong == nil && format != Format {
		return fmt.Errorf("not a recording of the kind %s", Format)
	}
	switch m := Match(r.optional("match")); m {
	case ByPrompt, ByOrder:
		e.match = m
	case "":
	default:
		return fmt.Errorf("match is neither %s nor %s", ByPrompt, ByOrder)
	}
	return r.end()
}

func (e *Player) add(v ijson.Value) error {
	r := objectReader{v: v}
	if able, found := r.take("able"); found {
		e.able = abilities(&r, able)
		return r.end()
	}
	x := exchange{purpose: propose.Purpose(r.text("purpose")), fingerprint: r.text("fingerprint")}
	r.take("request") // only for readers
	if pieces, found := r.take("pieces"); found {
		for _, p := range r.items(pieces) {
			x.pieces = append(x.pieces, piece(&r, p))
		}
	}
	if answer, found := r.take("reply"); found {
		x.reply = reply(&r, answer)
	} else {
		r.miss("reply")
	}
	e.exchanges = append(e.exchanges, x)
	return r.end()
}

// Complete implements propose.Completer. If a prompt is asked more often than it was
// recorded, it gets the last answer again, but not with ByOrder.
func (e *Player) Complete(
	ctx context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	x, err := e.next(p)
	if err != nil {
		return propose.Reply{}, err
	}
	for _, piece := range x.pieces {
		if err := ctx.Err(); err != nil {
			return propose.Reply{}, fmt.Errorf("play a %s answer: %w", p.Purpose, err)
		}
		if each == nil {
			break
		}
		if err := each(piece); err != nil {
			return propose.Reply{}, err
		}
	}
	return x.reply, nil
}

func (e *Player) next(p propose.Prompt) (exchange, error) {
	e.playing.Lock()
	defer e.playing.Unlock()
	key, fits := string(p.Purpose), func(x exchange) bool { return x.purpose == p.Purpose }
	if e.match == ByPrompt {
		key = Fingerprint(p)
		fits = func(x exchange) bool { return x.fingerprint == key }
	}
	var last *exchange
	seen := 0
	for i := range e.exchanges {
		if !fits(e.exchanges[i]) {
			continue
		}
		if last = &e.exchanges[i]; seen == e.played[key] {
			e.played[key]++
			return *last, nil
		}
		seen++
	}
	if last != nil && e.match == ByPrompt {
		return *last, nil
	}
	message := "the recording " + e.from + " has no answer to this " + string(p.Purpose) + " prompt"
	if e.match == ByOrder {
		message = fmt.Sprintf("the recording %s has only %d answers to %s prompts", e.from, seen, p.Purpose)
	}
	return exchange{}, problem.Refuse(problem.Unavailable, NoRecording, message,
		"record it: the same command with --engine ollama --record "+e.from+", and the same --now")
}

// Capabilities implements propose.Completer with the recorded ones.
func (e *Player) Capabilities(context.Context) (propose.Capabilities, error) { return e.able, nil }

func invalid(name string, line int, message string) error {
	r := problem.Refuse(problem.Usage, InvalidRecording, message, "a recording is made with --record FILE")
	r.Path, r.Line = name, line
	return r
}
