// Tests the parsing of request heads, and that ambiguous ones are refused.
#include "harness.h"
#include "services/page_server/request.h"

#include <stdio.h>
#include <string.h>

static limb__request request;
static char head[LIMB__MAX_HEAD];

static int parse(const char *text)
{
    const size_t size = strlen(text);
    memcpy(head, text, size);
    return limb__request_head(head, size) == size ? limb__request_parse(&request, head, size) : -1;
}

TEST(a_head_is_read)
{
    ENSURE(
        parse("POST /a%20b?c=d&e HTTP/1.1\r\nhost:  x:1 \r\nCookie: a=b\r\nContent-Length: 12\r\n"
              "Expect: 100-continue\r\nIf-Match: 00ff\r\nAccept-Encoding: br, gzip\r\n\r\n") == 0);
    ENSURE(strcmp(request.method, "POST") == 0);
    ENSURE(strcmp(request.path, "/a b") == 0);
    ENSURE(strcmp(request.query, "c=d&e") == 0);
    ENSURE(strcmp(request.host, "x:1") == 0);
    ENSURE(strcmp(request.cookie, "a=b") == 0);
    ENSURE(strcmp(request.if_match, "00ff") == 0);
    ENSURE(strcmp(request.accept_encoding, "br, gzip") == 0);
    ENSURE(!request.origin);
    ENSURE(request.content_length == 12);
    ENSURE(request.keep_alive && request.expects_continue);
}

TEST(a_connection_ends_when_the_client_says_so)
{
    ENSURE(parse("GET / HTTP/1.1\r\nHost: x\r\nConnection: foo, Close\r\n\r\n") == 0);
    ENSURE(!request.keep_alive);
    ENSURE(parse("GET / HTTP/1.0\r\nHost: x\r\n\r\n") == 0);
    ENSURE(!request.keep_alive && request.content_length == -1);
    ENSURE(parse("GET / HTTP/1.1\nHost: x\n\n") == 0);
    ENSURE(request.keep_alive && !request.query);
}

TEST(a_head_ends_with_its_first_empty_line)
{
    static const char text[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /next";
    const size_t size = strlen("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    ENSURE(limb__request_head(text, sizeof text - 1) == size);
    for (size_t i = 0; i < size; i++)
        ENSURE(limb__request_head(text, i) == 0);
}

TEST(a_path_with_a_nul_or_a_broken_escape_leads_nowhere)
{
    static const char *const path[] = {"/%00", "/page.js%00", "/%", "/%2", "/%zz", "/a%4"};
    for (size_t i = 0; i < sizeof path / sizeof path[0]; i++) {
        char text[100];
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path[i]);
        ENSURE(parse(text) == 0);
        ENSURE(strcmp(request.path, "") == 0);
    }
}

TEST(what_two_readers_could_differ_on_is_refused)
{
    static const char *const line[] = {"Host: x\r\nHost: x",
                                       "Host: x\r\nhost: y",
                                       "X: no host",
                                       "Host: x\r\nContent-Length: 1\r\nContent-Length: 1",
                                       "Host: x\r\nContent-Length: -5",
                                       "Host: x\r\nContent-Length: +5",
                                       "Host: x\r\nContent-Length:",
                                       "Host: x\r\nContent-Length: 1, 1",
                                       "Host: x\r\nContent-Length: 99999999999999999999",
                                       "Host: x\r\nCookie: a\r\nCookie: b",
                                       "Host: x\r\nOrigin: a\r\nOrigin: b",
                                       "Host: x\r\n folded",
                                       "Host : x",
                                       "Host: x\r\nno colon",
                                       "Host: x\r\n: no name",
                                       "Host: x\r\nA: b\rC: d"};
    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\n%s\r\n\r\n", line[i]);
        ENSURE(parse(text) == 400);
    }
    ENSURE(parse("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n") == 411);
}

TEST(a_line_that_is_not_a_request_is_refused)
{
    static const char *const line[] = {"GET",
                                       "GET /",
                                       "GET  / HTTP/1.1",
                                       "GET x HTTP/1.1",
                                       "G(T / HTTP/1.1",
                                       " GET / HTTP/1.1",
                                       "GET / HTTP/1.1 ",
                                       "GET / HTTPS",
                                       "",
                                       "GET / HTTP/1.1\r"};
    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s\r\nHost: x\r\n\r\n", line[i]);
        const int status = parse(text);
        ENSURE(status == 400 || status == 505);
    }
    ENSURE(parse("GET / HTTP/2.0\r\nHost: x\r\n\r\n") == 505);
    static char with_nul[] = "GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n";
    ENSURE(limb__request_parse(&request, with_nul, sizeof with_nul - 1) == 400);
}
