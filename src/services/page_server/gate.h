// Who may ask: the names this server answers to, and the tokens that become a cookie.
//
// The printed address holds one token, which works as often as it is opened. A program that starts
// a browser hands over another, which works once. The cookie is a third secret.
#ifndef LIMB_PAGE_SERVER_GATE_H
#define LIMB_PAGE_SERVER_GATE_H

#include "limb/base.h"

#include <stdatomic.h>

enum { LIMB__TOKEN_BYTES = 16, LIMB__TOKEN_SIZE = 2 * LIMB__TOKEN_BYTES + 1, LIMB__HOST_SIZE = 80 };

typedef struct limb__gate {
    int port;
    char address[LIMB__HOST_SIZE]; // listened on, as a URL has it: "[::1]"
    char token[LIMB__TOKEN_SIZE];
    char launch_token[LIMB__TOKEN_SIZE];
    atomic_flag launched; // the launch token was used
    char cookie[LIMB__TOKEN_SIZE];
} limb__gate;

// New random secrets; address NULL: 127.0.0.1. False: the system gives no random bytes, or the
// address is too long.
bool limb__gate_init(limb__gate *gate, const char *address);

// Headers as they came; NULL when they did not. The address asked for and its port are known, on
// the loopback "localhost" too. A server that listens on all addresses is known by any of them as a
// number, and by the machine's name: another name could be led here by whoever owns it.
bool limb__gate_knows_host(const limb__gate *gate, const char *host);
// The page that asks was served under the name that is asked.
bool limb__gate_knows_origin(const limb__gate *gate, const char *origin, const char *host);
bool limb__gate_has_cookie(const limb__gate *gate, const char *cookies);
// A token in the query of the address; uses up the launch token.
bool limb__gate_takes_token(limb__gate *gate, const char *query);

// The name of the cookie.
void limb__gate_cookie_name(const limb__gate *gate, char name[32]);

#endif
