/** A duration, or a time on the clock in use. */
export type Seconds = number
