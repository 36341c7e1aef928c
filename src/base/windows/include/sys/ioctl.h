// Windows: the width of a console.
#ifndef LIMB_WINDOWS_IOCTL_H
#define LIMB_WINDOWS_IOCTL_H

struct winsize {
    unsigned short ws_row, ws_col;
};
enum { TIOCGWINSZ = 1 };
int limb__posix_ioctl(int file, int request, struct winsize *out);
#define ioctl limb__posix_ioctl

#endif
