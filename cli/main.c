// limb: the table of commands, nothing else.
#include "cli.h"

extern const cli_command cli_check, cli_explain, cli_show, cli_graph, cli_fmt, cli_convert;
extern const cli_command cli_publish;
extern const cli_command cli_view, cli_render, cli_mesh, cli_inertia;
extern const cli_command cli_fk, cli_ik, cli_dyn, cli_sim, cli_reach;
extern const cli_command cli_help, cli_completion, cli_version;

// in the order of the overview
static const cli_command *const commands[] = {
    &cli_check,  &cli_explain, &cli_show,    &cli_graph,      &cli_fmt,     &cli_convert, &cli_view,
    &cli_render, &cli_mesh,    &cli_inertia, &cli_fk,         &cli_ik,      &cli_dyn,     &cli_sim,
    &cli_reach,  &cli_publish, &cli_help,    &cli_completion, &cli_version,
};

int main(int argc, char **argv)
{
    return cli_main(commands, CLI_COUNT(commands), argc, argv);
}
