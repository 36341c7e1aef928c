// Tests of OBJ: numbers are correctly rounded, with the same result on every path of the reader.
#include "mesh_files/obj_ways.h"

static unsigned random_below(unsigned *state, unsigned count)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % count;
}

// A number of any length, with and without point, sign and exponent.
static void random_number(unsigned *state, char *out)
{
    static const char *const sign[] = {"", "", "", "-", "-", "+"};
    int size = sprintf(out, "%s", sign[random_below(state, 6)]);
    const unsigned whole =
        random_below(state, 6) ? random_below(state, 4) : random_below(state, 19);
    unsigned fraction = random_below(state, 6) ? random_below(state, 12) : random_below(state, 20);
    if (whole + fraction == 0) fraction = 1;
    for (unsigned i = 0; i < whole; i++)
        out[size++] = (char)('0' + random_below(state, 10));
    if (fraction > 0 || random_below(state, 4) == 0) out[size++] = '.';
    for (unsigned i = 0; i < fraction; i++)
        out[size++] = (char)('0' + random_below(state, 10));
    out[size] = 0;
    if (random_below(state, 12) == 0) sprintf(out + size, "e%d", (int)random_below(state, 30) - 20);
}

TEST(obj_common_numbers_are_rounded_like_all_others)
{
    enum { LINES = 4000 };
    static char written[LINES * 3][64];
    text t = begin_text();
    unsigned state = 7;
    for (int i = 0; i < LINES; i++) {
        char line[256];
        for (int k = 0; k < 3; k++)
            random_number(&state, written[i * 3 + k]);
        snprintf(line, sizeof line, "v %.60s %.60s %.60s\n", written[i * 3], written[i * 3 + 1],
                 written[i * 3 + 2]);
        add(&t, line);
        if (i % 3 == 2) {
            snprintf(line, sizeof line, "f %d %d %d\n", i - 1, i, i + 1);
            add(&t, line);
        }
    }
    add_room(&t);
    limb_mesh *mesh = read_all_ways(&t, (limb_mesh_opts){.weld = -1, .keep_degenerate = true});
    ENSURE(mesh != NULL);
    ENSURE_INT(mesh->nvertex, LINES / 3 * 3);
    for (int i = 0; i < mesh->nvertex * 3; i++) {
        const float expected = strtof(written[i], NULL);
        if (memcmp(&mesh->position[i], &expected, 4) != 0) ENSURE_TEXT(written[i], "");
    }
    limb_mesh_free(mesh);
    free(t.data);
}

// numbers halfway between two floats, or next to that point, where the last bit is hard to round
TEST(obj_common_numbers_near_the_middle_are_rounded_right)
{
    static const char *const hard[] = {
        "16777217",
        "16777217.0000001",
        "16777216.9999999",
        "1.00000005960464",
        "1.000000059604645",
        "0.1000000052154064",
        "0.50000002980232",
        "8388608.5",
        "8388609.5",
        "-16777219",
        "0.0000000000000001",
        "9999999999999999",
        "-0",
        "-0.0",
        "0.",
        "-.5",
        ".0000000000000001",
        "0000000000000001",
    };
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) {
        text t = begin_text();
        char line[256];
        snprintf(line, sizeof line, "v %s 1 0\nv 0 0 1\nv 0 %s 5\nf 1 2 3\n", hard[i], hard[i]);
        add(&t, line);
        add_room(&t);
        limb_mesh *mesh = read_all_ways(&t, (limb_mesh_opts){.weld = -1});
        ENSURE(mesh != NULL);
        const float expected = strtof(hard[i], NULL);
        ENSURE(memcmp(&mesh->position[0], &expected, 4) == 0);
        ENSURE(memcmp(&mesh->position[7], &expected, 4) == 0);
        limb_mesh_free(mesh);
        free(t.data);
    }
}
