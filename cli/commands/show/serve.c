// Starts the page of a robot: prints its address and opens a browser.
#define _DEFAULT_SOURCE

#include "commands/ros/live.h"
#include "frame/module.h"

#ifdef LIMB_SERVE_BUILT

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool misses_package(const limb_report *report);
static void open_browser(const char *url);
static bool write_launch_file(const char *url);
static void remove_launch_file(void);

static char launch_file[4096]; // removed at the end

int cli_view_open(const cli *app, const char *path, const limb_view_opts *opts, bool no_open,
                  limb_view **out)
{
    const int loaded = cli_module_load(app, CLI_MODULE_SERVE);
    if (loaded != CLI_OK) return loaded;
#ifdef __GLIBC__
    // with one malloc arena per thread, the memory of the server's hundred threads grows for hours
    mallopt(M_ARENA_MAX, 2);
#endif
    const limb_status status = limb_view_start(out, path, opts);
    if (status == LIMB_ERROR_IO && opts->file.load.report->nfinding == 0) {
        cli_message(app, "no free port on %s", opts->address ? opts->address : "127.0.0.1");
        return CLI_UNREADABLE;
    }
    const int code = cli_view_report(app, status, opts->file.load.report, path);
    if (code != CLI_OK) return code;
    if (limb_view_is_waiting(*out)) {
        cli_print_findings(app, opts->file.load.report, LIMB_SEVERITY_ERROR);
        cli_message(app, "%s cannot be shown yet; the page waits for the next save", path);
    }
    if (opts->port > 0 && limb_view_port(*out) != opts->port) {
        cli_message(app, "port %d is in use; using %d", opts->port, limb_view_port(*out));
    }
    if (opts->address && strcmp(opts->address, "127.0.0.1") != 0) {
        cli_message(
            app,
            "WARNING: other machines can reach %s; anyone who has the address below can see "
            "the robot and send files",
            opts->address);
    }
    // a parent that reads the address may send SIGTERM immediately
    cli_catch_signals();
    printf("%s\n", limb_view_url(*out));
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_message(app, "the address cannot be printed, so the page cannot be opened");
        limb_view_stop(*out);
        return CLI_UNREADABLE;
    }
    cli_message(app, "serving %s; Ctrl-C ends", path);
    if (!no_open) open_browser(limb_view_launch_url(*out));
    return CLI_OK;
}

int cli_view_report(const cli *app, limb_status status, const limb_report *report, const char *path)
{
    if (status == LIMB_OK) {
        if (report->nerror + report->nwarning > 0) {
            cli_message(app, "%s: %d error%s, %d warning%s; the page lists them", path,
                        report->nerror, cli_plural(report->nerror), report->nwarning,
                        cli_plural(report->nwarning));
        }
        if (misses_package(report)) cli_hint_packages(app);
        return CLI_OK;
    }
    const bool shown = cli_print_findings(app, report, LIMB_SEVERITY_ERROR);
    if (report->nfinding == 0) cli_message(app, "%s", limb_status_text(status));
    return status == LIMB_ERROR_INPUT && shown ? CLI_FINDINGS : CLI_UNREADABLE;
}

static bool misses_package(const limb_report *report)
{
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *f = &report->finding[i];
        if (f->rule == LIMB_RULE_MESH_NOT_FOUND && strstr(f->message, "package://")) return true;
    }
    return false;
}

// Opens a browser if there is a display. Its argument is a file that only this user can read and
// that redirects to the address, because every user can see the arguments of a process.
static void open_browser(const char *url)
{
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY") && !getenv("BROWSER")) return;
    if (!write_launch_file(url)) return;
    const char *browser = getenv("BROWSER");
    const pid_t child = fork();
    if (child != 0) return;
    // discard the browser's own output
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(1);
    if (browser) execlp(browser, browser, launch_file, (char *)NULL);
    execlp("xdg-open", "xdg-open", launch_file, (char *)NULL);
    _exit(1);
}

static bool write_launch_file(const char *url)
{
    const char *folder = getenv("XDG_RUNTIME_DIR");
    if (!folder || !folder[0]) folder = getenv("TMPDIR");
    if (!folder || !folder[0]) folder = "/tmp";
    snprintf(launch_file, sizeof launch_file, "%s/limb-XXXXXX.html", folder);
    const int made = mkstemps(launch_file, 5); // readable by its owner alone
    FILE *file = made < 0 ? NULL : fdopen(made, "w");
    if (!file) return false;
    atexit(remove_launch_file);
    const int written = fprintf(
        file,
        "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=%s\"><title>limb</title>\n",
        url);
    return fclose(file) == 0 && written > 0;
}

static void remove_launch_file(void)
{
    unlink(launch_file);
}

#endif
