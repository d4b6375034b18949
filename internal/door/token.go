package door

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
)

// Token is a secret that a client shows, and the client that it belongs to. It keeps a
// digest of the secret only.
type Token struct {
	Client Client
	digest [sha256.Size]byte
}

// TokenMin is the least length of a secret in bytes: one that a person made up is guessed.
const TokenMin = 20

// NewToken returns the token with a secret.
func NewToken(secret string, c Client) Token { return Token{c, sha256.Sum256([]byte(secret))} }

// NewSecret returns a secret of 256 random bits, in characters that a URL may have.
func NewSecret() string {
	var bits [32]byte
	_, _ = rand.Read(bits[:]) // it never fails
	return base64.RawURLEncoding.EncodeToString(bits[:])
}

// Tokens are the tokens of a server.
type Tokens []Token

// Find returns the client whose secret was shown. It compares digests with every token, in
// a time that depends on their number alone.
func (all Tokens) Find(shown string) (c Client, found bool) {
	digest := sha256.Sum256([]byte(shown))
	for i := range all {
		if subtle.ConstantTimeCompare(digest[:], all[i].digest[:]) == 1 {
			c, found = all[i].Client, true
		}
	}
	return c, found
}
