// Linked with --wrap=malloc and so on: any allocation of the program or the library aborts here.
#include <stdio.h>
#include <stdlib.h>

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *ptr, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

static _Noreturn void refuse(void)
{
    fputs("the heap was asked for memory\n", stderr);
    abort();
}

void *__wrap_malloc(size_t size)
{
    (void)size;
    refuse();
}

void *__wrap_calloc(size_t count, size_t size)
{
    (void)count, (void)size;
    refuse();
}

void *__wrap_realloc(void *ptr, size_t size)
{
    (void)ptr, (void)size;
    refuse();
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    (void)alignment, (void)size;
    refuse();
}
