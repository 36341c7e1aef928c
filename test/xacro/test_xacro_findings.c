// Tests the findings in broken files: one finding per error, at its place, with the chain of
// includes and macros.
#include "xacro_cases.h"

// Every error as "line:column message", then a "+" for every note; separated by newlines.
static char *errors_of(const char *text, const memory_file *files)
{
    limb_report *report;
    limb_xacro *xacro;
    memory_disk disk = {files};
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_xacro_opts opts = {
        .report = report,
        .current_folder = "/work",
        .host = {&disk, disk_read, disk_list, disk_package, disk_environment},
        .yaml = limb_yaml_read};
    ENSURE_INT(limb_xacro_expand(&xacro, text, strlen(text), &opts), LIMB_ERROR_INPUT);
    char *out = calloc(1, 20000);
    ENSURE(out != NULL);
    size_t size = 0;
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        if (finding->severity != LIMB_SEVERITY_ERROR) continue;
        size += (size_t)snprintf(out + size, 20000 - size, "%s%d:%d %s ", size > 0 ? "\n" : "",
                                 finding->span.line, finding->span.column, finding->message);
        for (int k = 0; k < finding->nnote; k++)
            out[size++] = '+';
    }
    limb_xacro_free(xacro);
    limb_report_free(report);
    return out;
}

static void check_errors(int line, const char *text, const memory_file *files, const char *expected)
{
    char *found = errors_of(text, files);
    const bool same = strcmp(found, expected) == 0;
    if (!same) fprintf(stderr, "line %d\n  gives    %s\n  expected %s\n", line, found, expected);
    free(found);
    ENSURE(same);
}

#define ERRORS(body, expected) check_errors(__LINE__, "<a " NS ">\n" body "\n</a>", NULL, expected)

// A property is evaluated when it is used, but three uses of one that fails yield one error.
TEST(a_property_that_fails_is_one_error)
{
    ERRORS("<xacro:property name=\"p\" value=\"${1/0}\"/>\n"
           "<b x=\"${p}\" y=\"${p+1}\"/>${p}<xacro:if value=\"${p}\"/>",
           "2:33 division by zero +");
    // also when it is evaluated at once
    ERRORS("<xacro:property name=\"p\" value=\"${q}\" lazy_eval=\"false\"/>\n<b x=\"${p}\"/>",
           "2:33 name 'q' is not defined ");
    // and what is made of it
    ERRORS(
        "<xacro:property name=\"p\" value=\"${q}\"/><xacro:property name=\"r\" value=\"${2*p}\"/>"
        "\n<b x=\"${r}\" y=\"${r}\" z=\"${p}\"/>",
        "2:33 name 'q' is not defined ++");
}

// The body of a macro is expanded at every call, but a mistake in it is reported once,
// at the first.
TEST(a_mistake_in_a_macro_is_one_error)
{
    ERRORS("<xacro:macro name=\"m\" params=\"n\"><b x=\"${q}\"/></xacro:macro>\n"
           "<xacro:m n=\"1\"/><xacro:m n=\"2\"/><xacro:m n=\"3\"/>",
           "2:40 name 'q' is not defined +");
    // what depends on the call differs in its message
    ERRORS("<xacro:macro name=\"m\" params=\"n\"><b x=\"${[1][n]}\" y=\"${dict(a=1)[n]}\"/>"
           "</xacro:macro>\n<xacro:m n=\"one\"/><xacro:m n=\"two\"/>",
           "2:40 list indices must be integers or slices, not str +\n"
           "2:54 the dictionary has no key 'one'; it has a +\n"
           "2:54 the dictionary has no key 'two'; it has a +");
}

// A block is evaluated where it is written and again where it is inserted. An expression that
// failed the first time must not fail again at the insertion, where its names are undefined.
TEST(a_block_that_failed_is_not_evaluated_again)
{
    ERRORS("<xacro:macro name=\"inner\" params=\"n\"><b x=\"${n} ${q}\"/></xacro:macro>\n"
           "<xacro:macro name=\"outer\" params=\"**block\"><xacro:insert_block name=\"block\"/>"
           "</xacro:macro>\n<xacro:outer><c><xacro:inner n=\"1\"/></c></xacro:outer>",
           "2:49 name 'q' is not defined +");
}

// Uses of names that a missing file may define are not reported; all missing files and all
// other errors are.
TEST(missing_files_are_all_reported_and_nothing_that_follows)
{
    ERRORS("<xacro:include filename=\"$(find gone)/a.xacro\"/>\n"
           "<xacro:a/><b x=\"${from_a}\" y=\"$(arg of_a)\"/><xacro:insert_block name=\"in_a\"/>\n"
           "<xacro:include filename=\"b.xacro\"/>\n<b x=\"${1/0}\"/>",
           "2:26 the package \"gone\" is not found: give its folder with --package gone=DIR \n"
           "4:26 \"b.xacro\" is not there, or cannot be read \n"
           "5:7 division by zero ");
    const memory_file files[] = {{"broken.xacro", "<r>\n<b>\n</r>"}, {NULL, NULL}};
    check_errors(__LINE__,
                 "<a " NS "><xacro:macro name=\"m\"><xacro:include filename=\"broken.xacro\"/>"
                 "</xacro:macro><xacro:m/></a>",
                 files, "3:1 unexpected </r>: <b> (line 2) is not closed +++");
}

TEST(arguments_that_are_declared_too_late)
{
    check_errors(__LINE__,
                 "<a name=\"$(arg n)\" " NS "><b x=\"1\"/><xacro:arg name=\"n\" default=\"arm\"/>"
                 "<b y=\"$(arg n)\"/></a>",
                 NULL,
                 "1:10 the argument \"n\" is not given, and its default is declared only later: "
                 "add n:=arm ");
    // declared without a default: that is the error, not every use
    ERRORS("<xacro:arg name=\"n\"/><b x=\"$(arg n)\"/>",
           "2:1 <xacro:arg> needs the attribute \"default\" ");
}

// Common mistakes yield a hint at the intended form.
TEST(hints)
{
    ERRORS("<xacro:arg name=\"n\" default=\"1\"/><b x=\"${n}\"/>",
           "2:40 name 'n' is not defined: an argument is written $(arg n) ");
    ERRORS("<xacro:property name=\"p\" value=\"1\"/><b x=\"$(arg p)\"/>",
           "2:43 there is no argument \"p\"; the property is written ${p} ");
    ERRORS("<xacro:property name=\"p\" value=\"1\"/><xacro:if value=\"p\"/>",
           "2:54 the condition is \"p\"; it must be true, false or an integer: the property is "
           "written ${p} ");
    ERRORS("<b x=\"${1 = 2}\"/>", "2:7 unexpected \"=\"; a comparison is written \"==\" ");
    ERRORS("<b x=\"${(1 = 2)}\"/>", "2:7 unexpected \"=\"; a comparison is written \"==\" ");
    ERRORS("<b x=\"${1 &amp;&amp; 2}\"/>", "2:7 unexpected \"&\"; write \"and\" ");
    ERRORS("<b x=\"${1 || 2}\"/>", "2:7 unexpected \"|\"; write \"or\" ");
    ERRORS("<b x=\"${!1}\"/>", "2:7 unexpected character '!'; write \"not\" ");
    ERRORS("<b x=\"${(1 + 2}\"/>", "2:7 a bracket is not closed ");
    ERRORS("<b x=\"${max(1, 2}\"/>", "2:7 a bracket is not closed ");
    ERRORS("<b x=\"${lambda x}\"/>", "2:7 \":\" is missing at the end ");
    ERRORS("<b x=\"$(eval max(1, 2))\"/>",
           "2:7 $(eval ...) ends at the first \")\"; write ${...} instead ");
    ERRORS("<b x=\"$(find-pkg-share p)\"/>",
           "2:7 unknown substitution; the folder of a package is $(find PACKAGE): "
           "$(find-pkg-share p) ");
    ERRORS("<b x=\"$(var p)\"/>",
           "2:7 unknown substitution; an argument is $(arg NAME): $(var p) ");
    ERRORS("<xacro:macro name=\"m\" params=\"xyz:=0 0 1\"/><xacro:m/>",
           "2:44 macro \"m\" needs the parameters 0, 1; a default with blanks needs quotes: "
           "name:='0 0 1' +");
    ERRORS("<xacro:macro name=\"m\" params=\"x:=${q}\"/><xacro:m/>",
           "2:34 name 'q' is not defined +");
    const memory_file files[] = {{"tab.yaml", "a:\n\tb: 1\n"}, {NULL, NULL}};
    check_errors(__LINE__, "<a " NS "><b x=\"${xacro.load_yaml('tab.yaml')}\"/></a>", files,
                 "1:54 tab.yaml:2:1: a tab cannot indent YAML; write blanks ");
}

// A warning is given once per location, in whatever context it occurs; messages that the file
// itself prints are not limited.
TEST(warnings_are_given_once_per_place)
{
    check_expands(__LINE__,
                  "<a " NS
                  "><xacro:macro name=\"m\" params=\"e\">${abs_filename('f')}</xacro:macro>"
                  "<xacro:m e=\"1\"/><xacro:m e=\"1\"/></a>",
                  NULL, NULL, 0, "<a>ff</a> ?xacro-deprecated ?xacro-builtin ?xacro-builtin");
    check_expands(__LINE__,
                  "<a " NS "><xacro:macro name=\"m\">${xacro.warning('w')}</xacro:macro>"
                  "<xacro:m/><xacro:m/></a>",
                  NULL, NULL, 0, "<a></a> ?xacro-warning ?xacro-warning");
}
