// Access control: the host names of this server, and the tokens that are exchanged for a cookie.
//
// The printed address contains a reusable token. A program that starts a browser passes another
// one, which works once. The cookie is a third secret.
#ifndef LIMB_PAGE_SERVER_GATE_H
#define LIMB_PAGE_SERVER_GATE_H

#include "limb/base.h"

#include <stdatomic.h>

enum { LIMB__TOKEN_BYTES = 16, LIMB__TOKEN_SIZE = 2 * LIMB__TOKEN_BYTES + 1, LIMB__HOST_SIZE = 80 };

typedef struct limb__gate {
    int port;
    char address[LIMB__HOST_SIZE]; // listening address in URL form: "[::1]"
    char token[LIMB__TOKEN_SIZE];
    char launch_token[LIMB__TOKEN_SIZE];
    atomic_flag launched; // the launch token was used
    char cookie[LIMB__TOKEN_SIZE];
} limb__gate;

// Generates new random secrets; address NULL: 127.0.0.1. Returns false if the system has no random
// bytes, or the address is too long.
bool limb__gate_init(limb__gate *gate, const char *address);

// Checks the Host header as received; NULL if absent. Accepts the listening address with its port,
// and on the loopback "localhost". A server that listens on all addresses accepts any numeric
// address and the machine's name: other names could be pointed here by their owner.
bool limb__gate_knows_host(const limb__gate *gate, const char *host);
// Returns true if the requesting page was served under the requested host.
bool limb__gate_knows_origin(const limb__gate *gate, const char *origin, const char *host);
bool limb__gate_has_cookie(const limb__gate *gate, const char *cookies);
// Checks a token in the query of the address; invalidates the launch token.
bool limb__gate_takes_token(limb__gate *gate, const char *query);

// Writes the name of the cookie.
void limb__gate_cookie_name(const limb__gate *gate, char name[32]);

#endif
