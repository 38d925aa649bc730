/* Four threads print letters, whoever comes first. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *say(void *letter)
{
    for (int i = 0; i < 100; i++) {
        volatile double sum = 0;
        for (int k = 0; k < 20000; k++)
            sum += k;
        pthread_mutex_lock(&lock);
        putchar(*(char *)letter);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    char letters[] = "abcd";
    pthread_t threads[4];
    for (int n = 0; n < 4; n++)
        pthread_create(&threads[n], NULL, say, &letters[n]);
    for (int n = 0; n < 4; n++)
        pthread_join(threads[n], NULL);
    putchar('\n');
    return 0;
}
