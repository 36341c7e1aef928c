// The form of a URI, before any search: whether it can name a file, and whether other tools
// would understand it.
#include "base/text.h"
#include "documents/packages/uri.h"

#include <ctype.h>
#include <string.h>

static limb__uri_form form_of_package(const char *package);
static limb__uri_form form_of_scheme(const char *uri, size_t length);
static limb__uri_form broken(const char *problem);
static bool begins(const char *text, const char *with);

limb__uri_form limb__uri_form_of(const char *uri)
{
    const size_t size = strlen(uri);
    if (limb__has_substitution(uri, size)) return broken(NULL); // the reader reported it
    if (size == 0) return broken("the file name is empty");
    if (limb__is_space(uri[0]) || limb__is_space(uri[size - 1]))
        return broken("the address begins or ends with white space");
    if (isalpha((unsigned char)uri[0]) && uri[1] == ':' && (uri[2] == '/' || uri[2] == '\\'))
        return broken(
            "a path with a drive letter works on one Windows machine only; use package:// or "
            "a relative path");
    if (strchr(uri, '\\')) return broken("backslashes are not separators outside Windows; write /");
    if (begins(uri, "package://")) return form_of_package(uri + strlen("package://"));
    if (begins(uri, "model://")) return form_of_package(uri + strlen("model://"));
    if (begins(uri, "package:")) return broken("write two slashes before the package: package://");
    if (begins(uri, "file://") && uri[7] != '/' && !begins(uri, "file://localhost/"))
        return broken("file:// takes an absolute path: file:///...");
    const char *scheme_end = strstr(uri, "://");
    if (scheme_end) return form_of_scheme(uri, (size_t)(scheme_end - uri));
    if (uri[0] == '/')
        return (limb__uri_form){.problem = "an absolute path works on this machine only"};
    return (limb__uri_form){.is_relative = true};
}

static limb__uri_form form_of_package(const char *package)
{
    const char *slash = strchr(package, '/');
    if (package[0] == 0 || slash == package) return broken("the address does not name a package");
    if (!slash || slash[1] == 0) return broken("the address names a package but no file in it");
    return (limb__uri_form){0};
}

static limb__uri_form form_of_scheme(const char *uri, size_t length)
{
    static const char *const known[] = {"package", "model", "file", "http", "https", "ftp"};
    static const char *const meant[] = {
        "unknown URI scheme; did you mean package://?",
        "unknown URI scheme; did you mean model://?", "unknown URI scheme; did you mean file://?",
        "unknown URI scheme; did you mean http://?", "unknown URI scheme; did you mean https://?"};
    enum { NKNOWN = sizeof known / sizeof known[0], NMEANT = sizeof meant / sizeof meant[0] };
    for (int i = 0; i < NKNOWN; i++)
        if (limb__text_equal((limb_text){uri, length}, known[i])) return (limb__uri_form){0};
    const int near = limb__nearest(uri, length, known, NMEANT);
    return broken(near >= 0 ? meant[near] : "unknown URI scheme; use package, file, http or https");
}

static limb__uri_form broken(const char *problem)
{
    return (limb__uri_form){.problem = problem, .is_broken = true};
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}
