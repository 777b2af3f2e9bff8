/** Milliseconds, where Node's clocks and dates use them. */
export type Milliseconds = number
