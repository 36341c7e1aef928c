// Formatting of messages: printf into a buffer, without the cost of a stream.
#ifndef LIMB_BASE_FORMAT_H
#define LIMB_BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

// As vsnprintf and snprintf: writes at most capacity bytes including a NUL and returns the length
// of the full text. Not for floating-point numbers, whose form depends on the locale.
size_t limb__format_list(char *out, size_t capacity, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));
size_t limb__format(char *out, size_t capacity, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
