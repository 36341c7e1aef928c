// The trees of many small documents, drawn as text and compared with the expected ones.
#include "harness.h"
#include "xml/reading.h"
#include "xml/tree_check.h"

#include <stdarg.h>

static limb_test_reading read_bytes(const char *text, size_t size)
{
    return limb_test_read_xml(text, size, NULL);
}

typedef struct drawing {
    char text[4096];
    size_t size;
} drawing;

static void draw(drawing *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void draw(drawing *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int size = vsnprintf(to->text + to->size, sizeof to->text - to->size, format, list);
    va_end(list);
    to->size += (size_t)size;
    ENSURE(to->size < sizeof to->text);
}

// name(attr=value ...){children}, 'text', [cdata], #comment, ?pi, !doctype; through the public API
static void draw_nodes(drawing *to, const limb_document *doc, int node)
{
    int depth = 0;
    while (node >= 0) {
        const limb_text source = limb_node_source(doc, node);
        const limb__xml_node *it = &doc->node[node];
        const int inside = (int)(it->close - it->open_end);
        const char *content = doc->source.text + it->open_end;
        switch (limb_node_kind_of(doc, node)) {
        case LIMB_NODE_ELEMENT: {
            const limb_text name = limb_node_name(doc, node);
            draw(to, "%.*s", (int)name.size, name.data);
            for (int i = 0; i < limb_node_attribute_count(doc, node); i++) {
                const limb_text key = limb_node_attribute_name(doc, node, i);
                char plain[64];
                char value[64];
                snprintf(plain, sizeof plain, "%.*s", (int)key.size, key.data);
                limb_node_attribute(doc, node, plain, value, sizeof value);
                draw(to, "%s%s=%s", i ? " " : "(", plain, value);
            }
            if (limb_node_attribute_count(doc, node)) draw(to, ")");
            break;
        }
        case LIMB_NODE_TEXT:
            draw(to, "'%.*s'", (int)source.size, source.data);
            break;
        case LIMB_NODE_CDATA:
            draw(to, "[%.*s]", inside, content);
            break;
        case LIMB_NODE_COMMENT:
            draw(to, "#%.*s", inside, content);
            break;
        case LIMB_NODE_PI:
            draw(to, "?%.*s|%.*s", (int)limb_node_name(doc, node).size,
                 limb_node_name(doc, node).data, inside, content);
            break;
        case LIMB_NODE_DOCTYPE:
            draw(to, "!%.*s", inside, content);
            break;
        }
        const int child = limb_node_first_child(doc, node);
        if (child >= 0) {
            draw(to, "{");
            node = child;
            depth++;
            continue;
        }
        while (depth > 0 && limb_node_next(doc, node) < 0) {
            draw(to, "}");
            node = limb_node_parent(doc, node);
            depth--;
        }
        node = limb_node_next(doc, node);
        if (node >= 0) draw(to, ",");
    }
}

static void expect_tree(const char *text, const char *expected)
{
    limb_test_reading it = read_bytes(text, strlen(text));
    drawing to = {.size = 0};
    if (it.doc.nnode > 0) draw_nodes(&to, &it.doc, 0);
    ENSURE_TEXT(to.text, expected);
    const char *wrong = limb_test_tree_wrong(&it.doc, true);
    ENSURE_TEXT(wrong ? wrong : "", "");
    limb_test_drop_xml(&it);
}

static void expect_clean(const char *text, const char *expected)
{
    limb_test_reading it = read_bytes(text, strlen(text));
    ENSURE_INT(it.status, LIMB_OK);
    ENSURE_INT(it.report->nfinding, 0);
    limb_test_drop_xml(&it);
    expect_tree(text, expected);
}

TEST(elements_and_attributes)
{
    expect_clean("<a/>", "a");
    expect_clean("<a></a>", "a");
    expect_clean("<a ></a >", "a");
    expect_clean("<a\n/>", "a");
    expect_clean("<a><b/><c><d/></c><e/></a>", "a{b,c{d},e}");
    expect_clean("<a x='1' y=\"2\"/>", "a(x=1 y=2)");
    expect_clean("<a x = '1'\n\ty\n=\n\"2\"\r\n/>", "a(x=1 y=2)");
    expect_clean("<a x='\"' y=\"'\"/>", "a(x=\" y=')");
    expect_clean("<a x='' y='>' z='/>'/>", "a(x= y=> z=/>)");
    expect_clean("<p:a q:x='1' xmlns:p='u' xmlns:q='v'/>", "p:a(q:x=1 xmlns:p=u xmlns:q=v)");
    expect_clean("<_a.b-c1 :x='1'/>", "_a.b-c1(:x=1)");
    expect_clean("<\xE6\x9C\xBA \xC3\xA4='\xC3\xB6'/>", "\xE6\x9C\xBA(\xC3\xA4=\xC3\xB6)");
    expect_clean("<a_name_of_more_than_sixteen_bytes and_an_attribute_of_more_than_sixteen='1'>"
                 "</a_name_of_more_than_sixteen_bytes>",
                 "a_name_of_more_than_sixteen_bytes(and_an_attribute_of_more_than_sixteen=1)");
}

TEST(text_and_other_kinds)
{
    expect_clean("<a>text</a>", "a{'text'}");
    expect_clean("<a> \n text \t</a>", "a{' \n text \t'}");
    expect_clean("<a> \n <b/>\r\n</a>", "a{b}");
    expect_clean("<a>x<b/>y<!--c-->z</a>", "a{'x',b,'y',#c,'z'}");
    expect_clean("<a><![CDATA[<x> & ]] ]]></a>", "a{[<x> & ]] ]}");
    expect_clean("<a><![CDATA[]]></a>", "a{[]}");
    expect_clean("<!-- 1 --><a/><!-- 2 -->", "# 1 ,a,# 2 ");
    expect_clean("<?xml version=\"1.0\"?>\n<?go on?><a/><?end?>",
                 "?xml| version=\"1.0\",?go| on,a,?end|");
    expect_clean("\xEF\xBB\xBF<?xml version='1.0' encoding='utf-8'?><a/>",
                 "?xml| version='1.0' encoding='utf-8',a");
    expect_clean("<a>1 > 0 ]] ]&gt;</a>", "a{'1 > 0 ]] ]&gt;'}");
}

TEST(references_are_decoded)
{
    expect_clean("<a x='&lt;&gt;&amp;&quot;&apos;'/>", "a(x=<>&\"')");
    expect_clean("<a x='a&#65;&#x42;&#x1F916;b'/>", "a(x=aAB\xF0\x9F\xA4\x96"
                                                    "b)");
    expect_tree("<a x='&unknown; &amp ; &#0; &'/>", "a(x=&unknown; &amp ; &#0; &)");
    const char text[] = "<a>1 &lt; 2<b/><![CDATA[ &lt; ]]>&#51;</a>";
    limb_test_reading it = read_bytes(text, strlen(text));
    char plain[32];
    ENSURE_INT(limb_node_text(&it.doc, 0, plain, sizeof plain), 12);
    ENSURE_TEXT(plain, "1 < 2 &lt; 3");
    limb_test_drop_xml(&it);
}

TEST(defects_that_do_not_stop_reading)
{
    expect_tree("<a x='1'y='2'/>", "a(x=1 y=2)");
    expect_tree("<a x=1 y=2/>", "a(x=1 y=2)");
    expect_tree("<a x y='2'/>", "a(x= y=2)");
    expect_tree("<a x '1'/>", "a(x=1)");
    expect_tree("<a x='1<2'/>", "a(x=1<2)");
    expect_tree("<a x='1' x='2'/>", "a(x=1 x=1)");
    expect_tree("<a>1 < 2</a>", "a{'1 < 2'}");
    expect_tree("<a><b><c></a>", "a{b{c}}");
    expect_tree("<a/><b/>", "a,b");
    expect_tree("<a/>junk", "a,'junk'");
    expect_tree("x<a/>", "'x',a");
    expect_tree("<!DOCTYPE a [<!ENTITY e ']>'><!-- ]> ' --><?p ]> ?>]><a>&e;</a>",
                "! a [<!ENTITY e ']>'><!-- ]> ' --><?p ]> ?>],a{'&e;'}");
    expect_tree(" <?xml version='1.0'?><a/>", "?xml| version='1.0',a");
    expect_tree("", "");
    expect_tree(" \n", "");
}

TEST(the_public_view)
{
    const char text[] =
        "<r>\n <j n='a' xyz=' 1 -2e1\n.5 '/>\n <k/>\n <j n='b&amp;c'><o/><o/></j></r>";
    limb_test_reading it = read_bytes(text, strlen(text));
    const limb_document *doc = &it.doc;
    const int root = limb_document_root(doc);
    ENSURE_INT(root, 0);
    ENSURE_INT(limb_document_node_count(doc), 6);
    ENSURE_INT(limb_document_source(doc).size, strlen(text));
    const int first = limb_node_find(doc, root, "j");
    const int second = limb_node_find_next(doc, first, "j");
    ENSURE_INT(first, 1);
    ENSURE_INT(second, 3);
    ENSURE_INT(limb_node_find_next(doc, second, "j"), -1);
    ENSURE_INT(limb_node_find(doc, root, NULL), 1);
    ENSURE_INT(limb_node_find_next(doc, first, NULL), 2);
    ENSURE_INT(limb_node_find(doc, root, "o"), -1);

    double xyz[3];
    ENSURE(limb_node_numbers(doc, first, "xyz", xyz, 3));
    ENSURE(xyz[0] == 1 && xyz[1] == -20 && xyz[2] == 0.5);
    ENSURE(!limb_node_numbers(doc, first, "xyz", xyz, 2));
    double four[4];
    ENSURE(!limb_node_numbers(doc, first, "xyz", four, 4));
    ENSURE(!limb_node_numbers(doc, first, "n", xyz, 1));
    ENSURE(!limb_node_numbers(doc, first, "none", xyz, 1));

    char buffer[32];
    ENSURE_INT(limb_node_attribute(doc, second, "n", buffer, sizeof buffer), 3);
    ENSURE_TEXT(buffer, "b&c");
    ENSURE_INT(limb_node_attribute(doc, second, "n", buffer, 3), 3);
    ENSURE_TEXT(buffer, "b&");
    ENSURE_INT(limb_node_attribute(doc, second, "n", NULL, 0), 3);
    ENSURE_INT(limb_node_attribute(doc, second, "m", buffer, sizeof buffer), -1);
    ENSURE_INT(limb_node_attribute_raw(doc, second, "n").size, 7);
    ENSURE(limb_node_attribute_raw(doc, second, "m").data == NULL);

    ENSURE_INT(limb_node_path(doc, 5, buffer, sizeof buffer), 12);
    ENSURE_TEXT(buffer, "/r/j[2]/o[2]");
    ENSURE_INT(limb_node_path(doc, 2, buffer, sizeof buffer), 4);
    ENSURE_TEXT(buffer, "/r/k");
    const limb_span span = limb_node_span(doc, 2);
    ENSURE_INT(span.line, 4);
    ENSURE_INT(span.column, 2);
    ENSURE_INT(span.size, 4);
    // none is a node too
    ENSURE_INT(limb_node_first_child(doc, -1), -1);
    ENSURE_INT(limb_node_next(doc, 99), -1);
    ENSURE_INT(limb_node_attribute_count(doc, -1), 0);
    ENSURE_INT(limb_node_name(doc, -1).size, 0);
    limb_test_drop_xml(&it);
}

//---- plain tags and all others -------------------------------------------------------------------

static size_t put_repeated(char *text, size_t size, char c, int count)
{
    memset(text + size, c, (size_t)count);
    return size + (size_t)count;
}

// Names, gaps and texts of all lengths around those that are read in blocks, tags that reach over
// several windows, and what is nearly plain. After them a margin, so that they are not the end.
static size_t write_lengths(char *text, size_t room, int shift)
{
    size_t size = (size_t)snprintf(text, room, "<r>");
    size = put_repeated(text, size, ' ', shift);
    for (int n = 1; n <= 40; n++) {
        text[size++] = '<';
        size = put_repeated(text, size, 'e', n);
        size += (size_t)snprintf(text + size, room - size, " ");
        size = put_repeated(text, size, 'k', n);
        size += (size_t)snprintf(text + size, room - size, "=\"%d\"%s>", n, n % 3 ? " /" : "/");
        size = put_repeated(text, size, n % 2 ? ' ' : '\n', n);
        size += (size_t)snprintf(text + size, room - size, "<t>");
        size = put_repeated(text, size, n % 7 ? '.' : ']', n);
        size += (size_t)snprintf(text + size, room - size, "</t><!-- -->x<a-b/>y<a.b c-d=\"\"/>");
    }
    for (int n = 1; n <= 61; n += 10) {
        size += (size_t)snprintf(text + size, room - size, "<many");
        for (int i = 0; i < n; i++) {
            size += (size_t)snprintf(text + size, room - size, " a%c%c%d=\"%d\"", 'a' + i % 26,
                                     'a' + i / 26, i, i);
        }
        size += (size_t)snprintf(text + size, room - size, ">'\"&amp;<b c='d' e=\"'\"/></many>\n");
    }
    return size + (size_t)snprintf(text + size, room - size, "</r>");
}

static void ensure_same_node(const limb__xml_node *a, const limb__xml_node *b)
{
    ENSURE_INT(a->begin, b->begin);
    ENSURE_INT(a->end, b->end);
    ENSURE_INT(a->open_end, b->open_end);
    ENSURE_INT(a->close, b->close);
    ENSURE_INT(a->parent, b->parent);
    ENSURE_INT(a->after, b->after);
    ENSURE_INT(a->attr, b->attr);
    ENSURE_INT(limb__xml_nattr(a), limb__xml_nattr(b));
    ENSURE_INT(a->label.size, b->label.size);
    ENSURE_INT(limb__xml_kind(a), limb__xml_kind(b));
    ENSURE_INT(limb__xml_has_reference(a->label), limb__xml_has_reference(b->label));
}

static void ensure_same_attr(const limb__xml_attr *a, const limb__xml_attr *b)
{
    ENSURE_INT(a->name, b->name);
    ENSURE_INT(a->value, b->value);
    ENSURE_INT(a->value_size, b->value_size);
    ENSURE_INT(a->label.size, b->label.size);
    ENSURE_INT(limb__xml_has_reference(a->label), limb__xml_has_reference(b->label));
}

// A limit that the fast path cannot enforce disables it. Both paths must build the same tree and
// report the same findings, wherever the windows of the text begin.
TEST(plain_and_careful_reading_agree)
{
    static char text[60000];
    const limb__xml_limits careful = {.max_attributes = 63};
    for (int shift = 0; shift < 2200; shift += shift < 150 ? 1 : 19) {
        const size_t size = write_lengths(text, sizeof text, shift);
        ENSURE(size < sizeof text);
        limb_test_reading plain = limb_test_read_xml(text, size, NULL);
        limb_test_reading other = limb_test_read_xml(text, size, &careful);
        ENSURE_INT(plain.status, LIMB_OK);
        ENSURE_INT(plain.status, other.status);
        ENSURE_INT(plain.report->nfinding, other.report->nfinding);
        ENSURE_INT(plain.doc.nnode, other.doc.nnode);
        ENSURE_INT(plain.doc.nattr, other.doc.nattr);
        for (int i = 0; i < plain.doc.nnode; i++)
            ensure_same_node(&plain.doc.node[i], &other.doc.node[i]);
        for (int i = 0; i < plain.doc.nattr; i++)
            ensure_same_attr(&plain.doc.attr[i], &other.doc.attr[i]);
        ENSURE(!limb_test_tree_wrong(&plain.doc, true));
        limb_test_drop_xml(&plain);
        limb_test_drop_xml(&other);
    }
}
