// Windows: nothing waits for child processes there.
#ifndef LIMB_WINDOWS_WAIT_H
#define LIMB_WINDOWS_WAIT_H
#endif
