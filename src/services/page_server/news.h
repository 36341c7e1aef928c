// Messages to the open pages: the latest one of each topic.
//
// A page's thread waits for messages it has not sent yet. Only the latest message of a topic is
// kept, so that a slow page skips values instead of queuing them.
#ifndef LIMB_PAGE_SERVER_NEWS_H
#define LIMB_PAGE_SERVER_NEWS_H

#include <pthread.h>
#include <stdbool.h>

enum { LIMB__MAX_PAGES = 32 }; // each occupies a thread of the server

typedef enum limb__topic {
    LIMB__TOPIC_FILE,   // the file on disk changed
    LIMB__TOPIC_OTHER,  // the file of the robot to compare with changed
    LIMB__TOPIC_JOINTS, // others moved the robot
    LIMB__NTOPIC
} limb__topic;

typedef struct limb__news {
    pthread_mutex_t lock; // guards everything below
    pthread_cond_t changed;
    bool closed;
    int npage;
    char *text[LIMB__NTOPIC];      // NULL: no message yet
    unsigned posted[LIMB__NTOPIC]; // message count
} limb__news;

typedef struct limb__reader { // one page and the messages it has received
    unsigned seen[LIMB__NTOPIC];
} limb__reader;

void limb__news_init(limb__news *news);
void limb__news_destroy(limb__news *news);

// Posts to all pages; if memory is exhausted the message is dropped, since the next one
// replaces it anyway.
void limb__news_post(limb__news *news, limb__topic topic, const char *text);

// Adds a page, which gets the last change of each file and all later messages. Returns false if
// there are too many.
bool limb__news_join(limb__news *news, limb__reader *reader);
void limb__news_leave(limb__news *news);

typedef enum limb__wait { LIMB__WAIT_NEWS, LIMB__WAIT_NOTHING, LIMB__WAIT_CLOSED } limb__wait;

// Waits up to `seconds` for a message that the page has not received. The caller frees *text.
limb__wait limb__news_wait(limb__news *news, limb__reader *reader, int seconds, char **text);
// Disconnects all pages: waiting ends permanently.
void limb__news_close(limb__news *news);

#endif
