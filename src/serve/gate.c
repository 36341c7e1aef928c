// Host against DNS rebinding, Origin against other pages, a secret against everyone else. Secrets
// are compared in constant time.
#define _DEFAULT_SOURCE

#include "serve/gate.h"

#include <civetweb.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

static bool is_token(const limb__gate *gate, const char *value, int size);

bool limb__gate_make_token(limb__gate *gate)
{
    unsigned char random[LIMB__TOKEN_BYTES];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) return false;
    for (int i = 0; i < LIMB__TOKEN_BYTES; i++)
        snprintf(gate->token + 2 * i, 3, "%02x", random[i]);
    return true;
}

// The port must be ours too. On another address than the loopback any name may lead here.
bool limb__gate_knows_host(const limb__gate *gate, const char *host)
{
    if (!host) return false;
    if (!gate->loopback) return true;
    char wanted[64];
    snprintf(wanted, sizeof wanted, "127.0.0.1:%d", gate->port);
    if (strcmp(host, wanted) == 0) return true;
    snprintf(wanted, sizeof wanted, "localhost:%d", gate->port);
    return strcmp(host, wanted) == 0;
}

bool limb__gate_knows_origin(const limb__gate *gate, const char *origin)
{
    return origin && strncmp(origin, "http://", 7) == 0 && limb__gate_knows_host(gate, origin + 7);
}

bool limb__gate_has_cookie(const limb__gate *gate, const char *cookies)
{
    char name[32];
    char value[LIMB__TOKEN_SIZE + 1];
    limb__gate_cookie_name(gate, name);
    return cookies && is_token(gate, value, mg_get_cookie(cookies, name, value, sizeof value));
}

bool limb__gate_has_token(const limb__gate *gate, const char *query)
{
    char value[LIMB__TOKEN_SIZE + 1];
    return query &&
           is_token(gate, value, mg_get_var(query, strlen(query), "token", value, sizeof value));
}

// Cookies are shared between the ports of a host, so the name carries ours.
void limb__gate_cookie_name(const limb__gate *gate, char name[32])
{
    snprintf(name, 32, "limb_%d", gate->port);
}

static bool is_token(const limb__gate *gate, const char *value, int size)
{
    if (size != LIMB__TOKEN_SIZE - 1) return false;
    unsigned difference = 0;
    for (int i = 0; i < size; i++)
        difference |= (unsigned)(value[i] ^ gate->token[i]);
    return difference == 0;
}
