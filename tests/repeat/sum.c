/* A sum that as many threads share as a variable says: its rounding depends on how many. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static double parts[64];
static int many = 4;

static void *add(void *part)
{
    int n = (int)((double *)part - parts);
    double sum = 0;
    for (int i = n; i < 100000; i += many)
        sum += 1.0 / (1.0 + i * 0.1);
    *(double *)part = sum;
    return NULL;
}

int main(void)
{
    pthread_t threads[64];
    const char *wanted = getenv("OMP_NUM_THREADS");
    double sum = 0;
    if (wanted != NULL)
        many = atoi(wanted);
    for (int n = 0; n < many; n++)
        pthread_create(&threads[n], NULL, add, &parts[n]);
    for (int n = 0; n < many; n++) {
        pthread_join(threads[n], NULL);
        sum += parts[n];
    }
    printf("%.17g\n", sum);
    return 0;
}
