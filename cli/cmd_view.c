// limb view: the page in the browser, or one file to send.
#define _XOPEN_SOURCE 700

#include "cli.h"

#ifdef LIMB_SERVE_BUILT
#include "limb/view.h"
#endif

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct view_opts {
    int port;
    bool no_open;
    const char *address;
    const char *html;
    cli_looks looks;
    cli_list package;
} view_opts;

static int run(cli *app);

static const cli_option option[] = {
    {0, "port", CLI_POSITIVE_INT, offsetof(view_opts, port), "N", NULL,
     "port to serve on; default 8137, or the next that is free"},
    {0, "no-open", CLI_FLAG, offsetof(view_opts, no_open), NULL, NULL,
     "print the address, do not open a browser"},
    {0, "html", CLI_TEXT, offsetof(view_opts, html), "FILE", NULL,
     "write one self-contained page instead of serving"},
    {0, "address", CLI_TEXT, offsetof(view_opts, address), "IP", NULL,
     "address to listen on; default 127.0.0.1. Any other lets other machines in"},
    CLI_LOOKS_OPTIONS(view_opts, looks),
    CLI_PACKAGE_OPTIONS(view_opts, package),
};

static const cli_example example[] = {
    {"limb view arm.urdf", "opens the robot in the browser; saving the file updates the page"},
    {"limb view arm.urdf --html arm.html", "one file that opens anywhere, without limb"},
};

const cli_command cli_view = {
    .name = "view",
    .operands = "FILE",
    .summary = "show the robot in the browser, following changes of the file",
    .description =
        "Serves the page on this machine until Ctrl-C. The address carries an access token; "
        "requests "
        "without it are rejected. "
        "Saving the robot or one of its meshes updates the page, which keeps its pose and camera.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(view_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

#ifdef LIMB_SERVE_BUILT

static int write_html(const cli *app, const char *path, const view_opts *opts,
                      const limb_view_opts *view);
static int serve(const cli *app, const char *path, const view_opts *opts,
                 const limb_view_opts *view);
static int told(const cli *app, limb_status status, const limb_report *report, const char *path);
static void open_browser(const char *url);
static void wait_for_end(limb_view *view);

static int run(cli *app)
{
    const view_opts *opts = app->opts;
    const char *path = app->operand.item[0];
    if (cli_refuses_xacro(app, path)) return CLI_FINDINGS;
    if (strcmp(path, "-") == 0 && !opts->html)
        return cli_usage(app, "standard input cannot be followed; give a file");
    if (opts->port > 65535)
        return cli_usage(app, "--port %d is not a port: 1 to 65535", opts->port);
    if (!cli_check_extension(app, opts->html, ".html|.htm")) return CLI_USAGE;
    cli_packages packages;
    limb_report *report;
    if (!cli_packages_parse(app, &opts->package, &packages)) return CLI_USAGE;
    if (limb_report_create(&report, NULL) != LIMB_OK) {
        cli_packages_free(&packages);
        return CLI_UNREADABLE;
    }
    const limb_view_opts view = {.report = report,
                                 .resolve = &packages.resolve,
                                 .gltf_up = cli_gltf_up(&opts->looks),
                                 .override_colors = opts->looks.urdf_colors,
                                 .address = opts->address,
                                 .port = opts->port};
    const int code =
        opts->html ? write_html(app, path, opts, &view) : serve(app, path, opts, &view);
    limb_report_free(report);
    cli_packages_free(&packages);
    return code;
}

static int write_html(const cli *app, const char *path, const view_opts *opts,
                      const limb_view_opts *view)
{
    cli_buffer html = {0};
    const limb_status status = limb_view_write_html(path, view, cli_buffer_write, &html);
    int code = told(app, status, view->report, path);
    if (code == CLI_OK) code = cli_save(app, opts->html, html.data, html.size);
    cli_buffer_free(&html);
    return code;
}

static int serve(const cli *app, const char *path, const view_opts *opts,
                 const limb_view_opts *view)
{
    limb_view *shown;
    const limb_status status = limb_view_start(&shown, path, view);
    if (status == LIMB_ERROR_IO && view->report->nfinding == 0) {
        cli_message(app, "no free port on %s", opts->address ? opts->address : "127.0.0.1");
        return CLI_UNREADABLE;
    }
    const int code = told(app, status, view->report, path);
    if (code != CLI_OK) return code;
    if (opts->port > 0 && limb_view_port(shown) != opts->port) {
        cli_message(app, "port %d is taken; this is %d", opts->port, limb_view_port(shown));
    }
    if (opts->address && strcmp(opts->address, "127.0.0.1") != 0) {
        cli_message(app,
                    "WARNING: other machines can reach %s; whoever has the address below can see "
                    "the robot and send files",
                    opts->address);
    }
    // whoever reads the address may end us at once
    cli_catch_signals();
    printf("%s\n", limb_view_url(shown));
    fflush(stdout);
    cli_message(app, "serving %s; Ctrl-C ends", path);
    if (!opts->no_open) open_browser(limb_view_url(shown));
    wait_for_end(shown);
    limb_view_stop(shown);
    return CLI_OK;
}

static int told(const cli *app, limb_status status, const limb_report *report, const char *path)
{
    if (status == LIMB_OK) {
        if (report->nerror + report->nwarning > 0) {
            cli_message(app, "%s: %d error%s, %d warning%s; the page lists them", path,
                        report->nerror, cli_plural(report->nerror), report->nwarning,
                        cli_plural(report->nwarning));
        }
        return CLI_OK;
    }
    const bool shown = cli_print_findings(app, report, LIMB_SEVERITY_ERROR);
    if (report->nfinding == 0) cli_message(app, "%s", limb_status_text(status));
    return status == LIMB_ERROR_INPUT && shown ? CLI_FINDINGS : CLI_UNREADABLE;
}

// A browser is opened only where there is a screen.
static void open_browser(const char *url)
{
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY") && !getenv("BROWSER")) return;
    const char *browser = getenv("BROWSER");
    const pid_t child = fork();
    if (child != 0) return;
    // the browser's own words do not belong here
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(1);
    if (browser) execlp(browser, browser, url, (char *)NULL);
    execlp("xdg-open", "xdg-open", url, (char *)NULL);
    _exit(1);
}

static void wait_for_end(limb_view *view)
{
    const struct timespec nap = {0, 150 * 1000 * 1000};
    while (!cli_ended()) {
        nanosleep(&nap, NULL);
        limb_view_poll(view);
        waitpid(-1, NULL, WNOHANG);
    }
}

#else

static int run(cli *app)
{
    cli_message(app, "this limb was built without its page (LIMB_VIEW)");
    return CLI_UNREADABLE;
}

#endif
