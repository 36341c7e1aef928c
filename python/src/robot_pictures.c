// The shapes of limb.Robot: GLB, pictures, the page, and mass properties computed from shapes.
//
// All of these read files and take a while, so they release the interpreter's lock.
#include "module.h"

#include "limb/render.h"
#ifdef LIMB_PYTHON_PAGE
#include "limb/view.h"
#endif

typedef struct shapes { // a robot that is read, and where its meshes are
    limb_py_robot *owner;
    const limb_robot *robot;
    limb_py_places places;
    bool urdf_colors, own_materials; // of limb_glb_opts
} shapes;

static bool begin(shapes *s, PyObject *self);
static void end(shapes *s);
static limb_status load_meshes(const shapes *s, limb_robot_meshes **meshes);
static limb_status build_glb(const shapes *s, const double *pose, limb_glb **glb);
static limb_status draw(const shapes *s, const double *pose, const limb_render_opts *opts,
                        limb_py_bytes *png);
static limb_status weigh(const shapes *s, int link, double density, limb_link_inertia *out,
                         limb_robot_meshes **meshes);
static PyObject *numbers(const double *value, int count);

// glb(urdf_colors, own_materials)
PyObject *limb_py_robot_glb(PyObject *self, PyObject *arguments)
{
    shapes s;
    int colors, own;
    limb_glb *glb = NULL;
    limb_status status;
    if (!PyArg_ParseTuple(arguments, "pp", &colors, &own) || !begin(&s, self)) return NULL;
    s.urdf_colors = colors;
    s.own_materials = own;
    Py_BEGIN_ALLOW_THREADS status = build_glb(&s, NULL, &glb);
    Py_END_ALLOW_THREADS end(&s);
    PyObject *bytes = status == LIMB_OK ? PyBytes_FromStringAndSize(limb_glb_bytes(glb),
                                                                    (Py_ssize_t)limb_glb_size(glb))
                                        : limb_py_fail(status, NULL);
    limb_glb_free(glb);
    return bytes;
}

// png(poses or None, width, height, azimuth, elevation, dark, urdf_colors, own_materials)
PyObject *limb_py_robot_png(PyObject *self, PyObject *arguments)
{
    PyObject *poses;
    limb_render_opts opts = {.has_view = true};
    int dark, colors, own;
    if (!PyArg_ParseTuple(arguments, "Oiiddppp", &poses, &opts.width, &opts.height, &opts.azimuth,
                          &opts.elevation, &dark, &colors, &own)) {
        return NULL;
    }
    opts.dark = dark;
    shapes s;
    if (!begin(&s, self)) return NULL;
    s.urdf_colors = colors;
    s.own_materials = own;
    Py_buffer view = {0};
    const bool has_poses = poses != Py_None;
    limb_py_bytes png = {0};
    limb_status status = LIMB_ERROR_INPUT;
    if (!has_poses || limb_py_doubles(poses, &view, 12 * s.robot->nlink, false, "poses")) {
        Py_BEGIN_ALLOW_THREADS status = draw(&s, has_poses ? view.buf : NULL, &opts, &png);
        Py_END_ALLOW_THREADS if (has_poses) PyBuffer_Release(&view);
        if (status != LIMB_OK) limb_py_fail(status, NULL);
    }
    end(&s);
    if (status == LIMB_OK) return limb_py_take(&png);
    PyMem_RawFree(png.data);
    return NULL;
}

#ifdef LIMB_PYTHON_PAGE
// The robot as it is in memory. An expansion that was not edited is made again, since its findings
// point into the files it was written in.
PyObject *limb_py_robot_html(PyObject *self, PyObject *unused)
{
    (void)unused;
    shapes s;
    limb_py_bytes html = {0};
    limb_status status;
    PyObject *path = PyUnicode_EncodeFSDefault(((limb_py_robot *)self)->path);
    if (!path || !begin(&s, self)) {
        Py_XDECREF(path);
        return NULL;
    }
    limb_view_opts opts = {.file = s.places.file};
    if (!s.owner->xacro) {
        const limb_text text = limb_document_source(s.robot->document);
        opts.file.text = text.data;
        opts.file.size = text.size;
    }
    Py_BEGIN_ALLOW_THREADS status =
        limb_view_write_html(PyBytes_AS_STRING(path), &opts, limb_py_append, &html);
    Py_END_ALLOW_THREADS end(&s);
    Py_DECREF(path);
    if (status == LIMB_OK) return limb_py_take(&html);
    PyMem_RawFree(html.data);
    return limb_py_fail(status, NULL);
}
#endif

// inertia(link, density) -> (mass, center, tensor)
PyObject *limb_py_robot_inertia(PyObject *self, PyObject *arguments)
{
    const char *name;
    double density;
    if (!PyArg_ParseTuple(arguments, "sd", &name, &density)) return NULL;
    const int link = limb_py_find_link(((limb_py_robot *)self)->robot, name);
    shapes s;
    if (link < 0 || !begin(&s, self)) return NULL;
    limb_robot_meshes *meshes = NULL;
    limb_link_inertia out;
    limb_status status;
    Py_BEGIN_ALLOW_THREADS status = weigh(&s, link, density, &out, &meshes);
    Py_END_ALLOW_THREADS end(&s);
    PyObject *answer = NULL;
    if (status != LIMB_OK) {
        limb_py_fail(status, NULL);
    } else if (out.reason) {
        PyErr_Format(PyExc_ValueError, "link \"%s\": %s", name, out.reason);
    } else {
        answer = Py_BuildValue("(dNN)", out.mass, numbers(out.center, 3), numbers(out.inertia, 6));
    }
    limb_robot_meshes_free(meshes);
    return answer;
}

// The robot is not edited from here on until end, so that it can be read without the lock.
static bool begin(shapes *s, PyObject *self)
{
    *s = (shapes){.owner = (limb_py_robot *)self, .robot = ((limb_py_robot *)self)->robot};
    if (!limb_py_places_init(&s->places, s->owner->words, s->owner->folders)) {
        limb_py_places_free(&s->places);
        return false;
    }
    s->owner->nreader++;
    return true;
}

static void end(shapes *s)
{
    s->owner->nreader--;
    limb_py_places_free(&s->places);
}

static limb_status load_meshes(const shapes *s, limb_robot_meshes **meshes)
{
    const limb_robot_meshes_opts opts = {.resolve = &s->places.resolve};
    return limb_robot_meshes_load(meshes, s->robot, &opts);
}

static limb_status build_glb(const shapes *s, const double *pose, limb_glb **glb)
{
    limb_robot_meshes *meshes = NULL;
    limb_status status = load_meshes(s, &meshes);
    const limb_glb_opts opts = {.find_mesh = limb_robot_meshes_find,
                                .find_image = limb_robot_meshes_find_image,
                                .find_ctx = meshes,
                                .link_pose = pose,
                                .override_colors = s->urdf_colors,
                                .own_materials = s->own_materials,
                                .no_collision = pose != NULL};
    if (status == LIMB_OK) status = limb_glb_build(glb, s->robot, &opts);
    limb_robot_meshes_free(meshes);
    return status;
}

static limb_status draw(const shapes *s, const double *pose, const limb_render_opts *opts,
                        limb_py_bytes *png)
{
    limb_glb *glb = NULL;
    limb_mesh *scene = NULL;
    limb_image image = {0};
    limb_status status = build_glb(s, pose, &glb);
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

static limb_status weigh(const shapes *s, int link, double density, limb_link_inertia *out,
                         limb_robot_meshes **meshes)
{
    const limb_status status = load_meshes(s, meshes);
    if (status != LIMB_OK) return status;
    const limb_inertia_opts opts = {
        .density = density, .find_mesh = limb_robot_meshes_find, .find_ctx = *meshes};
    return limb_link_compute_inertia(out, &s->robot->link[link], &opts);
}

static PyObject *numbers(const double *value, int count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple && i < count; i++)
        PyTuple_SET_ITEM(tuple, i, PyFloat_FromDouble(value[i]));
    return tuple;
}
