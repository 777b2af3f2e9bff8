import { getHeapStatistics, setFlagsFromString } from 'node:v8'
// oxlint-disable-next-line no-restricted-imports -- a new context is the only way to the collector without an option of Node
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Megabytes of the heap that are in use after a collection. */
export const heapMb = (): number => {
  for (let pass = 0; pass < 3; pass++) collect()
  return getHeapStatistics().used_heap_size / 1e6
}
