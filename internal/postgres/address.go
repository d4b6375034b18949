package postgres

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"assister/internal/problem"
)

// Address names a workspace in a database:
//
//	postgres://[USER[:PASSWORD]@]HOST[:PORT][,HOST[:PORT]...]/DATABASE[?OPTION=VALUE&...]
//
// A host that begins with "/" is the directory of a socket, written as %2Frun%2Fpostgresql.
// The user and the password can also come from PGUSER, PGPASSWORD and ~/.pgpass.
type Address struct {
	Hosts          []string // HOST:PORT, in the order in which they are tried
	Database       string
	Schema         string // that has the tables
	User, Password string
	TLS            string        // the sslmode of PostgreSQL
	Timeout        time.Duration // of a connection to one host
	options        []string      // names and values for the driver
}

const (
	defaultPort    = "5432"
	defaultSchema  = "assister"
	defaultTimeout = 5 * time.Second
)

// IsAddress reports whether a text begins like an address of PostgreSQL.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// ParseAddress parses an address. Its refusals never show the password.
func ParseAddress(text string) (Address, error) {
	if !IsAddress(text) {
		return Address{}, badAddress("an address of PostgreSQL begins with postgres://")
	}
	_, rest, _ := strings.Cut(text, "://")
	a := Address{Schema: defaultSchema, Timeout: defaultTimeout}
	rest, query, _ := strings.Cut(rest, "?")
	authority, database, _ := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		if err := a.login(authority[:at]); err != nil {
			return Address{}, err
		}
		authority = authority[at+1:]
	}
	for text := range strings.SplitSeq(authority, ",") {
		host, ok := withPort(text)
		if !ok {
			return Address{}, badAddress("“" + text + "” is not HOST or HOST:PORT")
		}
		a.Hosts = append(a.Hosts, host)
	}
	var err error
	if a.Database, err = url.PathUnescape(database); err != nil || !printable(a.Database) {
		return Address{}, badAddress("the last part of the address is the name of the database")
	}
	if err := a.readOptions(query); err != nil {
		return Address{}, err
	}
	return a, nil
}

func (a *Address) login(text string) error {
	user, password, _ := strings.Cut(text, ":")
	var err, second error
	a.User, err = url.PathUnescape(user)
	a.Password, second = url.PathUnescape(password)
	if err != nil || second != nil || !printable(a.User) || strings.ContainsRune(a.Password, 0) {
		return badAddress("USER:PASSWORD before the “@” is not valid; write special characters as %XX")
	}
	return nil
}

// printable reports whether a name is there and has no character that no name has.
func printable(name string) bool {
	return name != "" && len(name) < 64 && !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// withPort adds the port that an address leaves out.
func withPort(text string) (string, bool) {
	host, err := url.PathUnescape(text)
	if err != nil || strings.ContainsAny(host, "?#@, ") {
		return "", false
	}
	if !strings.Contains(host[strings.LastIndexByte(host, ']')+1:], ":") {
		host += ":" + defaultPort
	}
	name, port, err := net.SplitHostPort(host)
	_, bad := strconv.ParseUint(port, 10, 16)
	return net.JoinHostPort(name, port), err == nil && bad == nil && name != ""
}

// The modes of TLS that an address may ask for. "prefer" and "allow" are not among them:
// they encrypt nothing once somebody in the middle says that the server cannot.
var modesOfTLS = []string{"disable", "require", "verify-ca", "verify-full"}

func (a *Address) readOptions(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return badAddress("the options after the “?” are not valid: write OPTION=VALUE&OPTION=VALUE")
	}
	for option, all := range values {
		if len(all) > 1 {
			return badAddress("the option " + option + " is there twice")
		}
		value := all[0]
		switch option {
		case "schema":
			if a.Schema = value; !printable(value) || strings.HasPrefix(value, "pg_") {
				return badAddress("“" + value + "” cannot be the name of a schema")
			}
		case "sslmode":
			if a.TLS = value; !slices.Contains(modesOfTLS, value) {
				return badAddress("sslmode is " + strings.Join(modesOfTLS, ", ") + ", not “" + value + "”")
			}
		case "timeout":
			if a.Timeout, err = time.ParseDuration(value); err != nil || a.Timeout < 100*time.Millisecond {
				return badAddress("timeout is a duration of at least 100ms, not “" + value + "”")
			}
		case "sslrootcert", "sslcert", "sslkey":
			a.options = append(a.options, option, value)
		default:
			return badAddress("unknown option “" + option +
				"”; known: schema, sslmode, sslrootcert, sslcert, sslkey, timeout")
		}
	}
	if a.TLS == "" {
		a.TLS = "verify-full"
		if !slices.ContainsFunc(a.Hosts, func(host string) bool { return !staysHere(host) }) {
			a.TLS = "disable"
		}
	}
	return nil
}

// staysHere reports whether what is sent to a host does not leave the machine.
func staysHere(host string) bool {
	name, _, _ := net.SplitHostPort(host)
	ip, err := netip.ParseAddr(name)
	return strings.HasPrefix(name, "/") || name == "localhost" || err == nil && ip.IsLoopback()
}

// String returns the address without the password and without options but the schema.
func (a Address) String() string {
	text := "postgres://"
	if a.User != "" {
		text += url.User(a.User).String() + "@"
	}
	for i, host := range a.Hosts {
		if i > 0 {
			text += ","
		}
		text += strings.ReplaceAll(strings.TrimSuffix(host, ":"+defaultPort), "/", "%2F")
	}
	text += "/" + url.PathEscape(a.Database)
	if a.Schema != defaultSchema {
		text += "?schema=" + url.QueryEscape(a.Schema)
	}
	return text
}

// config returns what the driver needs. The password is no part of the text that it
// parses, so that no error of it has the password.
func (a Address) config() (*pgconn.Config, error) {
	var hosts, ports []string
	for _, host := range a.Hosts {
		name, port, _ := net.SplitHostPort(host)
		hosts, ports = append(hosts, name), append(ports, port)
	}
	settings := []string{
		"host", strings.Join(hosts, ","), "port", strings.Join(ports, ","), "dbname", a.Database,
		"sslmode", a.TLS, "target_session_attrs", "read-write", "application_name", "assister",
		"client_encoding", "UTF8",
	}
	if a.User != "" {
		settings = append(settings, "user", a.User)
	}
	settings = append(settings, a.options...)
	var text strings.Builder
	for i := 0; i < len(settings); i += 2 {
		text.WriteString(settings[i] + "='" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(settings[i+1]) + "' ")
	}
	for i := 0; i < len(a.options); i += 2 {
		if _, err := os.ReadFile(a.options[i+1]); err != nil {
			return nil, badAddress("the file of the option " + a.options[i] + " cannot be read: " + err.Error())
		}
	}
	config, err := pgconn.ParseConfig(text.String())
	if err != nil {
		r := badAddress("the options of the address cannot be used, such as the files of certificates that they name")
		r.Cause = err
		return nil, r
	}
	if a.Password != "" {
		config.Password = a.Password
	}
	config.ConnectTimeout = a.Timeout
	dialer := &net.Dialer{Timeout: a.Timeout, KeepAliveConfig: keepAlive}
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		return dialer.DialContext(ctx, network, address)
	}
	return config, nil
}

// keepAlive ends a connection whose server has vanished after some 20 seconds. A server that
// is busy answers these probes.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 5 * time.Second, Count: 3}

func badAddress(message string) *problem.Refusal {
	return problem.Refuse(problem.Usage, "invalid_address", message,
		"write postgres://USER@HOST:PORT/DATABASE")
}
