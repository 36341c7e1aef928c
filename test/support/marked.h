// Findings in tests: the text itself shows where a finding is expected.
//
// Marks "[[" and "]]" enclose the bytes that the finding must point to; they are taken out
// before the text is read:
//
//     EXPECT_FINDING("number-malformed", "<robot ... xyz=\"0 [[x]] 0\" ...", "is not a number");
#ifndef LIMB_TEST_SUPPORT_MARKED_H
#define LIMB_TEST_SUPPORT_MARKED_H

#include "limb/diag.h"

// Reads the text (checks included) and ensures that the rule was found exactly once, at the
// marked bytes, with the right line and column, and with the fragment in its message. When
// fragment is NULL, ensures that the rule was not found. Marks without a fragment, or a fragment
// without marks, fail.
void limb_test_expect(const char *file, int line, const char *id, const char *marked,
                      const char *fragment);
#define EXPECT_FINDING(id, marked, fragment)                                                       \
    limb_test_expect(__FILE__, __LINE__, (id), (marked), (fragment))
#define EXPECT_NONE(id, text) limb_test_expect(__FILE__, __LINE__, (id), (text), NULL)

// The text after the fixes of its findings of that rule; to be freed.
char *limb_test_fixed(const char *text, const char *id);

#endif
