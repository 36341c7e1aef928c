// Each joint in turn moves from its start to its lower limit, its upper one and back.
//
// A link's node carries the motion of the joint above it, so each joint is one channel, a rotation
// or a translation of that node; all are in one animation, one joint after the other.
#include "output/export/glb_sweep.h"

#include "numbers/math/sin_cos.h"

#include <math.h>

enum { SWEEP_KEYS = 9 };
static const double SWEEP_SECONDS = 2; // of one joint

typedef struct sweep {
    limb__glb_file *file;
    limb__builder channel, sampler; // the members of the animation
    int count;                      // joints so far
} sweep;

static bool sweep_joint(sweep *s, const limb_joint *joint, int node, double start);
static void add_channel(sweep *s, int node, int input, int output, bool slides);

bool limb__glb_sweep(limb__glb_file *file, const limb_robot *robot, const int *link_node,
                     const double *start, const limb_allocator *memory)
{
    sweep s = {.file = file};
    limb__builder_init(&s.channel, memory);
    limb__builder_init(&s.sampler, memory);
    for (int i = 0; i < robot->norder; i++) {
        const int link = robot->link_order[i], above = robot->link[link].parent_joint;
        if (above >= 0 && sweep_joint(&s, &robot->joint[above], link_node[link], start[above]))
            s.count++;
    }
    const bool failed = s.channel.failed || s.sampler.failed;
    if (s.count > 0 && !failed) {
        limb__glb_begin(&file->animation);
        limb__builder *text = &file->animation.text;
        limb__builder_text(text, "{\"name\":\"sweep\",\"channels\":[");
        limb__builder_bytes(text, s.channel.data, s.channel.size);
        limb__builder_text(text, "],\"samplers\":[");
        limb__builder_bytes(text, s.sampler.data, s.sampler.size);
        limb__builder_text(text, "]}");
    }
    limb__builder_free(&s.channel);
    limb__builder_free(&s.sampler);
    return !failed;
}

// A triangle wave of SWEEP_STEPS keys. Returns false if the joint is not independent.
static bool sweep_joint(sweep *s, const limb_joint *joint, int node, double start)
{
    const limb_joint_info *info = limb_joint_info_of(joint->type);
    if (joint->mimic || info->ndof != 1) return false;
    const double *axis = joint->axis;
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (!(length > 0)) return false;
    const bool bounded = info->has_bounds && joint->limit;
    const double lower = bounded ? joint->limit->lower : -3.14159265358979323846;
    const double upper = bounded ? joint->limit->upper : 3.14159265358979323846;
    const bool slides = info->slides;

    float time[SWEEP_KEYS];
    float value[SWEEP_KEYS * 4];
    const int width = slides ? 3 : 4;
    for (int k = 0; k < SWEEP_KEYS; k++) {
        static const double shape[SWEEP_KEYS] = {0, -0.5, -1, -0.5, 0, 0.5, 1, 0.5, 0};
        const double end = shape[k] < 0 ? lower : upper;
        const double q = start + fabs(shape[k]) * (end - start);
        time[k] = (float)(s->count * SWEEP_SECONDS + SWEEP_SECONDS * k / (SWEEP_KEYS - 1));
        double sine, cosine;
        limb__sin_cos(q / 2, &sine, &cosine);
        for (int c = 0; c < 3; c++) {
            value[k * width + c] = (float)(axis[c] / length * (slides ? q : sine));
        }
        if (!slides) value[k * width + 3] = (float)cosine;
    }
    const int input = limb__glb_floats(s->file, time, SWEEP_KEYS, 1, LIMB__GLB_OTHER, true);
    const int output = limb__glb_floats(s->file, value, SWEEP_KEYS, width, LIMB__GLB_OTHER, false);
    add_channel(s, node, input, output, slides);
    return true;
}

static void add_channel(sweep *s, int node, int input, int output, bool slides)
{
    const char *comma = s->count > 0 ? "," : "";
    limb__builder_text(&s->sampler, comma);
    limb__builder_text(&s->sampler, "{\"input\":");
    limb__builder_int(&s->sampler, input);
    limb__builder_text(&s->sampler, ",\"output\":");
    limb__builder_int(&s->sampler, output);
    limb__builder_char(&s->sampler, '}');
    limb__builder_text(&s->channel, comma);
    limb__builder_text(&s->channel, "{\"sampler\":");
    limb__builder_int(&s->channel, s->count);
    limb__builder_text(&s->channel, ",\"target\":{\"node\":");
    limb__builder_int(&s->channel, node);
    limb__builder_text(&s->channel,
                       slides ? ",\"path\":\"translation\"}}" : ",\"path\":\"rotation\"}}");
}
