/* What malloc gives is used before anything was written to it. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    unsigned char *bytes = malloc(64);
    unsigned sum = 0;
    for (int i = 24; i < 64; i++)
        sum += bytes[i];
    printf("%u\n", sum);
    free(bytes);
    return 0;
}
