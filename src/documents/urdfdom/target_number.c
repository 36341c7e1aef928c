// Numbers as urdfdom reads them: extraction from a C++ stream in the classic locale (libstdc++),
// which must consume the whole text. White space is allowed before the number, nothing after it;
// hexadecimal, inf and nan are rejected; overflow is an error, underflow gives 0.
#include "documents/urdfdom/target.h"

#include "base/number.h"

#include <math.h>

bool limb__target_number(limb_text text, double *value)
{
    const char *at = text.data;
    const char *end = text.data + text.size;
    while (at < end && (*at == ' ' || (*at >= '\t' && *at <= '\r')))
        at++;
    double number;
    const char *stop;
    const limb__number_result result = limb__number_parse(at, end, &number, &stop);
    if (result != LIMB__NUMBER_OK && result != LIMB__NUMBER_UNDERFLOW) return false;
    if (stop != end) return false;
    *value = number;
    return true;
}

int limb__target_numbers(limb_text text, double low, double high, double *value, int capacity,
                         limb_text *bad)
{
    const char *at = text.data;
    const char *end = text.data + text.size;
    int count = 0;
    while (at < end) {
        limb_text piece = {at, 0};
        while (at < end && *at != ' ')
            at++;
        piece.size = (size_t)(at - piece.data);
        at++;
        if (piece.size == 0) continue;
        double number;
        if (!limb__target_number(piece, &number) || number < low || number > high) {
            *bad = piece;
            return -1;
        }
        if (count < capacity) value[count] = number;
        count++;
    }
    return count;
}

void limb__target_quat(const double rpy[3], double quat[4])
{
    const double sr = sin(rpy[0] / 2), cr = cos(rpy[0] / 2);
    const double sp = sin(rpy[1] / 2), cp = cos(rpy[1] / 2);
    const double sy = sin(rpy[2] / 2), cy = cos(rpy[2] / 2);
    quat[0] = sr * cp * cy - cr * sp * sy;
    quat[1] = cr * sp * cy + sr * cp * sy;
    quat[2] = cr * cp * sy - sr * sp * cy;
    quat[3] = cr * cp * cy + sr * sp * sy;
    const double length =
        sqrt(quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3]);
    for (int i = 0; i < 4; i++)
        quat[i] /= length;
}
