// Who may ask: the names this server answers to, and the token that becomes a cookie.
#ifndef LIMB_SERVE_GATE_H
#define LIMB_SERVE_GATE_H

#include "limb/base.h"

enum { LIMB__TOKEN_BYTES = 16, LIMB__TOKEN_SIZE = 2 * LIMB__TOKEN_BYTES + 1 };

typedef struct limb__gate {
    int port;
    bool loopback; // only names of this machine are ours
    char token[LIMB__TOKEN_SIZE];
} limb__gate;

// A new random token. False: the system gives no random bytes.
bool limb__gate_make_token(limb__gate *gate);

// Headers as they came; NULL when they did not.
bool limb__gate_knows_host(const limb__gate *gate, const char *host);
bool limb__gate_knows_origin(const limb__gate *gate, const char *origin);
bool limb__gate_has_cookie(const limb__gate *gate, const char *cookies);
// The token in the query of the printed address.
bool limb__gate_has_token(const limb__gate *gate, const char *query);

// The name of our cookie.
void limb__gate_cookie_name(const limb__gate *gate, char name[32]);

#endif
