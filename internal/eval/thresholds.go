package eval

import (
	"assister/internal/route"
	"assister/internal/stats"
)

// Calibrate finds the thresholds with the least cost on the routed cases.
func Calibrate(results []Result) stats.Calibration {
	var routed []stats.Observed
	for _, r := range results {
		if r.Skill == Route {
			routed = append(routed, stats.Observed{Routing: r.Routing, Right: r.Expect.Decisions})
		}
	}
	return stats.Calibrate(routed, route.Contract)
}
