// Package checklist defines how a model writes checklists: the three tools that it is
// offered, the operations that its calls become, and the feedback that it gets between
// rounds. The pipeline in package propose asks the model and runs the rounds.
package checklist
