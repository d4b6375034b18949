// Package tinygguf writes models of a few hundred kilobytes to a few megabytes with
// generated weights, for end-to-end tests with a real model server. The same seed gives
// the same bytes.
package tinygguf

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// The format is GGUF, version 3, little endian: metadata, a table of tensors, and the data
// of the tensors, each aligned to 32 bytes.
const (
	magic     = "GGUF"
	version   = 3
	alignment = 32
)

// Types of entries.
const (
	typeUint32  = 4
	typeInt32   = 5
	typeFloat32 = 6
	typeBool    = 7
	typeString  = 8
	typeArray   = 9
)

// Types of tokens. Text of the vocabulary is normal, also where it is not ASCII:
// as user-defined text one of the server's two runners decodes it wrongly.
const (
	normalToken  = 1
	unknownToken = 2
	controlToken = 3
)

type entry struct {
	key   string
	value any
}

type tensor struct {
	name string
	dims []int // the innermost first
	data []float32
}

func encode(entries []entry, tensors []tensor) []byte {
	b := []byte(magic)
	b = binary.LittleEndian.AppendUint32(b, version)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(tensors)))
	b = binary.LittleEndian.AppendUint64(b, uint64(len(entries)))
	for _, e := range entries {
		b = appendValue(appendString(b, e.key), e)
	}
	place := 0
	for _, t := range tensors {
		b = appendString(b, t.name)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(t.dims)))
		size := 1
		for _, d := range t.dims {
			b = binary.LittleEndian.AppendUint64(b, uint64(d))
			size *= d
		}
		if size != len(t.data) {
			panic(fmt.Sprintf("tinygguf: %s has %d numbers for %v", t.name, len(t.data), t.dims))
		}
		b = binary.LittleEndian.AppendUint32(b, 0) // float32
		b = binary.LittleEndian.AppendUint64(b, uint64(place))
		place += 4 * size
		place += -place & (alignment - 1)
	}
	b = pad(b)
	for _, t := range tensors {
		b = pad(appendNumbers(b, t.data))
	}
	return b
}

func appendValue(b []byte, e entry) []byte {
	kind := func(n uint32) []byte { return binary.LittleEndian.AppendUint32(b, n) }
	array := func(n uint32, length int) []byte {
		b = binary.LittleEndian.AppendUint32(kind(typeArray), n)
		return binary.LittleEndian.AppendUint64(b, uint64(length))
	}
	switch v := e.value.(type) {
	case int:
		return binary.LittleEndian.AppendUint32(kind(typeUint32), uint32(v))
	case float32:
		return appendNumbers(kind(typeFloat32), []float32{v})
	case bool:
		b = append(kind(typeBool), 0)
		if v {
			b[len(b)-1] = 1
		}
		return b
	case string:
		return appendString(kind(typeString), v)
	case []string:
		b = array(typeString, len(v))
		for _, s := range v {
			b = appendString(b, s)
		}
		return b
	case []int32:
		return appendNumbers(array(typeInt32, len(v)), v)
	}
	panic(fmt.Sprintf("tinygguf: %s is a %T, for which the format has no type", e.key, e.value))
}

func appendString(b []byte, s string) []byte {
	return append(binary.LittleEndian.AppendUint64(b, uint64(len(s))), s...)
}

func appendNumbers[T float32 | int32](b []byte, numbers []T) []byte {
	b, err := binary.Append(b, binary.LittleEndian, numbers)
	if err != nil {
		panic("tinygguf: numbers of a fixed size have none: " + err.Error())
	}
	return b
}

func pad(b []byte) []byte {
	return append(b, make([]byte, -len(b)&(alignment-1))...)
}

// draw returns n random numbers around zero.
func draw(r *rand.Rand, n int, deviation float64) []float32 {
	numbers := make([]float32, n)
	for i := range numbers {
		numbers[i] = float32(r.NormFloat64() * deviation)
	}
	return numbers
}

func all(n int, value float32) []float32 {
	numbers := make([]float32, n)
	for i := range numbers {
		numbers[i] = value
	}
	return numbers
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
