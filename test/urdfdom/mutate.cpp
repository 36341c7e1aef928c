// Seeded damage to URDF text.
#include "urdfdom/mutate.hpp"

#include <algorithm>
#include <cstring>

using std::string;

static const string values[] = {
    // numbers in every spelling
    "1", "-1", "+1", "1.", ".5", "0123", "1e3", "1E+3", "-0", "0x10", "0x1p3", "inf", "-inf", "nan",
    "INFINITY", "1e400", "-1e400", "1e-400", "4.9e-324", "1e308", "1.7976931348623157e308",
    "1.7976931348623159e308", "1 ", " 1", "\t1", "\n1", "1\n", "1\t", "\v\f\r1", "", " ", "-", "+",
    ".", "e5", "1e", "1e+", "1e5.", "1,5", "1_000", "1.5f", "1d3", "--1", "+-1", "1.5.2", "00",
    "0.1e-2", "123456789012345678901234567890", "0.1234567890123456789012345678901234567890",
    // vectors and colors
    "1 2 3", "1 2", "1 2 3 4", "1  2   3", " 1 2 3 ", "1\t2\t3", "1 2 \n3", "1 2\n 3", "0 0 0",
    "a b c", "1 2 3x", "1,2,3", "1 2 nan", "1e400 0 0", "3.2 -1.6 0.4", "1e9 1 1", "0.5 0.5 0.5",
    "255 0 0 1", "-0.1 0 0 1", "1 1 1 1 1", "0 0 0 0", "0.1 0.2 0.3 0.4", "1 1 1 2 2", "1 1 1 1 x",
    " 0.25 0.5 0.75 1",
    // types, versions, names
    "fixed", "revolute", "continuous", "prismatic", "floating", "planar", "Fixed", "fixed ",
    "spherical", "1.0", "1.1", "1.0.", "1", "1.0.0", " 1.+0", "01.00", "-1.0", "1.-0", "1.",
    "4294967297.0", "99999999999999999999.0", "4611686018427387905.0", "base", "arm", "red", "%s%n",
    // references and bytes
    "&#49;", "&#x31;", "&amp;", "&lt;&gt;&quot;&apos;", "&foo;", "a&b", "&", "&#0;", "1&#0;2",
    "&#x;", "&#;", "&#", "&#x", "&#x110000;", "&#x1FFFFF;", "&#x200000;", "&#xD800;", "&#233;",
    "&#xe9;", "&#x49x31;", "&#1#49;", "&#4294967345;", "&#x100000031;", "&#-1;", "\xc3\xa9", "\xe4",
    "\xf0", "\xf0\x9f", "\xff", "\xef\xbb\xbf", "1\xef\xbf\xbe", "\xe4\xb8\xad", "\x7f"};

static const string names[] = {
    "robot",   "link",    "joint",     "material",          "inertial",    "origin", "mass",
    "inertia", "visual",  "collision", "geometry",          "box",         "sphere", "cylinder",
    "mesh",    "capsule", "color",     "texture",           "parent",      "child",  "axis",
    "limit",   "mimic",   "dynamics",  "safety_controller", "calibration", "gazebo", "Link",
    "x:link",  "a-b.c",   "_",         "\xc3\xa9",          "transmission"};

static const string attribute_names[] = {"name",
                                         "type",
                                         "version",
                                         "xyz",
                                         "rpy",
                                         "quat_xyzw",
                                         "value",
                                         "ixx",
                                         "ixy",
                                         "ixz",
                                         "iyy",
                                         "iyz",
                                         "izz",
                                         "size",
                                         "radius",
                                         "length",
                                         "filename",
                                         "scale",
                                         "rgba",
                                         "link",
                                         "lower",
                                         "upper",
                                         "effort",
                                         "velocity",
                                         "joint",
                                         "multiplier",
                                         "offset",
                                         "damping",
                                         "friction",
                                         "rising",
                                         "falling",
                                         "k_position",
                                         "k_velocity",
                                         "soft_lower_limit",
                                         "soft_upper_limit",
                                         "jerk",
                                         "acceleration",
                                         "deceleration",
                                         "Name",
                                         "x:y"};

static const string pieces[] = {
    "<!-- c -->",
    "<!-- - -- ",
    "<!-->",
    "-->",
    "<![CDATA[ <x> & ]]>",
    "<![CDATA[",
    "]]>",
    "<?pi x?>",
    "<?xml version=\"1.0\"?>",
    "<?xml encoding=\"latin1\"?>",
    "<?xml",
    "<?xml-style a?>",
    "<?xml version='1'",
    "<!DOCTYPE robot>",
    "<!DOCTYPE robot [<!ENTITY e \"v\">]>",
    "<!x",
    "<",
    ">",
    "/",
    "</",
    "< >",
    "<>",
    "</link>",
    "</robot>",
    "</ robot>",
    "<robot name=\"in\"/>",
    "<robot>",
    "<link name=\"new\"/>",
    "<link/>",
    "<joint/>",
    "<material/>",
    "<a b=c/>",
    "<a b = 'c' d=\"e\"f='g'/>",
    "<a b=c d/>",
    "<a b='c\"/>",
    "<a b=c\">",
    "text",
    "&amp;",
    "&x;",
    "&#x41;",
    "&#x",
    "&#1 ;",
    "\"",
    "'",
    "=",
    "\xef\xbb\xbf",
    "\xef\xbf\xbe",
    "\xef\xbf\xbf",
    "\xe4",
    "\xf0",
    "\xc3",
    "\xff",
    "\x01",
    "\x7f",
    "\r\n",
    "\v",
    "\t",
    " ",
    string("\0", 1),
    "<visual/>",
    "<collision><geometry><box size='1 1 1'/></geometry></collision>",
    "<visual><geometry><sphere radius=\"1\"/></geometry><material name=\"red\"><color rgba=\"1 0 0 "
    "1\"/></material></visual>",
    "<inertial><mass value=\"1\"/></inertial>",
    "<origin xyz=\"1 2 3\" rpy=\"0.1 0.2 0.3\"/>",
    "<axis/>",
    "<limit/>",
    "<dynamics/>",
    "<mimic/>",
    "<calibration/>",
    "<safety_controller/>",
    "<box size=\"1 2 3\"/>",
    "<color rgba=\"0 1 0 1\"/>",
    "<texture filename=\"t.png\"/>",
    "<material name=\"red\"/>",
    "<material name=\"\"><color rgba=\"0 0 1 1\"/></material>"};

static const string heads[] = {"<?xml version=\"1.0\"?>\n",
                               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
                               "<?xml version=\"1.0\" encoding=\"utf8\"?>",
                               "<?xml encoding='utf-8-x'?>",
                               "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>",
                               "<?XML ?>",
                               "<?xml version?>",
                               "<?xml ",
                               "<?xml version=1.0 encoding=UTF-8?>",
                               "<?xml encoding=\"UTF-8?>",
                               "<?xml  ",
                               "\xef\xbb\xbf",
                               "\xef\xbb\xbf\xef\xbb\xbf ",
                               "\xef\xbb",
                               "\n\n  ",
                               "<!-- head -->\n",
                               "text",
                               "<!DOCTYPE robot>",
                               "<!DOCTYPE robot [ <!ENTITY a \"b\"> ]>",
                               "<other/>",
                               "<other>",
                               "</x>",
                               "<robot name=\"first\"/>",
                               "<?xml?><?xml encoding=\"latin1\"?>",
                               "<?xml encoding=\"latin1\"?><?xml?>",
                               "<x><?xml?></x>",
                               "<a><robot name=\"deep\"><link name=\"l\"/></robot></a>",
                               string("\0", 1),
                               "<?xml\n>",
                               "<?x?>"};

static const string tails[] = {"text",          "<",
                               "<!--",          "<!-- x -->",
                               "</robot>",      "<robot name=\"second\"><link name=\"l\"/></robot>",
                               "<robot>",       "<other",
                               "<![CDATA[",     "<?xml",
                               string("\0", 1), string("\0<x>", 4),
                               "\n\n",          "&",
                               "\xef\xbb\xbf",  "\xe4",
                               "<a b='\xe4",    "<a b='\xf0",
                               "<a>\xf0"};

template <size_t N> static const string &any(limb_test_rng *rng, const string (&list)[N])
{
    return list[limb_test_below(rng, (int)N)];
}

template <size_t N> static size_t size_of(const string (&)[N])
{
    return N;
}

static size_t below(limb_test_rng *rng, size_t bound)
{
    return bound ? (size_t)limb_test_below(rng, (int)bound) : 0;
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || strchr("_-.:", c) || (unsigned char)c >= 128;
}

Mutator::Mutator(const string &source) : text(source)
{
    std::vector<size_t> open;
    size_t at = 0;
    while ((at = text.find('<', at)) != string::npos) {
        if (text.compare(at, 4, "<!--") == 0) {
            at = text.find("-->", at);
            continue;
        }
        // a '>' inside quotes does not end the tag
        size_t end = at;
        char quote = 0;
        for (; end < text.size() && (quote || text[end] != '>'); end++) {
            if (quote ? text[end] == quote : text[end] == '"' || text[end] == '\'')
                quote = quote ? 0 : text[end];
        }
        if (end >= text.size()) break;
        scan_tag(at, end + 1, &open);
        at = end + 1;
    }
}

void Mutator::scan_tag(size_t begin, size_t end, std::vector<size_t> *open)
{
    if (text[begin + 1] == '/') {
        if (open->empty()) return;
        Element &element = elements[open->back()];
        element.whole.end = end;
        element.end_name = {begin + 2, end - 1};
        open->pop_back();
        return;
    }
    if (!is_name_char(text[begin + 1])) return;
    size_t at = begin + 1;
    while (is_name_char(text[at]))
        at++;
    elements.push_back({{begin, end}, {begin + 1, at}, {0, 0}, end});
    if (text[end - 2] != '/') open->push_back(elements.size() - 1);

    while (at < end) {
        const size_t blank = at;
        while (isspace((unsigned char)text[at]))
            at++;
        const size_t name = at;
        while (is_name_char(text[at]))
            at++;
        const size_t name_end = at;
        while (at < end && text[at] != '"' && text[at] != '\'')
            at++;
        if (at >= end) break;
        const size_t value_end = text.find(text[at], at + 1);
        if (value_end >= end) break;
        attributes.push_back({{blank, value_end + 1}, {name, name_end}, {at + 1, value_end}});
        at = value_end + 1;
    }
}

string Mutator::mutate(limb_test_rng *rng) const
{
    std::vector<Edit> edits;
    for (int count = 1 + limb_test_below(rng, 3); count > 0; count--)
        edit(rng, &edits);
    // from the back, those that overlap a later one left out
    std::stable_sort(edits.begin(), edits.end(),
                     [](const Edit &a, const Edit &b) { return a.span.begin > b.span.begin; });
    string result = text;
    size_t limit = string::npos;
    for (const Edit &e : edits) {
        if (e.span.end > limit) continue;
        result.replace(e.span.begin, e.span.size(), e.text);
        limit = e.span.begin;
    }
    return result;
}

int Mutator::nvariant() const
{
    return (int)(attributes.size() * (size_of(values) + size_of(attribute_names)) +
                 elements.size() * (size_of(names) + 2 * size_of(pieces)) + size_of(heads) +
                 size_of(tails));
}

string Mutator::variant(int index) const
{
    // index runs through one list of texts for each attribute, element, and end of the document
    size_t i = (size_t)index;
    const auto take = [&i](size_t places, size_t texts, size_t *place) {
        if (i >= places * texts) {
            i -= places * texts;
            return false;
        }
        *place = i / texts;
        i %= texts;
        return true;
    };
    size_t at;
    if (take(attributes.size(), size_of(values), &at))
        return replaced(attributes[at].value, values[i]);
    if (take(attributes.size(), size_of(attribute_names), &at))
        return replaced(attributes[at].name, attribute_names[i]);
    if (take(elements.size(), size_of(names), &at)) {
        const Element &e = elements[at];
        string result = text;
        if (e.end_name.size()) result.replace(e.end_name.begin, e.end_name.size(), names[i]);
        return result.replace(e.name.begin, e.name.size(), names[i]);
    }
    if (take(elements.size(), size_of(pieces), &at))
        return replaced({elements[at].whole.begin, elements[at].whole.begin}, pieces[i]);
    if (take(elements.size(), size_of(pieces), &at))
        return replaced({elements[at].open_end, elements[at].open_end}, pieces[i]);
    if (take(1, size_of(heads), &at)) return heads[i] + text;
    return text + tails[i];
}

string Mutator::replaced(Span span, const string &by) const
{
    return string(text).replace(span.begin, span.size(), by);
}

void Mutator::edit(limb_test_rng *rng, std::vector<Edit> *edits) const
{
    const int kind = limb_test_below(rng, 10);
    if (kind < 4)
        edit_attribute(rng, edits);
    else if (kind < 7)
        edit_element(rng, edits);
    else if (kind < 9)
        edit_bytes(rng, edits);
    else
        edit_document(rng, edits);
}

void Mutator::edit_attribute(limb_test_rng *rng, std::vector<Edit> *edits) const
{
    if (attributes.empty()) return;
    const Attribute &a = attributes[below(rng, attributes.size())];
    const Attribute &other = attributes[below(rng, attributes.size())];
    switch (limb_test_below(rng, 9)) {
    case 0:
    case 1:
    case 2:
        edits->push_back({a.value, any(rng, values)});
        break;
    case 3:
        edits->push_back({a.whole, ""});
        break;
    case 4:
        edits->push_back({a.name, any(rng, attribute_names)});
        break;
    case 5:
        edits->push_back({{a.whole.end, a.whole.end}, of(a.whole)});
        break;
    case 6: // the values change places: references to other names, numbers of another kind
        edits->push_back({a.value, of(other.value)});
        edits->push_back({other.value, of(a.value)});
        break;
    case 7: {
        const string &name = any(rng, attribute_names);
        const string &value = any(rng, values);
        edits->push_back({{a.whole.end, a.whole.end}, " " + name + "=\"" + value + "\""});
        break;
    }
    default: { // without quotes, or with blanks around the "="
        const string bare[] = {
            "=" + of(a.value),           " = '" + of(a.value) + "'", "", "=", "=\"",
            "=\t\"" + of(a.value) + "\""};
        edits->push_back({{a.name.end, a.whole.end}, any(rng, bare)});
    }
    }
}

void Mutator::edit_element(limb_test_rng *rng, std::vector<Edit> *edits) const
{
    if (elements.empty()) return;
    const Element &e = elements[below(rng, elements.size())];
    const Element &other = elements[below(rng, elements.size())];
    switch (limb_test_below(rng, 8)) {
    case 0:
        edits->push_back({e.whole, ""});
        break;
    case 1:
        edits->push_back({{e.whole.end, e.whole.end}, of(e.whole)});
        break;
    case 2: // moved or copied into or after another
        edits->push_back({{other.open_end, other.open_end}, of(e.whole)});
        if (limb_test_below(rng, 2)) edits->push_back({e.whole, ""});
        break;
    case 3: {
        const string &name = any(rng, names);
        edits->push_back({e.name, name});
        if (e.end_name.size() && limb_test_below(rng, 4)) edits->push_back({e.end_name, name});
        break;
    }
    case 4:
        edits->push_back({{e.open_end, e.open_end}, any(rng, pieces)});
        break;
    case 5:
        edits->push_back({{e.whole.begin, e.whole.begin}, any(rng, pieces)});
        break;
    case 6: // a start tag that becomes empty, an end tag with blanks
        if (e.end_name.size()) edits->push_back({e.end_name, of(e.name) + any(rng, pieces)});
        break;
    default:
        edits->push_back({{e.whole.begin, e.whole.begin}, "<" + any(rng, names) + ">"});
        edits->push_back({{e.whole.end, e.whole.end}, "</" + of(e.name) + ">"});
    }
}

void Mutator::edit_bytes(limb_test_rng *rng, std::vector<Edit> *edits) const
{
    const size_t at = below(rng, text.size());
    const size_t length = std::min(text.size() - at, 1 + below(rng, 12));
    switch (limb_test_below(rng, 6)) {
    case 0:
        edits->push_back({{at, at + 1}, ""});
        break;
    case 1:
        edits->push_back({{at, at + length}, ""});
        break;
    case 2: {
        const char flipped = (char)(text[at] ^ (1 << limb_test_below(rng, 8)));
        edits->push_back({{at, at + 1}, string(1, flipped)});
        break;
    }
    case 3:
        edits->push_back({{at, at}, string(1, (char)limb_test_below(rng, 256))});
        break;
    case 4:
        edits->push_back({{at, at}, any(rng, pieces)});
        break;
    default:
        if (limb_test_below(rng, 3) == 0)
            edits->push_back({{at, text.size()}, ""});
        else
            edits->push_back({{at, at}, text.substr(at, length)});
    }
}

void Mutator::edit_document(limb_test_rng *rng, std::vector<Edit> *edits) const
{
    const size_t root = elements.empty() ? 0 : elements[0].whole.begin;
    switch (limb_test_below(rng, 3)) {
    case 0:
        edits->push_back({{0, root}, any(rng, heads)});
        break;
    case 1:
        edits->push_back({{0, 0}, any(rng, heads)});
        break;
    default:
        edits->push_back({{text.size(), text.size()}, any(rng, tails)});
    }
}
