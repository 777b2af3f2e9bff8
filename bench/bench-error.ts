/** A measurement that cannot be made: the message names the thing and the limit it ran into. */
export class BenchError extends Error {
  override readonly name = 'BenchError'
}
