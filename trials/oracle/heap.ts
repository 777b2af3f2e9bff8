/** The heap after a collection, in megabytes. */
export const heapMb = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}
