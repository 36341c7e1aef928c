// Tests the loading of all meshes of a robot: each file once, on several threads, with
// findings in order.
#define _XOPEN_SOURCE 700

#include "harness.h"
#include "limb/shapes.h"
#include "support/corpus.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char folder[512];

static void save(const char *name, const char *text)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ENSURE(file != NULL);
    fputs(text, file);
    fclose(file);
}

static limb_robot *make_robot(void)
{
    char name[256];
    snprintf(name, sizeof name, "%s/meshes_XXXXXX", LIMB_BINARY_DIR);
    ENSURE(mkdtemp(name) != NULL);
    ENSURE(realpath(name, folder) != NULL);
    save("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    save("two.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
    save("broken.obj", "v 0 0 0\nf 1 2 3\n");
    save("a.urdf", "<robot name=\"r\"><link name=\"l\">"
                   "<visual><geometry><mesh filename=\"one.obj\"/></geometry></visual>"
                   "<visual><geometry><mesh filename=\"./one.obj\"/></geometry></visual>"
                   "<visual><geometry><mesh filename=\"one.obj\"/></geometry></visual>"
                   "<visual><geometry><mesh filename=\"broken.obj\"/></geometry></visual>"
                   "<visual><geometry><mesh filename=\"missing.obj\"/></geometry></visual>"
                   "<collision><geometry><mesh filename=\"two.obj\"/></geometry></collision>"
                   "</link></robot>");
    char path[1024];
    snprintf(path, sizeof path, "%s/a.urdf", folder);
    limb_robot *robot;
    ENSURE_INT(limb_robot_load(&robot, path, NULL), LIMB_OK);
    return robot;
}

TEST(each_file_is_loaded_once)
{
    limb_robot *robot = make_robot();
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_robot_meshes *meshes;
    ENSURE_INT(limb_robot_meshes_load(&meshes, robot, &(limb_robot_meshes_opts){.report = report}),
               LIMB_OK);
    limb_robot_free(robot);
    ENSURE_INT(meshes->nmesh, 5);
    ENSURE_INT(meshes->nfile, 3); // ./one.obj is the same by another path
    ENSURE_INT(meshes->nloaded, 2);
    ENSURE_INT(meshes->ntriangle, 3);
    const char *reason = "";
    const limb_mesh *one = limb_robot_meshes_find(meshes, "one.obj", &reason);
    ENSURE(one && one->ntriangle == 1 && !reason);
    ENSURE(!limb_robot_meshes_find(meshes, "missing.obj", &reason));
    ENSURE_TEXT(reason, "the file was not found");
    ENSURE(!limb_robot_meshes_find(meshes, "broken.obj", &reason));
    ENSURE_TEXT(reason, "the file cannot be read as a mesh");
    ENSURE(!limb_robot_meshes_find(meshes, "other.obj", &reason));
    // the missing file, then what is wrong in the broken one, with its line
    ENSURE_INT(report->nfinding, 2);
    ENSURE_INT(report->finding[0].rule, LIMB_RULE_MESH_NOT_FOUND);
    ENSURE_INT(report->finding[1].rule, LIMB_RULE_MESH_BROKEN);
    ENSURE_INT(report->finding[1].span.line, 2);
    ENSURE(strstr(report->finding[1].source_line, "f 1 2 3") != NULL);
    // and where the robot names it
    ENSURE_INT(report->finding[1].nnote, 1);
    ENSURE(strstr(report->finding[1].note[0].span.file, "a.urdf") != NULL);
    limb_robot_meshes_free(meshes);
    limb_report_free(report);
}

TEST(a_part_can_be_left_out_and_pictures_are_checked)
{
    limb_robot *robot = make_robot();
    limb_robot_meshes *meshes;
    ENSURE_INT(limb_robot_meshes_load(&meshes, robot, &(limb_robot_meshes_opts){.no_visual = true}),
               LIMB_OK);
    ENSURE_INT(meshes->nmesh, 1);
    ENSURE(meshes->mesh[0].in_collision && !meshes->mesh[0].in_visual);
    limb_robot_meshes_free(meshes);
    limb_robot_free(robot);
    save("a.png", "\x89PNG\r\n\x1a\n...");
    save("b.png", "root:x:0:0");
    save("d.png", "\x89PNG\r\n\x1a\n....");
    save("e.png", "\x89PNG\r\n\x1a\n.....");
    save("own.mtl", "newmtl m\nmap_Kd e.png\n");
    save("own.obj", "mtllib own.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n");
    save("b.urdf", "<robot name=\"r\"><material name=\"m\"><texture filename=\"a.png\"/></material>"
                   "<link name=\"l\"><visual><geometry><mesh filename=\"own.obj\"/></geometry>"
                   "<material name=\"n\"><texture filename=\"b.png\"/></material></visual>"
                   "<visual><geometry><box size=\"1 1 1\"/></geometry>"
                   "<material name=\"o\"><texture filename=\"c.png\"/></material></visual>"
                   "</link></robot>");
    char path[1024];
    snprintf(path, sizeof path, "%s/b.urdf", folder);
    ENSURE_INT(limb_robot_load(&robot, path, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_meshes_load(&meshes, robot, NULL), LIMB_OK);
    void *bytes;
    size_t size;
    ENSURE_INT(limb_robot_meshes_find_image(meshes, "a.png", NULL, &bytes, &size), LIMB_OK);
    ENSURE_INT(size, 11);
    free(bytes);
    ENSURE_INT(limb_robot_meshes_find_image(meshes, "b.png", NULL, &bytes, &size),
               LIMB_ERROR_UNSUPPORTED);
    ENSURE_INT(limb_robot_meshes_find_image(meshes, "c.png", NULL, &bytes, &size), LIMB_ERROR_IO);
    // a mesh's, by its path; and one that is there, but that nothing names
    const char *own = meshes->mesh[0].mesh->material[0].texture.path;
    ENSURE_INT(limb_robot_meshes_find_image(meshes, own, NULL, &bytes, &size), LIMB_OK);
    ENSURE_INT(size, 13);
    free(bytes);
    ENSURE_INT(limb_robot_meshes_find_image(meshes, "d.png", NULL, &bytes, &size), LIMB_ERROR_IO);
    limb_robot_meshes_free(meshes);
    limb_robot_free(robot);
}

// Every mesh reference that the corpus's table lists as present is resolved, and its file loads.
TEST(the_corpus_loads)
{
    int nrobot = 0, nreference = 0;
    for (limb_test_robots robots = {0}; limb_test_next_robot(&robots);) {
        limb_robot *robot;
        const limb_status read =
            limb_robot_load(&robot, robots.path, &(limb_load_opts){.keep_broken = true});
        ENSURE(robot != NULL || read == LIMB_ERROR_INPUT);
        if (!robot) continue;
        limb_robot_meshes *meshes;
        const limb_resolve_opts here = {.ignore_environment = true};
        ENSURE_INT(
            limb_robot_meshes_load(&meshes, robot, &(limb_robot_meshes_opts){.resolve = &here}),
            LIMB_OK);
        const int expected = atoi(robots.column[LIMB_TEST_ROBOT_MESHES]);
        int loaded = 0;
        for (int i = 0; i < robot->nlink; i++) {
            const limb_link *link = &robot->link[i];
            for (int k = 0; k < link->nvisual + link->ncollision; k++) {
                const limb_link_shape *geom =
                    k < link->nvisual ? &link->visual[k] : &link->collision[k - link->nvisual];
                if (geom->geometry.type == LIMB_SHAPE_MESH)
                    loaded += limb_robot_meshes_find(meshes, geom->geometry.filename, NULL) != NULL;
            }
        }
        if (loaded != expected) printf("%s\n", robots.column[LIMB_TEST_ROBOT_NAME]);
        ENSURE_INT(loaded, expected);
        nrobot++;
        nreference += loaded;
        limb_robot_meshes_free(meshes);
        limb_robot_free(robot);
    }
    if (limb_test_corpus()) ENSURE(nrobot > 50 && nreference > 1000);
    printf("corpus: %d robots, %d mesh references loaded\n", nrobot, nreference);
}

// The arm of the examples has glTF meshes that are y-up, which its collisions show.
static double height_of_base(limb_gltf_up up)
{
    limb_robot *robot;
    limb_robot_meshes *meshes;
    ENSURE_INT(limb_robot_load(&robot, LIMB_SOURCE_DIR "/examples/arm.urdf", NULL), LIMB_OK);
    const limb_robot_meshes_opts opts = {.gltf_up = up};
    ENSURE_INT(limb_robot_meshes_load(&meshes, robot, &opts), LIMB_OK);
    const char *reason;
    const limb_mesh *base =
        limb_robot_meshes_find(meshes, "package://limb_examples/meshes/base.glb", &reason);
    ENSURE(base != NULL);
    const double height = (double)base->upper[2];
    limb_robot_meshes_free(meshes);
    limb_robot_free(robot);
    return height;
}

TEST(gltf_is_read_as_it_fits_the_links)
{
    const double stored = height_of_base(LIMB_GLTF_UP_AS_STORED);
    const double turned = height_of_base(LIMB_GLTF_UP_Y);
    ENSURE(fabs(stored - turned) > 0.001);
    ENSURE_NEAR(height_of_base(LIMB_GLTF_UP_FITTING), turned, 1e-9);
}

typedef struct up {
    bool turned;
    int nfinding; // of mesh-up-axis
    char message[256];
} up;

// A rod of glTF that is long in z as stored (x and y -0.05 to 0.05, z 0 to 0.4), beside a box of
// the same name (NULL: none).
static up rod_beside(const double lower[3], const double upper[3], const char *collision)
{
    limb_robot_free(make_robot()); // makes the folder
    size_t size;
    char *rod = limb_test_read_file(LIMB_SOURCE_DIR "/test/rules/meshes/rod.gltf", &size);
    save("rod.gltf", rod);
    free(rod);
    char text[1024];
    int at = 0;
    for (int i = 0; lower && i < 8; i++) {
        at += snprintf(text + at, sizeof text - (size_t)at, "v %g %g %g\n",
                       i & 1 ? upper[0] : lower[0], i & 2 ? upper[1] : lower[1],
                       i & 4 ? upper[2] : lower[2]);
    }
    // two sides are enough for its bounds
    if (lower) {
        snprintf(text + at, sizeof text - (size_t)at, "f 1 2 4 3\nf 5 6 8 7\n");
        save("rod.obj", text);
    }
    snprintf(text, sizeof text,
             "<robot name='r'><link name='l'><visual><geometry><mesh filename='rod.gltf'/>"
             "</geometry></visual>%s</link></robot>",
             collision);
    save("rod.urdf", text);
    snprintf(text, sizeof text, "%s/rod.urdf", folder);
    limb_robot *robot;
    limb_robot_meshes *meshes;
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_load(&robot, text, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_meshes_load(&meshes, robot, &(limb_robot_meshes_opts){.report = report}),
               LIMB_OK);
    up found = {.turned = meshes->gltf_turned};
    for (int i = 0; i < report->nfinding; i++) {
        if (report->finding[i].rule != LIMB_RULE_MESH_UP_AXIS) continue;
        found.nfinding++;
        snprintf(found.message, sizeof found.message, "%s", report->finding[i].message);
    }
    limb_robot_meshes_free(meshes);
    limb_robot_free(robot);
    limb_report_free(report);
    return found;
}

TEST(a_file_of_the_same_name_shows_how_gltf_is_meant)
{
    const double thin[3] = {-0.05, -0.05, 0}, high[3] = {0.05, 0.05, 0.4};
    const double lying[3] = {-0.05, -0.4, -0.05}, low[3] = {0.05, 0, 0.05};
    up found = rod_beside(thin, high, "");
    ENSURE(!found.turned);
    ENSURE_INT(found.nfinding, 1);
    ENSURE(strstr(found.message, "the glTF mesh fits rod.obj as stored") != NULL);
    found = rod_beside(lying, low, "");
    ENSURE(found.turned);
    ENSURE_INT(found.nfinding, 0);
}

TEST(a_file_of_the_same_name_that_decides_nothing)
{
    const double thin[3] = {-0.05, -0.05, 0}, high[3] = {0.05, 0.05, 0.4};
    const double lying[3] = {-0.05, -0.4, -0.05}, low[3] = {0.05, 0, 0.05};
    const double cube[3] = {-0.2, -0.2, -0.2}, end[3] = {0.2, 0.2, 0.2};
    const double far[3] = {-50, -400, -50}, off[3] = {50, 0, 50}; // in millimeters
    up found = rod_beside(cube, end, "");
    ENSURE(!found.turned && found.nfinding == 0);
    found = rod_beside(far, off, "");
    ENSURE(!found.turned && found.nfinding == 0);
    found = rod_beside(NULL, NULL, "");
    ENSURE(!found.turned && found.nfinding == 0);
    // collisions count more
    static const char upright[] = "<collision><origin xyz='0 0 0.2'/><geometry>"
                                  "<box size='0.1 0.1 0.4'/></geometry></collision>";
    found = rod_beside(lying, low, upright);
    ENSURE(!found.turned && found.nfinding == 1);
    ENSURE(strstr(found.message, "its collision") != NULL);
    static const char flat[] = "<collision><origin xyz='0 -0.2 0'/><geometry>"
                               "<box size='0.1 0.4 0.1'/></geometry></collision>";
    found = rod_beside(thin, high, flat);
    ENSURE(found.turned && found.nfinding == 0);
}

// The material library and textures of a mesh may be anywhere in its package, but not outside it.
TEST(textures_stay_in_the_package)
{
    limb_robot *robot = make_robot(); // makes the folder
    limb_robot_free(robot);
    char path[1024];
    static const char *const made[] = {"pkg", "pkg/meshes", "pkg/mtl", "pkg/textures"};
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, made[i]);
        ENSURE_INT(mkdir(path, 0777), 0);
    }
    save("secret.png", "x");
    save("pkg/package.xml", "<package><name>pkg</name></package>");
    save("pkg/textures/skin.png", "x");
    save("pkg/mtl/a.mtl", "newmtl in\nmap_Kd ../textures/skin.png\nnewmtl out\n"
                          "map_Kd ../../secret.png\nnewmtl far\nmap_Kd /etc/secret.png\n");
    save("pkg/meshes/a.obj", "mtllib ../mtl/a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl in\nf 1 2 3\n"
                             "usemtl out\nf 1 2 3\nusemtl far\nf 1 2 3\n");
    save("pkg/a.urdf", "<robot name='r'><link name='l'><visual><geometry>"
                       "<mesh filename='package://pkg/meshes/a.obj'/></geometry></visual></link>"
                       "</robot>");
    snprintf(path, sizeof path, "%s/pkg/a.urdf", folder);
    limb_report *report;
    limb_robot_meshes *meshes;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_load(&robot, path, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_meshes_load(&meshes, robot, &(limb_robot_meshes_opts){.report = report}),
               LIMB_OK);
    const limb_mesh *mesh = meshes->mesh[0].mesh;
    ENSURE(mesh && mesh->nmaterial == 3);
    ENSURE(mesh->material[0].has_texture && !mesh->material[1].has_texture);
    ENSURE(!mesh->material[2].has_texture);
    int count = 0;
    for (int i = 0; i < report->nfinding; i++)
        count += report->finding[i].rule == LIMB_RULE_MESH_COMPANION;
    ENSURE_INT(count, 2);
    limb_robot_meshes_free(meshes);
    limb_robot_free(robot);
    limb_report_free(report);
}
