// Windows: the command's console is set to UTF-8 when it starts (start.c).
#ifndef LIMB_WINDOWS_LANGINFO_H
#define LIMB_WINDOWS_LANGINFO_H

enum { CODESET = 1 };
#define nl_langinfo(item) ((item) == CODESET ? "UTF-8" : "")

#endif
