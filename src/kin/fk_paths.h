// The kernels of forward kinematics, one per path.
#ifndef LIMB_KIN_FK_PATHS_H
#define LIMB_KIN_FK_PATHS_H

#include "limb/kinematics.h"

void limb__fk_portable(const limb_model *m, limb_work *w, const double *q);
void limb__fk_avx2(const limb_model *m, limb_work *w, const double *q);

// Only the bodies, not the links that have poses of their own.
void limb__fk_bodies_portable(const limb_model *m, limb_work *w, const double *q);
void limb__fk_bodies_avx2(const limb_model *m, limb_work *w, const double *q);

// Only a link and the bodies between it and the base.
void limb__fk_link_portable(const limb_model *m, limb_work *w, const double *q, int link);
void limb__fk_link_avx2(const limb_model *m, limb_work *w, const double *q, int link);

// Only the step of every joint, its constant frame times its motion, into scratch->body (njoint x
// 12).
void limb__joint_steps_portable(const limb_model *m, limb_work *w, const double *q);
void limb__joint_steps_avx2(const limb_model *m, limb_work *w, const double *q);

void limb__fk_lanes_portable(const limb_model *m, const double *q, double *pose);
void limb__fk_lanes_avx2(const limb_model *m, const double *q, double *pose);
void limb__fk_lanes_float_portable(const limb_model *m, const float *q, float *pose);
void limb__fk_lanes_float_avx2(const limb_model *m, const float *q, float *pose);

#endif
