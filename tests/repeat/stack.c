/* An address of the stack is printed. */
#include <stdio.h>

int main(void)
{
    int here = 0;
    printf("%p\n", (void *)&here);
    return 0;
}
