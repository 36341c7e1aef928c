// limb show --why: prints the file that a URI of a robot is resolved to, and every place searched.
#include "commands/show/show.h"
#include "frame/cli.h"

#include <stdlib.h>
#include <string.h>

typedef struct asked { // the URIs printed so far
    const cli *app;
    limb_resolver *resolver;
    const char **uri;
    int nuri;
    int code;
} asked;

static void print_step(const limb_resolve_step *step);
static void print_visible(const char *before, const char *text, const char *after);
static void ask_shapes(asked *a, const limb_link_shape *shape, int count);
static void ask(asked *a, const char *uri);
static int explain(const cli *app, limb_resolver *resolver, const char *uri);
static const char *words(limb_resolve_result result);

int cli_show_why(const cli *app, const char *path, const cli_list *package, const char *uri)
{
    cli_packages packages;
    const int parsed = cli_packages_parse(app, package, &packages);
    if (parsed != CLI_OK) return parsed;
    limb_resolver *resolver;
    const limb_status status = limb_resolver_create(&resolver, path, &packages.resolve);
    const int code = status == LIMB_OK ? explain(app, resolver, uri) : cli_fail(app, status);
    limb_resolver_free(resolver);
    cli_packages_free(&packages);
    return code;
}

int cli_show_why_all(const cli *app, const char *path, const cli_list *package)
{
    cli_packages packages;
    const int parsed = cli_packages_parse(app, package, &packages);
    if (parsed != CLI_OK) return parsed;
    limb_robot *robot;
    asked a = {.app = app, .code = cli_load_document(app, path, &robot)};
    if (a.code == CLI_OK) {
        int count = 0;
        for (int i = 0; i < robot->nlink; i++)
            count += 2 * (robot->link[i].nvisual + robot->link[i].ncollision);
        a.uri = calloc((size_t)count + 1, sizeof *a.uri);
        limb_status status = a.uri ? LIMB_OK : LIMB_ERROR_MEMORY;
        if (status == LIMB_OK) status = limb_resolver_create(&a.resolver, path, &packages.resolve);
        if (status != LIMB_OK) a.code = cli_fail(app, status);
        for (int i = 0; i < robot->nlink && status == LIMB_OK; i++) {
            ask_shapes(&a, robot->link[i].visual, robot->link[i].nvisual);
            ask_shapes(&a, robot->link[i].collision, robot->link[i].ncollision);
        }
        if (status == LIMB_OK && a.nuri == 0) cli_message(app, "%s names no mesh or texture", path);
        limb_resolver_free(a.resolver);
        free((void *)a.uri);
        limb_robot_free(robot);
    }
    cli_packages_free(&packages);
    return a.code;
}

static void ask_shapes(asked *a, const limb_link_shape *shape, int count)
{
    for (int i = 0; i < count; i++) {
        if (shape[i].geometry.type == LIMB_SHAPE_MESH) ask(a, shape[i].geometry.filename);
        if (shape[i].material) ask(a, shape[i].material->texture);
    }
}

static void ask(asked *a, const char *uri)
{
    if (!uri) return;
    for (int i = 0; i < a->nuri; i++) {
        if (strcmp(a->uri[i], uri) == 0) return;
    }
    a->uri[a->nuri++] = uri;
    const int code = explain(a->app, a->resolver, uri);
    if (code > a->code) a->code = code;
}

static int explain(const cli *app, limb_resolver *resolver, const char *uri)
{
    limb_resolution found;
    const limb_status status = limb_resolve(resolver, uri, &found);
    if (status != LIMB_OK) return cli_fail(app, status);
    print_visible("", uri, ": ");
    print_visible("", found.path ? found.path : words(found.result), "\n");
    for (int i = 0; i < found.nstep; i++)
        print_step(&found.step[i]);
    if (found.is_guess) printf("  this is a guess: most tools would not find it\n");
    for (int i = 0; i < found.nsuggestion; i++)
        print_visible("  near    ", found.suggestion[i].uri, "\n");
    return found.result == LIMB_RESOLVE_FOUND ? CLI_OK : CLI_FINDINGS;
}

static const char *words(limb_resolve_result result)
{
    switch (result) {
    case LIMB_RESOLVE_MISSING:
        return "no such file";
    case LIMB_RESOLVE_NO_PACKAGE:
        return "the package was not found";
    case LIMB_RESOLVE_OUTSIDE:
        return "rejected: the path leaves its package";
    case LIMB_RESOLVE_REMOTE:
        return "a network address, never fetched";
    case LIMB_RESOLVE_MALFORMED:
        return "names no file";
    case LIMB_RESOLVE_NOT_A_FILE:
        return "not a regular file";
    case LIMB_RESOLVE_FOUND:
        break;
    }
    return "found";
}

static void print_step(const limb_resolve_step *step)
{
    printf("  %-7s ", step->found ? "found" : "missing");
    print_visible("", step->path, " (");
    print_visible("", step->why, ")\n");
}

static void print_visible(const char *before, const char *text, const char *after)
{
    fputs(before, stdout);
    cli_put_visible(stdout, text, strlen(text));
    fputs(after, stdout);
}
