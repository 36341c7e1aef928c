// FCL and libccd as peers of pairs.c.
#include "bench_collide.h"

#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <fcl/fcl.h>

#include <cmath>
#include <exception>
#include <memory>
#include <vector>

namespace
{

//---- FCL -----------------------------------------------------------------------------------------

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

Geometry mesh_of(const bench_body *body)
{
    std::vector<fcl::Vector3d> vertex;
    std::vector<fcl::Triangle> triangle;
    for (int i = 0; i < body->nvertex; i++)
        vertex.emplace_back((double)body->vertex[3 * i], (double)body->vertex[3 * i + 1],
                            (double)body->vertex[3 * i + 2]);
    for (int i = 0; i < body->ntriangle; i++)
        triangle.emplace_back(body->index[3 * i], body->index[3 * i + 1], body->index[3 * i + 2]);
    auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    model->beginModel((int)triangle.size(), (int)vertex.size());
    model->addSubModel(vertex, triangle);
    model->endModel();
    return model;
}

Geometry convex_of(const bench_body *body)
{
    auto vertex = std::make_shared<std::vector<fcl::Vector3d>>();
    auto face = std::make_shared<std::vector<int>>();
    for (int i = 0; i < body->nvertex; i++)
        vertex->emplace_back((double)body->vertex[3 * i], (double)body->vertex[3 * i + 1],
                             (double)body->vertex[3 * i + 2]);
    for (int i = 0; i < body->ntriangle; i++) {
        face->push_back(3);
        for (int k = 0; k < 3; k++)
            face->push_back((int)body->index[3 * i + k]);
    }
    return std::make_shared<fcl::Convexd>(vertex, body->ntriangle, face);
}

Geometry geometry_of(const bench_body *body)
{
    switch (body->kind) {
    case BENCH_SPHERE:
        return std::make_shared<fcl::Sphered>(body->size[0]);
    case BENCH_CAPSULE:
        return std::make_shared<fcl::Capsuled>(body->size[0], body->size[1]);
    case BENCH_BOX:
        return std::make_shared<fcl::Boxd>(body->size[0], body->size[1], body->size[2]);
    case BENCH_CYLINDER:
        return std::make_shared<fcl::Cylinderd>(body->size[0], body->size[1]);
    case BENCH_HULL:
        return convex_of(body);
    default:
        return mesh_of(body);
    }
}

struct FclPair {
    Geometry a, b;
};

fcl::Transform3d transform(const double *pose)
{
    fcl::Transform3d t = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            t.matrix()(i, j) = pose[4 * i + j];
    return t;
}

void *fcl_open(const bench_body *a, const bench_body *b)
{
    return new FclPair{geometry_of(a), geometry_of(b)};
}

int fcl_collide(void *pair, const bench_poses *poses)
{
    const FclPair *p = static_cast<FclPair *>(pair);
    int touching = 0;
    for (int i = 0; i < poses->count; i++) {
        fcl::CollisionRequestd request;
        fcl::CollisionResultd result;
        fcl::collide(p->a.get(), transform(poses->a[i]), p->b.get(), transform(poses->b[i]),
                     request, result);
        touching += result.isCollision();
    }
    return touching;
}

double fcl_distance(void *pair, const bench_poses *poses)
{
    const FclPair *p = static_cast<FclPair *>(pair);
    double sum = 0;
    for (int i = 0; i < poses->count; i++) {
        fcl::DistanceRequestd request;
        fcl::DistanceResultd result;
        sum += fcl::distance(p->a.get(), transform(poses->a[i]), p->b.get(), transform(poses->b[i]),
                             request, result);
    }
    return sum;
}

double fcl_depth(void *pair, const bench_poses *poses)
{
    const FclPair *p = static_cast<FclPair *>(pair);
    double sum = 0;
    for (int i = 0; i < poses->count; i++) {
        fcl::DistanceRequestd request;
        fcl::DistanceResultd result;
        request.enable_signed_distance = true;
        try {
            sum += fcl::distance(p->a.get(), transform(poses->a[i]), p->b.get(),
                                 transform(poses->b[i]), request, result);
        } catch (const std::exception &) {
            // its expanding polytope gives up on some
        }
    }
    return sum;
}

void fcl_build(const bench_body *mesh)
{
    mesh_of(mesh);
}

void fcl_close(void *pair)
{
    delete static_cast<FclPair *>(pair);
}

//---- libccd --------------------------------------------------------------------------------------

struct CcdBody {
    const bench_body *body;
    const double *pose;
};

struct CcdPair {
    bench_body a, b;
};

void ccd_support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    const CcdBody *o = static_cast<const CcdBody *>(object);
    const double *p = o->pose, *d = direction->v, *size = o->body->size;
    double l[3], s[3] = {0, 0, 0};
    for (int j = 0; j < 3; j++)
        l[j] = p[j] * d[0] + p[4 + j] * d[1] + p[8 + j] * d[2];
    const double length = std::sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
    switch (o->body->kind) {
    case BENCH_SPHERE:
    case BENCH_CAPSULE:
        for (int k = 0; k < 3; k++)
            s[k] = size[0] * l[k] / length;
        if (o->body->kind == BENCH_CAPSULE) s[2] += std::copysign(size[1] / 2, l[2]);
        break;
    case BENCH_BOX:
        for (int k = 0; k < 3; k++)
            s[k] = std::copysign(size[k] / 2, l[k]);
        break;
    case BENCH_CYLINDER: {
        const double across = std::sqrt(l[0] * l[0] + l[1] * l[1]);
        if (across > 0) {
            s[0] = size[0] * l[0] / across;
            s[1] = size[0] * l[1] / across;
        }
        s[2] = std::copysign(size[1] / 2, l[2]);
        break;
    }
    default: {
        double best = -HUGE_VAL;
        for (int i = 0; i < o->body->nvertex; i++) {
            const float *v = o->body->vertex + 3 * i;
            const double along = l[0] * (double)v[0] + l[1] * (double)v[1] + l[2] * (double)v[2];
            if (along <= best) continue;
            best = along;
            for (int k = 0; k < 3; k++)
                s[k] = (double)v[k];
        }
    }
    }
    for (int k = 0; k < 3; k++)
        out->v[k] = p[4 * k] * s[0] + p[4 * k + 1] * s[1] + p[4 * k + 2] * s[2] + p[4 * k + 3];
}

void ccd_center(const void *object, ccd_vec3_t *out)
{
    const CcdBody *o = static_cast<const CcdBody *>(object);
    for (int k = 0; k < 3; k++)
        out->v[k] = o->pose[4 * k + 3];
}

void *ccd_open(const bench_body *a, const bench_body *b)
{
    return new CcdPair{*a, *b};
}

int ccd_run(void *pair, const bench_poses *poses, bool mpr)
{
    const CcdPair *p = static_cast<CcdPair *>(pair);
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = ccd_support;
    ccd.center1 = ccd.center2 = ccd_center;
    ccd.max_iterations = 100;
    int touching = 0;
    for (int i = 0; i < poses->count; i++) {
        const CcdBody a = {&p->a, poses->a[i]}, b = {&p->b, poses->b[i]};
        touching += mpr ? ccdMPRIntersect(&a, &b, &ccd) : ccdGJKIntersect(&a, &b, &ccd);
    }
    return touching;
}

int ccd_gjk(void *pair, const bench_poses *poses)
{
    return ccd_run(pair, poses, false);
}

int ccd_mpr(void *pair, const bench_poses *poses)
{
    return ccd_run(pair, poses, true);
}

void ccd_close(void *pair)
{
    delete static_cast<CcdPair *>(pair);
}

} // namespace

extern "C" {
const bench_peer bench_fcl = {"FCL",     fcl_open,  fcl_collide, fcl_distance,
                              fcl_depth, fcl_build, fcl_close};
const bench_peer bench_ccd_gjk = {"libccd GJK", ccd_open, ccd_gjk,  nullptr,
                                  nullptr,      nullptr,  ccd_close};
const bench_peer bench_ccd_mpr = {"libccd MPR", ccd_open, ccd_mpr,  nullptr,
                                  nullptr,      nullptr,  ccd_close};
}
