// Parses request heads by RFC 9112. Ambiguous ones are refused: a second Host or Content-Length, a
// folded line, a blank before a colon, a bare NUL.
#define _DEFAULT_SOURCE

#include "services/page_server/request.h"

#include <string.h>
#include <strings.h>

enum { BAD = 400, NO_LENGTH = 411, NOT_THIS_VERSION = 505 };

static int parse_line(limb__request *request, char *line);
static int parse_field(limb__request *request, char *line);
static int take_field(limb__request *request, const char *name, const char *value);
static void decode(char *path);
static int hex(char digit);
static bool read_length(const char *text, long long *out);
static bool has_word(const char *list, const char *word);
static bool is_token(const char *text);

size_t limb__request_head(const char *bytes, size_t size)
{
    for (const char *at = bytes; (at = memchr(at, '\n', size - (size_t)(at - bytes))); at++) {
        const size_t end = (size_t)(at - bytes) + 1;
        if (end < size && bytes[end] == '\n') return end + 1;
        if (end + 1 < size && bytes[end] == '\r' && bytes[end + 1] == '\n') return end + 2;
        if (end == size) break;
    }
    return 0;
}

int limb__request_parse(limb__request *out, char *head, size_t size)
{
    *out = (limb__request){.content_length = -1};
    if (memchr(head, '\0', size)) return BAD;
    char *end = head + size;
    int status = 0;
    for (char *line = head; line < end && status == 0;) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) return BAD;
        char *const next = stop + 1;
        if (stop > line && stop[-1] == '\r') stop--;
        *stop = '\0';
        if (strchr(line, '\r')) return BAD;
        if (line == head) {
            status = parse_line(out, line);
        } else if (*line) {
            status = parse_field(out, line);
        }
        line = next;
    }
    return status == 0 && !out->host ? BAD : status;
}

// "GET /path?query HTTP/1.1"
static int parse_line(limb__request *request, char *line)
{
    char *target = strchr(line, ' ');
    char *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version) return BAD;
    *target++ = '\0';
    *version++ = '\0';
    if (!is_token(line) || *target != '/') return BAD;
    if (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0)
        return strncmp(version, "HTTP/", 5) == 0 ? NOT_THIS_VERSION : BAD;
    char *query = strchr(target, '?');
    if (query) *query++ = '\0';
    decode(target);
    request->method = line;
    request->path = target;
    request->query = query;
    request->keep_alive = version[7] == '1';
    return 0;
}

// Parses "Name: value"; is_token refuses a blank before the colon, and a folded line.
static int parse_field(limb__request *request, char *line)
{
    char *value = strchr(line, ':');
    if (!value) return BAD;
    *value++ = '\0';
    if (!is_token(line)) return BAD;
    value += strspn(value, " \t");
    size_t size = strlen(value);
    while (size > 0 && (value[size - 1] == ' ' || value[size - 1] == '\t'))
        size--;
    value[size] = '\0';
    return take_field(request, line, value);
}

static int take_field(limb__request *request, const char *name, const char *value)
{
    const struct {
        const char *name;
        const char **field;
    } once[] = {{"Host", &request->host},
                {"Origin", &request->origin},
                {"Cookie", &request->cookie},
                {"If-Match", &request->if_match}};
    for (size_t i = 0; i < sizeof once / sizeof once[0]; i++) {
        if (strcasecmp(name, once[i].name) != 0) continue;
        if (*once[i].field) return BAD;
        *once[i].field = value;
        return 0;
    }
    if (strcasecmp(name, "Content-Length") == 0) {
        const bool first = request->content_length < 0;
        return first && read_length(value, &request->content_length) ? 0 : BAD;
    }
    if (strcasecmp(name, "Transfer-Encoding") == 0) return NO_LENGTH;
    if (strcasecmp(name, "Connection") == 0 && has_word(value, "close"))
        request->keep_alive = false;
    if (strcasecmp(name, "Expect") == 0)
        request->expects_continue = has_word(value, "100-continue");
    if (strcasecmp(name, "Accept-Encoding") == 0) request->accept_encoding = value;
    return 0;
}

// Decodes "%41" to "A", in place.
static void decode(char *path)
{
    char *out = path;
    for (const char *at = path; *at; at++) {
        int byte = (unsigned char)*at;
        if (byte == '%') {
            const int high = hex(at[1]);
            const int low = high < 0 ? -1 : hex(at[2]);
            byte = low < 0 ? 0 : high * 16 + low;
            at += 2;
        }
        if (byte == 0) {
            *path = '\0';
            return;
        }
        *out++ = (char)byte;
    }
    *out = '\0';
}

static int hex(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    const char lower = (char)(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static bool read_length(const char *text, long long *out)
{
    const size_t size = strlen(text);
    const size_t max_digits = 18; // fit in a long long
    if (size == 0 || size > max_digits || strspn(text, "0123456789") != size) return false;
    *out = 0;
    for (size_t i = 0; i < size; i++)
        *out = *out * 10 + (text[i] - '0');
    return true;
}

// Searches a comma-separated list.
static bool has_word(const char *list, const char *word)
{
    const size_t size = strlen(word);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " \t");
        if (strncasecmp(at, word, size) == 0 && strchr(" \t,", at[size])) return true;
    }
    return false;
}

// RFC 9110: the characters of methods and header names.
static bool is_token(const char *text)
{
    static const char letters[] = "!#$%&'*+-.^_`|~0123456789"
                                  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return *text && text[strspn(text, letters)] == '\0';
}
