// Tests of fixes: those of a report, applied as edits, and those that repair malformed XML.
#include "edit/edit_fixture.h"

#include "support/hostile.h"

#include <stdio.h>
#include <stdlib.h>

//---- of a report ---------------------------------------------------------------------------------

// A report of our own making: what the rules find is their tests' business.
static limb_finding finding_with(const limb_fix *fix, int nfix)
{
    return (limb_finding){
        .rule = LIMB_RULE_AXIS_ZERO, .span = {.file = "test.urdf"}, .nfix = nfix, .fix = fix};
}

static limb_fix fix_at(uint32_t offset, uint32_t size, const char *text)
{
    return (limb_fix){.title = "", .offset = offset, .size = size, .text = text};
}

static uint32_t offset_of(const char *text)
{
    const char *found = strstr(two_links, text);
    if (!found) limb_test_fail(__FILE__, __LINE__, "no %s", text);
    return (uint32_t)(found - two_links);
}

TEST(fixes_are_taken_whole_and_only_once)
{
    begin(two_links);
    const limb_fix rename[2] = {fix_at(offset_of("\"j\"") + 1, 1, "k"),
                                fix_at(offset_of("\"r\"") + 1, 1, "R")};
    const limb_fix late[2] = {fix_at(offset_of("fixed"), 5, "floating"),
                              fix_at(offset_of("\"j\"") + 1, 1, "l")};
    const limb_fix insert = fix_at(offset_of("<link name=\"b\""), 0, "<u/>");
    const limb_fix outside = fix_at(10000, 1, "x");
    limb_finding finding[6] = {finding_with(rename, 2),   finding_with(late, 2),
                               finding_with(&insert, 1),  finding_with(&insert, 1),
                               finding_with(&outside, 1), finding_with(&insert, 1)};
    finding[5].span.file = "another.urdf";
    const limb_report report = {.nfinding = 6, .finding = finding};
    ENSURE_INT(limb_edit_add_fixes(edit, &report), 2);
    expect("<robot name=\"R\">\n  <link name=\"a\"/>\n  <u/><link name=\"b\"/>\n"
           "  <joint name=\"k\" type=\"fixed\">\n    <parent link=\"a\"/>\n"
           "    <child link=\"b\"/>\n  </joint>\n</robot>\n");
}

// Each attempt parses the whole file. Trying thousands of fixes that all break the robot one by one
// took time quadratic in the size of the file.
TEST(thousands_of_fixes_that_break_the_robot_are_given_up)
{
    enum { COUNT = 20000 };
    static const char element[] = "<lnik name=\"x\"/>\n";
    const size_t size =
        sizeof "<robot name=\"r\"><link name=\"a\"/></robot>" + COUNT * sizeof element;
    char *text = malloc(size);
    limb_fix *fix = malloc(COUNT * sizeof *fix);
    limb_finding *finding = malloc(COUNT * sizeof *finding);
    ENSURE(text && fix && finding);
    size_t used = (size_t)sprintf(text, "<robot name=\"r\"><link name=\"a\"/>");
    for (int i = 0; i < COUNT; i++) {
        // the last one would do, but so many have failed before it
        fix[i] = fix_at((uint32_t)used + 1, 4, i == COUNT - 1 ? "lonk" : "link");
        finding[i] = finding_with(&fix[i], 1);
        used += (size_t)sprintf(text + used, "%s", element);
    }
    strcpy(text + used, "</robot>");
    begin(text);
    const limb_report report = {.nfinding = COUNT, .finding = finding};
    ENSURE_INT(limb_edit_add_fixes(edit, &report), 0);
    end();
    free(finding);
    free(fix);
    free(text);
}

// All valid fixes are applied, whatever the position of the invalid one among them.
TEST(one_fix_that_breaks_the_robot_costs_no_other)
{
    enum { COUNT = 100 };
    char text[COUNT * 30 + 200], expected[sizeof text];
    for (int bad = 0; bad < COUNT; bad += 7) {
        limb_fix fix[COUNT];
        limb_finding finding[COUNT];
        int used = sprintf(text, "<robot name=\"r\"><link name=\"a\"/>");
        int also = sprintf(expected, "%s", text);
        for (int i = 0; i < COUNT; i++) {
            fix[i] = fix_at((uint32_t)used + 1, 1, i == bad ? "link name=\"a\"" : "v");
            finding[i] = finding_with(&fix[i], 1);
            used += sprintf(text + used, "<u/>");
            also += sprintf(expected + also, i == bad ? "<u/>" : "<v/>");
        }
        strcpy(text + used, "</robot>");
        strcpy(expected + also, "</robot>");
        begin(text);
        const limb_report report = {.nfinding = COUNT, .finding = finding};
        ENSURE_INT(limb_edit_add_fixes(edit, &report), COUNT - 1);
        expect(expected);
    }
}

TEST(fixes_that_would_break_the_robot_are_left_out)
{
    begin(two_links);
    const limb_fix good = fix_at(offset_of("\"r\"") + 1, 1, "R");
    const limb_fix twin = fix_at(offset_of("\"b\"/>") + 1, 1, "a");
    const limb_fix also_good = fix_at(offset_of("\"j\"") + 1, 1, "k");
    const limb_finding finding[3] = {finding_with(&good, 1), finding_with(&twin, 1),
                                     finding_with(&also_good, 1)};
    const limb_report report = {.nfinding = 3, .finding = finding};
    ENSURE_INT(limb_edit_add_fixes(edit, &report), 2);
    expect("<robot name=\"R\">\n  <link name=\"a\"/>\n  <link name=\"b\"/>\n"
           "  <joint name=\"k\" type=\"fixed\">\n    <parent link=\"a\"/>\n"
           "    <child link=\"b\"/>\n  </joint>\n</robot>\n");
}

TEST(fixes_of_an_older_text_are_left)
{
    begin(two_links);
    const limb_fix fix = fix_at(offset_of("\"j\"") + 1, 1, "k");
    limb_finding finding = finding_with(&fix, 1);
    finding.span.line = 4;
    finding.span.offset = offset_of("<joint");
    finding.source_line = "  <joint name=\"j\" type=\"revolute\">";
    const limb_report report = {.nfinding = 1, .finding = &finding};
    ENSURE_INT(limb_edit_add_fixes(edit, &report), 0);
    finding.source_line = "  <joint name=\"j\" type=\"fixed\">";
    ENSURE_INT(limb_edit_add_fixes(edit, &report), 1);
    end();
}

//---- malformed XML -------------------------------------------------------------------------------

static limb_status keep_text(void *ctx, const void *bytes, size_t size)
{
    char *text = ctx;
    ENSURE(size < 1000);
    memcpy(text, bytes, size);
    text[size] = 0;
    return LIMB_OK;
}

static void expect_repaired(const char *text, const char *repaired, int count)
{
    char result[1000] = "";
    int counted = -1;
    const limb_status status =
        limb_xml_repair(text, strlen(text), NULL, keep_text, result, &counted);
    ENSURE_INT(status, repaired ? LIMB_OK : LIMB_ERROR_INPUT);
    ENSURE_TEXT(result, repaired ? repaired : "");
    if (repaired) ENSURE_INT(counted, count);
}

#define SOUND "<robot name=\"r\"><link name=\"a\"/></robot>"

TEST(malformed_xml_is_repaired_where_it_is_certain)
{
    expect_repaired(SOUND, SOUND, 0);
    expect_repaired("<robot name=r><link name=a/></robot>", SOUND, 2);
    expect_repaired("<robot name=\"r\"><link name \"a\"/></robot>", SOUND, 1);
    expect_repaired("<robot name=\xe2\x80\x9cr\xe2\x80\x9d><link name=\xe2\x80\x98"
                    "a\xe2\x80\x99/></robot>",
                    SOUND, 2);
    // one that the next pass reveals
    expect_repaired("<robot name=r><link name=\"a\"></lnik></robot>",
                    "<robot name=\"r\"><link name=\"a\"></link></robot>", 2);
    // a robot that is refused can be read all the same
    expect_repaired("<robot name=r/>", "<robot name=\"r\"/>", 1);
}

TEST(what_is_not_certain_is_not_repaired)
{
    expect_repaired("<robot name=\"r\"><link name=\"a/></robot>", NULL, 0);
    expect_repaired("<robot name=r><link name=\"a/></robot>", NULL, 0);
    expect_repaired("<robot name=\"r\"><link name= x=\"a\"/></robot>", NULL, 0);
    expect_repaired("<robot name=\"r\"><link name=a\"/></robot>", NULL, 0);
    expect_repaired("<robot name=\"r\"><link name=`a`/></robot>", NULL, 0);
    expect_repaired("<robot name=\"r\">< link name=\"a\"/></robot>", NULL, 0);
    expect_repaired("", NULL, 0);
}

static limb_status repair(const limb_allocator *memory, void *ctx)
{
    static const char text[] = "<robot name=r><link name=\"a\"></lnik></robot>";
    char result[1000];
    int count;
    (void)ctx;
    const limb_load_opts opts = {.memory = memory};
    const limb_status status =
        limb_xml_repair(text, sizeof text - 1, &opts, keep_text, result, &count);
    // a finding for which there is no memory brings no fix
    return status == LIMB_ERROR_INPUT ? LIMB_ERROR_MEMORY : status;
}

TEST(repair_survives_a_lack_of_memory)
{
    ENSURE(limb_test_every_failure(LIMB_OK, repair, NULL) > 10);
}
