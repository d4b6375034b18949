package route

import (
	"slices"

	"assister/internal/record"
)

// What was said before may make another thing of the same words.

// Recalls reports whether a request calls what it is about "it" or "them". "This
// month" is a time, and calls nothing.
func Recalls(request string) bool {
	words := split(request)
	for i, w := range words {
		switch w.text {
		case "it", "them", "ca", "cela", "eux":
			return true
		case "that", "this", "these", "those":
			if i+1 == len(words) || !timed(words[i:i+2]) {
				return true
			}
		}
	}
	return false
}

// Recalled is a routing once it is known that something was spoken of a short
// while ago: a change of "it" lacks nothing then. Who proposes it says what it
// is, and a person still approves that.
func Recalled(r Routing, request string, recent []record.Key) Routing {
	if len(recent) == 0 || !slices.Equal(r.Missing, []string{"target"}) || !Recalls(request) {
		return r
	}
	r.Decision, r.Confidence, r.Missing, r.Question, r.Asks, r.Options = Plan, max(r.Confidence, PlanFrom), nil, "", Asking{}, nil
	r.Reason = "recent: it refers to what was mentioned last"
	return r
}

// Continued is a routing once it is known that the words go on with a question:
// "and tomorrow?", which by itself would be no request. A verb of change is one
// all the same.
func Continued(r Routing) Routing {
	if r.Decision == Plan && (r.Confidence >= inside || len(r.Missing) > 0) {
		return r
	}
	r.Decision, r.Confidence, r.Missing, r.Question, r.Asks, r.Options = Chat, max(r.Confidence, likely), nil, "", Asking{}, nil
	r.Reason = "follow_up: it continues the previous question"
	return r
}

// Inquired is a routing once it is known that the words ask for something that only the
// records tell: free time, an order, a number by project. A verb of change outweighs it.
func Inquired(r Routing) Routing {
	if r.Decision == Chat || r.Decision == Plan && (r.Confidence >= inside || len(r.Missing) > 0) {
		return r
	}
	r.Decision, r.Confidence, r.Missing, r.Question, r.Asks, r.Options = Chat, likely, nil, "", Asking{}, nil
	r.Reason = "question_like: only the records can answer it"
	return r
}

// Unanswered is the routing of a reply that leaves the question open, or drops
// what was asked about.
func Unanswered(reply Reply, question string) Routing {
	if reply.Sense == Declined {
		return Routing{Decision: Chat, Confidence: 1, Reason: "answer: it withdraws the request"}
	}
	return Routing{Decision: Clarify, Confidence: partial, Reason: "answer: it does not say which one", Question: question}
}

// Resumed is the routing of a request whose question was answered: plan,
// whatever the confidence.
func Resumed(r Routing, s record.Selection) Routing {
	if !s.Empty() {
		return Forced(r, s)
	}
	r.Decision, r.Confidence, r.Reason = Plan, 1, "answer: it answers our question"
	r.Question, r.Asks, r.Options, r.Missing = "", Asking{}, nil, nil
	return r
}
