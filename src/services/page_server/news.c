// Messages to the open pages.
#define _POSIX_C_SOURCE 200809L

#include "services/page_server/news.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *take_unseen(const limb__news *news, limb__reader *reader);

void limb__news_init(limb__news *news)
{
    memset(news, 0, sizeof *news);
    pthread_mutex_init(&news->lock, NULL);
    pthread_condattr_t steady; // monotonic, so that setting the clock has no effect
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&news->changed, &steady);
    pthread_condattr_destroy(&steady);
}

void limb__news_destroy(limb__news *news)
{
    for (int i = 0; i < LIMB__NTOPIC; i++)
        free(news->text[i]);
    pthread_cond_destroy(&news->changed);
    pthread_mutex_destroy(&news->lock);
}

void limb__news_post(limb__news *news, limb__topic topic, const char *text)
{
    char *copy = strdup(text);
    if (!copy) return;
    pthread_mutex_lock(&news->lock);
    free(news->text[topic]);
    news->text[topic] = copy;
    news->posted[topic]++;
    pthread_cond_broadcast(&news->changed);
    pthread_mutex_unlock(&news->lock);
}

bool limb__news_join(limb__news *news, limb__reader *reader)
{
    pthread_mutex_lock(&news->lock);
    const bool fits = !news->closed && news->npage < LIMB__MAX_PAGES;
    if (fits) {
        news->npage++;
        memcpy(reader->seen, news->posted, sizeof reader->seen);
        // it may have missed a change while disconnected
        reader->seen[LIMB__TOPIC_FILE] = reader->seen[LIMB__TOPIC_OTHER] = 0;
    }
    pthread_mutex_unlock(&news->lock);
    return fits;
}

void limb__news_leave(limb__news *news)
{
    pthread_mutex_lock(&news->lock);
    news->npage--;
    pthread_mutex_unlock(&news->lock);
}

limb__wait limb__news_wait(limb__news *news, limb__reader *reader, int seconds, char **text)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += seconds;
    bool in_time = true;
    *text = NULL;
    pthread_mutex_lock(&news->lock);
    while (!news->closed && in_time && !(*text = take_unseen(news, reader)))
        in_time = pthread_cond_timedwait(&news->changed, &news->lock, &until) == 0;
    const bool closed = news->closed;
    pthread_mutex_unlock(&news->lock);
    return *text ? LIMB__WAIT_NEWS : closed ? LIMB__WAIT_CLOSED : LIMB__WAIT_NOTHING;
}

void limb__news_close(limb__news *news)
{
    pthread_mutex_lock(&news->lock);
    news->closed = true;
    pthread_cond_broadcast(&news->changed);
    pthread_mutex_unlock(&news->lock);
}

// Returns a copy of the message of the first topic with one that the page has not received; if
// memory is exhausted it stays pending.
static char *take_unseen(const limb__news *news, limb__reader *reader)
{
    for (int i = 0; i < LIMB__NTOPIC; i++) {
        if (reader->seen[i] == news->posted[i]) continue;
        char *copy = strdup(news->text[i]);
        if (copy) reader->seen[i] = news->posted[i];
        return copy;
    }
    return NULL;
}
