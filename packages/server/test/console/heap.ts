import type { CDPSession } from 'playwright-core'

/** How many bytes of its heap a page needs, now that nothing is left that it does not. */
export const heapOf = async (session: CDPSession): Promise<number> => {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
