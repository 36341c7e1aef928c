// Tests which hosts and origins the page's server accepts as its own.
#include "services/page_server/gate.h"

#include "harness.h"

TEST(a_host_is_named_with_the_port)
{
    limb__gate gate;
    ENSURE(limb__gate_init(&gate, NULL));
    gate.port = 8137;
    ENSURE(limb__gate_knows_host(&gate, "127.0.0.1:8137"));
    ENSURE(limb__gate_knows_host(&gate, "localhost:8137"));
    ENSURE(!limb__gate_knows_host(&gate, "localhost"));
    ENSURE(!limb__gate_knows_host(&gate, "localhost:80"));
    ENSURE(!limb__gate_knows_host(&gate, "example.com:8137"));
    ENSURE(!limb__gate_knows_host(&gate, ":8137"));
    ENSURE(!limb__gate_knows_host(&gate, ""));
    ENSURE(!limb__gate_knows_host(&gate, NULL));
}

// Browsers omit the default port of http:// from the Host header, so requests to a page on port 80
// used to be refused.
TEST(port_80_may_be_left_out)
{
    limb__gate gate;
    ENSURE(limb__gate_init(&gate, "127.0.0.1"));
    gate.port = 80;
    ENSURE(limb__gate_knows_host(&gate, "127.0.0.1"));
    ENSURE(limb__gate_knows_host(&gate, "localhost"));
    ENSURE(limb__gate_knows_host(&gate, "localhost:80"));
    ENSURE(!limb__gate_knows_host(&gate, "example.com"));
    ENSURE(!limb__gate_knows_host(&gate, ""));
    ENSURE(limb__gate_knows_origin(&gate, "http://localhost", "localhost"));
    ENSURE(!limb__gate_knows_origin(&gate, "http://example.com", "localhost"));
    ENSURE(!limb__gate_knows_origin(&gate, "https://localhost", "localhost"));
}
