// Bullet as a peer of pairs.c: its GJK with EPA for convex pairs.
#include "bench_collide.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include <memory>

namespace
{

std::unique_ptr<btConvexShape> shape_of(const bench_body *body)
{
    const btScalar x = (btScalar)body->size[0], y = (btScalar)body->size[1],
                   z = (btScalar)body->size[2];
    std::unique_ptr<btConvexShape> shape;
    switch (body->kind) {
    case BENCH_SPHERE:
        shape.reset(new btSphereShape(x));
        break;
    case BENCH_CAPSULE:
        shape.reset(new btCapsuleShapeZ(x, y));
        break;
    case BENCH_BOX:
        shape.reset(new btBoxShape(btVector3(x / 2, y / 2, z / 2)));
        break;
    case BENCH_CYLINDER:
        shape.reset(new btCylinderShapeZ(btVector3(x, x, y / 2)));
        break;
    default: {
        auto *hull = new btConvexHullShape();
        for (int i = 0; i < body->nvertex; i++)
            hull->addPoint(
                btVector3(body->vertex[3 * i], body->vertex[3 * i + 1], body->vertex[3 * i + 2]),
                false);
        hull->recalcLocalAabb();
        shape.reset(hull);
    }
    }
    return shape;
}

struct BulletPair {
    std::unique_ptr<btConvexShape> a, b;
};

btTransform transform(const double *p)
{
    return btTransform(btMatrix3x3((btScalar)p[0], (btScalar)p[1], (btScalar)p[2], (btScalar)p[4],
                                   (btScalar)p[5], (btScalar)p[6], (btScalar)p[8], (btScalar)p[9],
                                   (btScalar)p[10]),
                       btVector3((btScalar)p[3], (btScalar)p[7], (btScalar)p[11]));
}

void *bullet_open(const bench_body *a, const bench_body *b)
{
    return new BulletPair{shape_of(a), shape_of(b)};
}

double run(void *pair, const bench_poses *poses, bool distances)
{
    const BulletPair *p = static_cast<BulletPair *>(pair);
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    double sum = 0;
    for (int i = 0; i < poses->count; i++) {
        btGjkPairDetector detector(p->a.get(), p->b.get(), &simplex, &depth);
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA = transform(poses->a[i]);
        input.m_transformB = transform(poses->b[i]);
        if (!distances) input.m_maximumDistanceSquared = 0;
        btPointCollector out;
        detector.getClosestPoints(input, out, nullptr);
        if (distances) {
            sum += out.m_hasResult ? (double)out.m_distance : 0;
        } else {
            sum += out.m_hasResult && out.m_distance <= 0;
        }
    }
    return sum;
}

int bullet_collide(void *pair, const bench_poses *poses)
{
    return (int)run(pair, poses, false);
}

double bullet_distance(void *pair, const bench_poses *poses)
{
    return run(pair, poses, true);
}

void bullet_close(void *pair)
{
    delete static_cast<BulletPair *>(pair);
}

} // namespace

extern "C" {
const bench_peer bench_bullet = {"Bullet",        bullet_open, bullet_collide, bullet_distance,
                                 bullet_distance, nullptr,     bullet_close};
}
