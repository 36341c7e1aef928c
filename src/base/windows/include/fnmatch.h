// Windows: patterns of file names.
#ifndef LIMB_WINDOWS_FNMATCH_H
#define LIMB_WINDOWS_FNMATCH_H

// *, ? and sets in brackets; 0 where the text matches. Flags are not used.
int limb__posix_fnmatch(const char *pattern, const char *text, int flags);
#define fnmatch limb__posix_fnmatch

#endif
