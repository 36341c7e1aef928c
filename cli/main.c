// limb: the table of commands.
#include "frame/cli.h"

// in the order of the overview
// clang-format off
#define COMMANDS(X) \
    X(check)        \
    X(explain)      \
    X(show)         \
    X(graph)        \
    X(fmt)          \
    X(xacro)        \
    X(edit)         \
    X(join)         \
    X(extract)      \
    X(diff)         \
    X(convert)      \
    X(view)         \
    X(render)       \
    X(mesh)         \
    X(inertia)      \
    X(fk)           \
    X(ik)           \
    X(dyn)          \
    X(sim)          \
    X(reach)        \
    X(collide)      \
    X(srdf)         \
    X(simplify)     \
    X(spheres)      \
    X(publish)      \
    X(state_publisher) \
    X(joint_publisher) \
    X(topics)       \
    X(echo)         \
    X(play)         \
    X(help)         \
    X(completion)   \
    X(names)        \
    X(version)
// clang-format on

#define DECLARE(name) extern const cli_command cli_##name;
#define ROW(name)     &cli_##name,

COMMANDS(DECLARE)

static const cli_command *const commands[] = {COMMANDS(ROW)};

int main(int argc, char **argv)
{
    return cli_main(commands, CLI_COUNT(commands), argc, argv);
}
