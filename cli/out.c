// Output: data on standard output, messages on standard error, and nothing lost in silence.
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static void print_message(const cli *app, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
static bool takes_color(FILE *stream);
static double now(void);

void cli_out_init(cli *app)
{
    // only the character set: numbers keep their point in every locale
    setlocale(LC_CTYPE, "");
    // a message is one write, so that others cannot come in between
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
        cli_message(app, "cannot write standard output: %s",
                    limb_system_error_text(errno ? errno : EIO));
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

int cli_usage(const cli *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_message(app, format, args);
    va_end(args);
    if (app->current) {
        fprintf(stderr, "usage: limb %s [OPTION...] %s\n", app->current->name,
                app->current->operands);
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
    for (const char *at = name; *at && size < CLI_NAME_SIZE - 1; at++) {
        const unsigned char c = (unsigned char)*at;
        const bool is_c1 = c == 0xC2 && ((unsigned char)at[1] & 0xE0u) == 0x80u; // U+0080 to U+009F
        text[size++] = c < 0x20 || c == 0x7F || is_c1 ? '?' : *at;
        at += is_c1;
    }
    if (size == CLI_NAME_SIZE - 1) {
        // no half of a character at the end
        while (size > 0 && ((unsigned char)text[size - 1] & 0xC0u) == 0x80u)
            size--;
        if (size > 0 && ((unsigned char)text[size - 1] & 0x80u) != 0) size--;
    }
    text[size] = 0;
    return text;
}

const char *cli_plural(int count)
{
    return count == 1 ? "" : "s";
}

static void print_message(const cli *app, const char *format, va_list args)
{
    // what was printed so far stands before the message also when both go to one terminal
    fflush(stdout);
    fputs(app->color_err ? "\x1b[1mlimb" : "limb", stderr);
    if (app->current) fprintf(stderr, " %s", app->current->name);
    fputs(app->color_err ? ":\x1b[0m " : ": ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
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
