// Arbitrary bytes as MCAP recordings.
#define _GNU_SOURCE // memfd_create

#include "limb/ros.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64], reason[200];
    const int file = memfd_create("recording", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    limb_recording *recording;
    if (limb_recording_open(&recording, path, NULL, reason) == LIMB_OK) {
        double last = 0;
        for (int i = 0; i < limb_recording_count(recording); i++) {
            limb_recorded_joints joints;
            const limb_status status = limb_recording_read(recording, i, &joints);
            if (joints.time < last) abort();
            last = joints.time;
            if (status == LIMB_OK && joints.count > 0 && !joints.position) abort();
        }
        limb_recording_free(recording);
    }
    close(file);
    return 0;
}
