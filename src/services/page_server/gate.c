// Access control: Host against DNS rebinding, Origin against other pages, secrets against everyone
// else. Secrets are compared in constant time.
#define _DEFAULT_SOURCE

#include "services/page_server/gate.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>

enum { HTTP_PORT = 80 };

static bool make_secret(char secret[LIMB__TOKEN_SIZE]);
static bool is_loopback(const limb__gate *gate);
static bool is_any_address(const limb__gate *gate);
static bool is_number_or_own_name(const char *name);
static bool has_secret(const char *list, char separator, const char *name, const char *secret);

bool limb__gate_init(limb__gate *gate, const char *address)
{
    memset(gate, 0, sizeof *gate);
    atomic_flag_clear(&gate->launched);
    if (!address) address = "127.0.0.1";
    const bool bare = strchr(address, ':') && address[0] != '[';
    const int length = snprintf(gate->address, sizeof gate->address, bare ? "[%s]" : "%s", address);
    return length > 0 && (size_t)length < sizeof gate->address && make_secret(gate->token) &&
           make_secret(gate->launch_token) && make_secret(gate->cookie);
}

bool limb__gate_knows_host(const limb__gate *gate, const char *host)
{
    char name[LIMB__HOST_SIZE], port[16];
    if (!host || strlen(host) >= sizeof name) return false;
    snprintf(port, sizeof port, ":%d", gate->port);
    const size_t size = strlen(host), tail = strlen(port);
    const bool has_port = size > tail && strcmp(host + size - tail, port) == 0;
    if (!has_port && gate->port != HTTP_PORT) return false; // browsers omit only the default port
    memcpy(name, host, size + 1);
    if (has_port) name[size - tail] = 0;
    if (strcasecmp(name, gate->address) == 0) return true;
    if (strcasecmp(name, "localhost") == 0) return is_loopback(gate) || is_any_address(gate);
    return is_any_address(gate) && is_number_or_own_name(name);
}

bool limb__gate_knows_origin(const limb__gate *gate, const char *origin, const char *host)
{
    return origin && host && strncmp(origin, "http://", 7) == 0 &&
           strcasecmp(origin + 7, host) == 0 && limb__gate_knows_host(gate, host);
}

bool limb__gate_has_cookie(const limb__gate *gate, const char *cookies)
{
    char name[32];
    limb__gate_cookie_name(gate, name);
    return cookies && has_secret(cookies, ';', name, gate->cookie);
}

bool limb__gate_takes_token(limb__gate *gate, const char *query)
{
    if (!query) return false;
    if (has_secret(query, '&', "token", gate->token)) return true;
    return has_secret(query, '&', "token", gate->launch_token) &&
           !atomic_flag_test_and_set(&gate->launched);
}

// Cookies are shared between the ports of a host, so the name carries the port.
void limb__gate_cookie_name(const limb__gate *gate, char name[32])
{
    snprintf(name, 32, "limb_%d", gate->port);
}

static bool make_secret(char secret[LIMB__TOKEN_SIZE])
{
    unsigned char random[LIMB__TOKEN_BYTES];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) return false;
    for (int i = 0; i < LIMB__TOKEN_BYTES; i++)
        snprintf(secret + 2 * i, 3, "%02x", random[i]);
    return true;
}

static bool is_loopback(const limb__gate *gate)
{
    return strncmp(gate->address, "127.", 4) == 0 || strcmp(gate->address, "[::1]") == 0 ||
           strcasecmp(gate->address, "localhost") == 0;
}

static bool is_any_address(const limb__gate *gate)
{
    return strcmp(gate->address, "0.0.0.0") == 0 || strcmp(gate->address, "[::]") == 0;
}

static bool is_number_or_own_name(const char *name)
{
    unsigned char number[sizeof(struct in6_addr)];
    char inner[LIMB__HOST_SIZE];
    if (inet_pton(AF_INET, name, number) == 1) return true;
    const size_t size = strlen(name);
    if (size > 2 && name[0] == '[' && name[size - 1] == ']') {
        memcpy(inner, name + 1, size - 2);
        inner[size - 2] = 0;
        return inet_pton(AF_INET6, inner, number) == 1;
    }
    return gethostname(inner, sizeof inner) == 0 && strcasecmp(inner, name) == 0;
}

// Searches pairs "name=secret"; the first with that name counts.
static bool has_secret(const char *list, char separator, const char *name, const char *secret)
{
    const size_t name_size = strlen(name), secret_size = strlen(secret);
    for (const char *at = list; at; at = strchr(at, separator), at = at ? at + 1 : NULL) {
        at += strspn(at, " ");
        if (strncmp(at, name, name_size) != 0 || at[name_size] != '=') continue;
        const char *value = at + name_size + 1;
        const char *stop = strchr(value, separator);
        const size_t size = stop ? (size_t)(stop - value) : strlen(value);
        if (size != secret_size) return false;
        unsigned difference = 0;
        for (size_t i = 0; i < size; i++)
            difference |= (unsigned)(value[i] ^ secret[i]);
        return difference == 0;
    }
    return false;
}
