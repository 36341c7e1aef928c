// Text in places where it is not read: between the elements of <robot>, <link> or <joint>.
//
// It is rarely intended as text. Its cause can often be recognized: a merge conflict, a comment
// that ended too early, a tag without its "<".
#include "base/text.h"
#include "documents/diag/report.h"
#include "documents/urdf/read.h"
#include "documents/xml/xml_scan.h"

#include <string.h>

enum { MAX_WORD = 40 }; // bytes of a name in a message

static void report_by_origin(limb__reader *r, limb__place place, limb_text text, limb__tag parent);
static bool begins_with(limb_text text, const char *prefix);
static size_t count_letters(limb_text text);

void limb__report_stray_text(limb__reader *r, int node, limb__tag parent)
{
    const limb__xml_node *n = &r->doc->node[node];
    if (limb__xml_kind(n) != LIMB_NODE_TEXT && limb__xml_kind(n) != LIMB_NODE_CDATA) return;
    uint32_t begin = n->begin;
    uint32_t end = n->end;
    while (begin < end && limb__is_space(r->text[begin]))
        begin++;
    while (end > begin && limb__is_space(r->text[end - 1]))
        end--;
    const limb_text text = {r->text + begin, end - begin};
    report_by_origin(r, limb__at_bytes(r, n->parent, -1, begin, end - begin), text, parent);
}

static void report_by_origin(limb__reader *r, limb__place place, limb_text text, limb__tag parent)
{
    const size_t word = count_letters(text);
    const bool is_tag_end = word > 0 && word <= MAX_WORD && text.data[text.size - 1] == '>' &&
                            memchr(text.data, '=', text.size);
    if (begins_with(text, "=======") || begins_with(text, ">>>>>>> ")) {
        limb__report(r->report, place, LIMB_RULE_XML_STRAY_TEXT,
                     "a merge conflict is not resolved: remove the marker line");
    } else if (begins_with(text, "-->")) {
        limb__report(r->report, place, LIMB_RULE_XML_STRAY_TEXT,
                     "\"-->\" does not end a comment here; it is text in <%s> and not read",
                     limb__tag_name[parent]);
    } else if (is_tag_end) {
        limb__report(r->report, place, LIMB_RULE_XML_STRAY_TEXT,
                     "text in <%s> is not read; is \"<\" missing before \"%.*s\"?",
                     limb__tag_name[parent], (int)word, text.data);
    } else {
        limb__report(r->report, place, LIMB_RULE_XML_STRAY_TEXT, "text in <%s> is not read",
                     limb__tag_name[parent]);
    }
}

static bool begins_with(limb_text text, const char *prefix)
{
    const size_t size = strlen(prefix);
    return text.size >= size && memcmp(text.data, prefix, size) == 0;
}

static size_t count_letters(limb_text text)
{
    size_t count = 0;
    while (count < text.size && limb__is_letter(text.data[count]))
        count++;
    return count;
}
