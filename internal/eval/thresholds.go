package eval

import "assister/internal/route"

// Calibrate finds the thresholds with the least cost on the routed cases.
func Calibrate(results []Result) route.Calibration {
	var routed []route.Observed
	for _, r := range results {
		if r.Skill == Route {
			routed = append(routed, route.Observed{Routing: r.Routing, Right: r.Expect.Decisions})
		}
	}
	return route.Calibrate(routed, route.Contract)
}
