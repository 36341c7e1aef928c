// Random documents of macros, properties and conditions expand as in a simple model of the rules,
// written in Python for this test (documents.py).
#define _POSIX_C_SOURCE 200809L // popen

#include "xacro_cases.h"

static bool read_line(FILE *file, char *line, size_t capacity)
{
    if (!fgets(line, (int)capacity, file)) return false;
    ENSURE(strchr(line, '\n') != NULL);
    line[strcspn(line, "\n")] = 0;
    return true;
}

TEST(random_documents_expand_as_the_model_does)
{
    static char document[200000];
    static char expected[20000];
    char command[1024];
    const int count = LIMB_TEST_COUNT(1000);
    const char *seed = getenv("LIMB_TEST_SEED");
    snprintf(command, sizeof command, "python3 -B '%s/test/xacro/documents.py' %d %d",
             LIMB_SOURCE_DIR, seed ? atoi(seed) : 5, count);
    FILE *python = popen(command, "r");
    ENSURE(python != NULL);
    int nread = 0;
    int nfailed = 0;
    int nwrong = 0;
    while (read_line(python, document, sizeof document)) {
        ENSURE(read_line(python, expected, sizeof expected));
        char *found = expanded(document, NULL, NULL, 0);
        char *findings = strstr(found, " ?"); // warnings do not matter here
        if (findings && found[0] != '!') *findings = 0;
        const bool fails = expected[0] == '!';
        const bool same = fails ? found[0] == '!' : strcmp(found, expected) == 0;
        if (!same && nwrong++ < 3) {
            fprintf(stderr, "%s\n  gives %s\n  model %s\n", document, found, expected);
        }
        nfailed += fails;
        nread++;
        free(found);
    }
    ENSURE_INT(pclose(python), 0);
    ENSURE_INT(nread, count);
    ENSURE_INT(nwrong, 0);
    ENSURE(nfailed > 0 && nfailed < nread / 2);
}
