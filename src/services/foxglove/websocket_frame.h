// Encoding and decoding of WebSocket frames and handshakes (RFC 6455); websocket.h
// has the connections.
#ifndef LIMB_FOXGLOVE_WEBSOCKET_FRAME_H
#define LIMB_FOXGLOVE_WEBSOCKET_FRAME_H

#include "base/text.h"

typedef enum limb__opcode {
    LIMB__OPCODE_MORE = 0x0, // continues the current message
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
    uint64_t size; // of the payload
    unsigned char mask[4];
} limb__frame_head;

// Returns the size of the head of a client's frame, given its first two bytes.
size_t limb__frame_head_size(const unsigned char first[2]);
// Returns false for a frame that clients are not allowed to send (unmasked, reserved bits, a long
// or fragmented control frame, an unknown opcode, a length not in its shortest form).
bool limb__frame_head_read(limb__frame_head *out, const unsigned char *bytes);
// Writes the head of a whole message from the server. Returns its size.
size_t limb__frame_head_write(unsigned char out[LIMB__MAX_FRAME_HEAD], limb__opcode opcode,
                              uint64_t size);
void limb__frame_unmask(const limb__frame_head *head, char *bytes, size_t size);

typedef struct limb__handshake {
    const char *const *origin; // pages that may connect; "*": all. Other programs send none
    int norigin;
    const char *const *subprotocol; // the client must request one of them
    int nsubprotocol;
} limb__handshake;

// Writes the response to a complete request, including its empty line. Returns true if the
// connection is open.
bool limb__handshake_answer(limb__builder *answer, const char *request, size_t size,
                            const limb__handshake *wanted);

#endif
