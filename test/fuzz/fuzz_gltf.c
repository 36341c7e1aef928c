// glTF and GLB: any bytes load or are refused, and a loaded mesh satisfies its invariants.
#include "fuzz_mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    limb_fuzz_mesh(data, size, "x.gltf");
    return 0;
}
