// Findings: errors of a file, each with its location, its rule, and fixes.
//
// Every call that reads a user's file takes an optional limb_report and adds all its findings to
// it. A report is independent of other objects: it keeps copies of the texts and source lines that
// its findings refer to, so the robot or file may be freed before it is printed.
//
// Threads: a report has one writer at a time; while there is no writer, any number of threads
// may read it.
#ifndef LIMB_DIAG_H
#define LIMB_DIAG_H

#include "limb/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum limb_severity {
    LIMB_SEVERITY_INFO = 0,    // worth knowing; nothing is lost
    LIMB_SEVERITY_WARNING = 1, // loads, but is probably not intended, or differs between tools
    LIMB_SEVERITY_ERROR = 2    // rejected, or content would be lost or meaningless
} limb_severity;

// Every rule has a number (stable, grouped by hundreds), an id ("joint-axis-zero") and a severity.
// Ids are never renamed or reused. The table is rules.def; limb explain and the index of rules are
// generated from it.
typedef enum limb_rule {
#define LIMB_RULE(number, name, id, severity, effect, summary) LIMB_RULE_##name = number,
#include "limb/rules.def"
#undef LIMB_RULE
    LIMB_RULE_NONE = 0
} limb_rule;

typedef struct limb_rule_info {
    limb_rule rule;
    const char *id; // "joint-axis-zero"
    limb_severity severity;
    bool refuses;        // a robot with this finding is not loaded (unless keep_broken is set)
    const char *summary; // one sentence, lower case, no final stop
} limb_rule_info;

LIMB_API int limb_rule_count(void);
LIMB_API const limb_rule_info *limb_rule_at(int index);        // in order of number
LIMB_API const limb_rule_info *limb_rule_of(limb_rule rule);   // NULL: no such number
LIMB_API const limb_rule_info *limb_rule_find(const char *id); // by id or number text; NULL: none
// The rule that a misspelt id means, for "did you mean": one whose id contains it, else the most
// similar id; NULL: none.
LIMB_API const limb_rule_info *limb_rule_nearest(const char *id);

// A range in a source file. Lines and columns count from 1, columns in UTF-8 code points (a tab is
// one). They are 0 if the finding concerns a whole file or a byte of a binary file.
typedef struct limb_span {
    const char *file; // as given by the caller
    uint32_t line;
    uint32_t column;
    uint32_t offset; // bytes from the start of the file
    uint32_t size;   // bytes; 0 marks a point between two bytes
    uint32_t end_line;
    uint32_t end_column; // of the first character after the span
} limb_span;

// A second location that explains a finding: "joint \"elbow\" is declared here".
typedef struct limb_note {
    const char *message;
    limb_span span;
} limb_note;

// A text edit that fixes the finding: replaces this span of the finding's file by this text.
typedef struct limb_fix {
    const char *title; // "write \"axis\"", for an editor's menu
    uint32_t offset;   // bytes, as in limb_span
    uint32_t size;
    const char *text;
    uint32_t line; // the same place in lines and columns
    uint32_t column;
    uint32_t end_line;
    uint32_t end_column;
} limb_fix;

typedef struct limb_finding {
    limb_rule rule;
    const char *id;
    limb_severity severity;
    const char *message; // one sentence, lower case, no final stop
    const char *path;    // in the document, "/robot/joint[3]/axis/@xyz"; "" if there is none
    limb_span span;
    const char *source_line; // text of span.line without its end, or NULL; a very long line is
                             // clipped around the span
    uint32_t source_column;  // column at which source_line begins: 1 unless clipped
    int nnote;
    const limb_note *note;
    int nfix; // 0 or more changes that belong together; they are certain, not guesses
    const limb_fix *fix;
} limb_finding;

typedef struct limb_report_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    int max_findings; // per file; default 1000; the others are only counted. Below 0: keep none

    // Findings of these rules are neither kept nor counted; rules that reject a file
    // cannot be muted.
    const limb_rule *muted;
    int nmuted;
} limb_report_opts;

// Open to read; filled by the library.
typedef struct limb_report {
    int nfinding;
    const limb_finding *finding; // by file in reading order, then by location; see limb_report_sort
    int nerror;                  // counts include omitted findings
    int nwarning;
    int ninfo;
    int nrefusal; // findings that keep a robot from loading
    int nomitted; // found but not kept: beyond max_findings, or lost
    int nlost;    // findings, notes and fixes lost because memory ran out: a report with lost
                  // findings proves nothing, and the call that adds to it returns LIMB_ERROR_MEMORY
} limb_report;

// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_report_create(limb_report **out,
                                                        const limb_report_opts *opts);
// Nullable: report
LIMB_API void limb_report_free(limb_report *report);
LIMB_API void limb_report_clear(limb_report *report);

// Orders findings by file (first seen first), offset, then rule number. Loading and
// checking call it.
LIMB_API void limb_report_sort(limb_report *report);

// The new severity of a finding: a limb_severity, or LIMB_SEVERITY_OFF to drop it.
enum { LIMB_SEVERITY_OFF = -1 };
typedef int limb_adjust_fn(void *ctx, const limb_finding *finding);
// Calls decide for every kept finding, in order, and updates the counts except nrefusal: a robot
// that was rejected stays rejected.
LIMB_API void limb_report_adjust(limb_report *report, limb_adjust_fn *decide, void *ctx);

typedef enum limb_report_format {
    LIMB_REPORT_FORMAT_TEXT,
    LIMB_REPORT_FORMAT_JSON,
    LIMB_REPORT_FORMAT_SARIF,
    LIMB_REPORT_FORMAT_GITHUB
} limb_report_format;

typedef struct limb_print_opts { // zero-initialize
    bool color;                  // text: ANSI colors
    int width;                   // text: columns of a source line that are shown; default 100
    limb_severity min_severity;  // leave out findings below it
    bool warnings_as_errors;     // print warnings as errors (--strict)
    int max_alike;               // text, GitHub: of more warnings or infos that differ only in
                                 // names and numbers, show the first and count the rest; default:
                                 // show all
    int *nalike;                 // unless NULL: the number of those left out so is added to it
    const char *const *file;     // JSON and SARIF: all files that were read, including clean ones
    int nfile;
    const char *const *target_name;    // JSON, per file: the consumer asked about ("urdfdom-3")
    const char *const *targets;        // JSON, per file: a JSON array of several readers, or NULL
    const char *const *target_verdict; // per file: "loads", "loses", "refuses"; NULL: not asked
} limb_print_opts;

// Writes the report in the given form. The JSON form is documented in docs/command.md.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_report_print(const limb_report *report,
                                                       limb_report_format format,
                                                       const limb_print_opts *opts,
                                                       limb_write_fn *write, void *ctx);

#ifdef __cplusplus
}
#endif
#endif // LIMB_DIAG_H
