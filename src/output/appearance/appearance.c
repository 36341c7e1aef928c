// The rows of appearance.def, each as a constant.
#include "output/appearance/appearance.h"

const limb__look limb__looks = {
#define LOOK(name, value)    .name = (float)(value),
#define LOOK3(name, a, b, c) .name = {(float)(a), (float)(b), (float)(c)},
#define BOX(name, azimuth, elevation, sharpness, strength, r, g, b)
#include "output/appearance/appearance.def"
};

const limb__soft_box limb__box[LIMB__NBOX] = {
#define LOOK(name, value)
#define LOOK3(name, a, b, c)
#define BOX(name, azimuth, elevation, sharpness, strength, r, g, b)                                \
    [LIMB__BOX_##name] = {(float)(azimuth),                                                        \
                          (float)(elevation),                                                      \
                          (float)(sharpness),                                                      \
                          (float)(strength),                                                       \
                          {(float)(r), (float)(g), (float)(b)}},
#include "output/appearance/appearance.def"
};
