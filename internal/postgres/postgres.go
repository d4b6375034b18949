// Package postgres keeps a workspace in a schema of a PostgreSQL database: connections,
// migrations and transactions. Package relational says what is asked and written.
package postgres
