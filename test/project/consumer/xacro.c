// Expands xacro that loads YAML, with the reader of limb-yaml.
#include <limb/limb.h>
#include <limb/xacro.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    limb_xacro_opts opts = {0};
    limb_xacro *xacro;
    opts.yaml = limb_yaml_read;
    if (argc < 2 || limb_xacro_load(&xacro, argv[1], &opts) != LIMB_OK) return 1;
    puts(xacro->text);
    limb_xacro_free(xacro);
    return 0;
}
