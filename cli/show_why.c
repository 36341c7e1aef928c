// limb show --why: where a URI of a robot leads, and every place that was looked at.
#include "cli.h"
#include "show.h"

static const char *words(limb_resolve_result result);

int cli_show_why(const cli *app, const char *path, const cli_list *package, const char *uri)
{
    cli_packages packages;
    if (!cli_packages_parse(app, package, &packages)) return CLI_USAGE;
    limb_resolver *resolver;
    limb_resolution found;
    limb_status status = limb_resolver_create(&resolver, path, &packages.resolve);
    if (status == LIMB_OK) status = limb_resolve(resolver, uri, &found);
    int code = CLI_UNREADABLE;
    if (status != LIMB_OK) {
        cli_message(app, "%s", limb_status_text(status));
    } else {
        code = found.result == LIMB_RESOLVE_FOUND ? CLI_OK : CLI_FINDINGS;
        printf("%s: %s\n", uri, found.path ? found.path : words(found.result));
        for (int i = 0; i < found.nstep; i++)
            printf("  %-7s %s (%s)\n", found.step[i].found ? "found" : "missing",
                   found.step[i].path, found.step[i].why);
        if (found.is_guess) printf("  this is a guess: most tools would not find it\n");
        if (found.near_path)
            printf("  near    %s\n", found.near_uri ? found.near_uri : found.near_path);
    }
    limb_resolver_free(resolver);
    cli_packages_free(&packages);
    return code;
}

static const char *words(limb_resolve_result result)
{
    switch (result) {
    case LIMB_RESOLVE_MISSING:
        return "no such file";
    case LIMB_RESOLVE_NO_PACKAGE:
        return "the package was not found";
    case LIMB_RESOLVE_OUTSIDE:
        return "refused: the path climbs out of its package";
    case LIMB_RESOLVE_REMOTE:
        return "no file on this machine, never fetched";
    case LIMB_RESOLVE_MALFORMED:
        return "names no file";
    case LIMB_RESOLVE_FOUND:
        break;
    }
    return "found";
}
