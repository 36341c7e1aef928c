// The numbers that arrive in a reader: mass, degrees of freedom, limits, mimic joints, shapes.
// Where a number shows a feature that no single element does, such as a moving body without mass,
// it is reported as found.
#include "documents/readers/readers.h"

#include <math.h>
#include <string.h>

static const double DENSITY = 1000;   // kg/m3 of MuJoCo's shapes
static const double SMALLEST = 1e-15; // mass and inertia that MuJoCo accepts, mjMINVAL

typedef struct facts {
    const limb__sheet *sheet;
    limb__reader_id reader;
    limb__arena *arena;
    const limb_target *urdfdom; // NULL: the reader is not built on it
    limb_reader_result *result;
    limb__found_fn *found;
    void *ctx;
    double *mass;  // per link
    bool *guessed; // the link's mass is the reader's invention
    int *cluster;  // the first link of those that fixed joints connect
} facts;

static void add_masses(facts *f);
static double mass_of(facts *f, int link);
static const limb_target_link *find_link(const limb_target *urdfdom, const char *name);
static const limb_target_joint *find_joint(const limb_target *urdfdom, const char *name);
static double value_of(const facts *f, const limb__sheet_number *number);
static void drake_mass(facts *f, int link);
static bool find_clusters(facts *f);
static void check_bodies(facts *f);
static bool has_tensor(const facts *f, int link, double *smallest);
static void check_tensors(facts *f);
static void add_joints(facts *f);
static int dof_of(const facts *f, const limb__sheet_joint *joint);
static void add_limits(const facts *f, const limb__sheet_joint *joint, limb_reader_joint *out);
static void add_shapes(facts *f);
static bool is_mujoco(limb__reader_id reader);
static bool is_drake(limb__reader_id reader);
static bool drops_loose(limb__reader_id reader);

void limb__reader_facts(const limb__sheet *sheet, limb__reader_id reader,
                        const limb_target *urdfdom, limb__arena *arena, limb_reader_result *result,
                        limb__found_fn *found, void *ctx)
{
    facts f = {.sheet = sheet,
               .reader = reader,
               .arena = arena,
               .result = result,
               .found = found,
               .ctx = ctx};
    result->has_facts = true;
    if (reader == LIMB__READER_YOURDFPY && sheet->is_namespaced) {
        result->has_mass = true; // it sees no element
        return;
    }
    f.mass = LIMB__ARENA_ARRAY(arena, double, sheet->nlink + 1);
    f.guessed = LIMB__ARENA_ARRAY(arena, bool, sheet->nlink + 1);
    f.cluster = LIMB__ARENA_ARRAY(arena, int, sheet->nlink + 1);
    if (!f.mass || !f.guessed || !f.cluster || !find_clusters(&f)) return;
    f.urdfdom = urdfdom;
    add_masses(&f);
    if (is_mujoco(reader)) check_bodies(&f);
    add_joints(&f);
    add_shapes(&f);
}

//---- mass ----------------------------------------------------------------------------------------

static void add_masses(facts *f)
{
    const limb__sheet *sheet = f->sheet;
    f->result->has_mass = true;
    for (int i = 0; i < sheet->nlink; i++) {
        const limb__sheet_link *link = &sheet->link[i];
        const bool is_root = link->parent_joint < 0;
        const bool is_world = strcmp(link->name, "world") == 0;
        f->mass[i] = mass_of(f, i);
        if (is_drake(f->reader)) drake_mass(f, i);
        bool counts = !drops_loose(f->reader) || link->order >= 0;
        if (f->reader == LIMB__READER_MOVEIT && is_root) {
            counts = false;
            if (f->mass[i] > 0) f->found(f->ctx, LIMB__FEATURE_STATIC_MASS, link->inertial, -1);
        }
        if (is_drake(f->reader)) counts &= !is_world;
        if (f->reader == LIMB__READER_MUJOCO) {
            // the root and what is fixed to it become the world, which keeps only its own mass
            const bool is_static = sheet->link[f->cluster[i]].parent_joint < 0;
            counts = !is_static || (is_root && is_world);
            if (!counts && f->mass[i] > 0 && !f->guessed[i])
                f->found(f->ctx, LIMB__FEATURE_STATIC_MASS, link->inertial, -1);
        }
        if (!counts) continue;
        if (f->guessed[i] && f->reader != LIMB__READER_PYBULLET && link->has_unknown_volume)
            f->result->has_mass = false;
        if (f->guessed[i] && f->mass[i] > 0)
            f->found(f->ctx, LIMB__FEATURE_INERTIAL_ABSENT, link->node, -1);
        f->result->mass += f->mass[i];
    }
}

static double mass_of(facts *f, int index)
{
    const limb__sheet_link *link = &f->sheet->link[index];
    f->guessed[index] = false;
    if (f->urdfdom) {
        const limb_target_link *theirs = find_link(f->urdfdom, link->name);
        return theirs && theirs->has_inertial ? theirs->mass : 0;
    }
    if (link->inertial >= 0) return value_of(f, &link->mass);
    f->guessed[index] = is_mujoco(f->reader) || f->reader == LIMB__READER_PYBULLET;
    if (is_mujoco(f->reader)) return DENSITY * link->volume;
    // PyBullet's one kilogram, which the world does not get
    return f->reader == LIMB__READER_PYBULLET && strcmp(link->name, "world") != 0 ? 1 : 0;
}

// Links and joints of urdfdom are sorted by name.
static const limb_target_link *find_link(const limb_target *urdfdom, const char *name)
{
    int low = 0, high = urdfdom->nlink - 1;
    while (low <= high) {
        const int middle = low + (high - low) / 2;
        const int order = strcmp(urdfdom->link[middle].name, name);
        if (order == 0) return &urdfdom->link[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return NULL;
}

static const limb_target_joint *find_joint(const limb_target *urdfdom, const char *name)
{
    int low = 0, high = urdfdom->njoint - 1;
    while (low <= high) {
        const int middle = low + (high - low) / 2;
        const int order = strcmp(urdfdom->joint[middle].name, name);
        if (order == 0) return &urdfdom->joint[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return NULL;
}

static double value_of(const facts *f, const limb__sheet_number *number)
{
    if (number->plain || !number->text.data) return number->value;
    double value = 0;
    (void)limb__reader_numbers(f->reader, number->text, 1, false, &value);
    return value;
}

// A mass that is not positive is 1 kg, unless the tensor is zero, too.
static void drake_mass(facts *f, int index)
{
    const limb__sheet_link *link = &f->sheet->link[index];
    if (link->inertial < 0 || f->mass[index] > 0) return;
    bool has_inertia = f->mass[index] < 0;
    for (int i = 0; i < 6; i++)
        has_inertia |= value_of(f, &link->inertia[i]) != 0;
    if (!has_inertia) return;
    f->mass[index] = 1;
    f->found(f->ctx, LIMB__FEATURE_MASS_REPLACED, link->inertial, -1);
}

// Links that fixed joints connect, by the first of them.
static bool find_clusters(facts *f)
{
    const limb__sheet *sheet = f->sheet;
    int *by_order = LIMB__ARENA_ARRAY(f->arena, int, sheet->nlink + 1);
    if (!by_order) return false;
    for (int i = 0; i < sheet->nlink; i++)
        by_order[i] = -1;
    for (int i = 0; i < sheet->nlink; i++) {
        f->cluster[i] = i;
        if (sheet->link[i].order >= 0) by_order[sheet->link[i].order] = i;
    }
    for (int k = 0; k < sheet->nlink && by_order[k] >= 0; k++) {
        const int link = by_order[k];
        const int parent_joint = sheet->link[link].parent_joint;
        if (parent_joint < 0) continue;
        const limb__sheet_joint *joint = &sheet->joint[parent_joint];
        if (joint->type == LIMB__TYPE_FIXED && joint->parent >= 0)
            f->cluster[link] = f->cluster[joint->parent];
    }
    return true;
}

//---- what MuJoCo asks of bodies ------------------------------------------------------------------

// Checks that each body moved by a joint has mass and inertia, its own or of links fixed to it.
static void check_bodies(facts *f)
{
    const limb__sheet *sheet = f->sheet;
    bool *sound = LIMB__ARENA_ARRAY(f->arena, bool, sheet->nlink + 1);
    if (!sound) return;
    memset(sound, 0, (size_t)sheet->nlink * sizeof *sound);
    for (int i = 0; i < sheet->nlink; i++) {
        double smallest;
        const bool has = has_tensor(f, i, &smallest);
        if (f->mass[i] >= SMALLEST && has && smallest >= SMALLEST) sound[f->cluster[i]] = true;
        if (sheet->link[i].has_unknown_volume && f->guessed[i]) sound[f->cluster[i]] = true;
    }
    for (int i = 0; i < sheet->nlink; i++) {
        const limb__sheet_link *link = &sheet->link[i];
        if (link->parent_joint < 0 || f->cluster[i] != i || sound[i]) continue;
        f->found(f->ctx, LIMB__FEATURE_BODY_MASSLESS,
                 link->inertial >= 0 ? link->inertial : link->node, -1);
    }
    check_tensors(f);
}

static bool has_tensor(const facts *f, int index, double *smallest)
{
    const limb__sheet_link *link = &f->sheet->link[index];
    *smallest = INFINITY;
    if (link->inertial < 0) return f->mass[index] > 0;
    for (int i = 0; i < 3; i++)
        *smallest = fmin(*smallest, value_of(f, &link->inertia[i]));
    return true;
}

// The eigenvalues of the tensor must be positive, and none may exceed the sum of the others.
static void check_tensors(facts *f)
{
    for (int i = 0; i < f->sheet->nlink; i++) {
        const limb__sheet_link *link = &f->sheet->link[i];
        if (link->inertial < 0) continue;
        double v[6];
        bool is_zero = true;
        for (int k = 0; k < 6; k++) {
            v[k] = value_of(f, &link->inertia[k]);
            is_zero &= v[k] == 0;
        }
        if (is_zero) continue;
        double moment[3];
        const double a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], g = v[5];
        const double mean = (a + b + c) / 3;
        const double off = d * d + e * e + g * g;
        const double p2 =
            (a - mean) * (a - mean) + (b - mean) * (b - mean) + (c - mean) * (c - mean) + 2 * off;
        const double p = sqrt(p2 / 6);
        if (p == 0) continue;
        // the closed form of a symmetric 3 x 3 matrix's eigenvalues (Smith 1961)
        const double x = (a - mean) / p, y = (b - mean) / p, z = (c - mean) / p;
        const double r = (x * (y * z - g * g / (p * p)) - d / p * (d / p * z - g * e / (p * p)) +
                          e / p * (d * g / (p * p) - y * e / p)) /
                         2;
        const double angle = acos(fmin(1, fmax(-1, r))) / 3;
        moment[2] = mean + 2 * p * cos(angle);
        moment[0] = mean + 2 * p * cos(angle + 2 * 3.14159265358979323846 / 3);
        moment[1] = 3 * mean - moment[0] - moment[2];
        const double tolerance = 1e-9 * fabs(moment[2]);
        if (moment[0] <= 0 || moment[0] + moment[1] < moment[2] - tolerance)
            f->found(f->ctx, LIMB__FEATURE_TENSOR_BROKEN, link->inertial, -1);
    }
}

//---- joints --------------------------------------------------------------------------------------

static void add_joints(facts *f)
{
    const limb__sheet *sheet = f->sheet;
    limb_reader_joint *out = LIMB__ARENA_ARRAY(f->arena, limb_reader_joint, sheet->njoint + 1);
    if (!out) return;
    f->result->joint = out;
    for (int i = 0; i < sheet->njoint; i++) {
        const limb__sheet_joint *joint = &sheet->joint[i];
        const int dof = dof_of(f, joint);
        const bool mimics = joint->mimic >= 0;
        const bool follows = mimics && (f->reader == LIMB__READER_PINOCCHIO_MIMIC ||
                                        f->reader == LIMB__READER_YOURDFPY);
        if (dof > 0 && !(follows && joint->type <= LIMB__TYPE_PRISMATIC)) f->result->ndof += dof;
        if (joint->type > LIMB__TYPE_PRISMATIC || f->reader == LIMB__READER_MOVEIT) continue;
        limb_reader_joint *it = &out[f->result->njoint++];
        *it = (limb_reader_joint){.name = joint->name, .lower = -INFINITY, .upper = INFINITY};
        add_limits(f, joint, it);
        const bool reads_mimic = limb__feature_cell(LIMB__FEATURE_MIMIC, f->reader) == '.';
        const bool source_moves =
            joint->source >= 0 && sheet->joint[joint->source].type < LIMB__TYPE_FIXED;
        if (mimics && reads_mimic && (source_moves || !is_mujoco(f->reader)))
            it->source = joint->source_name;
    }
}

static int dof_of(const facts *f, const limb__sheet_joint *joint)
{
    if (is_drake(f->reader) && !joint->name[0]) return 0;
    switch (joint->type) {
    case LIMB__TYPE_REVOLUTE:
    case LIMB__TYPE_CONTINUOUS:
    case LIMB__TYPE_PRISMATIC:
        return 1;
    case LIMB__TYPE_FLOATING:
        return is_drake(f->reader) || f->reader == LIMB__READER_PYBULLET ||
                       f->reader == LIMB__READER_MOVEIT
                   ? 0
                   : 6;
    case LIMB__TYPE_PLANAR:
        return f->reader == LIMB__READER_MOVEIT ? 0 : f->reader == LIMB__READER_YOURDFPY ? 2 : 3;
    case LIMB__TYPE_SPHERICAL:
        return f->reader == LIMB__READER_YOURDFPY ? 0 : 3;
    default:
        return 0;
    }
}

static void add_limits(const facts *f, const limb__sheet_joint *joint, limb_reader_joint *out)
{
    const bool has_lower = joint->lower.text.data, has_upper = joint->upper.text.data;
    const bool is_continuous = joint->type == LIMB__TYPE_CONTINUOUS;
    double lower = value_of(f, &joint->lower), upper = value_of(f, &joint->upper);
    if (f->urdfdom) {
        const limb_target_joint *theirs = find_joint(f->urdfdom, joint->name);
        const bool is_pinocchio = f->reader >= LIMB__READER_PINOCCHIO;
        out->has_limit = theirs && theirs->has_limit && !(is_pinocchio && is_continuous);
        lower = theirs ? theirs->lower : 0;
        upper = theirs ? theirs->upper : 0;
    } else if (is_mujoco(f->reader)) {
        const bool empty = (has_lower && limb__reader_empty(joint->lower.text)) ||
                           (has_upper && limb__reader_empty(joint->upper.text));
        out->has_limit = !is_continuous && has_lower && has_upper && !empty && lower < upper;
    } else if (f->reader == LIMB__READER_PYBULLET) {
        if (!has_upper) upper = -1;
        out->has_limit = lower <= upper;
    } else if (f->reader == LIMB__READER_URDF_RS) {
        out->has_limit = true;
    } else {
        out->has_limit = joint->limit >= 0 || is_drake(f->reader);
        if (!has_lower) lower = -INFINITY;
        if (!has_upper) upper = INFINITY;
    }
    if (!out->has_limit) return;
    out->lower = lower;
    out->upper = upper;
}

//---- shapes --------------------------------------------------------------------------------------

static void add_shapes(facts *f)
{
    limb_reader_result *result = f->result;
    if (f->reader == LIMB__READER_DRAKE || f->reader == LIMB__READER_MOVEIT) {
        result->nvisual = result->ncollision = -1;
    } else if (f->urdfdom) {
        for (int i = 0; i < f->sheet->nlink; i++) {
            const limb__sheet_link *link = &f->sheet->link[i];
            const limb_target_link *theirs = find_link(f->urdfdom, link->name);
            if (!theirs || (drops_loose(f->reader) && link->order < 0)) continue;
            result->nvisual += theirs->nvisual;
            result->ncollision += theirs->ncollision;
        }
    } else {
        const bool drops = f->reader == LIMB__READER_MUJOCO;
        for (int i = 0; i < f->sheet->nlink; i++) {
            const limb__sheet_link *link = &f->sheet->link[i];
            if (drops_loose(f->reader) && link->order < 0) continue;
            if (is_drake(f->reader) && strcmp(link->name, "world") == 0) {
                // the world keeps its collisions only
                result->ncollision += link->ncollision;
                continue;
            }
            // PyBullet shows the collisions of a link without visuals
            const bool shows_collisions = f->reader == LIMB__READER_PYBULLET && link->nvisual == 0;
            result->nvisual += shows_collisions ? link->ncollision : link->nvisual;
            result->ncollision += link->ncollision;
        }
        if (drops && result->nvisual > 0) {
            f->found(f->ctx, LIMB__FEATURE_VISUALS_DROPPED, f->sheet->robot, -1);
            result->nvisual = 0;
        }
    }
}

//---- families ------------------------------------------------------------------------------------

static bool is_mujoco(limb__reader_id reader)
{
    return reader == LIMB__READER_MUJOCO || reader == LIMB__READER_MUJOCO_FULL;
}

static bool is_drake(limb__reader_id reader)
{
    return reader == LIMB__READER_DRAKE || reader == LIMB__READER_DRAKE_SCENE;
}

// Readers that keep nothing of links that the root does not reach.
static bool drops_loose(limb__reader_id reader)
{
    return reader == LIMB__READER_MOVEIT || reader == LIMB__READER_PINOCCHIO ||
           reader == LIMB__READER_PINOCCHIO_MIMIC || reader == LIMB__READER_PYBULLET;
}
