// The inertia of a link's shapes: closed forms of the primitives, exact integrals of closed meshes,
// hulls of open ones, summed about the common centre of mass (Steiner).
#include "limb/inertia.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static limb_status weigh_shape(limb_link_inertia *out, const limb_geometry *shape,
                               const limb_robot_meshes *meshes, double density,
                               limb_mass_properties *mass, double half[3], double middle[3]);
static limb_status weigh_mesh(limb_link_inertia *out, const limb_geometry *shape,
                              const limb_robot_meshes *meshes, double density,
                              limb_mass_properties *mass, double half[3], double middle[3]);
static void weigh_primitive(const limb_geometry *shape, double density, limb_mass_properties *mass,
                            double half[3]);
static void turn_tensor(const double pose[12], const double inertia[6], double turned[6]);
static void add_steiner(double inertia[6], double mass, const double offset[3]);
static void add_bounds(limb_link_inertia *out, const double pose[12], const double half[3],
                       const double middle[3]);

limb_status limb_link_find_inertia(limb_link_inertia *out, const limb_robot *robot, int link,
                                   const limb_robot_meshes *meshes, double density)
{
    memset(out, 0, sizeof *out);
    const limb_link *l = &robot->link[link];
    out->from_visual = l->ncollision == 0;
    const limb_geom *geom = out->from_visual ? l->visual : l->collision;
    const int count = out->from_visual ? l->nvisual : l->ncollision;
    double origin_inertia[6] = {0}; // about the link's origin
    double first[3] = {0};          // mass times place
    for (int i = 0; i < count; i++) {
        limb_mass_properties mass;
        double half[3], middle[3] = {0}, pose[12], center[3], turned[6];
        const limb_status status =
            weigh_shape(out, &geom[i].geometry, meshes, density, &mass, half, middle);
        if (status == LIMB_ERROR_MEMORY) return status;
        if (status != LIMB_OK) continue;
        limb_origin_pose(&geom[i].origin, pose);
        add_bounds(out, pose, half, middle);
        for (int k = 0; k < 3; k++)
            center[k] = pose[k * 4] * mass.center[0] + pose[k * 4 + 1] * mass.center[1] +
                        pose[k * 4 + 2] * mass.center[2] + pose[k * 4 + 3];
        turn_tensor(pose, mass.inertia, turned);
        add_steiner(turned, mass.mass, center);
        for (int k = 0; k < 6; k++)
            origin_inertia[k] += turned[k];
        for (int k = 0; k < 3; k++)
            first[k] += mass.mass * center[k];
        out->mass.mass += mass.mass;
        out->nshape++;
    }
    if (!(out->mass.mass > 0)) return LIMB_ERROR_NUMERIC;
    out->volume = out->mass.mass / density;
    for (int k = 0; k < 3; k++)
        out->mass.center[k] = first[k] / out->mass.mass;
    memcpy(out->mass.inertia, origin_inertia, sizeof origin_inertia);
    add_steiner(out->mass.inertia, -out->mass.mass, out->mass.center);
    return LIMB_OK;
}

bool limb_link_declared_inertia(limb_mass_properties *out, const limb_robot *robot, int link)
{
    const limb_inertial *inertial = robot->link[link].inertial;
    if (!inertial || !inertial->has_mass) return false;
    double pose[12];
    limb_origin_pose(&inertial->origin, pose);
    out->mass = inertial->mass;
    for (int k = 0; k < 3; k++)
        out->center[k] = pose[k * 4 + 3];
    turn_tensor(pose, inertial->inertia, out->inertia);
    return true;
}

//---- shapes --------------------------------------------------------------------------------------

static limb_status weigh_shape(limb_link_inertia *out, const limb_geometry *shape,
                               const limb_robot_meshes *meshes, double density,
                               limb_mass_properties *mass, double half[3], double middle[3])
{
    if (shape->shape == LIMB_SHAPE_MESH)
        return weigh_mesh(out, shape, meshes, density, mass, half, middle);
    weigh_primitive(shape, density, mass, half);
    return mass->mass > 0 ? LIMB_OK : LIMB_ERROR_NUMERIC;
}

static limb_status weigh_mesh(limb_link_inertia *out, const limb_geometry *shape,
                              const limb_robot_meshes *meshes, double density,
                              limb_mass_properties *mass, double half[3], double middle[3])
{
    // finding changes nothing in the meshes
    const limb_mesh *mesh =
        meshes && shape->filename
            ? limb_robot_meshes_find((void *)(uintptr_t)meshes, shape->filename, NULL)
            : NULL;
    if (!mesh) {
        out->nmissing++;
        return LIMB_ERROR_IO;
    }
    for (int k = 0; k < 3; k++) {
        half[k] = fabs(shape->scale[k]) * ((double)mesh->upper[k] - (double)mesh->lower[k]) / 2;
        middle[k] = shape->scale[k] * ((double)mesh->upper[k] + (double)mesh->lower[k]) / 2;
    }
    limb_mesh_topology topology;
    limb_status status = limb_mesh_find_topology(&topology, mesh, NULL);
    if (status != LIMB_OK) return status;
    if (topology.watertight) return limb_mesh_mass(mass, mesh, density, shape->scale);
    limb_mesh *hull;
    status = limb_hull_build(&hull, mesh->position, mesh->nvertex, NULL, NULL);
    if (status != LIMB_OK) return status;
    out->nopen++;
    status = limb_mesh_mass(mass, hull, density, shape->scale);
    limb_mesh_free(hull);
    return status;
}

static void weigh_primitive(const limb_geometry *shape, double density, limb_mass_properties *mass,
                            double half[3])
{
    const double r = fabs(shape->radius), h = fabs(shape->length);
    memset(mass, 0, sizeof *mass);
    double *const i = mass->inertia;
    if (shape->shape == LIMB_SHAPE_BOX) {
        const double x = fabs(shape->size[0]), y = fabs(shape->size[1]), z = fabs(shape->size[2]);
        const double m = mass->mass = density * x * y * z;
        i[0] = m * (y * y + z * z) / 12;
        i[3] = m * (x * x + z * z) / 12;
        i[5] = m * (x * x + y * y) / 12;
        half[0] = x / 2;
        half[1] = y / 2;
        half[2] = z / 2;
        return;
    }
    half[0] = half[1] = r;
    half[2] = shape->shape == LIMB_SHAPE_SPHERE     ? r
              : shape->shape == LIMB_SHAPE_CYLINDER ? h / 2
                                                    : h / 2 + r;
    const bool round = shape->shape != LIMB_SHAPE_CYLINDER;
    const double cylinder = shape->shape == LIMB_SHAPE_SPHERE ? 0 : density * pi * r * r * h;
    const double caps = round ? density * pi * r * r * r * 4 / 3 : 0; // both together
    const double length = shape->shape == LIMB_SHAPE_SPHERE ? 0 : h;
    mass->mass = cylinder + caps;
    i[5] = cylinder * r * r / 2 + caps * 2 * r * r / 5;
    // half a ball's centre lies 3/8 r behind its face
    i[0] = i[3] = cylinder * (3 * r * r + length * length) / 12 +
                  caps * (2 * r * r / 5 + length * length / 4 + 3 * length * r / 8);
}

//---- tensors -------------------------------------------------------------------------------------

// R I R^T
static void turn_tensor(const double pose[12], const double inertia[6], double turned[6])
{
    const double full[3][3] = {{inertia[0], inertia[1], inertia[2]},
                               {inertia[1], inertia[3], inertia[4]},
                               {inertia[2], inertia[4], inertia[5]}};
    int at = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++) {
            double sum = 0;
            for (int a = 0; a < 3; a++) {
                for (int b = 0; b < 3; b++)
                    sum += pose[i * 4 + a] * full[a][b] * pose[k * 4 + b];
            }
            turned[at++] = sum;
        }
    }
}

// about a point at -offset from the centre of mass
static void add_steiner(double inertia[6], double mass, const double offset[3])
{
    const double square = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
    int at = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++)
            inertia[at++] += mass * ((i == k ? square : 0) - offset[i] * offset[k]);
    }
}

static void add_bounds(limb_link_inertia *out, const double pose[12], const double half[3],
                       const double middle[3])
{
    for (int k = 0; k < 3; k++) {
        const double *row = pose + k * 4;
        const double at = row[0] * middle[0] + row[1] * middle[1] + row[2] * middle[2] + row[3];
        const double reach =
            fabs(row[0]) * half[0] + fabs(row[1]) * half[1] + fabs(row[2]) * half[2];
        if (out->nshape == 0 || at - reach < out->lower[k]) out->lower[k] = at - reach;
        if (out->nshape == 0 || at + reach > out->upper[k]) out->upper[k] = at + reach;
    }
}
