import { getHeapStatistics, setFlagsFromString } from 'node:v8'
// oxlint-disable-next-line no-restricted-imports -- the collector is only reachable in a new context
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Used heap in megabytes after a garbage collection. */
export const heapMb = (): number => {
  for (let pass = 0; pass < 3; pass++) collect()
  return getHeapStatistics().used_heap_size / 1e6
}
