// The methods of str by name.
#include "documents/builtins/builtins.h"
#include "documents/builtins/text_methods.h"

limb__value *limb__text_format(limb__eval *eval, limb__call *call)
{
    return limb__format_braces(eval, self_text(call), call);
}

const limb__function_info limb__text_method[] = {
    {"capitalize", limb__text_capitalize, 0, 0, NULL},
    {"casefold", limb__text_lower, 0, 0, NULL},
    {"center", limb__text_center, 1, 2, NULL},
    {"count", limb__text_count, 1, 3, NULL},
    {"endswith", limb__text_endswith, 1, 3, NULL},
    {"expandtabs", limb__text_expandtabs, 0, 1, "tabsize"},
    {"find", limb__text_find, 1, 3, NULL},
    {"format", limb__text_format, 0, -1, "*"},
    {"index", limb__text_index, 1, 3, NULL},
    {"isalnum", limb__text_isalnum, 0, 0, NULL},
    {"isalpha", limb__text_isalpha, 0, 0, NULL},
    {"isdecimal", limb__text_isdigit, 0, 0, NULL},
    {"isdigit", limb__text_isdigit, 0, 0, NULL},
    {"isidentifier", limb__text_isidentifier, 0, 0, NULL},
    {"islower", limb__text_islower, 0, 0, NULL},
    {"isnumeric", limb__text_isdigit, 0, 0, NULL},
    {"isspace", limb__text_isspace, 0, 0, NULL},
    {"istitle", limb__text_istitle, 0, 0, NULL},
    {"isupper", limb__text_isupper, 0, 0, NULL},
    {"join", limb__text_join, 1, 1, NULL},
    {"ljust", limb__text_ljust, 1, 2, NULL},
    {"lower", limb__text_lower, 0, 0, NULL},
    {"lstrip", limb__text_lstrip, 0, 1, NULL},
    {"partition", limb__text_partition, 1, 1, NULL},
    {"removeprefix", limb__text_removeprefix, 1, 1, NULL},
    {"removesuffix", limb__text_removesuffix, 1, 1, NULL},
    {"replace", limb__text_replace, 2, 3, NULL},
    {"rfind", limb__text_rfind, 1, 3, NULL},
    {"rindex", limb__text_rindex, 1, 3, NULL},
    {"rjust", limb__text_rjust, 1, 2, NULL},
    {"rpartition", limb__text_rpartition, 1, 1, NULL},
    {"rsplit", limb__text_rsplit, 0, 2, "sep maxsplit"},
    {"rstrip", limb__text_rstrip, 0, 1, NULL},
    {"split", limb__text_split, 0, 2, "sep maxsplit"},
    {"splitlines", limb__text_splitlines, 0, 1, "keepends"},
    {"startswith", limb__text_startswith, 1, 3, NULL},
    {"strip", limb__text_strip, 0, 1, NULL},
    {"swapcase", limb__text_swapcase, 0, 0, NULL},
    {"title", limb__text_title, 0, 0, NULL},
    {"upper", limb__text_upper, 0, 0, NULL},
    {"zfill", limb__text_zfill, 1, 1, NULL},
};
const int limb__ntext_method = sizeof limb__text_method / sizeof *limb__text_method;
