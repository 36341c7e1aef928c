// Files, numbers as text, and suggestions: functions for programs that should behave as
// the command does.
//
// Threads: every function here may be called by any number of threads at once.
#ifndef LIMB_SYSTEM_H
#define LIMB_SYSTEM_H

#include "limb/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// Replaces the content of a file in one step, or creates it: a reader sees either the old content
// or the new, also after a crash. Symbolic links are followed; owner, group, permissions, access
// control list and extended attributes are kept. A file with several hard links is written in
// place, so that all of them stay one file; until that is complete, the content is also in a file
// beside it. Devices, pipes and open descriptors (/dev/stdout, /dev/fd/3) are written to. The file
// is locked meanwhile; a lock that another program holds for ten seconds is a failure.
// LIMB_ERROR_IO: *reason is one phrase with the cause, for example that the owner
// could not be kept.
// Nullable: reason
LIMB_API LIMB_MUST_CHECK limb_status limb_file_replace(const char *path, const void *bytes,
                                                       size_t size, const char **reason);

// The same for a file that is written back after it was read: nothing is written unless it still
// has the content that was read, the before_size bytes at before. LIMB_ERROR_INPUT: it does not. If
// several programs or threads change one file at once, one succeeds and the others get this error.
// A file that was deleted meanwhile is created again.
// Nullable: reason
LIMB_API LIMB_MUST_CHECK limb_status limb_file_rewrite(const char *path, const void *before,
                                                       size_t before_size, const void *bytes,
                                                       size_t size, const char **reason);

// Numbers as text, independent of the locale. Printing gives the shortest decimal that reads
// back as the same double, NUL-terminated, and returns its length ("inf", "-inf", "nan" if it
// is not finite). Parsing reads a whole text, correctly rounded; false if it is not exactly
// one decimal number.
enum { LIMB_NUMBER_SIZE = 32 };
LIMB_API size_t limb_number_print(char text[LIMB_NUMBER_SIZE], double value);
LIMB_API bool limb_number_parse(const char *text, double *value);

// For "did you mean": the candidate of which text is probably a misspelling, or -1.
LIMB_API int limb_nearest(const char *text, const char *const *candidate, int count);

// One short English phrase for a value of errno, whatever the locale: "permission denied".
LIMB_API const char *limb_system_error_text(int error);

#ifdef __cplusplus
}
#endif
#endif // LIMB_SYSTEM_H
