// Iterates over the real robots of the corpus, by the table that lists them.
#ifndef LIMB_TEST_SUPPORT_CORPUS_H
#define LIMB_TEST_SUPPORT_CORPUS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LIMB_TEST_ROBOT_NAME = 0, LIMB_TEST_ROBOT_FILE = 6, LIMB_TEST_ROBOT_MESHES = 12 }; // columns

typedef struct limb_test_robots { // zero-initialize
    const char *column[16];       // of the table's line; NULL after the last
    char path[1200];              // of the URDF file
    char *table;
    char *line;
} limb_test_robots;

// To the next robot that is a URDF file; false: there is none, also when no robots are
// beside the project.
bool limb_test_next_robot(limb_test_robots *it);

#ifdef __cplusplus
}
#endif
#endif
