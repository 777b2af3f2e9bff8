import { setTimeout as sleep } from 'node:timers/promises'
import { Harbour } from './harbour.ts'
import { slopeOf } from './slope.ts'
import { SoakedServer, type Vitals } from './soaked-server.ts'

/** The plugin to restart: it has no state that a restart could harm. */
const plugin = 'closest-approach'

interface Trial {
  readonly warmMinutes: number
  readonly everySeconds: number
  readonly contextTimeout: number
  /** Megabytes per minute that the heap may grow after warm-up. */
  readonly slopeAtMost: number
}

/** A short run measures the slope poorly, so it allows more; a leak of clients is five megabytes a minute. */
const trialOf = (minutes: number): Trial =>
  minutes >= 15
    ? { warmMinutes: 5, everySeconds: 30, contextTimeout: 120, slopeAtMost: 0.1 }
    : { warmMinutes: minutes / 2, everySeconds: 6, contextTimeout: 20, slopeAtMost: 1.5 }

interface Sample extends Vitals {
  readonly minute: number
}

const show = ({ minute, ...vitals }: Sample): void => {
  const figures = Object.entries(vitals).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`)
  console.log(`${minute.toFixed(1)} min: ${figures.join(', ')}`)
}

/** How much the heap grows besides the log of recent changes, which `change-log.test.ts` judges. */
const heapSlope = (samples: readonly Sample[]): number =>
  slopeOf(samples.map(({ minute, heapMb, logMb }) => [minute, heapMb - logMb]))

/** Clients and vessels that come and go for some minutes. Returns the faults. */
export const soakMinutes = async (minutes: number, folder: string): Promise<string[]> => {
  const { warmMinutes, everySeconds, contextTimeout, slopeAtMost } = trialOf(minutes)
  const settings = { logLevel: 'error', announce: { plotters: false }, bounds: { contextTimeout } }
  await using server = await SoakedServer.start({ folder, settings })
  await server.pluginsRun()
  /** Plugins have permanent streams of their own. */
  const alone = await server.vitals()
  const samples: Sample[] = []
  {
    await using harbour = new Harbour(server, plugin)
    const beganAt = performance.now()
    for (let minute = 0; minute < minutes;) {
      await sleep(everySeconds * 1_000)
      minute = (performance.now() - beganAt) / 60_000
      const sample = { minute, ...(await server.vitals()) }
      show(sample)
      if (minute >= warmMinutes) samples.push(sample)
    }
    console.log(JSON.stringify(harbour.done))
  }
  await sleep(5_000)
  const empty = { minute: minutes, ...(await server.vitals()) }
  show(empty)
  return judge({ alone, samples, empty, slopeAtMost })
}

const most = (samples: readonly Sample[], name: keyof Vitals): number =>
  Math.max(...samples.map((sample) => sample[name]))

interface Findings {
  /** Before the first client. */
  readonly alone: Vitals
  readonly samples: readonly Sample[]
  readonly empty: Sample
  readonly slopeAtMost: number
}

const judge = ({ alone, samples, empty, slopeAtMost }: Findings): string[] => {
  const slope = heapSlope(samples)
  const first = samples.slice(0, 5)
  const last = samples.slice(-5)
  console.log(
    `heap after collection, without the log: ${slope.toFixed(3)} MB a minute, ${slopeAtMost} at most`,
  )
  const faults = slope <= slopeAtMost ? [] : [`The heap grows by ${slope.toFixed(3)} MB a minute`]
  for (const name of ['descriptors', 'timers', 'groups', 'sessions'] as const) {
    const [before, after] = [most(first, name), most(last, name)]
    console.log(`${name}: ${before} at first, ${after} at last`)
    if (after > before * 1.5 + 10) faults.push(`${name} grow from ${before} to ${after}`)
  }
  for (const name of ['sessions', 'groups'] as const)
    if (empty[name] > alone[name])
      faults.push(
        `${empty[name]} ${name} are left when all clients have gone; ${alone[name]} without clients`,
      )
  return faults
}
