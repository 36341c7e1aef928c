// The file of the view beside a robot's: arm.urdf has arm.limb-view.json. The page gives its
// content a meaning (web/src/state/view-file.ts); here it is text.
#ifndef LIMB_PAGE_SERVER_VIEW_FILE_H
#define LIMB_PAGE_SERVER_VIEW_FILE_H

#include "base/file.h"
#include "services/page_server/save.h"

enum { LIMB__MAX_VIEW = 1 << 20 }; // bytes

// The path beside the robot's file, or config where that is not NULL. False: it is too long.
bool limb__view_file_path(char out[LIMB__PATH_MAX], const char *robot, const char *config);

// The text, NUL-terminated, to be given back by limb__view_file_free. LIMB_OK and NULL: there is no
// such file. Without permission to read it, or longer than LIMB__MAX_VIEW: LIMB_ERROR_IO.
limb_status limb__view_file_read(char **text, const char *path);
void limb__view_file_free(char *text);

// Creates or replaces it with what has to be a JSON object.
limb__save_answer limb__view_file_save(const char *path, const char *text, size_t size);

#endif
