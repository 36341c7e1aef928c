// Messages of the middleware: keeps the first line that has not been taken yet.
#include "services/dds/dds_log.h"

#include <dds/ddsrt/log.h>
#include <string.h>

static void keep(void *ctx, const dds_log_data_t *data);

void limb__dds_log_start(limb__dds_log *log)
{
    memset(log, 0, sizeof *log);
    pthread_mutex_init(&log->lock, NULL);
    dds_set_log_sink(keep, log);
}

void limb__dds_log_end(limb__dds_log *log)
{
    dds_set_log_sink(NULL, NULL); // once it returns, no thread is in keep()
    pthread_mutex_destroy(&log->lock);
}

bool limb__dds_log_take(limb__dds_log *log, char line[LIMB__LOG_SIZE])
{
    if (!atomic_load(&log->has_line)) return false;
    pthread_mutex_lock(&log->lock);
    memcpy(line, log->line, sizeof log->line);
    atomic_store(&log->has_line, false);
    pthread_mutex_unlock(&log->lock);
    return true;
}

// Called on any thread of the middleware.
static void keep(void *ctx, const dds_log_data_t *data)
{
    limb__dds_log *log = ctx;
    if (atomic_load(&log->has_line)) return;
    pthread_mutex_lock(&log->lock);
    // the whole packet follows after '<'
    size_t size = strcspn(data->message, "\n<");
    while (size > 0 && data->message[size - 1] == ' ')
        size--;
    if (size >= sizeof log->line) size = sizeof log->line - 1;
    memcpy(log->line, data->message, size);
    log->line[size] = 0;
    atomic_store(&log->has_line, size > 0);
    pthread_mutex_unlock(&log->lock);
}
