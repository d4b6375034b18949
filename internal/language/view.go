package language

// Lists of a table are read in place, from the bytes that they are written in.

// list16 is a list of numbers of 16 bits.
type list16 string

func (l list16) len() int { return len(l) / 2 }

func (l list16) at(i int) int {
	return int(int16(uint16(l[2*i]) | uint16(l[2*i+1])<<8))
}

// list32 is a list of numbers of 32 bits.
type list32 string

func (l list32) len() int { return len(l) / 4 }

func (l list32) at(i int) int32 {
	return int32(uint32(l[4*i]) | uint32(l[4*i+1])<<8 | uint32(l[4*i+2])<<16 | uint32(l[4*i+3])<<24)
}

// list64 is a list of numbers of 64 bits.
type list64 string

func (l list64) len() int { return len(l) / 8 }

func (l list64) at(i int) uint64 {
	b := l[8*i : 8*i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// texts is a list of texts.
type texts struct {
	ends list32
	all  string
}

func (t texts) len() int { return t.ends.len() }

func (t texts) at(i int) string {
	from := int32(0)
	if i > 0 {
		from = t.ends.at(i - 1)
	}
	return t.all[from:t.ends.at(i)]
}

// find is the place of a text in an ordered list; -1 if it is not there.
func (t texts) find(text string) int {
	lo, hi := 0, t.len()
	for lo < hi {
		if mid := (lo + hi) / 2; t.at(mid) < text {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < t.len() && t.at(lo) == text {
		return lo
	}
	return -1
}

func makeList16(list []int) list16 {
	out := make([]byte, 0, 2*len(list))
	for _, n := range list {
		out = append(out, byte(n), byte(n>>8))
	}
	return list16(out)
}

func makeList32(list []int32) list32 {
	out := make([]byte, 0, 4*len(list))
	for _, n := range list {
		out = append(out, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	return list32(out)
}

func makeTexts(list []string) texts {
	var all []byte
	ends := make([]int32, 0, len(list))
	for _, s := range list {
		all = append(all, s...)
		ends = append(ends, int32(len(all)))
	}
	return texts{makeList32(ends), string(all)}
}
