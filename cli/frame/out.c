// Output: data on standard output, messages on standard error; no failure is ignored.
#define _POSIX_C_SOURCE 200809L
#include "frame/cli.h"
#include "limb/system.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { MAX_ALIKE = 20 }; // messages of one kind

static void print_message(const cli *app, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
static size_t safe_length(const char *text);
static size_t unsafe_length(const char *text);
static size_t sequence_length(const unsigned char *at);
static bool takes_color(FILE *stream);
static double now(void);

void cli_out_init(cli *app)
{
    // only the character set: numbers have a decimal point in every locale
    setlocale(LC_CTYPE, "");
    // a message is one write, so that it is not interrupted by others
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
    app->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    cli_out_color(app, "auto");
}

void cli_out_color(cli *app, const char *when)
{
    const bool is_auto = strcmp(when, "auto") == 0;
    const bool always = strcmp(when, "always") == 0;
    app->color_out = is_auto ? takes_color(stdout) : always;
    app->color_err = is_auto ? takes_color(stderr) : always;
}

int cli_out_close(const cli *app, int code)
{
    const bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fclose(stdout) != 0 || failed) {
        // the cause of an earlier failure is no longer known
        cli_message(app, "cannot write standard output: %s",
                    errno ? limb_system_error_text(errno) : "an earlier write failed");
        return CLI_UNREADABLE;
    }
    return code;
}

void cli_message(const cli *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_message(app, format, args);
    va_end(args);
}

void cli_message_alike(const cli *app, int *nmessage, const char *format, ...)
{
    if ((*nmessage)++ >= MAX_ALIKE) return;
    va_list args;
    va_start(args, format);
    print_message(app, format, args);
    va_end(args);
}

void cli_message_rest(const cli *app, int nmessage, const char *of_what)
{
    if (nmessage > MAX_ALIKE) cli_message(app, "and %d more %s", nmessage - MAX_ALIKE, of_what);
}

int cli_fail(const cli *app, limb_status status)
{
    cli_message(app, "%s", limb_status_text(status));
    return status == LIMB_ERROR_INPUT ? CLI_FINDINGS : CLI_UNREADABLE;
}

void cli_leave_out(const cli *app)
{
    *app->is_partial = true;
}

int cli_exit_code(const cli *app, int code)
{
    return code == CLI_OK && *app->is_partial ? CLI_UNREADABLE : code;
}

int cli_usage(const cli *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_message(app, format, args);
    va_end(args);
    if (app->current) {
        cli_print_usage(app->current, stderr);
        fprintf(stderr, "Run \"limb help %s\" for its options.\n", app->current->name);
    } else {
        fprintf(stderr, "Run \"limb help\" for the commands.\n");
    }
    return CLI_USAGE;
}

int cli_terminal_width(FILE *stream)
{
    struct winsize size;
    const int file = fileno(stream);
    if (!isatty(file) || ioctl(file, TIOCGWINSZ, &size) != 0) return 0;
    return size.ws_col;
}

limb_status cli_write(void *file, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, file) == size ? LIMB_OK : LIMB_ERROR_IO;
}

void cli_progress_start(cli_progress *progress, const char *what, int total)
{
    *progress = (cli_progress){.what = what, .total = total, .started = now()};
}

void cli_progress_step(cli_progress *progress, int done)
{
    enum { BAR_WIDTH = 30 };
    const double time = now();
    if (time - progress->started < 1 || time - progress->shown < 0.1) return;
    if (!isatty(STDERR_FILENO)) return;
    progress->shown = time;
    progress->visible = true;
    const int filled =
        progress->total > 0 ? (int)((long long)done * BAR_WIDTH / progress->total) : 0;
    fprintf(stderr, "\r%s [%.*s%*s] %d/%d", progress->what, filled,
            "##############################", BAR_WIDTH - filled, "", done, progress->total);
    fflush(stderr);
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->visible) fputs("\r\x1b[K", stderr);
    progress->visible = false;
}

const char *cli_visible(const char *name, char text[CLI_NAME_SIZE])
{
    size_t size = 0;
    while (*name) {
        const size_t length = safe_length(name);
        const size_t written = length > 0 ? length : 1;
        if (size + written >= CLI_NAME_SIZE) break; // no partial character
        if (length > 0)
            memcpy(text + size, name, length);
        else
            text[size] = '?';
        size += written;
        name += length > 0 ? length : unsafe_length(name);
    }
    text[size] = 0;
    return text;
}

void cli_put_visible(FILE *out, const char *text, size_t size)
{
    char piece[CLI_NAME_SIZE];
    for (size_t at = 0; at < size;) {
        // characters of at most four bytes fit the remaining text, which ends with a NUL
        size_t length = 0;
        while (at < size && length + 4 < sizeof piece) {
            const size_t safe = text[at] == '\t' ? 1 : safe_length(text + at);
            const size_t step = safe > 0 ? safe : unsafe_length(text + at);
            if (safe > 0)
                memcpy(piece + length, text + at, safe);
            else
                piece[length] = '?';
            length += safe > 0 ? safe : 1;
            at += step > 0 ? step : 1;
        }
        fwrite(piece, 1, length, out);
    }
}

const char *cli_plural(int count)
{
    return count == 1 ? "" : "s";
}

void cli_hint_packages(const cli *app)
{
    cli_message(app, "use --package NAME=DIR or --packages DIR to locate packages");
}

static void print_message(const cli *app, const char *format, va_list args)
{
    // flushes earlier output first, so that the order is right if both go to one terminal
    fflush(stdout);
    fputs(app->color_err ? "\x1b[1mlimb" : "limb", stderr);
    if (app->current) fprintf(stderr, " %s", app->current->name);
    fputs(app->color_err ? ":\x1b[0m " : ": ", stderr);
    // arguments contain names of files and robots, so all of it is made visible
    char message[4096];
    vsnprintf(message, sizeof message, format, args);
    cli_put_visible(stderr, message, strlen(message));
    fputc('\n', stderr);
}

// Returns the size of the character at text if it is safe to display; 0: it could control the
// terminal (C0, C1, DEL), change the order of text (bidi), is invisible, or is not UTF-8.
static size_t safe_length(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    if (at[0] < 0x80) return at[0] >= 0x20 && at[0] != 0x7F;
    const size_t length = sequence_length(at);
    if (length == 0) return 0;
    uint32_t code = at[0] & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (at[i] & 0x3Fu);
    // as in the library's findings: C1, bidi marks, zero-width characters, noncharacters
    static const uint32_t range[][2] = {{0x80, 0x9F},     {0x061C, 0x061C}, {0x200B, 0x200B},
                                        {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
                                        {0xFEFF, 0xFEFF}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE007F}};
    for (int i = 0; i < CLI_COUNT(range); i++) {
        if (code >= range[i][0] && code <= range[i][1]) return 0;
    }
    return length;
}

// Returns the number of bytes replaced by one question mark.
static size_t unsafe_length(const char *text)
{
    const size_t length = sequence_length((const unsigned char *)text);
    return length > 0 ? length : 1;
}

// Returns the size of a well-formed multibyte UTF-8 sequence, or 0.
static size_t sequence_length(const unsigned char *at)
{
    const size_t length = at[0] >= 0xF0 && at[0] < 0xF5   ? 4
                          : at[0] >= 0xE0 && at[0] < 0xF0 ? 3
                          : at[0] >= 0xC2 && at[0] < 0xE0 ? 2
                                                          : 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0u) != 0x80u) return 0;
    }
    return length;
}

static bool takes_color(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (no_color && no_color[0]) return false;
    if (!terminal || strcmp(terminal, "dumb") == 0) return false;
    return isatty(fileno(stream)) == 1;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
