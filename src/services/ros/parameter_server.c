// Parameter services: each request is decoded from CDR, answered from the list, and the reply
// encoded in CDR.
#include "services/ros/parameter_server.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 32 };                         // requests answered per call
static const uint32_t MAX_ANSWER = 16 << 20; // bytes of a reply; far above any real one

typedef struct request {
    limb__parameter_server *server;
    limb__cdr cdr;
    limb__builder *out;
} request;

typedef bool answer_fn(request *r); // returns false if malformed

static answer_fn describe_parameters, find_types, find_values, list_parameters, set_parameters,
    set_atomically;

static const struct {
    const char *name; // "get_parameters"
    const char *type; // "GetParameters"
    answer_fn *answer;
} service[] = {
    {"describe_parameters", "DescribeParameters", describe_parameters},
    {"get_parameter_types", "GetParameterTypes", find_types},
    {"get_parameters", "GetParameters", find_values},
    {"list_parameters", "ListParameters", list_parameters},
    {"set_parameters", "SetParameters", set_parameters},
    {"set_parameters_atomically", "SetParametersAtomically", set_atomically},
};
enum { NSERVICE = sizeof service / sizeof service[0] };

struct limb__parameter_server {
    limb__parameter_server_opts opts;
    char node[2 * LIMB__TOPIC_SIZE + 2];
    dds_entity_t reader[NSERVICE];
    dds_entity_t writer[NSERVICE];
    limb__raw_topic reply[NSERVICE];
    dds_entity_t event_writer;
    limb__raw_topic event_topic;
    limb__builder out;   // the reply being built
    limb__builder event; // an event, which may be sent meanwhile
};

static limb_status start_service(limb__parameter_server *server, limb__node *node, int index,
                                 const char *user_data);
static void receive(dds_entity_t reader, void *server);
static bool answer(limb__parameter_server *server, int index, const limb__raw_message *message);
static void wait_for_reader(dds_entity_t writer);
static void put_result(request *r, bool successful, const char *reason);
static limb_status read_all(request *r, limb__parameters *out);
static const limb__parameter *next_named(request *r, char **name);
static bool is_listed(const char *name, const limb_text *prefix, uint32_t count, uint64_t depth);
static uint64_t count_dots(const char *text);
static void put_list(request *r, const limb_text *prefix, uint32_t count, uint64_t depth);

limb_status limb__parameter_server_start(limb__parameter_server **out, limb__node *node,
                                         const limb__parameter_server_opts *opts)
{
    *out = NULL;
    limb__parameter_server *server = calloc(1, sizeof *server);
    if (!server) return LIMB_ERROR_MEMORY;
    server->opts = *opts;
    limb__builder_init(&server->out, limb__memory(NULL));
    limb__builder_init(&server->event, limb__memory(NULL));
    server->out.max_size = server->event.max_size = MAX_ANSWER;
    limb__node_full_name(&node->name, server->node);
    // clients of rmw_cyclonedds match a reader and a writer by it
    char user_data[128] = "serviceid= ";
    dds_guid_t guid = {{0}};
    dds_get_guid(node->participant, &guid);
    for (size_t i = 0; i < sizeof guid.v; i++) {
        const size_t used = strlen(user_data);
        snprintf(user_data + used, sizeof user_data - used, "%x%s", guid.v[i],
                 i + 1 < sizeof guid.v ? "." : ";");
    }
    limb_status status = LIMB_OK;
    for (int i = 0; i < NSERVICE && status == LIMB_OK; i++)
        status = start_service(server, node, i, user_data);
    static const limb__qos events = {.reliable = true, .depth = 1000, .never_waits = true};
    if (status == LIMB_OK) {
        server->event_writer =
            limb__node_write_raw(node, &server->event_topic, "rt/parameter_events",
                                 "rcl_interfaces::msg::dds_::ParameterEvent_", &events, NULL);
        if (server->event_writer < 0) status = LIMB_ERROR_IO;
    }
    if (status == LIMB_OK) {
        *out = server;
    } else {
        limb__parameter_server_free(server);
    }
    return status;
}

void limb__parameter_server_free(limb__parameter_server *server)
{
    if (!server) return;
    for (int i = 0; i < NSERVICE; i++) {
        // once it returns, no thread is in receive()
        if (server->reader[i] > 0) dds_set_listener(server->reader[i], NULL);
    }
    limb__builder_free(&server->out);
    limb__builder_free(&server->event);
    free(server);
}

int limb__parameter_server_answer(limb__parameter_server *server)
{
    int refused = 0;
    for (int i = 0; i < NSERVICE; i++) {
        limb__raw_message message;
        int count = 0;
        while (count < BATCH && limb__raw_take(server->reader[i], &message)) {
            refused += !answer(server, i, &message);
            limb__raw_release(&message);
            count++;
        }
        if (count == BATCH) server->opts.arrived(server->opts.ctx); // there may be more
    }
    return refused;
}

void limb__parameter_server_note(limb__parameter_server *server, const limb__parameter *p,
                                 int count, bool is_new)
{
    limb__builder *out = &server->event;
    limb__cdr_begin(out);
    limb__cdr_put_stamp(out, server->opts.now(server->opts.ctx));
    limb__cdr_put_text(out, server->node);
    limb__cdr_put_u32(out, is_new ? (uint32_t)count : 0);
    for (int i = 0; i < count && is_new; i++)
        limb__parameter_put(out, &p[i]);
    limb__cdr_put_u32(out, is_new ? 0 : (uint32_t)count);
    for (int i = 0; i < count && !is_new; i++)
        limb__parameter_put(out, &p[i]);
    limb__cdr_put_u32(out, 0); // number of deleted parameters
    if (!out->failed) {
        const limb_status sent =
            limb__raw_write(server->event_writer, &server->event_topic, out->data, out->size);
        (void)sent; // an event that cannot be sent is lost
    }
    out->failed = out->is_too_long = false;
}

static limb_status start_service(limb__parameter_server *server, limb__node *node, int index,
                                 const char *user_data)
{
    static const limb__qos qos = {.reliable = true, .depth = 1000, .never_waits = true};
    char name[LIMB__TOPIC_SIZE], topic[LIMB__TOPIC_SIZE], type[LIMB__TOPIC_SIZE];
    snprintf(name, sizeof name, "~/%s", service[index].name);
    if (!limb__service_to_wire(&node->name, name, false, topic)) return LIMB_ERROR_INPUT;
    snprintf(type, sizeof type, "rcl_interfaces::srv::dds_::%s_Response_", service[index].type);
    server->writer[index] =
        limb__node_write_raw(node, &server->reply[index], topic, type, &qos, user_data);
    if (!limb__service_to_wire(&node->name, name, true, topic)) return LIMB_ERROR_INPUT;
    snprintf(type, sizeof type, "rcl_interfaces::srv::dds_::%s_Request_", service[index].type);
    server->reader[index] = limb__node_read_raw(node, topic, type, &qos, user_data);
    if (server->writer[index] < 0 || server->reader[index] < 0) return LIMB_ERROR_IO;
    dds_listener_t *listener = dds_create_listener(server);
    dds_lset_data_available(listener, receive);
    const dds_return_t set = dds_set_listener(server->reader[index], listener);
    dds_delete_listener(listener);
    return set == DDS_RETCODE_OK ? LIMB_OK : LIMB_ERROR_IO;
}

static void receive(dds_entity_t reader, void *ctx)
{
    (void)reader;
    const limb__parameter_server *server = ctx;
    server->opts.arrived(server->opts.ctx);
}

// Returns false for a malformed request.
static bool answer(limb__parameter_server *server, int index, const limb__raw_message *message)
{
    request r = {.server = server, .out = &server->out};
    if (!limb__cdr_open(&r.cdr, message->bytes, message->size)) return false;
    const uint64_t client = limb__cdr_u64(&r.cdr), sequence = limb__cdr_u64(&r.cdr);
    limb__cdr_begin(r.out);
    limb__cdr_put_u64(r.out, client);
    limb__cdr_put_u64(r.out, sequence);
    bool is_whole = !r.cdr.failed && service[index].answer(&r);
    if (is_whole && !r.out->failed) wait_for_reader(server->writer[index]);
    if (is_whole && !r.out->failed)
        is_whole = limb__raw_write(server->writer[index], &server->reply[index], r.out->data,
                                   r.out->size) == LIMB_OK;
    r.out->failed = r.out->is_too_long = false;
    return is_whole;
}

// Waits until the client's reader of replies is discovered: a reply sent earlier would be lost.
static void wait_for_reader(dds_entity_t writer)
{
    static const dds_duration_t STEP = DDS_MSECS(2);
    enum { MAX_STEPS = 50 };
    for (int i = 0; i < MAX_STEPS; i++) {
        dds_publication_matched_status_t matched;
        if (dds_get_publication_matched_status(writer, &matched) != DDS_RETCODE_OK ||
            matched.current_count > 0)
            return;
        dds_sleepfor(STEP);
    }
}

//---- reading -------------------------------------------------------------------------------------

static bool find_values(request *r)
{
    static const limb__parameter none = {.type = LIMB__PARAMETER_NOT_SET};
    const uint32_t count = limb__cdr_count(&r->cdr, 4);
    limb__cdr_put_u32(r->out, count);
    for (uint32_t i = 0; i < count && !r->cdr.failed && !r->out->failed; i++) {
        char *name;
        const limb__parameter *found = next_named(r, &name);
        limb__parameter_put_value(r->out, found ? found : &none);
        free(name);
    }
    return !r->cdr.failed;
}

static bool find_types(request *r)
{
    const uint32_t count = limb__cdr_count(&r->cdr, 4);
    limb__cdr_put_u32(r->out, count);
    for (uint32_t i = 0; i < count && !r->cdr.failed; i++) {
        char *name;
        const limb__parameter *found = next_named(r, &name);
        limb__cdr_put_u8(r->out, found ? (uint8_t)found->type : LIMB__PARAMETER_NOT_SET);
        free(name);
    }
    return !r->cdr.failed;
}

static bool describe_parameters(request *r)
{
    const limb__parameter_server_opts *opts = &r->server->opts;
    const uint32_t count = limb__cdr_count(&r->cdr, 4);
    limb__cdr_put_u32(r->out, count);
    for (uint32_t i = 0; i < count && !r->cdr.failed; i++) {
        char *name;
        const limb__parameter *found = next_named(r, &name);
        const limb__parameter none = {.name = name, .type = LIMB__PARAMETER_NOT_SET};
        if (found) {
            opts->describe(opts->ctx, r->out, found);
        } else if (name) {
            limb__parameter_put_descriptor(r->out, &none, "", false, false, NULL);
        }
        free(name);
    }
    return !r->cdr.failed;
}

// Returns the parameter of the next name, or NULL if there is none. The caller frees the name,
// which is NULL if the request is malformed.
static const limb__parameter *next_named(request *r, char **name)
{
    const limb_text text = limb__cdr_text(&r->cdr);
    *name = r->cdr.failed ? NULL : calloc(text.size + 1, 1);
    if (!*name) {
        r->cdr.failed = true;
        return NULL;
    }
    if (text.size > 0) memcpy(*name, text.data, text.size);
    return limb__parameters_find(r->server->opts.declared, *name);
}

static bool list_parameters(request *r)
{
    const uint32_t count = limb__cdr_count(&r->cdr, 4);
    limb_text *prefix = calloc((size_t)count + 1, sizeof *prefix);
    if (!prefix) return false;
    for (uint32_t i = 0; i < count; i++)
        prefix[i] = limb__cdr_text(&r->cdr);
    const uint64_t depth = limb__cdr_u64(&r->cdr);
    if (!r->cdr.failed) put_list(r, prefix, count, depth);
    free(prefix);
    return !r->cdr.failed;
}

// Writes a ListParametersResult: names, and their prefixes before the last dot.
static void put_list(request *r, const limb_text *prefix, uint32_t count, uint64_t depth)
{
    const limb__parameters *declared = r->server->opts.declared;
    uint32_t nname = 0, nprefix = 0;
    for (int i = 0; i < declared->count; i++)
        nname += is_listed(declared->item[i].name, prefix, count, depth);
    limb__cdr_put_u32(r->out, nname);
    for (int i = 0; i < declared->count; i++) {
        if (is_listed(declared->item[i].name, prefix, count, depth))
            limb__cdr_put_text(r->out, declared->item[i].name);
    }
    // names with the same prefix are adjacent
    limb_text last = {"", 0};
    const size_t at = r->out->size;
    limb__cdr_put_u32(r->out, 0);
    const size_t count_at = r->out->failed ? at : r->out->size - 4;
    for (int i = 0; i < declared->count; i++) {
        const char *name = declared->item[i].name;
        const char *dot = strrchr(name, '.');
        if (!dot || !is_listed(name, prefix, count, depth)) continue;
        const limb_text own = {name, (size_t)(dot - name)};
        if (own.size == last.size && memcmp(own.data, last.data, own.size) == 0) continue;
        char text[LIMB__TOPIC_SIZE];
        snprintf(text, sizeof text, "%.*s", (int)(own.size < 255 ? own.size : 255), own.data);
        limb__cdr_put_text(r->out, text);
        last = own;
        nprefix++;
    }
    for (size_t i = 0; i < 4 && !r->out->failed; i++)
        r->out->data[count_at + i] = (char)(unsigned char)(nprefix >> (8 * i));
}

// Applies rclcpp's rule: depth 0 means unlimited.
static bool is_listed(const char *name, const limb_text *prefix, uint32_t count, uint64_t depth)
{
    if (count == 0) return depth == 0 || count_dots(name) < depth;
    for (uint32_t i = 0; i < count; i++) {
        const size_t size = prefix[i].size;
        if (strncmp(name, prefix[i].data, size) != 0) continue;
        if (name[size] == 0) return true;
        if (name[size] == '.' && (depth == 0 || count_dots(name + size + 1) < depth)) return true;
    }
    return false;
}

static uint64_t count_dots(const char *text)
{
    uint64_t count = 0;
    for (; *text; text++)
        count += *text == '.';
    return count;
}

//---- setting -------------------------------------------------------------------------------------

static bool set_parameters(request *r)
{
    const limb__parameter_server_opts *opts = &r->server->opts;
    limb__parameters wanted = {0};
    const limb_status status = read_all(r, &wanted);
    if (status == LIMB_OK) limb__cdr_put_u32(r->out, (uint32_t)wanted.count);
    for (int i = 0; i < wanted.count && status == LIMB_OK; i++) {
        char reason[LIMB__REASON_SIZE] = "";
        const bool is_set = opts->check(opts->ctx, &wanted.item[i], reason) &&
                            opts->set(opts->ctx, &wanted.item[i], reason);
        put_result(r, is_set, is_set ? "" : reason);
    }
    limb__parameters_free(&wanted);
    return status == LIMB_OK;
}

// Sets all or none.
static bool set_atomically(request *r)
{
    const limb__parameter_server_opts *opts = &r->server->opts;
    limb__parameters wanted = {0};
    const limb_status status = read_all(r, &wanted);
    char reason[LIMB__REASON_SIZE] = "";
    bool is_set = true;
    for (int i = 0; i < wanted.count && is_set; i++)
        is_set = opts->check(opts->ctx, &wanted.item[i], reason);
    for (int i = 0; i < wanted.count && is_set && status == LIMB_OK; i++)
        is_set = opts->set(opts->ctx, &wanted.item[i], reason);
    if (status == LIMB_OK) put_result(r, is_set, is_set ? "" : reason);
    limb__parameters_free(&wanted);
    return status == LIMB_OK;
}

static limb_status read_all(request *r, limb__parameters *out)
{
    enum { MIN_SIZE = 48 }; // size of a parameter without a value
    const uint32_t count = limb__cdr_count(&r->cdr, MIN_SIZE);
    for (uint32_t i = 0; i < count && !r->cdr.failed; i++) {
        limb__parameter p;
        limb_status status = limb__parameter_read(&r->cdr, &p);
        if (status == LIMB_OK && !limb__parameters_add(out, &p)) status = LIMB_ERROR_MEMORY;
        limb__parameter_free(&p);
        if (status != LIMB_OK) return status;
    }
    return r->cdr.failed ? LIMB_ERROR_INPUT : LIMB_OK;
}

static void put_result(request *r, bool successful, const char *reason)
{
    limb__cdr_put_u8(r->out, successful);
    limb__cdr_put_text(r->out, reason);
}
