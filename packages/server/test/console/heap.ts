import type { CDPSession } from 'playwright-core'

/** Heap size of a page after a garbage collection. */
export const heapOf = async (session: CDPSession): Promise<number> => {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
