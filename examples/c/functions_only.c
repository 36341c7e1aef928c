// A robot read, checked, edited and moved through exported functions alone: nothing here knows the
// layout of a struct, so any language that can call C can do the same.
//
//     functions_only arm.urdf link
#include "limb/bindings.h"

#include <stdio.h>
#include <stdlib.h>

static int fail(const limb_engine *engine)
{
    fprintf(stderr, "functions_only: %s\n", limb_engine_message(engine));
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: functions_only FILE LINK\n");
        return 2;
    }
    limb_engine *engine = limb_engine_create(NULL);
    if (!engine || limb_engine_load(engine, argv[1]) != LIMB_OK ||
        limb_engine_check_files(engine) != LIMB_OK)
        return engine ? fail(engine) : 1;
    printf("%d errors, %d warnings\n", limb_engine_error_count(engine),
           limb_engine_warning_count(engine));

    const int nq = limb_engine_nq(engine), nlink = limb_engine_nlink(engine);
    const int link = limb_engine_find_link(engine, argv[2]);
    if (link < 0) {
        fprintf(stderr, "functions_only: no link named \"%s\"\n", argv[2]);
        return 1;
    }
    double *q = calloc((size_t)nq + 1, sizeof *q);
    double *pose = calloc(12 * (size_t)nlink + 1, sizeof *pose);
    if (!q || !pose || limb_engine_neutral(engine, q) != LIMB_OK) return fail(engine);

    // a reachable pose: where the link is with every joint moved a little
    for (int i = 0; i < nq; i++)
        q[i] += 0.1;
    if (limb_engine_fk(engine, q, pose) != LIMB_OK) return fail(engine);
    const double *goal = pose + 12 * link;
    printf("%s is at %.3f %.3f %.3f\n", argv[2], goal[3], goal[7], goal[11]);

    // back from zero by inverse kinematics
    double error[2];
    if (limb_engine_neutral(engine, q) != LIMB_OK) return fail(engine);
    const int outcome = limb_engine_ik(engine, link, goal, 10, 0, q, error);
    printf("inverse kinematics: %s\n", outcome == 0 ? "solved" : limb_engine_message(engine));

    // a new name in the text, and everywhere it is referred to
    if (limb_engine_rename_link(engine, argv[2], "renamed") != LIMB_OK) return fail(engine);
    printf("%s is link %d now\n", "renamed", limb_engine_find_link(engine, "renamed"));
    free(pose);
    free(q);
    limb_engine_free(engine);
    return 0;
}
