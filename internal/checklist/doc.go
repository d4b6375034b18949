// Package checklist is how a model writes checklists: the three tools it is
// offered, what is made of its calls, and what it is told between rounds
// (facts section 3). What comes of a call are operations like any other; the
// rounds themselves, and the model, are the pipeline's.
package checklist
