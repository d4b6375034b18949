package postgres

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/workspace"
)

// The codes of PostgreSQL that mean something to us. Each is in the appendix “PostgreSQL
// Error Codes” of its manual.
const (
	codeSerialization   = "40001"
	codeDeadlock        = "40P01"
	codeLockTimeout     = "55P03"
	codeReadOnly        = "25006"
	codeForbidden       = "42501"
	codeNoDatabase      = "3D000"
	codeNoSchema        = "3F000"
	codeNoTable         = "42P01"
	codeNoColumn        = "42703"
	codeDiskFull        = "53100"
	codeTooMany         = "53300"
	codeLogin           = "28000"
	codePassword        = "28P01"
	codeDuplicateSchema = "42P06"
	codeDuplicateTable  = "42P07"
	codeUnique          = "23505"
	codeDivision        = "22012"
)

// codeUnreachable is our own code of a database that does not answer.
const codeUnreachable = "database_unreachable"

// code returns the code of an error of the server, "" for any other error.
func code(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// raced reports whether a transaction was refused because of another one, so that the
// same transaction can succeed now.
func raced(err error) bool {
	c := code(err)
	return c == codeSerialization || c == codeDeadlock
}

// lost is an error after which the connection is closed: whatever was asked last may have
// happened.
type lost struct{ cause error }

func (l *lost) Error() string { return l.cause.Error() }
func (l *lost) Unwrap() error { return l.cause }

// gone reports whether the connection or the server went away, or was not there, so that
// another attempt can find it, or another server.
func gone(err error) bool {
	var l *lost
	if !errors.As(err, &l) {
		return false
	}
	switch code(err) {
	case codeLogin, codePassword, codeNoDatabase, codeForbidden:
		return false
	}
	return untrusted(err) == nil && !unknownHosts(err)
}

// unknownHosts reports whether none of the hosts is a name that is known.
func unknownHosts(err error) bool {
	switch err := err.(type) {
	case *net.DNSError:
		return err.IsNotFound
	case interface{ Unwrap() []error }: // one for each host
		return !slices.ContainsFunc(err.Unwrap(), func(of error) bool { return !unknownHosts(of) })
	case interface{ Unwrap() error }:
		return unknownHosts(err.Unwrap())
	}
	return false
}

// untrusted is why the certificate of a server is not accepted; nil if it is, or if there is none.
func untrusted(err error) error {
	if failed, is := errors.AsType[*tls.CertificateVerificationError](err); is {
		return failed.Err
	}
	if failed, is := errors.AsType[x509.UnknownAuthorityError](err); is { // with sslmode=verify-ca
		return failed
	}
	if failed, is := errors.AsType[x509.CertificateInvalidError](err); is {
		return failed
	}
	return nil
}

// reasonMost is how long the reason of a failed connection is in a message.
const reasonMost = 400

// reasonOf says why there is no connection: of each host, what it or the network has answered. It
// has no password.
func reasonOf(err error) string {
	var failed *pgconn.ConnectError
	var lost *lost
	switch {
	case errors.As(err, &failed):
		err = failed.Unwrap()
	case errors.As(err, &lost):
		err = lost.cause
	}
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	return strings.ToValidUTF8(text[:min(len(text), reasonMost)], "")
}

func refuse(class problem.Class, code, message, hint string, a Address, cause error) *problem.Refusal {
	r := problem.Refuse(class, code, message, hint)
	r.Path, r.Cause = a.String(), cause
	return r
}

// failed turns an error of the server or of the connection into a refusal by its code,
// never by its text. A code without a meaning for the user stays an error.
func (a Address) failed(doing string, err error) error {
	var refusal *problem.Refusal
	var damage *relational.Damage
	var lost *lost
	ours := code(err) != "" || errors.As(err, &lost) || errors.As(err, &damage)
	if errors.As(err, &refusal) || !ours {
		return err
	}
	cause := fmt.Errorf("%s: %w", doing, err)
	if r := a.refusalOf(err, cause); r != nil && !errors.Is(err, context.Canceled) {
		return r
	}
	return cause
}

func (a Address) refusalOf(err, cause error) *problem.Refusal {
	passing := func(code, message, hint string) *problem.Refusal {
		r := refuse(problem.Failed, code, message, hint, a, cause)
		r.Passing = true
		return r
	}
	switch c := code(err); c {
	case codeSerialization, codeDeadlock, codeLockTimeout:
		return passing("database_busy", "another program is writing to the database",
			"nothing was changed; try again when it has finished")
	case codeTooMany:
		return passing("database_busy", "the database has no connection free", "nothing was changed; try again")
	case codeReadOnly:
		return refuse(problem.Failed, "database_read_only", "the database is read-only",
			"name the server that takes writes, or several hosts, of which one does", a, cause)
	case codeForbidden:
		return refuse(problem.Failed, "database_forbidden", "the role may not do this in the database",
			"ask who owns the workspace for its privileges", a, cause)
	case codeDiskFull:
		return refuse(problem.Failed, "disk_full", "the disk of the database is full",
			"nothing was changed; free some space and try again", a, cause)
	case codeLogin, codePassword:
		return refuse(problem.Usage, "database_login", "the database does not accept the login",
			"check the user of the address, and the password in it, in PGPASSWORD or in ~/.pgpass", a, cause)
	case codeNoDatabase:
		return refuse(problem.Usage, workspace.NoWorkspace, "there is no database “"+a.Database+"”",
			"check --db, or create the database: createdb "+problem.ShellWord(a.Database), a, cause)
	}
	var damage *relational.Damage
	switch why := untrusted(err); {
	case why != nil:
		return refuse(problem.Failed, "untrusted_certificate", "the certificate of the database is not trusted: "+why.Error(),
			"name the file of its authority with the option sslrootcert", a, cause)
	case unknownHosts(err):
		return refuse(problem.Failed, codeUnreachable, "no host of the database is known: "+reasonOf(err),
			"check the hosts of the address", a, cause)
	case errors.As(err, &damage):
		return refuse(problem.Failed, "database_damaged", "the workspace is damaged",
			"`assister doctor --verify` shows what differs from the ledger", a, cause)
	case gone(err):
		return passing(codeUnreachable,
			"the database cannot be reached, or none of its hosts takes writes: "+reasonOf(err),
			"nothing was changed; check the hosts of the address and the network, and try again")
	}
	return nil
}

// foreign is the refusal of a schema that has tables, and no workspace.
func (a Address) foreign() *problem.Refusal {
	return refuse(problem.Failed, "database_foreign", "the schema “"+a.Schema+"” belongs to another program",
		"choose another one: add ?schema=NAME to the address", a, nil)
}
