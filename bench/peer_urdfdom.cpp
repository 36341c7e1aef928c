// Reading by urdfdom, ROS's parser.
#include "bench_read.h"

#include <console_bridge/console.h>
#include <stdlib.h>
#include <string>
#include <urdf_parser/urdf_parser.h>

// its warnings would be printed with every reading
__attribute__((constructor)) static void silence()
{
    console_bridge::noOutputHandler();
}

void limb_bench_read_urdfdom(void *ctx)
{
    const auto *input = static_cast<const limb_bench_text *>(ctx);
    const urdf::ModelInterfaceSharedPtr model =
        urdf::parseURDF(std::string(input->text, input->size));
    if (!model) abort();
    limb_bench_keep(static_cast<double>(model->links_.size()));
}
