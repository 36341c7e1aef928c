// The results of limb inertia for each link, which are printed or written to the file.
#ifndef LIMB_CLI_INERTIA_H
#define LIMB_CLI_INERTIA_H

#include "frame/cli.h"

typedef struct inertia_row { // one link
    const limb_link *link;
    limb_link_inertia computed;
    bool is_declared;
    limb_mass_properties declared;
    bool is_compared;
    limb_inertia_comparison comparison;
} inertia_row;

typedef struct inertia_table {
    const cli *app;
    limb_robot *robot;
    inertia_row *row;
    int nrow;
} inertia_table;

void cli_inertia_print(const inertia_table *t);
void cli_inertia_print_json(const inertia_table *t);
int cli_inertia_write(inertia_table *t); // to the file that was read; returns an exit code

#endif
