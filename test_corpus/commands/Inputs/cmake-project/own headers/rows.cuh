#define ROWS 4
