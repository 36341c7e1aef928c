// Tests of WebSocket frames and handshakes, byte by byte.
#include "harness.h"
#include "services/foxglove/websocket_frame.h"

#include <string.h>

#define REQUEST(lines)                                                                             \
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: WebSocket\r\nConnection: keep-alive, "          \
    "Upgrade\r\n"                                                                                  \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" lines "\r\n"
#define SPOKEN "Sec-WebSocket-Protocol: other, foxglove.websocket.v1\r\n"

static bool is_open; // the last answer opened the connection

static const char *answer(const char *request)
{
    static const char *const origin[] = {"https://app.example"};
    static const char *const subprotocol[] = {"foxglove.sdk.v1", "foxglove.websocket.v1"};
    static char text[1024];
    const limb__handshake wanted = {origin, 1, subprotocol, 2};
    limb__builder out;
    limb__builder_init(&out, NULL);
    is_open = limb__handshake_answer(&out, request, strlen(request), &wanted);
    ENSURE(out.size < sizeof text);
    memcpy(text, limb__builder_nul(&out), out.size + 1);
    limb__builder_free(&out);
    return text;
}

TEST(a_handshake_is_answered_with_the_key_of_the_standard)
{
    const char *text = answer(REQUEST(SPOKEN));
    ENSURE(is_open);
    ENSURE(strstr(text, "HTTP/1.1 101 ") == text);
    ENSURE(strstr(text, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    ENSURE(strstr(text, "Sec-WebSocket-Protocol: foxglove.websocket.v1\r\n"));
    ENSURE(strcmp(text + strlen(text) - 4, "\r\n\r\n") == 0);
}

TEST(handshakes_that_do_not_fit_are_refused_with_a_reason)
{
    static const struct {
        const char *request, *status;
    } bad[] = {
        {REQUEST(""), "400"}, // no subprotocol
        {REQUEST("Sec-WebSocket-Protocol: foxglove.websocket\r\n"), "400"},
        {REQUEST(SPOKEN "Origin: https://evil.example\r\n"), "403"},
        {REQUEST(SPOKEN "Origin: null\r\n"), "403"},
        {"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "426"},
        {"POST / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", "426"},
        {"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Version: 12\r\n\r\n",
         "426"},
        {"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n" SPOKEN "\r\n",
         "400"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *text = answer(bad[i].request);
        ENSURE(!is_open);
        ENSURE(strncmp(text + 9, bad[i].status, 3) == 0);
    }
    answer(REQUEST(SPOKEN "Origin: https://app.example\r\n"));
    ENSURE(is_open);
}

static bool is_valid(const unsigned char *bytes, limb__frame_head *head)
{
    return limb__frame_head_read(head, bytes);
}

TEST(frames_that_no_client_may_send_are_refused)
{
    static const unsigned char bad[][LIMB__MAX_FRAME_HEAD] = {
        {0x81, 0x05},                                     // not masked
        {0xc1, 0x80},                                     // a reserved bit
        {0x83, 0x80},                                     // an unknown opcode
        {0x8b, 0x80},                                     // an unknown control frame
        {0x09, 0x80},                                     // a ping in pieces
        {0x89, 0xfe, 0, 126},                             // a ping of 126 bytes
        {0x81, 0xfe, 0, 125},                             // a length that fits into one byte
        {0x81, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff},       // one that fits into two
        {0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, // a negative one
    };
    limb__frame_head head;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ENSURE(!is_valid(bad[i], &head));
}

TEST(lengths_are_read_and_written)
{
    static const uint64_t length[] = {0, 1, 125, 126, 65535, 65536, (uint64_t)1 << 40};
    for (size_t i = 0; i < sizeof length / sizeof length[0]; i++) {
        unsigned char bytes[LIMB__MAX_FRAME_HEAD + 4] = {0};
        const size_t size = limb__frame_head_write(bytes, LIMB__OPCODE_BINARY, length[i]);
        bytes[1] |= 0x80; // as a client would
        memcpy(bytes + size, "\1\2\3\4", 4);
        limb__frame_head head;
        ENSURE(limb__frame_head_size(bytes) == size + 4);
        ENSURE(is_valid(bytes, &head));
        ENSURE(head.size == length[i] && head.is_final && head.opcode == LIMB__OPCODE_BINARY);
        char text[6] = {'h' ^ 1, 'e' ^ 2, 'l' ^ 3, 'l' ^ 4, 'o' ^ 1, 0};
        limb__frame_unmask(&head, text, 5);
        ENSURE_TEXT(text, "hello");
    }
}
