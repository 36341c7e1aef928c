// The view file next to a robot's: arm.limb-view.json for arm.urdf. The page interprets its content
// (web/src/state/view-file.ts); here it is only text.
#ifndef LIMB_PAGE_SERVER_VIEW_FILE_H
#define LIMB_PAGE_SERVER_VIEW_FILE_H

#include "base/file.h"
#include "services/page_server/save.h"

enum { LIMB__MAX_VIEW = 1 << 20 }; // bytes

// Writes the path next to the robot's file, or config if that is not NULL. Returns false if it
// is too long.
bool limb__view_file_path(char out[LIMB__PATH_MAX], const char *robot, const char *config);

// Reads the text, NUL-terminated, to be freed by limb__view_file_free. LIMB_OK with NULL: no such
// file. LIMB_ERROR_IO: no read permission, or longer than LIMB__MAX_VIEW.
limb_status limb__view_file_read(char **text, const char *path);
void limb__view_file_free(char *text);

// Creates or replaces the file; the text must be a JSON object.
limb__save_answer limb__view_file_save(const char *path, const char *text, size_t size);

#endif
