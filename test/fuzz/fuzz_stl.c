// STL, binary and ASCII: any bytes load or are refused, and a loaded mesh satisfies its invariants.
#include "fuzz_mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    limb_fuzz_mesh(data, size, "x.stl");
    return 0;
}
