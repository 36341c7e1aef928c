// Windows: Ctrl-C by the C library's signals.
#include_next <signal.h>
#ifndef LIMB_WINDOWS_SIGNAL_H
#define LIMB_WINDOWS_SIGNAL_H

struct sigaction {
    void (*sa_handler)(int);
};
#define sigaction(number, action, old) ((void)(old), signal(number, (action)->sa_handler))

#endif
