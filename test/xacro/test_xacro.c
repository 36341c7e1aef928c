// Tests the xacro language tag by tag on constructed documents, with the known
// results of ros/xacro.
#include "xacro_cases.h"

#define P(name, value) "<xacro:property name=\"" name "\" value=\"" value "\"/>"
#define V(text)        "<b v=\"" text "\"/>"

TEST(properties_get_the_type_they_look_like)
{
    EXPANDS(P("p", "1.0") V("${p}"), V("1.0"));
    EXPANDS(P("p", "007") V("${p + 1}"), V("8"));
    EXPANDS(P("p", "1e3") V("${p}"), V("1000.0"));
    EXPANDS(P("p", " 42 ") V("${p}"), V("42"));
    EXPANDS(P("p", "true") V("${p}"), V("True"));
    EXPANDS(P("p", "1_000") V("${p}"), V("1_000"));
    EXPANDS(P("p", "'1 2'") V("${p + 'x'}"), V("1 2x"));
    EXPANDS(P("p", "'12'") V("${p + 1}"), V("13")); // converted again on use
    EXPANDS(P("p", "5 -2") V("${p}"), V("5 -2"));
    EXPANDS(P("p", "[1, 1+1]") V("${p}"), V("[1, 1+1]"));
    EXPANDS(P("p", "${[1, 1+1]}") V("${p[1]}"), V("2"));
    EXPANDS(P("p", "${'3'}") V("${p + 1}"), V("4"));
    EXPANDS(P("p", "inf") V("${-p}"), V("-inf"));
    EXPANDS(P("p", "99999999999999999999") V("${p}"), V("99999999999999999999"));
}

TEST(properties_are_evaluated_when_used)
{
    EXPANDS(P("a", "${2*b}") P("b", "21") V("${a}"), V("42"));
    EXPANDS(P("a", "1") P("b", "${a}") P("a", "2") V("${b}"), V("2"));
    EXPANDS(
        P("s", "AbC") "<xacro:property name=\"s\" value=\"${s.lower()}\" lazy_eval=\"false\"/>" V(
            "${s}"),
        V("abc"));
    EXPANDS(P("d", "$${a}") V("${d}"), V("${a}"));
    FAILS(P("a", "${b}") P("b", "${a}") V("${a}"), "xacro-undefined");
    EXPANDS(P("l", "${[1, 2, 3]}") V("${l.pop()}") V("${l}"), V("3") V("[1, 2]"));
}

// Serial numbers may have more than 64 bits. They are printed exactly, as in ROS,
// and never rounded.
TEST(integers_of_more_than_64_bits)
{
    EXPANDS("<xacro:property name=\"s\" value=\"0099999999999999999999\"/>${s} ${[s]} ${'%s' % s}",
            "99999999999999999999 [99999999999999999999] 99999999999999999999");
    EXPANDS("<xacro:property name=\"s\" value=\"+0099999999999999999999\"/>${s}",
            "99999999999999999999");
    EXPANDS("<xacro:property name=\"s\" value=\"-99999999999999999999\"/>${s == 1}", "False");
    FAILS("<xacro:property name=\"s\" value=\"99999999999999999999\"/>${s * 2}",
          "xacro-expression");
    FAILS("<xacro:property name=\"s\" value=\"99999999999999999999\"/>${s % 2}",
          "xacro-expression");
    FAILS("<xacro:property name=\"s\" value=\"99999999999999999999\"/>${-s}", "xacro-expression");
}

TEST(defaults_removal_and_names)
{
    // what is not a property becomes a block
    EXPANDS_EMPTY("<xacro:property name=\"b\"><c/></xacro:property>"
                  "<xacro:property name=\"b\" remove=\"true\"/><xacro:insert_block name=\"b\"/>");
    EXPANDS(
        "<xacro:property name=\"p\" default=\"1\"/><xacro:property name=\"p\" default=\"2\"/>" V(
            "${p}"),
        V("1"));
    EXPANDS(P("p", "1") "<xacro:property name=\"p\" remove=\"true\"/>"
                        "<xacro:property name=\"p\" default=\"2\"/>" V("${p}"),
            V("2"));
    FAILS(P("p", "1") "<xacro:property name=\"p\" remove=\"true\"/>" V("${p}"), "xacro-undefined");
    FAILS("<xacro:property name=\"p\" value=\"1\" default=\"2\"/>", "xacro-property");
    EXPANDS(P("n", "x") "<xacro:property name=\"${n}_1\" value=\"7\"/>" V("${x_1}"), V("7"));
    FAILS("<xacro:property name=\"a.b\" value=\"1\"/>", "xacro-property");
    FAILS("<xacro:property name=\"if\" value=\"1\"/>", "xacro-property");
    FAILS("<xacro:property name=\"__a\" value=\"1\"/>", "xacro-property");
    FAILS("<xacro:property name=\"1a\" value=\"1\"/>", "xacro-property");
    FAILS("<xacro:property value=\"1\"/>", "xacro-attribute-missing");
    EXPANDS("<xacro:property name=\"p\"><c x=\"${1+1}\"/></xacro:property>"
            "<xacro:insert_block name=\"p\"/>",
            "<c x=\"2\"/>");
}

TEST(scopes_of_properties)
{
    EXPANDS("<xacro:macro name=\"m\"><xacro:property name=\"p\" value=\"2\"/>" V(
                "${p}") "</xacro:macro>" P("p", "1") "<xacro:m/>" V("${p}"),
            V("2") V("1"));
    EXPANDS("<xacro:macro name=\"m\" params=\"k\"><xacro:property name=\"p\" value=\"${21*k}\" "
            "scope=\"parent\"/></xacro:macro><xacro:m k=\"2\"/>" V("${p}"),
            V("42"));
    EXPANDS(
        "<xacro:macro name=\"m\"><xacro:macro name=\"n\"><xacro:property name=\"p\" value=\"3\" "
        "scope=\"global\"/></xacro:macro><xacro:n/></xacro:macro><xacro:m/>" V("${p}"),
        V("3"));
    check_expands(__LINE__,
                  "<a " NS "><xacro:property name=\"p\" value=\"1\" scope=\"parent\"/></a>", NULL,
                  NULL, 0, "<a/> ?xacro-lost");
}

TEST(macros_and_their_parameters)
{
    EXPANDS("<xacro:macro name=\"m\" params=\"a b:=2 c='3 4'\">" V(
                "${a} ${b} ${c}") "</xacro:macro><xacro:m a=\"1\"/>",
            V("1 2 3 4"));
    EXPANDS(P("x", "5") "<xacro:macro name=\"m\" params=\"a:=${2 * (x + 1)} b\">" V(
                "${a}${b}") "</xacro:macro><xacro:m b=\"0\"/>",
            V("120"));
    EXPANDS(P("a", "1") "<xacro:macro name=\"m\" params=\"a:=^ b:=^|7\">" V(
                "${a}${b}") "</xacro:macro><xacro:m/><xacro:m b=\"2\"/>",
            V("17") V("12"));
    FAILS("<xacro:macro name=\"m\" params=\"a:=^\"/><xacro:m/>", "xacro-parameter");
    EXPANDS("<xacro:macro name=\"m\" params=\"b:='c d' a:='it's'\">" V(
                "${a} ${b}") "</xacro:macro><xacro:m/>",
            V("it's c d"));
    EXPANDS("<xacro:macro name=\"m\" params=\"a b:=${a} c:=$${a}\">" V(
                "${a} ${b} ${c}") "</xacro:macro>" P("a", "1") "<xacro:m a=\"2\"/>",
            V("2 1 ${a}"));
    EXPANDS("<xacro:macro name=\"m\" params=\"l\">${l[-1]}</xacro:macro><xacro:m l=\"${[1,2]}\"/>",
            "2");
    FAILS("<xacro:macro name=\"m\" params=\"a\"/><xacro:m/>", "xacro-parameter");
    FAILS("<xacro:macro name=\"m\" params=\"a\"/><xacro:m a=\"1\" b=\"2\"/>", "xacro-parameter");
    FAILS("<xacro:m/>", "xacro-macro");
    FAILS("<xacro:macro name=\"call\"/>", "xacro-macro");
    FAILS("<xacro:macro name=\"a.b\"/>", "xacro-macro");
    EXPANDS("<xacro:macro name=\"m\">1</xacro:macro><xacro:m/><xacro:macro name=\"m\">2"
            "</xacro:macro><xacro:m/>",
            "12");
    EXPANDS("<xacro:macro name=\"m\">x</xacro:macro>" P("n", "m") "<xacro:call macro=\"${n}\"/>",
            "x");
    FAILS("<xacro:call macro=\"nothing\"/>", "xacro-macro");
    EXPANDS("<xacro:macro name=\"m\" params=\"n\"><xacro:if value=\"${n > 0}\">${n}"
            "<xacro:m n=\"${n-1}\"/></xacro:if></xacro:macro><xacro:m n=\"3\"/>",
            "321");
    check_expands(__LINE__, "<a " NS "><xacro:macro name=\"xacro:m\">1</xacro:macro><xacro:m/></a>",
                  NULL, NULL, 0, "<a>1</a> ?xacro-prefix");
}

// Attributes that do not appear in the output are evaluated nevertheless, as in ros/xacro.
TEST(attributes_of_tags_are_evaluated)
{
    FAILS("<xacro:macro name=\"m\" note=\"${1/0}\"/><xacro:m/>", "xacro-expression");
    check_expands(__LINE__, "<a " NS "><xacro:macro name=\"m\" note=\"${1/0}\"/></a>", NULL, NULL,
                  0, "<a/> ?xacro-attribute");
    FAILS("<xacro:macro name=\"m\" params=\"p:=${nothing}\"/><xacro:m p=\"1\"/>",
          "xacro-undefined");
    FAILS("<xacro:if value=\"1\" note=\"${1/0}\"/>", "xacro-expression");
    check_expands(__LINE__, "<a " NS "><xacro:if value=\"0\" note=\"${1/0}\"/></a>", NULL, NULL, 0,
                  "<a/> ?xacro-attribute");
    EXPANDS(P("l", "${[1, 2, 3]}") "<xacro:if value=\"${l.pop()}\"/>" V("${l}"), V("[1]"));
    FAILS("<xacro:property name=\"p\" note=\"${1/0}\"><i/></xacro:property>"
          "<xacro:insert_block name=\"p\"/>",
          "xacro-expression");
    check_expands(__LINE__,
                  "<a " NS "><xacro:macro name=\"m\" params=\"p\" xmlns:n=\"http://n/${p}\"/>"
                  "<xacro:m p=\"1\"/></a>",
                  NULL, NULL, 0, "<a xmlns:n=\"http://n/1\"/>");
}

TEST(blocks)
{
    EXPANDS("<xacro:macro name=\"m\" params=\"*one **many\"><xacro:insert_block name=\"many\"/>"
            "<xacro:insert_block name=\"one\"/></xacro:macro>"
            "<xacro:m><p/><q><r/><s/></q></xacro:m>",
            "<r/><s/><p/>");
    EXPANDS("<xacro:macro name=\"m\" params=\"*b\"><xacro:insert_block name=\"b\"/>"
            "<xacro:insert_block name=\"b\"/></xacro:macro>"
            "<xacro:m><!-- lost --> text <p/></xacro:m>",
            "<p/><p/>");
    EXPANDS("<xacro:macro name=\"in\" params=\"*b\"><i><xacro:insert_block name=\"b\"/></i>"
            "</xacro:macro><xacro:macro name=\"out\" params=\"*b\"><o><xacro:in>"
            "<xacro:insert_block name=\"b\"/></xacro:in></o></xacro:macro>"
            "<xacro:out><w/></xacro:out>",
            "<o><i><w/></i></o>");
    FAILS("<xacro:macro name=\"m\" params=\"*b\"/><xacro:m/>", "xacro-parameter");
    FAILS("<xacro:macro name=\"m\" params=\"*b\"/><xacro:m><x/><y/></xacro:m>", "xacro-parameter");
    FAILS("<xacro:insert_block name=\"b\"/>", "xacro-block");
}

TEST(conditions)
{
    EXPANDS("<xacro:if value=\"1\">a</xacro:if><xacro:unless value=\"0\">b</xacro:unless>"
            "<xacro:if value=\"false\">c</xacro:if><xacro:if value=\"${None}\">d</xacro:if>"
            "<xacro:if value=\"True\">e</xacro:if><xacro:if value=\"${[0]}\">f</xacro:if>"
            "<xacro:unless value=\"${0.0}\">g</xacro:unless><xacro:if value=\"-2\">h</xacro:if>",
            "abefgh");
    FAILS("<xacro:if value=\"0.0\"/>", "xacro-condition");
    FAILS("<xacro:if value=\"\"/>", "xacro-condition");
    FAILS("<xacro:if value=\"yes\"/>", "xacro-condition");
    FAILS("<xacro:if/>", "xacro-attribute-missing");
    EXPANDS_EMPTY("<xacro:if value=\"0\">${1/0}<xacro:nothing/></xacro:if>");
}

TEST(elements_and_attributes_by_expression)
{
    EXPANDS("<xacro:element xacro:name=\"${'x'+'y'}\" k=\"1\"/>", "<xy k=\"1\"/>");
    EXPANDS("<t><xacro:attribute name=\"${'k'}\" value=\"${1+1}\"/></t>", "<t k=\"2\"/>");
    EXPANDS("<xacro:macro name=\"m\">x</xacro:macro><xacro:element xacro:name=\"xacro:m\"/>", "x");
    FAILS("<xacro:element xacro:name=\"\"/>", "xacro-name");
    FAILS("<t><xacro:attribute name=\"1\" value=\"2\"/></t>", "xacro-name");
}

TEST(dollars)
{
    EXPANDS(V("$") V("a $ b") V("$x") V("$${1}") V("$$${1}") V("$$(arg x)") V("a $${1} b"),
            V("$") V("a $ b") V("$x") V("${1}") V("$${1}") V("$(arg x)") V("a ${1} b"));
    EXPANDS(V("${1}${2}") V("${1} ${[2]}") V("x${None}"), V("12") V("1 [2]") V("xNone"));
    FAILS(V("${1"), "xacro-syntax");
    FAILS(V("$(arg"), "xacro-syntax");
    FAILS(V("a$$b"), "xacro-syntax");
    FAILS("${{}}", "xacro-syntax");
}

TEST(arguments_and_substitutions)
{
    static const limb_xacro_argument given[] = {{"side", "right"}, {"n", "3"}, {"f", "0.5"}};
#define GIVEN(body, result)                                                                        \
    check_expands(__LINE__, "<a " NS ">" body "</a>", NULL, given, 3, "<a>" result "</a>")
    GIVEN("<xacro:arg name=\"side\" default=\"left\"/>" V("$(arg side)"), V("right"));
    EXPANDS(
        "<xacro:arg name=\"x\" default=\"${1+1}\"/><xacro:arg name=\"y\" default=\"$(arg x)0\"/>" V(
            "$(arg y)"),
        V("20"));
    EXPANDS("<xacro:arg name=\"x\" default=\"\"/>" V("[$(arg x)]"), V("[]"));
    FAILS("<xacro:arg name=\"x\"/>", "xacro-attribute-missing");
    check_expands(__LINE__, "<a " NS "><xacro:arg name=\"n\"/></a>", NULL, given, 3,
                  "!xacro-attribute-missing");
    FAILS("$(cwd )", "xacro-substitution");
    EXPANDS("<xacro:arg name=\"x\" default=\"0.5\"/>" P("p", "$(arg x)") V("${p-0.25}"), V("0.25"));
    EXPANDS("<xacro:arg name=\"x\" default=\"7\"/>" V("${xacro.arg('x') + '1'}"), V("71"));
    GIVEN(V("$(eval n * 2)") V("$(eval f + 1)") V("$(eval side == 'right')"),
          V("6") V("1.5") V("True"));
    FAILS(V("$(eval arg('n'))"), "xacro-syntax"); // ends at the first ')'
}

// Launch files pass arguments such as path:='$(find arm_description)/config'.
TEST(packages_are_found_in_values_of_arguments)
{
    static const limb_xacro_argument argument[] = {
        {"p", "$(find arm_description)/x $(find  arm_description )"},
        {"q", "$(find nowhere)"},
        {"r", "$(find"},
        {"s", "$(arg p)"}};
#define WITH(value, result)                                                                        \
    check_expands(__LINE__, "<a " NS ">" value "</a>", NULL, argument, 4, result)
    WITH("$(arg p)", "<a>/ros/arm_description/x /ros/arm_description</a>");
    WITH("$(arg q)", "!xacro-substitution");
    WITH("$(arg r)", "<a>$(find</a>");
    WITH("$(arg s)", "<a>$(arg p)</a>");
#undef WITH
    EXPANDS("$(optenv NONE a  b   c)", "a b c");
    EXPANDS("[$(optenv NONE)]", "[]");
    EXPANDS("$()", "$()");
    FAILS("$( )", "xacro-substitution");
}

TEST(arguments_nested_in_expressions)
{
    static const limb_xacro_argument given[] = {{"var", "xacro"}};
    check_expands(__LINE__, "<a " NS ">${2*'$(arg var)'}</a>", NULL, given, 1, "<a>xacroxacro</a>");
    check_expands(__LINE__, "<a " NS ">$(arg ${'v'+'ar'})</a>", NULL, given, 1, "<a>xacro</a>");
    EXPANDS(V("$(env SIDE)") V("$(optenv SIDE x)") V("$(optenv NONE a b)") V("$(optenv NONE)"),
            V("left") V("left") V("a b") V(""));
    EXPANDS(V("$(cwd)") V("$(find arm_description)/urdf"),
            V("/work") V("/ros/arm_description/urdf"));
    FAILS(V("$(arg nothing)"), "xacro-argument");
    FAILS(V("$(env NOTHING)"), "xacro-substitution");
    FAILS(V("$(find nothing)"), "xacro-substitution");
    FAILS(V("$(anon x)"), "xacro-substitution");
    FAILS(V("$(eval __import__)"), "xacro-substitution");
}

TEST(comments)
{
    EXPANDS(
        "<!-- A -->\n\n<!-- x -->\n<!-- y -->\n" P(
            "p", "1") "\n<!-- z -->\n"
                      "<xacro:if value=\"1\"><!-- B --></xacro:if>\n<!-- w -->\n"
                      "<xacro:macro name=\"m\"><!-- C --></xacro:macro>\n<!-- v -->\n<xacro:m/>\n",
        "<!-- A --><!-- B --><!-- C -->");
    EXPANDS(P("n", "x") "<!-- ${n} --><!-- xacro:eval-comments --><!-- ${n} --> <!-- ${n} -->"
                        "<t/><!-- ${n} -->",
            "<!-- ${n} --><!-- x --><!-- x --><t/><!-- ${n} -->");
    EXPANDS(
        "<!-- xacro:eval-comments --><!-- ${1+1} --><!-- xacro:eval-comments:off --><!-- ${1} -->",
        "<!-- 2 --><!-- ${1} -->");
    EXPANDS("<c><![CDATA[${1}<]]></c><?pi ${1}?>", "<c><![CDATA[${1}<]]></c><?pi ${1}?>");
}

TEST(the_prefix_must_be_declared)
{
#define WARNS(document, result) check_expands(__LINE__, document, NULL, NULL, 0, result)
    WARNS("<a><b><xacro:property name=\"p\" value=\"1\"/>${p}</b><xacro:if value=\"0\"/></a>",
          "<a><b>1</b></a> ?xml-prefix-unbound");
    WARNS("<a><b " NS "><xacro:if value=\"0\"/></b></a>", "<a><b/></a>");
    WARNS("<a><xacro:if " NS " value=\"0\"/></a>", "<a/>");
    WARNS("<a><b " NS "/><c><d/></c><xacro:if value=\"0\"/></a>",
          "<a><b/><c><d/></c></a> ?xml-prefix-unbound");
    WARNS("<a>${1}</a>", "<a>1</a>");
#undef WARNS
    static const memory_file files[] = {{"i.xacro", "<x><xacro:if value=\"0\"/></x>"},
                                        {NULL, NULL}};
    check_expands(__LINE__, "<a " NS "><xacro:include filename=\"i.xacro\"/></a>", files, NULL, 0,
                  "<a/> ?xml-prefix-unbound");
}

TEST(namespaces_of_xml)
{
    static const memory_file files[] = {{"part.xml", "<r xmlns:b=\"http://b\" " NS "><p/></r>"},
                                        {NULL, NULL}};
    check_expands(__LINE__, "<a " NS " xacro:targetNamespace=\"http://t\"/>", NULL, NULL, 0,
                  "<a xmlns=\"http://t\"/>");
    EXPANDS("<b xacro:targetNamespace=\"x\" xacro:y=\"1\" k=\"2\"/>", "<b k=\"2\"/>");
    check_expands(__LINE__,
                  "<a " NS "><xacro:macro name=\"m\"><xacro:include filename=\"part.xml\"/>"
                  "</xacro:macro><xacro:m/></a>",
                  files, NULL, 0, "<a xmlns:b=\"http://b\"><p/></a>");
    check_expands(__LINE__,
                  "<a " NS " xmlns:b=\"http://c\"><xacro:include filename=\"part.xml\"/></a>",
                  files, NULL, 0, "<a xmlns:b=\"http://c\"><p/></a> ?xacro-namespace");
    // only the prefix counts, whatever it is declared as
    check_expands(__LINE__,
                  "<a xmlns:xacro=\"http://wiki.ros.org/xacro\"><xacro:if value=\"1\"/></a>", NULL,
                  NULL, 0, "<a/>");
}

TEST(includes)
{
    static const memory_file files[] = {
        {"one.xml", "<r><one/></r>"},
        {"two.xml", "<r><!-- kept --><two/></r>"},
        {"sub/in.xacro", "<r " NS "><xacro:include filename=\"deep.xml\"/></r>"},
        {"sub/deep.xml", "<r><deep/></r>"},
        {"lib.xacro",
         "<r " NS "><xacro:property name=\"v\" value=\"2\"/>"
         "<xacro:macro name=\"f\" params=\"k:=0\"><l v=\"${v}\" k=\"${k}\" o=\"${o}\"/>"
         "</xacro:macro><xacro:macro name=\"g\" params=\"*b d:=${v}\"><g d=\"${d}\" v=\"${v}\">"
         "<xacro:insert_block name=\"b\"/></g></xacro:macro></r>"},
        {"wrong_root.xacro", "<r " NS " note=\"${nothing}\"><one/></r>"},
        {"broken.xml", "<r><x></r>"},
        {"loop.xacro", "<r " NS "><xacro:include filename=\"loop.xacro\"/></r>"},
        {NULL, NULL},
    };
#define INCLUDES(body, result)                                                                     \
    check_expands(__LINE__, "<a " NS ">" body "</a>", files, NULL, 0, result)
    INCLUDES("<!-- gone --><xacro:include filename=\"two.xml\"/>", "<a><!-- kept --><two/></a>");
    INCLUDES("<xacro:include filename=\"./one.xml\"/>", "<a><one/></a>");
    INCLUDES("<xacro:include filename=\"*.xml\"/>", "!xml-unclosed");
    INCLUDES("<xacro:include filename=\"[ot][nw]?.xml\"/>", "<a><one/><!-- kept --><two/></a>");
    INCLUDES("<xacro:include filename=\"x*.xml\"/>", "<a/> ?xacro-include-empty");
    INCLUDES("<xacro:include filename=\"sub/in.xacro\"/>", "<a><deep/></a>");
    INCLUDES("<xacro:property name=\"n\" value=\"one\"/><xacro:include filename=\"${n}.xml\"/>",
             "<a><one/></a>");
    INCLUDES("<xacro:include filename=\"none.xml\"/>", "!xacro-include");
    INCLUDES("<xacro:include filename=\"none.xml\" optional=\"True\"/>", "<a/>");
    INCLUDES("<xacro:include filename=\"/etc/passwd\"/>", "!xacro-include");
    INCLUDES("<xacro:include filename=\"../../outside.xml\"/>", "!xacro-include");
    INCLUDES("<xacro:include filename=\"loop.xacro\"/>", "!xacro-recursion");
    INCLUDES("<xacro:include filename=\"one.xml\"><x/></xacro:include>",
             "<a><one/></a> ?xacro-lost");
    INCLUDES(
        "<xacro:property name=\"o\" value=\"9\"/><xacro:include filename=\"lib.xacro\" ns=\"L\"/>"
        "<xacro:L.f/><xacro:L.f k=\"${L.v}\"/><b v=\"${L.v + 1}\"/>",
        "<a><l k=\"0\" o=\"9\" v=\"2\"/><l k=\"2\" o=\"9\" v=\"2\"/><b v=\"3\"/></a>");
    // arguments, defaults and blocks are the caller's, the body is the namespace's
    INCLUDES("<xacro:property name=\"v\" value=\"8\"/><xacro:property name=\"o\" value=\"9\"/>"
             "<xacro:include filename=\"lib.xacro\" ns=\"L\"/><xacro:L.f k=\"${v}\"/>"
             "<xacro:L.g><i v=\"${v}\"/></xacro:L.g>",
             "<a><l k=\"8\" o=\"9\" v=\"2\"/><g d=\"8\" v=\"2\"><i v=\"8\"/></g></a>");
    // attributes of the included root are evaluated before they go
    INCLUDES("<xacro:include filename=\"wrong_root.xacro\"/>", "!xacro-undefined");
    INCLUDES("<xacro:include filename=\"lib.xacro\" ns=\"L\"/>${v}", "!xacro-undefined");
    // a namespace sees what lies around it, and the names that every expression knows
    INCLUDES("<xacro:include filename=\"lib.xacro\" ns=\"L\"/>" P(
                 "o", "7") "${L.o} ${L.max(1, 2)} ${'v' in L} ${'pi' in L} ${'w' in L}",
             "<a>7 2 True True False</a>");
}

TEST(messages_have_blanks_between_their_parts)
{
    static const char text[] = "<a " NS ">${xacro.warning('length', 2, [1])}</a>";
    limb_report *report;
    limb_xacro *xacro;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(
        limb_xacro_expand(&xacro, text, sizeof text - 1, &(limb_xacro_opts){.report = report}),
        LIMB_OK);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_TEXT(report->finding[0].message, "length 2 [1]");
    limb_xacro_free(xacro);
    limb_report_free(report);
}

TEST(functions_of_xacro)
{
    EXPANDS("${xacro.dotify(dict(a=1, b=dict(c=2))).b.c}", "2");
    EXPANDS("${xacro.tokenize('ab, cd;ef')}", "['ab', 'cd', 'ef']");
    EXPANDS("${xacro.tokenize('a  b', sep=' ', skip_empty=False)}", "['a', '', 'b']");
    EXPANDS("${xacro.abs_filename('x/y.xml')}", "x/y.xml");
    // separators are a character class of a regular expression
    EXPANDS("${xacro.tokenize('a1b22c', sep='0-9')}", "['a', 'b', 'c']");
    EXPANDS("${xacro.tokenize('a-b_c', '_-')}", "['a', 'b', 'c']");
    EXPANDS("${xacro.tokenize('a.b^c', sep='^.')}", "['.']");
    EXPANDS("${xacro.tokenize('a1b-c', sep='\\\\-')}", "['a1b', 'c']");
    EXPANDS("${xacro.tokenize('\xC3\xA9\xC3\xA8', sep='\xC3\xA9')}", "['\xC3\xA8']");
    FAILS("${xacro.tokenize('a', sep='')}", "xacro-expression");
    check_expands(__LINE__, "<a " NS ">${xacro.warning('a', 2)}</a>", NULL, NULL, 0,
                  "<a></a> ?xacro-warning");
    check_expands(__LINE__, "<a " NS ">${xacro.error('a')}</a>", NULL, NULL, 0,
                  "<a></a> ?xacro-error");
    FAILS("${xacro.fatal('a')}", "xacro-fatal");
    FAILS("${''.__class__}", "xacro-undefined");
    check_expands(__LINE__, "<a " NS ">" P("pi", "3") "${pi}</a>", NULL, NULL, 0,
                  "<a>3</a> ?xacro-builtin");
}

TEST(vars_lists_what_is_defined)
{
    EXPANDS(P("x", "1") "${'x' in python.vars()} ${'y' in python.vars()} ${'pi' in python.vars()}",
            "True False True");
    EXPANDS(P("x", "1") "${python.vars()['x'] + 1}", "2");
    EXPANDS(P("x", "${nothing}") "${'x' in python.vars()}", "True"); // it is not evaluated
    EXPANDS("<xacro:macro name=\"m\" params=\"p\">${'p' in python.vars()}</xacro:macro>"
            "<xacro:m p=\"1\"/>${'p' in python.vars()}",
            "TrueFalse");
    FAILS("${python.vars()['x']}", "xacro-undefined");
}

TEST(unusual_text)
{
    EXPANDS(V("&lt;&amp;&quot;&gt; ${'&lt;'}"), V("&lt;&amp;&quot;&gt; &lt;"));
    EXPANDS("<t>${u'\xF0\x9F\x8D\x94' * 2}</t>", "<t>\xF0\x9F\x8D\x94\xF0\x9F\x8D\x94</t>");
    EXPANDS("<t>a\r\nb</t>", "<t>ab</t>");
    EXPANDS(V("a\r\nb\rc\nd"), V("a b c d")); // line ends in a value are one blank each
    EXPANDS("<include filename=\"x\"><tag/></include>", "<include filename=\"x\"><tag/></include>");
    check_expands(__LINE__, "<a><property name=\"x\" value=\"1\"/></a>", NULL, NULL, 0,
                  "<a><property name=\"x\" value=\"1\"/></a> ?xacro-unprefixed");
    check_expands(__LINE__, "<a " NS "><xacro:if value=\"1\" x=\"2\"/></a>", NULL, NULL, 0,
                  "<a/> ?xacro-attribute");
}

// XML parsers convert Windows line ends to line feeds.
TEST(line_ends_are_line_feeds)
{
    EXPANDS("\r\n<xacro:macro name='m'/>\r\n", "");
    EXPANDS("\r<xacro:macro name='m'/>\r", "");
    EXPANDS("\r\n<b>\r\n</b>\r\n", "<b></b>");
    EXPANDS("<b>1\r\n2</b>", "<b>12</b>");
    EXPANDS("<!-- a\r\nb --><b/>", "<!-- ab --><b/>");
    EXPANDS("<b><![CDATA[\r\n]]></b>", "<b><![CDATA[]]></b>");
    EXPANDS("<b>&#13;</b>", "<b>&#13;</b>"); // written as a reference, it is meant
    // an empty line keeps a comment from going with the tag
    EXPANDS("<!-- c -->\r\n<xacro:if value='0'/>\r\n<b/>", "<b/>");
    EXPANDS("<!-- c -->\r\n\r\n<xacro:if value='0'/>\r\n<b/>", "<!-- c --><b/>");
    // places after a line end that was changed
    FAILS("<!-- xacro:eval-comments --><!--\r\n${x}\r\n-->", "xacro-undefined");
}

TEST(one_run_finds_more_than_one_error)
{
    FAILS(V("${x}") V("${1/0}") "<xacro:m/>", "xacro-undefined xacro-expression xacro-macro");
}
