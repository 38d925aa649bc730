/* A simulator that records what it does: cars on springs, one of which leaves.
 *
 *     cc -std=c99 -o cars cars.c
 *     ./cars > cars.jsonl
 *     chase repeat -- ./cars
 */
#include "chase_trace.h"

int main(int argc, char **argv)
{
    const char *names[] = {"red", "blue", "green"};
    double x[] = {1.0, -0.5, 3.0}, v[] = {0.0, 0.25, 0.0};
    long long ticks = argc > 1 ? atoll(argv[1]) : 200, crossings[] = {0, 0, 0}, tick;
    struct chase_trace trace;
    int car;

    chase_trace_begin(&trace, stdout);
    for (tick = 0; tick < ticks; tick++) {
        chase_trace_cycle(&trace, tick);
        for (car = 0; car < 3; car++) {
            double before = x[car];
            if (car == 2 && tick >= 150)
                continue;
            v[car] -= 0.03 * x[car];
            x[car] += 0.1 * v[car];
            crossings[car] += (before < 0) != (x[car] < 0);
            chase_trace_entity(&trace, names[car]);
            chase_trace_number(&trace, "x", x[car]);
            chase_trace_number(&trace, "v", v[car]);
            chase_trace_integer(&trace, "crossings", crossings[car]);
        }
    }
    return chase_trace_end(&trace);
}
