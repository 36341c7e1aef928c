// Encoding and decoding of WebSocket frames and handshakes.
#include "services/foxglove/websocket_frame.h"

#include <string.h>

static limb_text find_header(const char *request, size_t size, const char *name);
static bool next_line(const char **at, const char *end, limb_text *line);
static limb_text trim(const char *begin, const char *end);
static bool equals_ignoring_case(limb_text text, const char *word);
static bool has_word(limb_text list, const char *word, bool ignoring_case);
static const char *choose_subprotocol(limb_text asked, const limb__handshake *wanted);
static bool is_welcome(limb_text origin, const limb__handshake *wanted);
static bool refuse(limb__builder *answer, const char *status, const char *more, const char *reason);
static void write_accept(limb__builder *answer, limb_text key);
static void sha1(const unsigned char *bytes, size_t size, unsigned char digest[20]);
static uint32_t rotate(uint32_t value, int bits);

//---- frames --------------------------------------------------------------------------------------

size_t limb__frame_head_size(const unsigned char first[2])
{
    const int length = first[1] & 0x7f;
    const size_t more = length == 127 ? 8 : length == 126 ? 2 : 0;
    return 2 + more + ((first[1] & 0x80) != 0 ? 4 : 0);
}

bool limb__frame_head_read(limb__frame_head *out, const unsigned char *bytes)
{
    const int opcode = bytes[0] & 0x0f;
    const int length = bytes[1] & 0x7f;
    const bool is_control = (opcode & 0x8) != 0;
    const int more = length == 127 ? 8 : length == 126 ? 2 : 0;
    uint64_t size = more > 0 ? 0 : (uint64_t)length;
    for (int i = 0; i < more; i++)
        size = size << 8 | bytes[2 + i];
    out->opcode = (limb__opcode)opcode;
    out->is_final = (bytes[0] & 0x80) != 0;
    out->size = size;
    const bool is_masked = (bytes[1] & 0x80) != 0;
    if (!is_masked || (bytes[0] & 0x70) != 0) return false;
    memcpy(out->mask, bytes + 2 + more, sizeof out->mask);
    if ((more == 2 && size < 126) || (more == 8 && (size < 65536 || size >> 63 != 0))) return false;
    if (is_control)
        return opcode <= LIMB__OPCODE_PONG && out->is_final && size <= LIMB__MAX_CONTROL;
    return opcode <= LIMB__OPCODE_BINARY;
}

size_t limb__frame_head_write(unsigned char out[LIMB__MAX_FRAME_HEAD], limb__opcode opcode,
                              uint64_t size)
{
    const int more = size < 126 ? 0 : size < 65536 ? 2 : 8;
    out[0] = (unsigned char)(0x80 | opcode);
    out[1] = more == 0 ? (unsigned char)size : more == 2 ? 126 : 127;
    for (int i = 0; i < more; i++)
        out[2 + i] = (unsigned char)(size >> (8 * (more - 1 - i)));
    return 2 + (size_t)more;
}

void limb__frame_unmask(const limb__frame_head *head, char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)((unsigned char)bytes[i] ^ head->mask[i % 4]);
}

//---- handshake -----------------------------------------------------------------------------------

bool limb__handshake_answer(limb__builder *answer, const char *request, size_t size,
                            const limb__handshake *wanted)
{
    enum { KEY_SIZE = 24 };
    const limb_text key = find_header(request, size, "Sec-WebSocket-Key");
    const limb_text origin = find_header(request, size, "Origin");
    const limb_text asked = find_header(request, size, "Sec-WebSocket-Protocol");
    const char *subprotocol = choose_subprotocol(asked, wanted);
    if (size < 4 || memcmp(request, "GET ", 4) != 0 ||
        !has_word(find_header(request, size, "Upgrade"), "websocket", true) ||
        !has_word(find_header(request, size, "Connection"), "upgrade", true))
        return refuse(answer, "426 Upgrade Required", "Upgrade: websocket\r\n",
                      "this port speaks WebSocket");
    if (!limb__text_equal(find_header(request, size, "Sec-WebSocket-Version"), "13"))
        return refuse(answer, "426 Upgrade Required", "Sec-WebSocket-Version: 13\r\n",
                      "this port speaks version 13");
    if (key.size != KEY_SIZE) return refuse(answer, "400 Bad Request", "", "the key is not valid");
    if (!is_welcome(origin, wanted))
        return refuse(answer, "403 Forbidden", "", "pages of this origin may not connect");
    if (!subprotocol)
        return refuse(answer, "400 Bad Request", "", "none of these subprotocols is spoken here");
    limb__builder_text(answer, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                               "Connection: Upgrade\r\nSec-WebSocket-Accept: ");
    write_accept(answer, key);
    limb__builder_text(answer, "\r\nSec-WebSocket-Protocol: ");
    limb__builder_text(answer, subprotocol);
    limb__builder_text(answer, "\r\n\r\n");
    return !answer->failed;
}

// Returns an empty text if the header is absent.
static limb_text find_header(const char *request, size_t size, const char *name)
{
    const size_t name_size = strlen(name);
    const char *at = request, *end = request + size;
    limb_text line;
    while (next_line(&at, end, &line)) {
        if (line.size <= name_size || line.data[name_size] != ':') continue;
        if (!equals_ignoring_case((limb_text){line.data, name_size}, name)) continue;
        return trim(line.data + name_size + 1, line.data + line.size);
    }
    return (limb_text){"", 0};
}

static bool next_line(const char **at, const char *end, limb_text *line)
{
    if (*at >= end) return false;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    if (!stop) stop = end;
    *line = (limb_text){*at, (size_t)(stop - *at)};
    *at = stop < end ? stop + 1 : end;
    return true;
}

static limb_text trim(const char *begin, const char *end)
{
    while (begin < end && (*begin == ' ' || *begin == '\t'))
        begin++;
    while (begin < end && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    return (limb_text){begin, (size_t)(end - begin)};
}

static bool equals_ignoring_case(limb_text text, const char *word)
{
    if (text.size != strlen(word)) return false;
    for (size_t i = 0; i < text.size; i++) {
        const char a = text.data[i], b = word[i];
        const char lower_a = a >= 'A' && a <= 'Z' ? (char)(a + 32) : a;
        const char lower_b = b >= 'A' && b <= 'Z' ? (char)(b + 32) : b;
        if (lower_a != lower_b) return false;
    }
    return true;
}

// Searches a comma-separated list.
static bool has_word(limb_text list, const char *word, bool ignoring_case)
{
    const char *at = list.data, *end = list.data + list.size;
    while (at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        const limb_text item = trim(at, stop);
        if (ignoring_case ? equals_ignoring_case(item, word) : limb__text_equal(item, word))
            return true;
        at = stop + 1;
    }
    return false;
}

// Returns the first supported subprotocol that the client requests.
static const char *choose_subprotocol(limb_text asked, const limb__handshake *wanted)
{
    for (int i = 0; i < wanted->nsubprotocol; i++) {
        if (has_word(asked, wanted->subprotocol[i], false)) return wanted->subprotocol[i];
    }
    return NULL;
}

// Checks the origin; browsers always send that of the page, other programs need not.
static bool is_welcome(limb_text origin, const limb__handshake *wanted)
{
    bool known = origin.size == 0;
    for (int i = 0; i < wanted->norigin; i++) {
        known = known || limb__text_equal(origin, wanted->origin[i]) ||
                strcmp(wanted->origin[i], "*") == 0;
    }
    return known;
}

static bool refuse(limb__builder *answer, const char *status, const char *more, const char *reason)
{
    limb__builder_text(answer, "HTTP/1.1 ");
    limb__builder_text(answer, status);
    limb__builder_text(answer, "\r\nContent-Type: text/plain\r\nConnection: close\r\n");
    limb__builder_text(answer, more);
    limb__builder_text(answer, "Content-Length: ");
    limb__builder_int(answer, (long long)strlen(reason) + 1);
    limb__builder_text(answer, "\r\n\r\n");
    limb__builder_text(answer, reason);
    limb__builder_char(answer, '\n');
    return false;
}

// Writes the accept key of RFC 6455, 4.2.2, which proves that the server knows the protocol.
static void write_accept(limb__builder *answer, limb_text key)
{
    static const char known[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char joined[64], digest[20];
    if (key.size + sizeof known > sizeof joined) return;
    memcpy(joined, key.data, key.size);
    memcpy(joined + key.size, known, sizeof known - 1);
    sha1(joined, key.size + sizeof known - 1, digest);
    limb__builder_base64(answer, digest, sizeof digest);
}

// FIPS 180-4, for at most 119 bytes (two blocks).
static void sha1(const unsigned char *bytes, size_t size, unsigned char digest[20])
{
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char block[128] = {0};
    const size_t nblock = size + 9 <= 64 ? 1 : 2;
    memcpy(block, bytes, size);
    block[size] = 0x80;
    for (int i = 0; i < 8; i++)
        block[nblock * 64 - 1 - (size_t)i] = (unsigned char)((uint64_t)size * 8 >> (8 * i));
    for (size_t k = 0; k < nblock; k++) {
        uint32_t w[80];
        for (int i = 0; i < 16; i++) {
            const unsigned char *word = block + 64 * k + 4 * i;
            w[i] = (uint32_t)word[0] << 24 | (uint32_t)word[1] << 16 | (uint32_t)word[2] << 8 |
                   word[3];
        }
        for (int i = 16; i < 80; i++)
            w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
        for (int i = 0; i < 80; i++) {
            const uint32_t f = i < 20   ? (b & c) | (~b & d)
                               : i < 40 ? b ^ c ^ d
                               : i < 60 ? (b & c) | (b & d) | (c & d)
                                        : b ^ c ^ d;
            const uint32_t constant = i < 20   ? 0x5a827999
                                      : i < 40 ? 0x6ed9eba1
                                      : i < 60 ? 0x8f1bbcdc
                                               : 0xca62c1d6;
            const uint32_t next = rotate(a, 5) + f + e + constant + w[i];
            e = d;
            d = c;
            c = rotate(b, 30);
            b = a;
            a = next;
        }
        const uint32_t sum[5] = {a, b, c, d, e};
        for (int i = 0; i < 5; i++)
            h[i] += sum[i];
    }
    for (int i = 0; i < 20; i++)
        digest[i] = (unsigned char)(h[i / 4] >> (8 * (3 - i % 4)));
}

static uint32_t rotate(uint32_t value, int bits)
{
    return value << bits | value >> (32 - bits);
}
