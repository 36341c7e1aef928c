// Motion over time: tables of joint values, trajectories with their rates and torques, and the
// limits that they exceed.
//
//     limb_trajectory_parse(&trajectory, model, text, size, NULL);
//     limb_trajectory_compute_torques(trajectory, model, work, false);
//     count = limb_trajectory_check(trajectory, model, excess, max);
//
// Threads: any number may read one table or trajectory. Computing torques changes the trajectory.
#ifndef LIMB_MOTION_H
#define LIMB_MOTION_H

#include "limb/model.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- tables --------------------------------------------------------------------------------------

// One sentence about a table: why it is refused, or what is not used. line counts from 1; 0 is the
// table as a whole.
typedef void limb_note_fn(void *ctx, int line, const char *message);

typedef struct limb_table_opts { // zero-initialize
    const limb_allocator *memory;
    limb_note_fn *note; // NULL: nothing is said
    void *note_ctx;
} limb_table_opts;

typedef struct limb_table { // open to read
    int ncolumn;
    const char *const *name; // of the columns
    int time_column;         // "time" or "t", in s, the last of several; -1: none
    int nrow;
    const double *value; // (nrow x ncolumn); NaN: the cell is not a finite number
    const int *line;     // of each row in the text, from 1
    const int *bad_row;  // of each column the first row whose cell is not a finite number, or -1
    const char *const *bad_text; // of each column that cell; NULL: there is none
} limb_table;

// Reads comma-separated values in UTF-8: a line of names, then rows of numbers. Blanks and quotes
// around a cell do not count; in quotes a cell may have commas, and "" is a quote. Empty lines and
// lines that begin with # are skipped. LIMB_ERROR_INPUT: a NUL byte, no rows, a row that has more
// or fewer cells than there are names, or times that are not numbers or do not increase.
// LIMB_ERROR_LIMIT: more than 4096 columns.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_table_parse(limb_table **out, const char *text,
                                                      size_t size, const limb_table_opts *opts);
// Nullable: table
LIMB_API void limb_table_free(limb_table *table);

//---- trajectories --------------------------------------------------------------------------------

typedef struct limb_trajectory { // open to read
    int nrow, nq, nv;            // nq and nv of the model
    bool has_time;               // false: time counts the rows, and v and a are zero
    const double *time;          // s (nrow)
    const double *q;             // (nrow x nq)
    const double *v, *a;         // (nrow x nv)
    const double *tau;           // (nrow x nv), of limb_trajectory_compute_torques; NULL before
} limb_trajectory;

typedef struct limb_trajectory_opts { // zero-initialize
    const limb_allocator *memory;
    const double *start; // (nq) coordinates without a column; NULL: those of limb_neutral
    limb_note_fn *note;  // also columns that are not used; NULL: nothing is said
    void *note_ctx;
} limb_trajectory_opts;

// From a table whose columns are named as the model's coordinates (limb_model.q_name). Velocities
// are central differences along the manifold (limb_difference), one-sided at both ends;
// accelerations are the same of the velocities. Fails as limb_table_parse does; LIMB_ERROR_INPUT
// also when no column is named after a coordinate or a used cell is not a number.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_trajectory_parse(limb_trajectory **out,
                                                           const limb_model *model,
                                                           const char *text, size_t size,
                                                           const limb_trajectory_opts *opts);
// The same from arrays: time (nrow) in s, q (nrow x nq). LIMB_ERROR_INPUT: no rows, a value that is
// not finite, or time that does not increase.
// Nullable: time (only positions are known), memory
LIMB_API LIMB_MUST_CHECK limb_status limb_trajectory_build(limb_trajectory **out,
                                                           const limb_model *model,
                                                           const double *time, const double *q,
                                                           int nrow, const limb_allocator *memory);
// Nullable: trajectory
LIMB_API void limb_trajectory_free(limb_trajectory *trajectory);

// Fills tau by inverse dynamics, with_resistance with what damping and friction of the joints take
// (limb_resistance). LIMB_ERROR_INPUT: the trajectory is that of another model, or has no times.
LIMB_API LIMB_MUST_CHECK limb_status limb_trajectory_compute_torques(limb_trajectory *trajectory,
                                                                     const limb_model *model,
                                                                     limb_work *work,
                                                                     bool with_resistance);

typedef enum limb_limit_kind {
    LIMB_LIMIT_POSITION,
    LIMB_LIMIT_VELOCITY,
    LIMB_LIMIT_ACCELERATION,
    LIMB_LIMIT_EFFORT
} limb_limit_kind;

typedef struct limb_limit_excess {
    limb_limit_kind kind;
    int v;        // index of the coordinate's velocity (limb_model.v_name)
    int row;      // the first row beyond the limit
    int count;    // how many rows are
    double value; // of the first
    double limit; // that it exceeds
} limb_limit_excess;

// The limits of the model that are exceeded, one entry for each limit of each coordinate: at most
// max are written, the number of all is returned. Efforts count once there are torques. A value
// within 1e-6 (relative beyond 1) of its limit does not exceed it, since differences of rounded
// positions are not exact. -1: the trajectory is that of another model.
// Nullable: excess (with max 0)
LIMB_API int limb_trajectory_check(const limb_trajectory *trajectory, const limb_model *model,
                                   limb_limit_excess *excess, int max);

#ifdef __cplusplus
}
#endif
#endif // LIMB_MOTION_H
