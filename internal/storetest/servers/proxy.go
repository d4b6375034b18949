package servers

import (
	"net"
	"sync"
	"testing"
)

// Proxy passes TCP connections on to a server and cuts them where a test says so.
type Proxy struct {
	Address string // HOST:PORT where it listens

	mu       sync.Mutex
	target   string
	cut      func(c *Crossing) bool
	refusing bool
	open     map[net.Conn]bool
}

// Crossing is what has passed through one connection.
type Crossing struct {
	Sent     []byte // by the client since the server last answered
	Received int    // bytes of the answer to it
}

// StartProxy starts a proxy in front of a server, until the end of the test.
func StartProxy(t testing.TB, target string) *Proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{Address: listener.Addr().String(), target: target, open: map[net.Conn]bool{}}
	t.Cleanup(func() { listener.Close(); p.CutAll() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(client)
		}
	}()
	return p
}

// CutWhen makes the proxy ask cut before it passes bytes on, in either direction, and cut
// the connection if it returns true. The crossing counts the bytes that are about to pass,
// so the bytes of a request are lost if cut returns true while Received is 0, and those of
// the answer if it does so later. nil cuts nothing.
func (p *Proxy) CutWhen(cut func(c *Crossing) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = cut
}

// Refuse makes the proxy close new connections at once, and CutAll cuts those that exist.
func (p *Proxy) Refuse(refuse bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refusing = refuse
}

// CutAll cuts every open connection.
func (p *Proxy) CutAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		c.Close()
	}
}

// Target makes new connections go to another server.
func (p *Proxy) Target(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target = address
}

func (p *Proxy) serve(client net.Conn) {
	p.mu.Lock()
	target, refusing := p.target, p.refusing
	p.mu.Unlock()
	if refusing {
		client.Close()
		return
	}
	server, err := net.Dial("tcp", target)
	if err != nil {
		client.Close()
		return
	}
	p.track(true, client, server)
	defer p.track(false, client, server)

	var done sync.WaitGroup
	crossing := &Crossing{}
	done.Add(2)
	go func() {
		defer done.Done()
		p.pass(server, client, func(b []byte) bool {
			if crossing.Received > 0 {
				*crossing = Crossing{}
			}
			crossing.Sent = append(crossing.Sent, b...)
			return p.cut != nil && p.cut(crossing)
		})
	}()
	go func() {
		defer done.Done()
		p.pass(client, server, func(b []byte) bool {
			crossing.Received += len(b)
			return p.cut != nil && p.cut(crossing)
		})
	}()
	done.Wait()
}

// pass copies from one end to the other until one closes or the bytes are to be cut.
func (p *Proxy) pass(to, from net.Conn, cuts func(b []byte) bool) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			p.mu.Lock()
			cut := cuts(buffer[:n])
			p.mu.Unlock()
			if cut {
				return
			}
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (p *Proxy) track(opened bool, conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		if opened {
			p.open[c] = true
		} else {
			delete(p.open, c)
			c.Close()
		}
	}
}
