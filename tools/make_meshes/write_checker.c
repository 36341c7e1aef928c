// The texture: a PNG of 64 x 64 gray pixels, its data in one stored block, so that no compressor's
// version shows in the bytes.
#include "files.h"

#define SIDE 64
#define ROWS (SIDE * (SIDE + 1)) // each row begins with its filter: none

static void write_chunk(FILE *file, const char *type, const unsigned char *data, uint32_t size);
static void put_word(unsigned char *p, uint32_t value);

void write_checker(FILE *file)
{
    unsigned char head[13] = {[8] = 8}; // 8 bits, gray
    unsigned char data[2 + 5 + ROWS + 4] = {
        0x78, 0x01, 1, ROWS & 255, ROWS >> 8, ~ROWS & 255, ~ROWS >> 8 & 255};
    uint32_t low = 1, high = 0; // Adler's checksum
    for (int i = 0; i < ROWS; i++) {
        const int row = i / (SIDE + 1), column = i % (SIDE + 1) - 1;
        const unsigned char value = column < 0 ? 0 : (row / 8 + column / 8) % 2 ? 60 : 235;
        data[7 + i] = value;
        low = (low + value) % 65521;
        high = (high + low) % 65521;
    }
    put_word(data + 7 + ROWS, high << 16 | low);
    put_word(head, SIDE);
    put_word(head + 4, SIDE);

    fwrite("\x89PNG\r\n\x1A\n", 1, 8, file);
    write_chunk(file, "IHDR", head, sizeof head);
    write_chunk(file, "IDAT", data, sizeof data);
    write_chunk(file, "IEND", NULL, 0);
}

static void write_chunk(FILE *file, const char *type, const unsigned char *data, uint32_t size)
{
    unsigned char word[4];
    uint32_t crc = 0xFFFFFFFF;
    for (uint32_t i = 0; i < size + 4; i++) {
        crc ^= i < 4 ? (unsigned char)type[i] : data[i - 4];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    put_word(word, size);
    fwrite(word, 1, 4, file);
    fwrite(type, 1, 4, file);
    if (size) fwrite(data, 1, size, file);
    put_word(word, ~crc);
    fwrite(word, 1, 4, file);
}

static void put_word(unsigned char *p, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(value >> (24 - 8 * i));
}
