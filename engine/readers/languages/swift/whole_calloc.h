// For third-party C that asks for no element where it means one: the memory that calloc(0, size)
// gives holds none, and a state that is read from it differs from run to run.
#include <stdlib.h>
#define calloc(count, size) calloc((count) > 0 ? (count) : 1, (size))
