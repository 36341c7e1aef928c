// Tests queries in caller-owned memory, properties of a scene, and SRDF from a file.
#include "harness.h"
#include "limb/limb.h"

#include <stdlib.h>
#include <string.h>

static const limb_collider ball = {.kind = LIMB_COLLIDER_SPHERE, .radius = 0.25};

static limb_scene *make_scene(void)
{
    const limb_scene_object object[3] = {{.name = "a", .ncollider = 1, .collider = &ball},
                                         {.name = "b", .ncollider = 1, .collider = &ball},
                                         {.name = "bare"}};
    limb_scene *scene;
    const limb_scene_opts opts = {.obstacle = object, .nobstacle = 1};
    ENSURE_INT(limb_scene_create(&scene, object, 3, NULL, 0, &opts), LIMB_OK);
    return scene;
}

// Guard bytes around the memory stay unchanged, regardless of its alignment.
TEST(a_query_keeps_to_the_memory_it_is_given)
{
    limb_scene *scene = make_scene();
    const size_t size = limb_query_size(scene);
    enum { GUARD = 64 };
    unsigned char *block = malloc(size + 3 * GUARD);
    ENSURE(block);
    for (size_t shift = 0; shift < GUARD; shift += 7) {
        unsigned char *memory = block + GUARD + shift;
        memset(block, 0xA5, size + 3 * GUARD);
        ENSURE(!limb_query_init(scene, memory, size - 1));
        limb_query *query = limb_query_init(scene, memory, size);
        ENSURE(query);
        double pose[3][12] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
                              {1, 0, 0, 9, 0, 1, 0, 0, 0, 0, 1, 0},
                              {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
        pose[0][3] = 3; // away from the obstacle
        ENSURE_INT(limb_query_place_objects(query, pose[0], 3), LIMB_OK);
        ENSURE(!limb_collide(query, NULL));
        pose[1][3] = 3.4;
        ENSURE_INT(limb_query_place_objects(query, pose[0], 3), LIMB_OK);
        int pair[2];
        ENSURE(limb_collide(query, pair));
        ENSURE(pair[0] == 0 && pair[1] == 1);
        for (size_t i = 0; i < GUARD + shift; i++)
            ENSURE_INT(block[i], 0xA5);
        for (size_t i = GUARD + shift + size; i < size + 3 * GUARD; i++)
            ENSURE_INT(block[i], 0xA5);
    }
    free(block);
    limb_scene_free(scene);
}

TEST(a_scene_says_what_is_in_it)
{
    limb_scene *scene = make_scene();
    ENSURE_INT(limb_scene_object_count(scene), 4);
    ENSURE_TEXT(limb_scene_object_name(scene, 2), "bare");
    ENSURE_INT(limb_scene_shape_count(scene, 1), 1);
    ENSURE_INT(limb_scene_shape_count(scene, 2), 0);
    ENSURE(limb_scene_memory(scene) > 0 && limb_scene_memory(scene) < 1 << 20);
    limb_scene_free(scene);
}

TEST(srdf_is_read_from_a_file)
{
    static const char text[] = "<robot name='r'><disable_collisions link1='a' link2='b' "
                               "reason='Never'/></robot>";
    static const char path[] = LIMB_BINARY_DIR "/query_test.srdf";
    ENSURE_INT(limb_file_replace(path, text, strlen(text), NULL), LIMB_OK);
    limb_srdf *srdf;
    ENSURE_INT(limb_srdf_load(&srdf, path, NULL), LIMB_OK);
    ENSURE_INT(srdf->npair, 1);
    ENSURE(limb_srdf_disables(srdf, "b", "a") && !limb_srdf_disables(srdf, "a", "a"));
    limb_srdf_free(srdf);
    ENSURE_INT(limb_srdf_load(&srdf, LIMB_BINARY_DIR "/there/is/none.srdf", NULL), LIMB_ERROR_IO);
    ENSURE(!srdf);

    // findings name the file
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(limb_file_replace(path, "<robot", 6, NULL), LIMB_OK);
    const limb_srdf_opts opts = {.report = report};
    ENSURE_INT(limb_srdf_load(&srdf, path, &opts), LIMB_ERROR_INPUT);
    ENSURE(!srdf && report->nfinding > 0);
    ENSURE_TEXT(report->finding[0].span.file, path);
    limb_report_free(report);
}
