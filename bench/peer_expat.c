// Reading by expat, with handlers that look at everything and store nothing.
#include "bench_read.h"

#include <expat.h>
#include <stdlib.h>

typedef struct tally {
    long nelement;
    long nattribute;
    long ntext;
} tally;

static void on_start(void *ctx, const XML_Char *name, const XML_Char **attribute)
{
    tally *seen = ctx;
    (void)name;
    seen->nelement++;
    for (; *attribute; attribute += 2)
        seen->nattribute++;
}

static void on_end(void *ctx, const XML_Char *name)
{
    (void)ctx;
    (void)name;
}

static void on_text(void *ctx, const XML_Char *text, int size)
{
    (void)text;
    ((tally *)ctx)->ntext += size;
}

void limb_bench_read_expat(void *ctx)
{
    const limb_bench_text *input = ctx;
    tally seen = {0};
    XML_Parser parser = XML_ParserCreate(NULL);
    if (!parser) abort();
    XML_SetUserData(parser, &seen);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    if (XML_Parse(parser, input->text, (int)input->size, 1) != XML_STATUS_OK) abort();
    XML_ParserFree(parser);
    limb_bench_keep((double)(seen.nelement + seen.nattribute + seen.ntext));
}
