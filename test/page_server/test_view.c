// Tests limb_view with uncommon options: no report, text instead of a file.
#define _XOPEN_SOURCE 700

#include "harness.h"
#include "limb/view.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char broken[] = "<robot name=\"r\"><link name=\"a\"/><link name=\"a\"/></robo>";

static char *new_file(const char *text)
{
    static char path[] = "/tmp/limb-view-XXXXXX";
    memcpy(path + sizeof path - 7, "XXXXXX", 6);
    const int file = mkstemp(path);
    ENSURE(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    return path;
}

// The answer to a GET with one header line.
static void ask(int port, const char *target, const char *line, char *answer, size_t size)
{
    const struct sockaddr_in where = {.sin_family = AF_INET,
                                      .sin_port = htons((unsigned short)port),
                                      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char request[400];
    const int length = snprintf(
        request, sizeof request,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n%s\r\n", target, port, line);
    const int peer = socket(AF_INET, SOCK_STREAM, 0);
    ENSURE(connect(peer, (const struct sockaddr *)&where, sizeof where) == 0);
    ENSURE(write(peer, request, (size_t)length) == length);
    size_t count = 0;
    for (ssize_t got; (got = read(peer, answer + count, size - 1 - count)) > 0;)
        count += (size_t)got;
    answer[count] = 0;
    close(peer);
}

static void append_to(char *text, size_t size, const char *more)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", more);
}

TEST(findings_are_shown_to_a_caller_who_wants_no_report)
{
    static char page[1 << 20], json[1 << 16];
    char *path = new_file(broken), cookie[200] = "Cookie: ";
    limb_view *view;
    ENSURE(limb_view_start(&view, path, NULL) == LIMB_OK);
    ENSURE(limb_view_is_waiting(view));
    const int port = limb_view_port(view);
    ask(port, strstr(limb_view_url(view), "/?"), "", page, sizeof page);
    const char *set = strstr(page, "Set-Cookie: ");
    ENSURE(set != NULL);
    const size_t size = strcspn(set + 12, ";");
    memcpy(cookie + 8, set + 12, size);
    cookie[8 + size] = 0;
    append_to(cookie, sizeof cookie, "\r\n");
    ask(port, "/robot.json", cookie, json, sizeof json);
    ENSURE(strstr(json, "\"findings\":[{") != NULL);
    limb_view_stop(view);
    unlink(path);
}

TEST(a_sound_robot_is_shown_without_a_report)
{
    char *path = new_file("<robot name=\"r\"><link name=\"a\"/></robot>");
    const limb_view_opts opts = {.compare = path};
    limb_view *view;
    ENSURE(limb_view_start(&view, path, &opts) == LIMB_OK);
    ENSURE(!limb_view_is_waiting(view));
    limb_view_stop(view);
    unlink(path);
}

static limb_status count_bytes(void *ctx, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)ctx += size;
    return LIMB_OK;
}

TEST(text_in_place_of_the_file_is_never_writable)
{
    static const char text[] = "<robot name=\"r\"><link name=\"a\"/></robot>";
    char *path = new_file(text);
    const limb_view_opts opts = {.file = {.text = text, .size = sizeof text - 1}, .write = true};
    size_t size = 0;
    ENSURE(limb_view_write_html(path, &opts, count_bytes, &size) == LIMB_OK);
    ENSURE(size > sizeof text);
    unlink(path);
}
