// The page's files, made by the build from web/ (web/build.mjs).
#ifndef LIMB_PAGE_SERVER_ASSETS_H
#define LIMB_PAGE_SERVER_ASSETS_H

#include "services/page_server/http.h"

extern const limb__asset limb__page_asset[];
extern const int limb__page_nasset;

// The page as one file, in two halves: the robot's data goes between them.
extern const unsigned char limb__page_head[];
extern const size_t limb__page_head_size;
extern const unsigned char limb__page_tail[];
extern const size_t limb__page_tail_size;

#endif
