/** A failed measurement. The message names the step and the limit. */
export class BenchError extends Error {
  override readonly name = 'BenchError'
}
