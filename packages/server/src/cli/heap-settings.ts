import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const maxYoungBytes = 32_000_000
/** The server is busy when this many collections in a row are closer together than this. */
const busy = { ms: 200, collections: 8 }

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0

interface YoungSpace {
  readonly mayGrow: boolean
  /** Collect with several threads. For a small space, waking them takes longer than the collection. */
  readonly isParallel: boolean
}

const small: YoungSpace = { mayGrow: false, isParallel: false }

const apply = ({ mayGrow, isParallel }: YoungSpace): void => {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
  setFlagsFromString(isParallel ? '--parallel-scavenge' : '--no-parallel-scavenge')
}

/**
 * Limits the young generation to its initial size. Loading the program would grow it by 7 MB, which an idle server
 * never needs again.
 */
export const limitYoungGeneration = (): void => apply(small)

/**
 * Lets the young generation grow while collections are frequent, up to a limit. By default V8 grows it for machines with far more
 * memory: 50,000 vessels then take 270 MB instead of 215 MB, without a gain in speed. The space grows only in a collection, so it
 * is checked after each one. An idle server has hardly any.
 */
export const adaptYoungGeneration = (): void => {
  let collectedAt = -Infinity
  let collections = 0
  let applied = small
  const observer = new PerformanceObserver((list) => {
    const now = performance.now()
    collections = now - collectedAt < busy.ms ? collections + list.getEntries().length : 0
    collectedAt = now
    const isBusy = collections >= busy.collections
    const wanted = { mayGrow: isBusy && youngBytes() < maxYoungBytes, isParallel: isBusy }
    if (wanted.mayGrow === applied.mayGrow && wanted.isParallel === applied.isParallel) return
    applied = wanted
    apply(wanted)
  })
  observer.observe({ entryTypes: ['gc'] })
}
