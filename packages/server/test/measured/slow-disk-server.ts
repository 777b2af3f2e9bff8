import { until } from '@marinedata/testing/until'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { startServer } from '#start-server.ts'
import { BoatStore } from '#storage/boat-store.ts'

const resolutionMs = 5
const nanoseconds = 1e6

/** The messages to the parent: the start, then the loop delay in milliseconds and the number of writes. */
export interface DiskFigures {
  readonly p99: number
  readonly max: number
  readonly writes: number
}

const lateness = (interval: number): number => Math.max(0, interval / nanoseconds - resolutionMs)

/** Sent before anything is closed, which may wait for the disk. */
const measure = async (seconds: number, written: () => number): Promise<void> => {
  const before = written()
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  process.send?.('begin')
  await sleep(seconds * 1_000)
  histogram.disable()
  const end: DiskFigures = {
    p99: lateness(histogram.percentile(99)),
    max: lateness(histogram.max),
    writes: written() - before,
  }
  process.send?.(end)
}

/** A whole server with the plugins of its folder, which write. */
const sail = async (folder: string, seconds: number, plugins: readonly string[]): Promise<void> => {
  const log = pino({ level: 'silent' })
  await using server = await startServer({ settings: { port: 0 }, folder, log, isOpen: true })
  for (const name of plugins) await server.plugins.enable(name)
  using store = new BoatStore(folder, { mayRepair: false })
  const written = (): number =>
    plugins.reduce((sum, name) => sum + Number(store.plugins.value(name, 'number') ?? 0), 0)
  const hasWritten = (name: string): boolean => store.plugins.value(name, 'number') !== undefined
  await until(
    () => plugins.every(hasWritten),
    (isSo) => isSo,
  )
  await measure(seconds, written)
}

/** The same writes in the measured thread, which the meter must detect. */
const sailInline = async (folder: string, seconds: number): Promise<void> => {
  using store = new BoatStore(folder)
  let writes = 0
  const timer = setInterval(() => void store.saveFact('number', String(writes++)), 25)
  await measure(seconds, () => writes)
  clearInterval(timer)
}

const [, , folder = '', seconds = '', ...plugins] = process.argv
if (import.meta.main) {
  await (plugins.length > 0 ? sail(folder, Number(seconds), plugins) : sailInline(folder, Number(seconds)))
  process.disconnect?.()
}
