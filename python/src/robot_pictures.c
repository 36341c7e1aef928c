// limb.Robot as GLB, as a picture and as a page.
#include "module.h"

#include "limb/render.h"
#ifdef LIMB_PYTHON_PAGE
#include "limb/view.h"
#endif

static limb_status build_glb(const limb_robot *robot, const double *pose, limb_glb **glb)
{
    limb_robot_meshes *meshes = NULL;
    limb_status status = limb_robot_meshes_load(&meshes, robot, NULL);
    const limb_glb_opts opts = {.find_mesh = limb_robot_meshes_find,
                                .find_image = limb_robot_meshes_find_image,
                                .find_ctx = meshes,
                                .link_pose = pose,
                                .no_collision = pose != NULL};
    if (status == LIMB_OK) status = limb_glb_build(glb, robot, &opts);
    limb_robot_meshes_free(meshes);
    return status;
}

PyObject *limb_py_robot_glb(PyObject *self, PyObject *unused)
{
    (void)unused;
    limb_glb *glb = NULL;
    limb_status status;
    Py_BEGIN_ALLOW_THREADS status = build_glb(limb_py_robot_of(self), NULL, &glb);
    Py_END_ALLOW_THREADS PyObject *bytes =
        status == LIMB_OK
            ? PyBytes_FromStringAndSize(limb_glb_bytes(glb), (Py_ssize_t)limb_glb_size(glb))
            : limb_py_fail(status, NULL);
    limb_glb_free(glb);
    return bytes;
}

static limb_status draw(const limb_robot *robot, const double *pose, const limb_render_opts *opts,
                        limb_py_bytes *png)
{
    limb_glb *glb = NULL;
    limb_mesh *scene = NULL;
    limb_image image = {0};
    limb_status status = build_glb(robot, pose, &glb);
    const limb_mesh_opts read = {.normals = LIMB_MESH_NORMALS_COMPUTE};
    if (status == LIMB_OK)
        status = limb_mesh_parse(&scene, limb_glb_bytes(glb), limb_glb_size(glb), &read);
    if (status == LIMB_OK) status = limb_render(&image, scene, opts);
    if (status == LIMB_OK) status = limb_image_write_png(&image, limb_py_append, png);
    limb_image_free(&image);
    limb_mesh_free(scene);
    limb_glb_free(glb);
    return status;
}

PyObject *limb_py_robot_png(PyObject *self, PyObject *arguments)
{
    PyObject *poses;
    limb_render_opts opts = {.has_view = true};
    int dark;
    if (!PyArg_ParseTuple(arguments, "Oiiddp", &poses, &opts.width, &opts.height, &opts.azimuth,
                          &opts.elevation, &dark)) {
        return NULL;
    }
    opts.dark = dark;
    const limb_robot *robot = limb_py_robot_of(self);
    Py_buffer view = {0};
    if (poses != Py_None && !limb_py_doubles(poses, &view, 12 * robot->nlink, false, "poses"))
        return NULL;
    limb_py_bytes png = {0};
    // PyMem needs the lock, and a picture takes a while: it is drawn with the lock held
    const limb_status status = draw(robot, poses != Py_None ? view.buf : NULL, &opts, &png);
    if (poses != Py_None) PyBuffer_Release(&view);
    if (status == LIMB_OK) return limb_py_take(&png);
    PyMem_Free(png.data);
    return limb_py_fail(status, NULL);
}

#ifdef LIMB_PYTHON_PAGE
PyObject *limb_py_robot_html(PyObject *self, PyObject *unused)
{
    (void)unused;
    limb_py_bytes html = {0};
    const limb_status status =
        limb_view_write_html(limb_py_robot_of(self)->file, NULL, limb_py_append, &html);
    if (status == LIMB_OK) return limb_py_take(&html);
    PyMem_Free(html.data);
    return limb_py_fail(status, NULL);
}
#endif
