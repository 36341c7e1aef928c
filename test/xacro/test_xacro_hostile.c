// Expansions under hostile conditions: memory exhaustion, truncated and damaged bytes,
// exponential documents.
#include "support/hostile.h"
#include "support/memory.h"
#include "xacro_cases.h"

static const char document[] =
    "<robot name=\"r\" " NS "><!-- c --><xacro:arg name=\"side\" default=\"${'le' + 'ft'}\"/>"
    "<xacro:property name=\"w\" value=\"${2 * sin(pi / 4)}\"/>"
    "<xacro:property name=\"s\" value=\"${xacro.load_yaml('s.yaml')}\"/>"
    "<xacro:include filename=\"part.xml\" ns=\"p\"/>"
    "<xacro:macro name=\"arm\" params=\"name length:=${w} *o **c\"><link name=\"${name}_$(arg "
    "side)\" "
    "k=\"${[x * 2 for x in s.list]}\"><xacro:insert_block name=\"o\"/><xacro:insert_block "
    "name=\"c\"/><xacro:attribute name=\"q\" value=\"${'%05.2f' % w}\"/></link></xacro:macro>"
    "<xacro:arm name=\"a\"><origin xyz=\"0 0 ${w}\"/><c><d/></c></xacro:arm>"
    "<xacro:if value=\"${s.use and p.v == 1}\"><xacro:element xacro:name=\"${'e'}\"/></xacro:if>"
    "<xacro:p.m/>text ${w} &amp; more</robot>";

static const memory_file files[] = {
    {"part.xml", "<r " NS " xmlns:z=\"z\"><xacro:property name=\"v\" value=\"1\"/>"
                 "<xacro:macro name=\"m\"><part v=\"${v}\"/></xacro:macro></r>"},
    {"s.yaml", "use: true\nlist: [1, 2]\nangle: !degrees 90\n"},
    {NULL, NULL},
};

static limb_status expand(const limb_allocator *memory, const char *text, size_t size,
                          limb_status *moved)
{
    memory_disk disk = {files};
    limb_report *report = NULL;
    limb_xacro *xacro = NULL;
    const limb_report_opts report_opts = {.memory = memory};
    if (limb_report_create(&report, &report_opts) != LIMB_OK) return LIMB_ERROR_MEMORY;
    const limb_xacro_opts opts = {
        .memory = memory,
        .report = report,
        .report_unused = true,
        .max_steps = 100000,
        .max_memory = (size_t)4 << 20,
        .max_output = (size_t)1 << 20,
        .max_depth = 100,
        .current_folder = "/work",
        .host = {&disk, disk_read, disk_list, disk_package, disk_environment},
        .yaml = limb_yaml_read};
    limb_status status = limb_xacro_expand(&xacro, text, size, &opts);
    if (xacro) {
        for (size_t i = 0; i < xacro->size; i += 37) {
            limb_xacro_step step[4];
            ENSURE(limb_xacro_trace(xacro, i, step, 4) > 0);
        }
        const limb_status relocated = limb_xacro_relocate(xacro, report);
        if (relocated != LIMB_OK) status = relocated;
    }
    if (moved) *moved = status;
    limb_xacro_free(xacro);
    limb_report_free(report);
    return status;
}

static limb_status run_with(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    return expand(memory, document, sizeof document - 1, NULL);
}

static void run_bytes(const char *bytes, size_t size, void *ctx)
{
    (void)ctx;
    expand(NULL, bytes, size, NULL);
}

TEST(the_document_is_expanded)
{
    ENSURE_INT(expand(NULL, document, sizeof document - 1, NULL), LIMB_OK);
}

TEST(expanding_survives_a_lack_of_memory)
{
    ENSURE(limb_test_every_failure(LIMB_OK, run_with, NULL) > 10);
}

TEST(expanding_survives_truncation)
{
    limb_test_every_truncation(document, sizeof document - 1, run_bytes, NULL);
}

TEST(expanding_survives_wrong_bytes)
{
    limb_test_every_flip(document, LIMB_TEST_SHARE > 1 ? 200 : sizeof document - 1, run_bytes,
                         NULL);
}

static void expect_stop(const char *body, const char *rule)
{
    char text[4000];
    limb_report *report;
    limb_xacro *xacro;
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    snprintf(text, sizeof text, "<a " NS ">%s</a>", body);
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_xacro_opts opts = {.memory = &memory.allocator,
                                  .report = report,
                                  .max_memory = (size_t)32 << 20,
                                  .max_output = (size_t)4 << 20};
    ENSURE_INT(limb_xacro_expand(&xacro, text, strlen(text), &opts), LIMB_ERROR_LIMIT);
    ENSURE(xacro && !xacro->text);
    ENSURE_INT(report->nerror, 1);
    ENSURE_TEXT(report->finding[0].id, rule);
    ENSURE(report->finding[0].span.line > 0);
    ENSURE(memory.peak <= 3 * opts.max_memory); // elements are not counted to the byte
    limb_xacro_free(xacro);
    limb_report_free(report);
}

TEST(documents_that_explode_stop_at_a_limit)
{
    // ten levels of macros that call the next one ten times
    char laughs[3000] = "<xacro:macro name=\"m0\"><lol/></xacro:macro>";
    for (int i = 1; i <= 9; i++) {
        char one[300];
        snprintf(one, sizeof one, "<xacro:macro name=\"m%d\">", i);
        strcat(laughs, one);
        for (int k = 0; k < 10; k++) {
            snprintf(one, sizeof one, "<xacro:m%d/>", i - 1);
            strcat(laughs, one);
        }
        strcat(laughs, "</xacro:macro>");
    }
    strcat(laughs, "<xacro:m9/>");
    expect_stop(laughs, "xacro-limit");
    expect_stop("<xacro:macro name=\"m\"><xacro:m/></xacro:macro><xacro:m/>", "xacro-recursion");
    expect_stop("<xacro:macro name=\"m\"><xacro:n/></xacro:macro><xacro:macro name=\"n\"><xacro:m/>"
                "</xacro:macro><xacro:m/>",
                "xacro-recursion");
    expect_stop("${'x' * 10**9}", "xacro-limit");
    expect_stop("<t k=\"${['x' * 1000] * 100000}\"/>", "xacro-limit");
    // each property doubles the one before
    char doubles[3000] = "<xacro:property name=\"p0\" value=\"xxxxxxxxxx\"/>";
    for (int i = 1; i < 30; i++) {
        char one[100];
        snprintf(one, sizeof one, "<xacro:property name=\"p%d\" value=\"${p%d + p%d}\"/>", i, i - 1,
                 i - 1);
        strcat(doubles, one);
    }
    strcat(doubles, "${p29}");
    expect_stop(doubles, "xacro-limit");
    // each joins the one before many times: the last would be nine times the limit
    char joins[3000] = "<xacro:property name=\"p0\" value=\"${'x' * 300000}\"/>";
    for (int i = 1; i < 3; i++) {
        char one[100];
        snprintf(one, sizeof one, "<xacro:property name=\"p%d\" value=\"", i);
        strcat(joins, one);
        snprintf(one, sizeof one, "${p%d}", i - 1);
        for (int k = 0; k < 31; k++)
            strcat(joins, one);
        strcat(joins, "\"/>");
    }
    strcat(joins, "${p2}");
    expect_stop(joins, "xacro-limit");
}

TEST(a_deep_document_does_not_overflow_the_stack)
{
    static char text[60000] = "<a " NS ">";
    for (int i = 0; i < 450; i++)
        strcat(text, "<b><xacro:if value=\"1\">");
    for (int i = 0; i < 450; i++)
        strcat(text, "</xacro:if></b>");
    strcat(text, "</a>");
    limb_xacro *xacro;
    const limb_status status = limb_xacro_expand(&xacro, text, strlen(text), NULL);
    ENSURE(status == LIMB_OK || status == LIMB_ERROR_LIMIT || status == LIMB_ERROR_INPUT);
    limb_xacro_free(xacro);
}
