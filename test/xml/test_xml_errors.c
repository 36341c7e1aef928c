// Every defect with its place: under each text is what the finding points at.
//
// A '^' marks each byte of the span, a '|' a point between two bytes; the line of carets lies under
// the last line of the text that holds the finding. The text may have several findings; the one
// that is expected must be the first of its rule.
#include "harness.h"
#include "support/hostile.h"
#include "xml/reading.h"
#include "xml/tree_check.h"

static limb_test_reading read_text(const char *text, size_t size, const limb__xml_limits *limits)
{
    limb_test_reading it = limb_test_read_xml(text, size, limits);
    ENSURE_INT(limb_test_check_namespaces(&it.doc, it.report), LIMB_OK);
    limb_report_sort(it.report);
    return it;
}

static const limb_finding *find(const limb_test_reading *it, limb_rule rule)
{
    for (int i = 0; i < it->report->nfinding; i++) {
        if (it->report->finding[i].rule == rule) return &it->report->finding[i];
    }
    return NULL;
}

// The status that the findings of a report call for.
static limb_status called_for(const limb_report *report)
{
    for (int i = 0; i < report->nfinding; i++) {
        if (report->finding[i].rule == LIMB_RULE_XML_LIMIT) return LIMB_ERROR_LIMIT;
    }
    for (int i = 0; i < report->nfinding; i++) {
        if (limb_rule_of(report->finding[i].rule)->refuses) return LIMB_ERROR_INPUT;
    }
    return LIMB_OK;
}

static void check_place(const limb_finding *finding, const char *text, const char *carets)
{
    const size_t column = strcspn(carets, "^|");
    const size_t size = strspn(carets + column, "^");
    ENSURE(carets[column] != 0);
    // carets count bytes of their line
    size_t line_start = finding->span.offset;
    while (line_start > 0 && text[line_start - 1] != '\n')
        line_start--;
    if (finding->span.offset - line_start != column || finding->span.size != size) {
        limb_test_fail(
            __FILE__, __LINE__, "in \"%s\": \"%s\" at column %zu size %u, not %zu size %zu", text,
            finding->message, finding->span.offset - line_start, finding->span.size, column, size);
    }
}

static void expect(const char *text, const char *carets, limb_rule rule, const char *message)
{
    limb_test_reading it = read_text(text, strlen(text), NULL);
    const limb_finding *finding = find(&it, rule);
    if (!finding) limb_test_fail(__FILE__, __LINE__, "in \"%s\": no finding %d", text, (int)rule);
    ENSURE_TEXT(finding->message, message);
    check_place(finding, text, carets);
    ENSURE_INT(it.status, called_for(it.report));
    const char *wrong = limb_test_tree_wrong(&it.doc, false);
    ENSURE_TEXT(wrong ? wrong : "", "");
    limb_test_drop_xml(&it);
}

// The same, with the line of a first note, and the text that the fixes make of it (NULL: no fix).
static void expect_more(const char *text, limb_rule rule, const char *note, unsigned note_line,
                        const char *fixed)
{
    limb_test_reading it = read_text(text, strlen(text), NULL);
    const limb_finding *finding = find(&it, rule);
    ENSURE(finding != NULL);
    if (note) {
        ENSURE(finding->nnote > 0);
        ENSURE_TEXT(finding->note[0].message, note);
        ENSURE_INT(finding->note[0].span.line, note_line);
    }
    if (fixed) {
        ENSURE(finding->nfix > 0);
        char result[512];
        size_t size = 0;
        size_t from = 0;
        for (int i = 0; i < finding->nfix; i++) {
            const limb_fix *fix = &finding->fix[i];
            ENSURE(fix->offset >= from);
            size += (size_t)snprintf(result + size, sizeof result - size, "%.*s%s",
                                     (int)(fix->offset - from), text + from, fix->text);
            from = fix->offset + fix->size;
        }
        snprintf(result + size, sizeof result - size, "%s", text + from);
        ENSURE_TEXT(result, fixed);
    } else {
        ENSURE_INT(finding->nfix, 0);
    }
    limb_test_drop_xml(&it);
}

// the carets are where they belong
// clang-format off

TEST(wrong_end_tags_are_reported_with_what_is_open)
{
    expect("<a><b></a>", "      ^^^", LIMB_RULE_XML_UNCLOSED,
           "unexpected </a>: <b> (line 1) is not closed");
    expect("<a>\n<b>\n<c></a>", "   ^^^", LIMB_RULE_XML_UNCLOSED,
           "unexpected </a>: <c> (line 3) is not closed");
    expect("<link></lnik>", "      ^^^^^^", LIMB_RULE_XML_UNCLOSED,
           "unexpected </lnik>: <link> (line 1) is not closed");
    expect("<a/></b>", "    ^^^", LIMB_RULE_XML_UNCLOSED, "</b> has no matching start tag");
    expect("<a><b/></b></a>", "       ^^^", LIMB_RULE_XML_UNCLOSED,
           "</b> has no matching start tag");
    expect("<a><b></c></b></a>", "      ^^^", LIMB_RULE_XML_UNCLOSED,
           "</c> has no matching start tag; the open element here is <b> (line 1)");
    expect("<a>\n<b>\n", "|", LIMB_RULE_XML_UNCLOSED,
           "the file ends before <b> (line 2) is closed");
    expect("<a></a", "   ^^^", LIMB_RULE_XML_SYNTAX, "the file ends inside an end tag");
    expect("<a></a x>", "   ^^^", LIMB_RULE_XML_SYNTAX,
           "\">\" is missing at the end of an end tag");
    expect("<a></ a>", "   ^^", LIMB_RULE_XML_SYNTAX, "the end tag has no name");
    expect_more("<a>\n<b>\n<c></a>", LIMB_RULE_XML_UNCLOSED, "<c> is opened here", 3, NULL);
    expect_more("<a>\n<b>\n", LIMB_RULE_XML_UNCLOSED, "<b> is opened here", 2, NULL);
    expect_more("<link></lnik>", LIMB_RULE_XML_UNCLOSED, "<link> is opened here", 1,
                "<link></link>");
}

// After <joint> ... </link>, the end tag of the enclosing element must not report <joint> again.
TEST(a_wrong_end_tag_is_one_finding)
{
    static const char *const text[] = {"<r><joint></link></r>", "<r><joint></link>"};
    for (int i = 0; i < 2; i++) {
        limb_test_reading it = read_text(text[i], strlen(text[i]), NULL);
        ENSURE_INT(it.report->nerror, 1);
        ENSURE_INT(it.status, LIMB_ERROR_INPUT);
        limb_test_drop_xml(&it);
    }
}

TEST(a_conflict_of_a_version_control_system_is_named)
{
    static const char text[] = "<a>\n<<<<<<< HEAD\n<b/>\n=======\n<c/>\n>>>>>>> feature\n</a>";
    expect(text, "^^^^^^^^^^^^", LIMB_RULE_XML_SYNTAX,
           "a merge conflict is not resolved: keep one of the two versions and remove the marker "
           "lines");
    limb_test_reading it = read_text(text, strlen(text), NULL);
    ENSURE_INT(it.report->nerror, 1);
    limb_test_drop_xml(&it);
    // only at the beginning of a line
    expect("<a> <<<<<<< HEAD\n</a>", "    ^", LIMB_RULE_XML_SYNTAX,
           "\"<\" does not begin a tag; in text, write \"&lt;\"");
}

TEST(a_comment_that_runs_into_the_next_is_named)
{
    expect("<a><!-- x <!-- y --></a>", "          ^^^^", LIMB_RULE_XML_COMMENT,
           "comments do not nest: the first \"-->\" ends the outer one");
    expect("<a><!-- x --\n<b/><!-- y --></a>", "          ^^", LIMB_RULE_XML_COMMENT,
           "the comment is not ended by \"--\" but goes on to the next \"-->\", in line 2");
    expect("<a><!-- x --y <!-- z --></a>", "          ^^", LIMB_RULE_XML_COMMENT,
           "\"--\" is not allowed in a comment");
}

TEST(reading_goes_on_after_a_wrong_end_tag)
{
    const char text[] = "<r><link><a></b></a></lnik><c></r>";
    limb_test_reading it = read_text(text, strlen(text), NULL);
    ENSURE_INT(it.report->nerror, 3);
    ENSURE_INT(it.doc.nnode, 4);
    ENSURE_INT(it.doc.node[3].parent, 0);
    limb_test_drop_xml(&it);
}

TEST(wrong_values_are_reported_at_their_quotes)
{
    expect("<a x=\"1>\n<b/>\n</a>", "     ^^", LIMB_RULE_XML_SYNTAX,
           "the value of \"x\" has no closing quote");
    expect("<a x=\"1>\n<b y=\"2\"/></a>", "     ^^", LIMB_RULE_XML_SYNTAX,
           "the value of \"x\" has no closing quote");
    expect("<a x=\"1 y=\"2\"/>", "     ^^^^^", LIMB_RULE_XML_SYNTAX,
           "the value of \"x\" has no closing quote");
    expect("<a x='1", "     ^^", LIMB_RULE_XML_SYNTAX, "the value of \"x\" has no closing quote");
    expect("<a x=\"1 < 2\"/>", "        ^", LIMB_RULE_XML_LESS_THAN,
           "\"<\" is not allowed in an attribute value; write \"&lt;\"");
    expect("<a x=1 y='2'/>", "     ^", LIMB_RULE_XML_SYNTAX, "the value of \"x\" is not quoted");
    expect("<a x=\xe2\x80\x9c"
           "1 2\xe2\x80\x9d/>",
           "     ^^^^^^^^^", LIMB_RULE_XML_SYNTAX,
           "the value of \"x\" is in typographic quotes; use \"");
    expect("<a x=\xe2\x80\x9c"
           "1/>",
           "     ^^^^", LIMB_RULE_XML_SYNTAX, "the value of \"x\" is not quoted");
    expect("<a x= y='2'/>", "      ^^^^^", LIMB_RULE_XML_SYNTAX,
           "the value of \"x\" is not quoted");
    expect("<a x/>", "   ^", LIMB_RULE_XML_SYNTAX, "attribute \"x\" has no value");
    expect("<a x=>", "   ^", LIMB_RULE_XML_SYNTAX, "attribute \"x\" has no value");
    expect("<a x \"1\"/>", "    |", LIMB_RULE_XML_SYNTAX,
           "\"=\" is missing between \"x\" and its value");
    expect("<a x='1'y='2'/>", "       ^^", LIMB_RULE_XML_ATTRIBUTE_SPACE,
           "white space is missing after the value of \"x\"");
    expect("<a x='1' y='2' x='3'/>", "               ^", LIMB_RULE_XML_DUPLICATE_ATTRIBUTE,
           "attribute \"x\" appears twice");
    expect_more("<a x='1'\ny='2'\nx='3'/>", LIMB_RULE_XML_DUPLICATE_ATTRIBUTE, "first given here",
                1, NULL);
    expect_more("<a x=\"1 < 2\"/>", LIMB_RULE_XML_LESS_THAN, NULL, 0, "<a x=\"1 &lt; 2\"/>");
    expect_more("<a x=1/>", LIMB_RULE_XML_SYNTAX, NULL, 0, "<a x=\"1\"/>");
    expect_more("<a x '1'/>", LIMB_RULE_XML_SYNTAX, NULL, 0, "<a x='1'/>");
    expect_more("<a x='1'y='2'/>", LIMB_RULE_XML_ATTRIBUTE_SPACE, NULL, 0, "<a x='1' y='2'/>");
}

TEST(broken_tags_are_reported_where_they_break)
{
    expect("<a\n<b/>", "^", LIMB_RULE_XML_SYNTAX,
           "unexpected \"<\": the tag <a is not closed by \">\"");
    expect("<a x='1'", "        |", LIMB_RULE_XML_SYNTAX, "the file ends inside the tag <a");
    expect("<a x='1'\" y='2'>", "        ^", LIMB_RULE_XML_SYNTAX, "unexpected quote in <a>");
    expect("<a / >", "   ^", LIMB_RULE_XML_SYNTAX, "\"/\" in <a> is not followed by \">\"");
    expect("<a %>", "   ^", LIMB_RULE_XML_SYNTAX, "unexpected \"%\" in <a>");
    expect("<a \xC3\x97>", "   ^^", LIMB_RULE_XML_SYNTAX, "unexpected \"\xC3\x97\" in <a>");
    expect("<a>1 < 2</a>", "     ^", LIMB_RULE_XML_SYNTAX,
           "\"<\" does not begin a tag; in text, write \"&lt;\"");
    expect("<a>< b/></a>", "   ^^^", LIMB_RULE_XML_SYNTAX,
           "white space between \"<\" and \"b\"; in text, write \"&lt;\"");
    expect("<a/><", "    ^", LIMB_RULE_XML_SYNTAX, "the file ends after \"<\"");
    expect_more("<a\n<b/>", LIMB_RULE_XML_SYNTAX, "<a is opened here", 1, NULL);
    expect_more("<a>1 < 2</a>", LIMB_RULE_XML_SYNTAX, NULL, 0, "<a>1 &lt; 2</a>");
    expect_more("<a> < b/></a>", LIMB_RULE_XML_SYNTAX, NULL, 0, NULL); // a tag may be meant
}

TEST(unclosed_markup_is_reported_where_it_opens)
{
    expect("<a><!-- x </a>", "   ^^^^", LIMB_RULE_XML_SYNTAX,
           "the comment is not closed by \"-->\"");
    expect("<a><![CDATA[ x ]] ></a>", "   ^^^^^^^^^", LIMB_RULE_XML_SYNTAX,
           "the CDATA section is not closed by \"]]>\"");
    expect("<a><?x ></a>", "   ^^", LIMB_RULE_XML_SYNTAX,
           "the processing instruction is not closed by \"?>\"");
    expect("<!DOCTYPE a [ <!ENTITY b '>' > <a/>", "^^^^^^^^^", LIMB_RULE_XML_SYNTAX,
           "the document type is not closed by \">\"");
    expect("<a><!ELEMENT></a>", "   ^^", LIMB_RULE_XML_SYNTAX,
           "\"<!\" begins neither a comment (<!--), <![CDATA[ nor <!DOCTYPE");
    expect("<a><? x?></a>", "     ^", LIMB_RULE_XML_SYNTAX, "a processing instruction has no name");
    expect("<![CDATA[x]]><a/>", "^^^^^^^^^", LIMB_RULE_XML_SYNTAX,
           "a CDATA section is outside the outermost element");
    expect("<!-- a -- b --><a/>", "       ^^", LIMB_RULE_XML_COMMENT,
           "\"--\" is not allowed in a comment");
    expect("<!-- a ---><a/>", "       ^^", LIMB_RULE_XML_COMMENT,
           "\"--\" is not allowed in a comment");
    expect("<a>x ]]> y</a>", "     ^^^", LIMB_RULE_XML_CDATA_END, "\"]]>\" is not allowed in text");
    expect("<!DOCTYPE a><a/>", "^^^^^^^^^^^^", LIMB_RULE_XML_DTD,
           "the document type declaration is ignored; its entities are not expanded");
    expect("<a/><!DOCTYPE a>", "    ^^^^^^^^^", LIMB_RULE_XML_SYNTAX,
           "a document type declaration follows the first element");
}

TEST(references_and_characters)
{
    expect("<a>a & b</a>", "     ^", LIMB_RULE_XML_AMPERSAND,
           "\"&\" does not begin a reference; write \"&amp;\"");
    expect("<a x='a&b'/>", "       ^", LIMB_RULE_XML_AMPERSAND,
           "\"&\" does not begin a reference; write \"&amp;\"");
    expect("<a>&nbsp;</a>", "   ^^^^^^", LIMB_RULE_XML_ENTITY,
           "entity \"&nbsp;\" is unknown and is kept as text");
    expect("<a x='&#xD800;'/>", "      ^^^^^^^^", LIMB_RULE_XML_CHARACTER,
           "\"&#xD800;\" is not a character that XML allows");
    expect("<a>\x01</a>", "   ^", LIMB_RULE_XML_CHARACTER,
           "character U+0001 is not allowed in XML");
    expect("<a>\x0B \x02</a>", "   ^", LIMB_RULE_XML_CHARACTER,
           "character U+000B is not allowed in XML; more follow");
    expect("<a>\xFC</a>", "   ^", LIMB_RULE_XML_UTF8, "byte 0xFC is not valid UTF-8");
    expect("<a>0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\xC3(\xC3</a>",
           "                                                                   ^",
           LIMB_RULE_XML_UTF8, "byte 0xC3 is not valid UTF-8; more follow");
    expect_more("<a>a & b</a>", LIMB_RULE_XML_AMPERSAND, NULL, 0, "<a>a &amp; b</a>");
}

TEST(a_document_has_one_outermost_element)
{
    expect("", "|", LIMB_RULE_XML_NO_ROOT, "the document is empty");
    expect(" \n ", "|", LIMB_RULE_XML_NO_ROOT, "the document is empty");
    expect("<!-- x -->", "|", LIMB_RULE_XML_NO_ROOT, "the document has no element");
    expect(" {\"a\": 1}", " ^^^^^^^^", LIMB_RULE_XML_NO_ROOT,
           "this is not XML: it is text without any element");
    expect("version https://git-lfs\n", "^^^^^^^^^^^^^^^^^^^^^^^", LIMB_RULE_XML_NO_ROOT,
           "this is a Git LFS pointer, not the file itself: run \"git lfs pull\"");
    expect("<a/>\njunk\n", "^^^^", LIMB_RULE_XML_EXTRA_ROOT, "text follows the end of <a>");
    expect("junk <a/>", "^^^^", LIMB_RULE_XML_SYNTAX, "text before the first element");
    expect("<a/><b/>", "    ^^", LIMB_RULE_XML_EXTRA_ROOT, "<b> follows the end of <a>");
    expect_more("<a/>\n<b/>", LIMB_RULE_XML_EXTRA_ROOT,
                "this is the outermost element; a document has only one", 1, NULL);
}

TEST(files_of_another_kind_are_reported_once)
{
    static const char *const text[] = {"{\"a\": 1}", "# mesh\nv 0 0 0\n", "solid cube\n"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        limb_test_reading it = read_text(text[i], strlen(text[i]), NULL);
        ENSURE_INT(it.report->nfinding, 1);
        limb_test_drop_xml(&it);
    }
    // NULs at its end are not a second thing that is wrong with it
    static const char binary[] = "mesh by someone\0\0\0\xca\x01<\x02<<x\xff\xfe\0\0";
    limb_test_reading it = read_text(binary, sizeof binary - 1, NULL);
    ENSURE_INT(it.report->nfinding, 1);
    ENSURE_TEXT(it.report->finding[0].message, "this is a binary file, not XML");
    ENSURE_INT(it.status, LIMB_ERROR_INPUT);
    limb_test_drop_xml(&it);
}

TEST(odd_declarations_are_reported_and_read_on)
{
    expect(" <?xml version='1.0'?><a/>", " ^^^^^^^^^^^^^^^^^^^^^", LIMB_RULE_XML_DECLARATION_LATE,
           "white space before the XML declaration");
    expect("<!-- x --><?xml version='1.0'?><a/>", "          ^^^^^^^^^^^^^^^^^^^^^",
           LIMB_RULE_XML_DECLARATION_LATE, "something before the XML declaration");
    expect("<a><?xml version='1.0'?></a>", "   ^^^^^^^^^^^^^^^^^^^^^", LIMB_RULE_XML_SYNTAX,
           "an XML declaration follows the first element");
    expect("<?xml version=\"0.0\" ?><a/>", "               ^^^", LIMB_RULE_XML_DECLARATION,
           "XML version \"0.0\" does not exist; it is read as 1.0");
    expect("<?xml encoding='utf-8'?><a/>", "^^^^^^^^^^^^^^^^^^^^^^^^", LIMB_RULE_XML_DECLARATION,
           "the XML declaration has no version");
    expect("<?xml version='1.0' encoding=utf-8?><a/>", "                    ^^^^^^^^^^^^^^",
           LIMB_RULE_XML_DECLARATION, "the XML declaration is malformed from here on");
    expect("<?xml version='1.0' standalone='maybe'?><a/>", "                                ^^^^^^",
           LIMB_RULE_XML_DECLARATION, "the XML declaration is malformed from here on");
    expect("<?xml verison='1.0'?><a/>", "      ^^^^^^^", LIMB_RULE_XML_DECLARATION,
           "the XML declaration has no \"verison\"; did you mean \"version\"?");
    expect_more("<?xml verison='1.0'?><a/>", LIMB_RULE_XML_DECLARATION, NULL, 0,
                "<?xml version='1.0'?><a/>");
    expect("<?XML version='1.0'?><a/>", "  ^^^", LIMB_RULE_XML_DECLARATION,
           "a processing instruction cannot be named \"XML\"; the XML declaration is \"xml\"");
    expect("<?xml version='1.0' encoding='ISO-8859-1'?><a/>",
           "                              ^^^^^^^^^^", LIMB_RULE_XML_DECLARATION,
           "encoding \"ISO-8859-1\" is declared, but the file is ASCII; write UTF-8");
    expect("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xFC</a>",
           "                              ^^^^^^^^^^", LIMB_RULE_XML_ENCODING,
           "encoding \"ISO-8859-1\" is declared, but only UTF-8 is read; save the file as UTF-8");
    expect("<?xml version='1.0' encoding='utf8'?><a>\xC3\xA4</a>",
           "                              ^^^^", LIMB_RULE_XML_DECLARATION,
           "encoding \"utf8\" is declared, but the file is UTF-8");
    expect("\xFF\xFE<", "^^", LIMB_RULE_XML_ENCODING,
           "the file is UTF-16 or UTF-32; save it as UTF-8");
    expect("\xFE\xFF", "^^", LIMB_RULE_XML_ENCODING,
           "the file is UTF-16 or UTF-32; save it as UTF-8");
    expect_more("<?xml version=\"0.0\" ?><a/>", LIMB_RULE_XML_DECLARATION, NULL, 0,
                "<?xml version=\"1.0\" ?><a/>");
}

TEST(nul_bytes_are_reported_after_a_document_and_refused_within)
{
    static const char trailing[] = "<a></a>\n\0\0";
    limb_test_reading it = read_text(trailing, sizeof trailing - 1, NULL);
    ENSURE_INT(it.status, LIMB_OK);
    ENSURE_INT(it.report->nfinding, 1);
    ENSURE_INT(it.report->finding[0].rule, LIMB_RULE_XML_NUL);
    ENSURE_INT(it.report->finding[0].span.offset, 8);
    ENSURE_INT(it.report->finding[0].span.size, 2);
    limb_test_drop_xml(&it);
    static const char inside[] = "<a>\0</a>";
    it = read_text(inside, sizeof inside - 1, NULL);
    ENSURE_INT(it.status, LIMB_ERROR_INPUT);
    ENSURE_TEXT(it.report->finding[0].message, "character U+0000 is not allowed in XML");
    limb_test_drop_xml(&it);
    // after another character that is only reported
    static const char second[] = "<a>\x01\0</a>";
    it = read_text(second, sizeof second - 1, NULL);
    ENSURE_INT(it.status, LIMB_ERROR_INPUT);
    limb_test_drop_xml(&it);

    static const char wide[] = "<\0a\0/\0>\0";
    it = read_text(wide, sizeof wide - 1, NULL);
    ENSURE(find(&it, LIMB_RULE_XML_ENCODING) != NULL);
    limb_test_drop_xml(&it);
}

TEST(undeclared_prefixes_and_default_namespaces_are_reported)
{
    expect("<robot xmlns='http://x'/>", "              ^^^^^^^^", LIMB_RULE_XML_NAMESPACE,
           "a default namespace hides the elements from some readers");
    expect("<robot><x:a/><x:b/></robot>", "        ^^^", LIMB_RULE_XML_PREFIX,
           "prefix \"x\" is not declared: xmlns:x=\"...\" is missing");
    expect("<r><a xmlns:x='u'><x:b/></a><x:c/></r>", "                             ^^^",
           LIMB_RULE_XML_PREFIX, "prefix \"x\" is not declared: xmlns:x=\"...\" is missing");
    expect("<r><a y:z='1'/></r>", "      ^^^", LIMB_RULE_XML_PREFIX,
           "prefix \"y\" is not declared: xmlns:y=\"...\" is missing");
    // colons in values, texts, comments and end tags are no prefixes
    expect("<r a='u:v'>:<!-- c:d --><b e='f:g'>h:i<k/>:</b><x:l>:</x:l></r>",
           "                                                ^^^", LIMB_RULE_XML_PREFIX,
           "prefix \"x\" is not declared: xmlns:x=\"...\" is missing");
    expect("<r><a x:b='1' xmlns:x='u'/><c><x:d/></c></r>", "                               ^^^",
           LIMB_RULE_XML_PREFIX, "prefix \"x\" is not declared: xmlns:x=\"...\" is missing");
    static const char *const fine[] = {
        "<r a='u:v'>x:y<!-- x:y --><?x:y z?><![CDATA[x:y]]></r>",
        "<x:r xmlns:x='u'><x:a/></x:r>",
        "<r xml:lang='en'/>",
        "<r><a xmlns:x='u' x:b='1'><x:c><x:d xmlns:x='v'/></x:c><x:e/></a></r>",
    };
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        limb_test_reading it = read_text(fine[i], strlen(fine[i]), NULL);
        ENSURE_INT(it.report->nfinding, 0);
        limb_test_drop_xml(&it);
    }
}

// clang-format on

TEST(paths_of_findings)
{
    const char text[] = "<r><j/><j><o x='&'/></j><j/></r>";
    limb_test_reading it = read_text(text, strlen(text), NULL);
    ENSURE_TEXT(it.report->finding[0].path, "/r/j[2]");
    limb_test_drop_xml(&it);
}

static void expect_limit(const char *text, limb__xml_limits limits, const char *message)
{
    limb_test_reading it = read_text(text, strlen(text), &limits);
    ENSURE_INT(it.status, LIMB_ERROR_LIMIT);
    ENSURE_INT(it.report->nfinding, 1);
    ENSURE_TEXT(it.report->finding[0].message, message);
    const char *wrong = limb_test_tree_wrong(&it.doc, false);
    ENSURE_TEXT(wrong ? wrong : "", "");
    limb_test_drop_xml(&it);
}

TEST(what_is_over_a_limit_is_refused)
{
    const limb__xml_limits three = {.max_depth = 3, .max_attributes = 3, .max_name_bytes = 3};
    static const char fine[] = "<a><b><c x='1' yyy='2' z='3'/><ccc></ccc></b></a>";
    limb_test_reading it = read_text(fine, strlen(fine), &three);
    ENSURE_INT(it.status, LIMB_OK);
    limb_test_drop_xml(&it);
    expect_limit("<a><b><c><d></d></c></b></a>", three, "more than 3 elements inside each other");
    expect_limit("<a w='1' x='2' y='3' z='4'/>", three, "more than 3 attributes in one element");
    expect_limit("<abcd/>", three, "more than 3 bytes in a name");
    expect_limit("<a abcd='1'/>", three, "more than 3 bytes in a name");
    expect_limit("<a><?abcd?></a>", three, "more than 3 bytes in a name");
}

TEST(limits_have_defaults)
{
    enum { DEPTH = 500, ROOM = 16 * DEPTH };
    static char text[ROOM];
    for (int extra = 0; extra <= 1; extra++) {
        size_t size = 0;
        for (int i = 0; i < DEPTH + extra; i++)
            size += (size_t)sprintf(text + size, "<a>");
        for (int i = 0; i < DEPTH + extra; i++)
            size += (size_t)sprintf(text + size, "</a>");
        limb_test_reading it = read_text(text, size, NULL);
        ENSURE_INT(it.status, extra ? LIMB_ERROR_LIMIT : LIMB_OK);
        limb_test_drop_xml(&it);
    }
}

TEST(double_attributes_among_many)
{
    enum { COUNT = 900, ROOM = 20 * COUNT };
    static char text[ROOM];
    size_t size = (size_t)sprintf(text, "<a");
    for (int i = 0; i < COUNT; i++)
        size += (size_t)sprintf(text + size, " a%d='%d'", i, i);
    size_t whole = size + (size_t)sprintf(text + size, "/>");
    limb_test_reading it = read_text(text, whole, NULL);
    ENSURE_INT(it.status, LIMB_OK);
    ENSURE_INT(it.doc.nattr, COUNT);
    limb_test_drop_xml(&it);
    whole = size + (size_t)sprintf(text + size, " a450=''/>");
    it = read_text(text, whole, NULL);
    ENSURE_INT(it.status, LIMB_ERROR_INPUT);
    ENSURE_INT(it.report->nfinding, 1);
    ENSURE_TEXT(it.report->finding[0].message, "attribute \"a450\" appears twice");
    ENSURE_INT(it.report->finding[0].nnote, 1);
    limb_test_drop_xml(&it);
}
