import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SimulatedCore } from './simulated-core.ts'
import { SoakedServer, type Vitals } from './soaked-server.ts'

const api = '/marinedata/v2/api'
const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** What may be more on the last day than on an early one. */
const limits = { heapMb: 3, coreMb: 2, descriptors: 5, timers: 5, databaseMb: 1 }

/** Moves the wall clock of a process by whole days, and nothing else. */
const clockMovedBy = (days: number): Readonly<Record<string, string>> => ({
  LD_PRELOAD: fakeTime,
  FAKETIME: `+${days}d`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

interface Day extends Vitals {
  readonly databaseMb: number
}

const databaseMb = (folder: string): number =>
  readdirSync(folder)
    .filter((name) => name.startsWith('marinedata.db'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6

/** What a day brings to what is written down: alarms that come, are acknowledged and end; routes that are drawn. */
const live = async (server: SoakedServer): Promise<void> => {
  for (let time = 0; time < 20; time++) {
    await server.ask('POST', `${api}/notifications/mob`)
    await server.ask('POST', `${api}/notifications/acknowledge`)
    await server.ask('PUT', `${api}/stations/station-${time}`, {
      name: 'Saloon',
      screen: 'helm',
      sound: true,
    })
    await server.ask('POST', `${api}/access/ticket`)
  }
}

const liveDay = async (day: number, folder: string): Promise<Day> => {
  const settings = { logLevel: 'error', announce: { plotters: false } }
  await using server = await SoakedServer.start({ folder, settings, environment: clockMovedBy(day) })
  await live(server)
  await sleep(1_000)
  return { ...(await server.vitals()), databaseMb: databaseMb(folder) }
}

const show = (day: number, figures: object): void => {
  const words = Object.entries(figures).map(
    ([name, value]) => `${name} ${Math.round(Number(value) * 10) / 10}`,
  )
  console.log(`day ${day}: ${words.join(', ')}`)
}

/** Real processes, one a day, on one data folder. */
const realDays = async (days: number, folder: string): Promise<string[]> => {
  if (!existsSync(fakeTime)) throw new Error(`${fakeTime} is not there; install Debian's package faketime`)
  const lived: Day[] = []
  for (let day = 1; day <= days; day++) {
    const figures = await liveDay(day, folder)
    show(day, figures)
    lived.push(figures)
  }
  // What is kept for a day or two is full from the third day on.
  const early = lived[Math.min(2, lived.length - 1)]
  const last = lived.at(-1)
  if (early === undefined || last === undefined) return []
  return (['heapMb', 'descriptors', 'timers', 'databaseMb'] as const)
    .filter((name) => last[name] > early[name] + limits[name])
    .map(
      (name) => `${name}: ${early[name].toFixed(1)} on an early day, ${last[name].toFixed(1)} on day ${days}`,
    )
}

const collectedMb = (): number => {
  if (globalThis.gc === undefined) throw new Error('Run by `npm run soak`, which lets garbage be collected')
  for (let pass = 0; pass < 3; pass++) globalThis.gc({ type: 'major', execution: 'sync' })
  return process.memoryUsage().heapUsed / 1e6
}

const coreDays = async (days: number): Promise<string[]> => {
  const core = new SimulatedCore()
  await core.day()
  const early = collectedMb()
  for (let day = 2; day <= days; day++) await core.day()
  const last = collectedMb()
  console.log(`the core after ${days} days: ${JSON.stringify(core.size)}`)
  console.log(
    `heap after collection: ${early.toFixed(1)} MB after a day, ${last.toFixed(1)} MB after ${days}`,
  )
  return last - early <= limits.coreMb
    ? []
    : [`The core grows by ${(last - early).toFixed(1)} MB in ${days} days`]
}

/** So many days, of the core by itself and of real processes; gives what has grown. */
export const soakDays = async (days: number, folder: string): Promise<string[]> => [
  ...(await coreDays(days)),
  ...(await realDays(days, folder)),
]
