/* chase_trace.h: records what a simulator does, as a log of JSON lines.
 *
 * One header, no dependency but the C library; C99 and C++11. Licensed under MIT or Apache-2.0.
 *
 *     struct chase_trace trace;
 *     chase_trace_begin(&trace, stdout);
 *     for (long long tick = 0; tick < 100; tick++) {
 *         chase_trace_cycle(&trace, tick);
 *         chase_trace_entity(&trace, "car 7");
 *         chase_trace_number(&trace, "x", x);
 *         chase_trace_integer(&trace, "laps", laps);
 *     }
 *     return chase_trace_end(&trace);
 *
 * writes a line of JSON for each entity in each cycle:
 *
 *     {"t":0,"entity":"car 7","x":0.1,"laps":0}
 *
 * Floating-point numbers have the fewest digits that come back to the same bits. Nothing is allocated.
 * Within a cycle an entity is named once; ticks go up.
 *
 * The functions are `static inline`. For languages that call C through symbols, as Fortran does, define
 * CHASE_TRACE_SYMBOLS before one inclusion in one C file: there they are ordinary functions.
 */
#ifndef CHASE_TRACE_H
#define CHASE_TRACE_H

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef CHASE_TRACE_SYMBOLS
#define CHASE_TRACE_API
#else
#define CHASE_TRACE_API static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct chase_trace {
    FILE *out;
    long long tick;
    int has_tick;
    int has_line;
    int is_wrong;
};

CHASE_TRACE_API void chase_trace_begin(struct chase_trace *trace, FILE *out);
CHASE_TRACE_API void chase_trace_cycle(struct chase_trace *trace, long long tick);
CHASE_TRACE_API void chase_trace_entity(struct chase_trace *trace, const char *name);
CHASE_TRACE_API void chase_trace_number(struct chase_trace *trace, const char *column, double value);
CHASE_TRACE_API void chase_trace_integer(struct chase_trace *trace, const char *column, long long value);
CHASE_TRACE_API int chase_trace_end(struct chase_trace *trace);
CHASE_TRACE_API void chase_trace_letters(double value, char letters[40]);

/* Begins a trace that is written to an open file. */
CHASE_TRACE_API void chase_trace_begin(struct chase_trace *trace, FILE *out)
{
    trace->out = out;
    trace->tick = 0;
    trace->has_tick = 0;
    trace->has_line = 0;
    trace->is_wrong = 0;
}

/* Ends the line that is being written. */
CHASE_TRACE_API void chase_trace_end_line(struct chase_trace *trace)
{
    if (trace->has_line)
        fputs("}\n", trace->out);
    trace->has_line = 0;
}

/* Begins the cycle of a tick, which is greater than the one before. */
CHASE_TRACE_API void chase_trace_cycle(struct chase_trace *trace, long long tick)
{
    chase_trace_end_line(trace);
    if (tick < 0 || (trace->has_tick && tick <= trace->tick))
        trace->is_wrong = 1;
    trace->tick = tick;
    trace->has_tick = 1;
}

/* A name without what JSON writes otherwise; others are wrong, and are left out. */
CHASE_TRACE_API void chase_trace_name(struct chase_trace *trace, const char *name)
{
    for (; *name != '\0'; name++) {
        if ((unsigned char)*name < ' ' || *name == 0x7f || *name == '"' || *name == '\\')
            trace->is_wrong = 1;
        else
            fputc(*name, trace->out);
    }
}

/* Begins the line of an entity in this cycle. */
CHASE_TRACE_API void chase_trace_entity(struct chase_trace *trace, const char *name)
{
    chase_trace_end_line(trace);
    if (!trace->has_tick)
        trace->is_wrong = 1;
    fprintf(trace->out, "{\"t\":%lld,\"entity\":\"", trace->tick);
    chase_trace_name(trace, name);
    fputc('"', trace->out);
    trace->has_line = 1;
}

/* The name of a value of the entity. */
CHASE_TRACE_API void chase_trace_column(struct chase_trace *trace, const char *column)
{
    if (!trace->has_line)
        trace->is_wrong = 1;
    fputs(",\"", trace->out);
    chase_trace_name(trace, column);
    fputs("\":", trace->out);
}

/* A floating-point number of the entity; what is not finite stands as "nan", "inf" or "-inf". */
CHASE_TRACE_API void chase_trace_number(struct chase_trace *trace, const char *column, double value)
{
    char letters[40];
    chase_trace_column(trace, column);
    chase_trace_letters(value, letters);
    fputs(letters, trace->out);
}

/* An integer of the entity. */
CHASE_TRACE_API void chase_trace_integer(struct chase_trace *trace, const char *column, long long value)
{
    chase_trace_column(trace, column);
    fprintf(trace->out, "%lld", value);
}

/* Ends the trace and writes out what is still held back. 0 if all went well; 1 if the file could not be
 * written, a name had quotes, backslashes or control characters, a tick was not greater than the one
 * before, or something was said before a cycle or an entity began. The file stays open. */
CHASE_TRACE_API int chase_trace_end(struct chase_trace *trace)
{
    chase_trace_end_line(trace);
    return fflush(trace->out) != 0 || ferror(trace->out) || trace->is_wrong;
}

/* The fewest digits of a finite number that come back to it, without the point; how many, and the power of
 * ten of the first. Whatever the locale's decimal point is. */
CHASE_TRACE_API int chase_trace_digits(double value, char digits[20], int *power)
{
    char text[48];
    const char *at;
    int places, many = 0;
    for (places = 0; places < 17; places++) {
        snprintf(text, sizeof text, "%.*e", places, value);
        if (strtod(text, NULL) == value)
            break;
    }
    for (at = text; *at != 'e'; at++)
        if (*at >= '0' && *at <= '9' && many < 19)
            digits[many++] = *at;
    digits[many] = '\0';
    *power = atoi(at + 1);
    return many;
}

/* A number in letters: 0.1, -2.0, 1.5e-7, 1e+16. */
CHASE_TRACE_API void chase_trace_letters(double value, char letters[40])
{
    char digits[20];
    char *out = letters;
    int power, many, n;
    if (value != value || value > DBL_MAX || value < -DBL_MAX) {
        const char *words = value != value ? "\"nan\"" : value > 0 ? "\"inf\"" : "\"-inf\"";
        snprintf(letters, 40, "%s", words);
        return;
    }
    if (value < 0 || (value == 0 && 1 / value < 0)) {
        *out++ = '-';
        value = -value;
    }
    many = chase_trace_digits(value, digits, &power);
    if (power < -5 || power > 15) {
        *out++ = digits[0];
        if (many > 1)
            *out++ = '.';
        for (n = 1; n < many; n++)
            *out++ = digits[n];
        snprintf(out, (size_t)(letters + 40 - out), "e%c%d", power < 0 ? '-' : '+', abs(power));
        return;
    }
    if (power < 0) {
        *out++ = '0';
        *out++ = '.';
        for (n = -1; n > power; n--)
            *out++ = '0';
    }
    for (n = 0; n < many || n <= power; n++) {
        *out++ = n < many ? digits[n] : '0';
        if (n == power) {
            *out++ = '.';
            if (n + 1 >= many)
                *out++ = '0';
        }
    }
    *out = '\0';
}

#ifdef __cplusplus
}
#endif

#endif
