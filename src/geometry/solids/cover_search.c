// The search for balls that cover a solid: from one around all its cells to as many as needed.
//
// The ball with the largest overshoot gives cells to other balls, or else is divided: in two by the
// best plane, or if no plane helps, into several pieces. A step is accepted only if every changed
// ball is proven to protrude less than the worst one did, so the bound decreases with each step and
// never grows with the number of balls.
#include "geometry/solids/cover.h"

#include "numbers/math/inertia.h"
#include "numbers/math/pose.h"

#include <math.h>
#include <string.h>

typedef limb__cover_search job;

// Positions of dividing planes, relative to the extent of a ball's cells.
static const double place[] = {0.5, 0.4, 0.6};
// Relative growth of other balls that take cells of one, of its radius.
static const double growth[] = {0, 0.05};
static const double MIN_GAIN = 0.02; // of a transfer of cells, relative to the overshoot
                                     // of the ball

enum {
    DIRECTIONS = 4, // the axes, and that of the largest spread
    PLACES = sizeof place / sizeof place[0],
    PROVEN = 3,             // best divisions, whose bounds are computed
    RELIEFS = 3,            // transfers between two divisions
    PIECES = 24,            // maximum per ball
    STEPS_PER_BALL = 10000, // of proofs; unused ones are available to others
    STEPS_FOR_FEW = 32      // balls more than requested: few balls are large
};

typedef struct halves {
    limb__ball ball[2];
    double out[2];
    double looks[2]; // estimates of out
    double normal[3];
    double plane; // cells below it belong to the first half
} halves;

static double prove(job *j, const limb__ball *ball, double limit);
static bool relieve(job *j, int ball, double share);
static void keep(job *j);
static void restore(job *j);
static bool give_cells(job *j, int ball, double share);
static bool remake(job *j, int ball, double limit);
static bool divide(job *j, int ball);
static bool shatter(job *j, int ball);
static void take_halves(job *j, int ball, const halves *cut);
static int list_halves(job *j, int ball, halves *list);
static void find_directions(const job *j, int ball, double normal[DIRECTIONS][3]);
static bool halve(job *j, int ball, halves *tried);
static limb__ball ball_of(const job *j, int ball, const halves *cut, int side, int *count);
static bool is_above(const job *j, int cell, const halves *cut);

limb_status limb__cover_choose(limb__cover_search *j, double aim)
{
    const limb__cover_opts *opts = j->opts;
    memset(j->of, 0, (size_t)j->cells.ncell * sizeof *j->of);
    int count, reliefs = 0;
    j->steps = STEPS_PER_BALL * (j->cover.capacity + STEPS_FOR_FEW);
    j->cover.ball[0] = ball_of(j, 0, NULL, 0, &count);
    j->out[0] = limb__cover_bound(&j->cells, &j->cover.ball[0], INFINITY, &j->steps);
    j->cover.nball = 1;
    for (;;) {
        if (opts->stop && opts->stop(opts->stop_ctx)) return LIMB_ERROR_LIMIT;
        int worst = 0;
        for (int b = 1; b < j->cover.nball; b++) {
            if (j->out[b] > j->out[worst]) worst = b;
        }
        if (j->out[worst] <= aim || j->steps == 0) break;
        bool relieved = false;
        for (size_t i = 0; i < sizeof growth / sizeof growth[0] && !relieved; i++)
            relieved = reliefs < RELIEFS && relieve(j, worst, growth[i]);
        if (relieved) {
            reliefs++;
            continue;
        }
        reliefs = 0;
        if (j->cover.nball == j->cover.capacity || !divide(j, worst)) break;
    }
    return LIMB_OK;
}

// Returns an upper bound of a ball's overshoot; infinite if that is at least limit, or if it would
// take more steps than are left.
static double prove(job *j, const limb__ball *ball, double limit)
{
    return j->steps > 0 ? limb__cover_bound(&j->cells, ball, limit, &j->steps) : HUGE_VAL;
}

//---- relief --------------------------------------------------------------------------------------

// Transfers the ball's cells to others that grow by at most a share of its radius. Returns false,
// with everything unchanged, if nothing was gained.
static bool relieve(job *j, int ball, double share)
{
    const double limit = (1 - MIN_GAIN) * j->out[ball];
    keep(j);
    bool gains = give_cells(j, ball, share) && remake(j, ball, limit);
    for (int b = 0; b < j->cover.nball && gains; b++)
        if (j->has_grown[b]) gains = remake(j, b, limit);
    if (!gains) restore(j);
    return gains;
}

static void keep(job *j)
{
    const size_t nball = (size_t)j->cover.nball;
    j->last.nball = j->cover.nball;
    memcpy(j->last.of, j->of, (size_t)j->cells.ncell * sizeof *j->of);
    memcpy(j->last.ball, j->cover.ball, nball * sizeof *j->cover.ball);
    memcpy(j->last.out, j->out, nball * sizeof *j->out);
}

static void restore(job *j)
{
    const size_t nball = (size_t)j->last.nball;
    j->cover.nball = j->last.nball;
    memcpy(j->of, j->last.of, (size_t)j->cells.ncell * sizeof *j->of);
    memcpy(j->cover.ball, j->last.ball, nball * sizeof *j->cover.ball);
    memcpy(j->out, j->last.out, nball * sizeof *j->out);
}

// Returns false if no cell was transferred.
static bool give_cells(job *j, int ball, double share)
{
    const limb__cover_cells *c = &j->cells;
    const double allowed = share * j->cover.ball[ball].radius;
    bool moved = false;
    memset(j->has_grown, 0, (size_t)j->cover.nball);
    for (int cell = 0; cell < c->ncell; cell++) {
        if (j->last.of[cell] != ball) continue;
        const limb__ball *around = &c->around[cell];
        double least = allowed;
        for (int b = 0; b < j->cover.nball; b++) {
            const limb__ball *other = &j->cover.ball[b];
            double d[3];
            limb__subtract(around->center, other->center, d);
            const double needed = sqrt(limb__dot(d, d)) + around->radius - other->radius;
            if (b == ball || needed > least) continue;
            least = needed;
            j->of[cell] = b;
        }
        if (j->of[cell] == ball) continue;
        moved = true;
        if (least > 0) j->has_grown[j->of[cell]] = true;
    }
    return moved;
}

// Recomputes the ball around its cells. Returns false if its overshoot is at least limit, or if it
// has no cells.
static bool remake(job *j, int ball, double limit)
{
    int count;
    const limb__ball made = ball_of(j, ball, NULL, 0, &count);
    if (count == 0) return false;
    j->cover.ball[ball] = made;
    j->out[ball] = prove(j, &made, limit);
    return j->out[ball] < limit;
}

//---- division ------------------------------------------------------------------------------------

// Returns false if no division reduces the overshoot of both halves.
static bool divide(job *j, int ball)
{
    halves tried[DIRECTIONS * PLACES], best = {.out = {j->out[ball], j->out[ball]}};
    const int count = list_halves(j, ball, tried);
    bool found = false;
    for (int i = 0; i < count && i < PROVEN; i++) {
        const double limit = fmax(best.out[0], best.out[1]);
        halves *at = &tried[i];
        at->out[0] = prove(j, &at->ball[0], limit);
        if (!(at->out[0] < limit)) continue;
        at->out[1] = prove(j, &at->ball[1], limit);
        if (!(at->out[1] < limit)) continue;
        best = *at;
        found = true;
    }
    if (found) take_halves(j, ball, &best);
    return found || shatter(j, ball);
}

static void take_halves(job *j, int ball, const halves *cut)
{
    const int fresh = j->cover.nball++;
    for (int cell = 0; cell < j->cells.ncell; cell++)
        if (j->of[cell] == ball && is_above(j, cell, cut)) j->of[cell] = fresh;
    j->cover.ball[ball] = cut->ball[0];
    j->cover.ball[fresh] = cut->ball[1];
    j->out[ball] = cut->out[0];
    j->out[fresh] = cut->out[1];
}

// Halves the ball, and repeatedly the worst part, until all parts protrude less: halves of a flat
// disk do not, its quarters do. Returns false, with everything unchanged, on failure.
static bool shatter(job *j, int ball)
{
    const double limit = j->out[ball];
    const int first = j->cover.nball; // the first new ball
    const int room = j->cover.capacity - first;
    double looks[PIECES];
    keep(j);
    looks[0] = HUGE_VAL;
    for (int n = 1; n < PIECES && n <= room; n++) {
        int worst = 0;
        for (int i = 1; i < n; i++)
            if (looks[i] > looks[worst]) worst = i;
        const int piece = worst == 0 ? ball : first + worst - 1;
        halves tried[DIRECTIONS * PLACES];
        if (list_halves(j, piece, tried) == 0) break;
        take_halves(j, piece, &tried[0]);
        looks[worst] = tried[0].looks[0];
        looks[n] = tried[0].looks[1];
        // not yet proven
        j->out[piece] = j->out[first + n - 1] = HUGE_VAL;
        bool all = true;
        for (int i = 0; i <= n && all; i++)
            all = looks[i] < limit;
        for (int i = 0; i <= n && all; i++) {
            const int at = i == 0 ? ball : first + i - 1;
            if (j->out[at] < limit) continue;
            j->out[at] = prove(j, &j->cover.ball[at], limit);
            all = j->out[at] < limit;
            // the next to be halved
            if (!all) looks[i] = HUGE_VAL;
        }
        if (all) return true;
    }
    restore(j);
    return false;
}

static double worse_of(const halves *h)
{
    return fmax(h->looks[0], h->looks[1]);
}

// Lists all divisions into two nonempty parts, the best estimates first: the radii minus the depth
// of the centers in the solid.
static int list_halves(job *j, int ball, halves *list)
{
    double normal[DIRECTIONS][3];
    find_directions(j, ball, normal);
    int count = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        double low = INFINITY, high = -INFINITY;
        for (int cell = 0; cell < j->cells.ncell; cell++) {
            if (j->of[cell] != ball) continue;
            const double along = limb__dot(normal[d], j->cells.around[cell].center);
            low = fmin(low, along);
            high = fmax(high, along);
        }
        for (int i = 0; i < PLACES; i++) {
            halves made = {.plane = low + place[i] * (high - low)};
            memcpy(made.normal, normal[d], sizeof made.normal);
            if (!halve(j, ball, &made)) continue;
            int at = count++;
            for (; at > 0 && worse_of(&list[at - 1]) > worse_of(&made); at--)
                list[at] = list[at - 1];
            list[at] = made;
        }
    }
    return count;
}

// The axes, and the principal direction of the centers of the ball's cells.
static void find_directions(const job *j, int ball, double normal[DIRECTIONS][3])
{
    const limb__cover_cells *c = &j->cells;
    double sum[3] = {0, 0, 0}, spread[6] = {0, 0, 0, 0, 0, 0}, value[3], vectors[9];
    int count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int cell = 0; cell < c->ncell; cell++) {
            if (j->of[cell] != ball) continue;
            double d[3];
            for (int k = 0; k < 3; k++)
                d[k] = c->around[cell].center[k] - (pass == 1 ? sum[k] / count : 0);
            for (int k = 0; k < 3 && pass == 0; k++)
                sum[k] += d[k];
            for (int i = 0, at = 0; i < 3 && pass == 1; i++)
                for (int k = i; k < 3; k++)
                    spread[at++] += d[i] * d[k];
            count += pass == 0;
        }
    }
    limb__tensor_eigen(spread, value, vectors);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            normal[i][k] = i == k;
        normal[3][k] = vectors[3 * k + 2];
    }
}

// Returns false if one of them would be empty.
static bool halve(job *j, int ball, halves *tried)
{
    for (int side = 0; side < 2; side++) {
        int count;
        limb__ball *made = &tried->ball[side];
        *made = ball_of(j, ball, tried, side, &count);
        if (count == 0) return false;
        tried->looks[side] = made->radius - limb__cover_depth(&j->cells, made->center);
    }
    return true;
}

// Computes the smallest ball around the points of those of a ball's cells that are on one side of a
// plane, or of all of them.
static limb__ball ball_of(const job *j, int ball, const halves *cut, int side, int *count)
{
    const limb__cover_cells *c = &j->cells;
    *count = 0;
    for (int cell = 0; cell < c->ncell; cell++) {
        if (j->of[cell] != ball || (cut && is_above(j, cell, cut) != (side == 1))) continue;
        const int n = c->first[cell + 1] - c->first[cell];
        memcpy(j->gathered + *count, c->point + c->first[cell], (size_t)n * sizeof *c->point);
        *count += n;
    }
    if (*count == 0) return (limb__ball){.radius = 0};
    limb__ball made = limb__ball_around((const double(*)[3])j->gathered, *count);
    // larger than the rounding error of a distance
    made.radius *= 1 + 1e-12;
    return made;
}

static bool is_above(const job *j, int cell, const halves *cut)
{
    return limb__dot(cut->normal, j->cells.around[cell].center) >= cut->plane;
}
