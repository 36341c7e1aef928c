// Displays a page of the documentation on a terminal: the subset of Markdown that it uses.
//
// Paragraphs and list items are filled to the width, **words** are bold, [links](to) lose their
// address, fenced code is indented; headings are bold; tables are unchanged.
#include "frame/cli.h"

#include <string.h>

enum { MAX_WIDTH = 80, MIN_WIDTH = 40, CODE_INDENT = 4, WORD_SIZE = 512 };

typedef struct page {
    bool color;
    int width;
    bool bold;
} page;

// A word with its escape sequences, and its width in columns.
typedef struct word {
    char bytes[WORD_SIZE];
    int size;
    int width;
} word;

static const char *print_code(const page *p, const char *text);
static const char *print_verbatim(const char *text);
static const char *print_heading(const page *p, const char *text);
static const char *print_paragraph(page *p, const char *text, int indent);
static const char *next_word(page *p, const char *text, word *out);
static const char *link_end(const char *text);
static void append(word *out, const char *bytes, int size);
static bool starts_block(const char *line);

void cli_print_page(const cli *app, const char *text)
{
    const int terminal = cli_terminal_width(stdout);
    page p = {.color = app->color_out, .width = MAX_WIDTH};
    if (terminal > 0 && terminal < p.width) p.width = terminal;
    if (p.width < MIN_WIDTH) p.width = MIN_WIDTH;
    while (*text) {
        if (*text == '\n') {
            putchar(*text++);
        } else if (strncmp(text, "```", 3) == 0) {
            text = print_code(&p, text);
        } else if (*text == '|' || strncmp(text, "    ", 4) == 0) {
            text = print_verbatim(text);
        } else if (*text == '#') {
            text = print_heading(&p, text);
        } else if (strncmp(text, "- ", 2) == 0) {
            fputs("- ", stdout);
            text = print_paragraph(&p, text + 2, 2);
        } else {
            text = print_paragraph(&p, text, 0);
        }
    }
}

// Each returns the start of the line after the text it printed.

static const char *print_code(const page *p, const char *text)
{
    text += strcspn(text, "\n");
    if (*text) text++;
    fputs(p->color ? "\x1b[36m" : "", stdout);
    while (*text && strncmp(text, "```", 3) != 0) {
        if (*text != '\n') printf("%*s", CODE_INDENT, "");
        text = print_verbatim(text);
    }
    fputs(p->color ? "\x1b[0m" : "", stdout);
    text += strcspn(text, "\n");
    return *text ? text + 1 : text;
}

static const char *print_verbatim(const char *text)
{
    const int size = (int)strcspn(text, "\n");
    printf("%.*s\n", size, text);
    text += size;
    return *text ? text + 1 : text;
}

static const char *print_heading(const page *p, const char *text)
{
    text += strspn(text, "# ");
    const int size = (int)strcspn(text, "\n");
    printf("%s%.*s%s\n", p->color ? "\x1b[1m" : "", size, text, p->color ? "\x1b[0m" : "");
    text += size;
    return *text ? text + 1 : text;
}

static const char *print_paragraph(page *p, const char *text, int indent)
{
    int column = indent;
    while (*text) {
        if (*text == ' ') {
            text++;
            continue;
        }
        if (*text == '\n') {
            text++;
            if (*text == '\n' || starts_block(text)) break;
            continue;
        }
        word next = {0};
        text = next_word(p, text, &next);
        if (column > indent && column + 1 + next.width > p->width) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        fwrite(next.bytes, 1, (size_t)next.size, stdout);
        column += next.width;
    }
    if (p->bold && p->color) fputs("\x1b[0m", stdout);
    p->bold = false;
    putchar('\n');
    return text;
}

static const char *next_word(page *p, const char *text, word *out)
{
    while (*text && *text != ' ' && *text != '\n' && out->size < WORD_SIZE - 16) {
        if (strncmp(text, "**", 2) == 0) {
            p->bold = !p->bold;
            if (p->color) append(out, p->bold ? "\x1b[1m" : "\x1b[0m", 4);
            text += 2;
        } else if (*text == '[' && link_end(text)) {
            text++;
        } else if (strncmp(text, "](", 2) == 0 && strchr(text, ')')) {
            text = strchr(text, ')') + 1;
        } else {
            append(out, text, 1);
            out->width += ((unsigned char)*text & 0xC0u) != 0x80u;
            text++;
        }
    }
    return text;
}

// Returns the "](" of a link that starts here, or NULL.
static const char *link_end(const char *text)
{
    const char *close = strpbrk(text, "]\n");
    return close && close[0] == ']' && close[1] == '(' ? close : NULL;
}

static void append(word *out, const char *bytes, int size)
{
    memcpy(out->bytes + out->size, bytes, (size_t)size);
    out->size += size;
}

static bool starts_block(const char *line)
{
    return *line == '|' || *line == '#' || strncmp(line, "```", 3) == 0 ||
           strncmp(line, "- ", 2) == 0;
}
