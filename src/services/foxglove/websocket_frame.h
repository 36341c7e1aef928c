// WebSocket frames and handshakes as bytes (RFC 6455); the connections are in websocket.h.
#ifndef LIMB_FOXGLOVE_WEBSOCKET_FRAME_H
#define LIMB_FOXGLOVE_WEBSOCKET_FRAME_H

#include "base/text.h"

typedef enum limb__opcode {
    LIMB__OPCODE_MORE = 0x0, // of the message that has begun
    LIMB__OPCODE_TEXT = 0x1,
    LIMB__OPCODE_BINARY = 0x2,
    LIMB__OPCODE_CLOSE = 0x8,
    LIMB__OPCODE_PING = 0x9,
    LIMB__OPCODE_PONG = 0xA
} limb__opcode;

enum { LIMB__MAX_FRAME_HEAD = 14, LIMB__MAX_CONTROL = 125 };

typedef struct limb__frame_head {
    limb__opcode opcode;
    bool is_final;
    uint64_t size; // of what follows
    unsigned char mask[4];
} limb__frame_head;

// How many bytes the head of a client's frame has; its first two are given.
size_t limb__frame_head_size(const unsigned char first[2]);
// False: a frame that no client may send (not masked, reserved bits, a control frame that is long
// or in pieces, an unknown opcode, a length that is not the shortest form).
bool limb__frame_head_read(limb__frame_head *out, const unsigned char *bytes);
// The head of a whole message from the server. Returns its size.
size_t limb__frame_head_write(unsigned char out[LIMB__MAX_FRAME_HEAD], limb__opcode opcode,
                              uint64_t size);
void limb__frame_unmask(const limb__frame_head *head, char *bytes, size_t size);

typedef struct limb__handshake {
    const char *const *origin; // pages that may connect; "*": all. Programs send none
    int norigin;
    const char *const *subprotocol; // one of them must be asked for
    int nsubprotocol;
} limb__handshake;

// The answer to a whole request, its empty line included. True: the connection is open.
bool limb__handshake_answer(limb__builder *answer, const char *request, size_t size,
                            const limb__handshake *wanted);

#endif
