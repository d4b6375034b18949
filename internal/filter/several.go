package filter

// Several asks one query after the other, as parts of one list. It returns at
// most a number of records from all of them, or all if most is negative, and their total.
func Several(ask func(Query) (Result, error), parts []Query, most int) (all Result, err error) {
	for _, q := range parts {
		if most >= 0 {
			q.Limit = most - len(all.Records)
			q.Count = q.Limit == 0
		}
		found, err := ask(q)
		if err != nil {
			return Result{}, err
		}
		all.Records, all.Total = append(all.Records, found.Records...), all.Total+found.Total
	}
	return all, nil
}
