// What the open pages are sent: the newest message of each topic.
//
// A page's thread waits for what it has not seen yet. Only the newest message of a topic is kept,
// so that a slow page skips values and never piles them up.
#ifndef LIMB_PAGE_SERVER_NEWS_H
#define LIMB_PAGE_SERVER_NEWS_H

#include <pthread.h>
#include <stdbool.h>

enum { LIMB__MAX_PAGES = 32 }; // each holds one of the server's threads

typedef enum limb__topic {
    LIMB__TOPIC_FILE,   // the file on disk changed
    LIMB__TOPIC_OTHER,  // the file of the robot to compare with changed
    LIMB__TOPIC_JOINTS, // others moved the robot
    LIMB__NTOPIC
} limb__topic;

typedef struct limb__news {
    pthread_mutex_t lock; // of all below
    pthread_cond_t changed;
    bool closed;
    int npage;
    char *text[LIMB__NTOPIC];      // NULL: nothing was posted yet
    unsigned posted[LIMB__NTOPIC]; // counts up with each message
} limb__news;

typedef struct limb__reader { // one page: which messages it has seen
    unsigned seen[LIMB__NTOPIC];
} limb__reader;

void limb__news_init(limb__news *news);
void limb__news_destroy(limb__news *news);

// To all pages; for want of memory the message is left out, and the next one replaces it anyway.
void limb__news_post(limb__news *news, limb__topic topic, const char *text);

// A page opens: it gets the last change of each file, and all that follows. False: there are
// too many already.
bool limb__news_join(limb__news *news, limb__reader *reader);
void limb__news_leave(limb__news *news);

typedef enum limb__wait { LIMB__WAIT_NEWS, LIMB__WAIT_NOTHING, LIMB__WAIT_CLOSED } limb__wait;

// Waits for a message that the page has not seen, at most seconds. *text is the caller's to free.
limb__wait limb__news_wait(limb__news *news, limb__reader *reader, int seconds, char **text);
// Every page leaves: waiting ends for good.
void limb__news_close(limb__news *news);

#endif
