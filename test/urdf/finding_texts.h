// Texts for tests of reading findings: minimal robots around one element.
#ifndef LIMB_TEST_URDF_FINDING_TEXTS_H
#define LIMB_TEST_URDF_FINDING_TEXTS_H

#include "harness.h"
#include "limb/robot.h"
#include "support/marked.h"

#include <stdlib.h>
#include <string.h>

#define ROBOT(body)      "<robot name=\"r\">\n" body "\n</robot>\n"
#define LINK(body)       ROBOT("  <link name=\"a\">" body "</link>")
#define LINK_A(shape)    "<link name=\"a\"><visual><geometry>" shape "</geometry></visual></link>"
#define INERTIAL(body)   LINK("\n    <inertial>" body "</inertial>")
#define VISUAL(body)     LINK("\n    <visual>" body "</visual>")
#define GEOMETRY(body)   VISUAL("<geometry>" body "</geometry>")
#define BOX              "<geometry><box size=\"1 1 1\"/></geometry>"
#define LINKS            "  <link name=\"base\"/>\n  <link name=\"arm\"/>\n"
#define ENDS             "<parent link=\"base\"/><child link=\"arm\"/>"
#define JOINT(body)      ROBOT(LINKS "  <joint name=\"j\" type=\"fixed\">" ENDS body "</joint>")
#define MOVING(body)     ROBOT(LINKS "  <joint name=\"j\" type=\"continuous\">" ENDS body "</joint>")
#define ORIGIN(attrs)    JOINT("<origin " attrs "/>")
#define VERSION(n, body) "<robot name=\"r\" version=\"" n "\">\n" body "\n</robot>\n"
#define RED              "<color rgba=\"1 0 0 1\"/>"
#define BLUE             "<color rgba=\"0 0 1 1\"/>"

// the text after the certain fixes of that rule
static inline void expect_fix(const char *text, const char *id, const char *fixed)
{
    char *actual = limb_test_fixed(text, id);
    ENSURE_TEXT(actual, fixed);
    free(actual);
}

#endif
