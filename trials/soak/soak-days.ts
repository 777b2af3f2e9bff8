import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { SimulatedCore } from './simulated-core.ts'
import { SoakedServer, type Vitals } from './soaked-server.ts'

const api = '/marinedata/v2/api'
const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** How much more the last day may have than an early one. */
const limits = { heapMb: 3, coreMb: 2, descriptors: 5, timers: 5, rowsOfTable: 10 }
/** The only table that may grow for years: it has its own limit and its own test. */
const auditTable = 'audit'

/** Moves the wall clock of a process by whole days, and nothing else. */
const clockMovedBy = (days: number): Readonly<Record<string, string>> => ({
  LD_PRELOAD: fakeTime,
  FAKETIME: `+${days}d`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

interface Day extends Vitals {
  readonly databaseMb: number
  readonly rows: ReadonlyMap<string, number>
}

const databaseMb = (folder: string): number =>
  readdirSync(folder)
    .filter((name) => name.startsWith('marinedata.db'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6

/** The number of rows of every table of a closed database. */
const rowsOf = (folder: string): Map<string, number> => {
  using database = new DatabaseSync(join(folder, 'marinedata.db'), { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return new Map(
    tables.map(({ name }) => [
      String(name),
      Number(database.prepare(`SELECT count(*) AS rows FROM "${String(name)}"`).get()?.['rows']),
    ]),
  )
}

/** The writes of a day: alerts that are raised, acknowledged and ended; routes that are created. */
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

const vitalsOfDay = async (day: number, folder: string): Promise<Vitals> => {
  const settings = { logLevel: 'error', announce: { plotters: false } }
  await using server = await SoakedServer.start({ folder, settings, environment: clockMovedBy(day) })
  await live(server)
  await sleep(1_000)
  return await server.vitals()
}

const liveDay = async (day: number, folder: string): Promise<Day> => {
  const vitals = await vitalsOfDay(day, folder)
  return { ...vitals, databaseMb: databaseMb(folder), rows: rowsOf(folder) }
}

const show = (day: number, { rows, ...figures }: Day): void => {
  const words = Object.entries(figures).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`)
  const tables = [...rows].filter(([, count]) => count > 0).map(([name, count]) => `${name} ${count}`)
  console.log(`day ${day}: ${words.join(', ')}; rows: ${tables.join(', ')}`)
}

const grownTables = (early: Day, last: Day): string[] =>
  [...last.rows]
    .filter(([name]) => name !== auditTable)
    .map(([name, rows]) => ({ name, rows, before: early.rows.get(name) ?? 0 }))
    .filter(({ rows, before }) => rows > before + limits.rowsOfTable)
    .map(({ name, rows, before }) => `rows of ${name}: ${before} on an early day, ${rows} on the last`)

/** Real processes, one per day, on one data folder. */
const realDays = async (days: number, folder: string): Promise<string[]> => {
  if (!existsSync(fakeTime))
    throw new Error(`${fakeTime} does not exist. Install the Debian package faketime`)
  const lived: Day[] = []
  for (let day = 1; day <= days; day++) {
    const figures = await liveDay(day, folder)
    show(day, figures)
    lived.push(figures)
  }
  // What is stored for a day or two is complete from the third day on.
  const early = lived[Math.min(2, lived.length - 1)]
  const last = lived.at(-1)
  if (early === undefined || last === undefined) return []
  const grown = (['heapMb', 'descriptors', 'timers'] as const)
    .filter((name) => last[name] > early[name] + limits[name])
    .map(
      (name) => `${name}: ${early[name].toFixed(1)} on an early day, ${last[name].toFixed(1)} on day ${days}`,
    )
  return [...grown, ...grownTables(early, last)]
}

const collectedMb = (): number => {
  if (globalThis.gc === undefined)
    throw new Error('Run it with `npm run trial -- soak`, which exposes the garbage collector')
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

/** Runs the core and real processes for this many days. Returns what has grown. */
export const soakDays = async (days: number, folder: string): Promise<string[]> => [
  ...(await coreDays(days)),
  ...(await realDays(days, folder)),
]
