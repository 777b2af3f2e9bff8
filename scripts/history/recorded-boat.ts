import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { encodeSheet } from '../../packages/history/src/codec/sheet-codec.ts'
import { openLog, TrialClock } from '../../packages/history/testing/trial-log.ts'
import { PluginsOverRest } from '../../packages/server/test/measured/plugins-over-rest.ts'
import { startCli, type RunningCli, type StartCliOptions } from '../../packages/server/test/start-cli.ts'

const recorder = join(import.meta.dirname, '..', '..', 'plugins', 'recorder')
const dayMs = 86_400_000

export const historyApi = '/marinedata/v2/api/history'
export const recordedPath = 'environment.depth.belowTransducer'

/** The folder of the recorder in the data folder of a server. */
export const logFolder = (folder: string): string => {
  const own = join(folder, 'plugin-data', 'recorder')
  mkdirSync(own, { recursive: true })
  return own
}

/** A server with the recorder. Resolves when the recorder runs. */
export const startRecordedBoat = async (
  options: StartCliOptions,
): Promise<{ readonly server: RunningCli; readonly plugins: PluginsOverRest }> => {
  const settings = { logLevel: 'error' } as const
  const server = await startCli({ settings, words: ['--plugin', recorder], ...options })
  const plugins = new PluginsOverRest(server.url)
  // On a closed boat the reports are not public: the questions then wait for the recorder.
  if (options.isOpen !== false) await plugins.until('recorder', ({ state }) => state === 'running')
  return { server, plugins }
}

/** A log with days of minute rows before today. They are written directly: recording them would take hours. */
export const writeDays = (folder: string, days: number): { readonly from: number; readonly to: number } => {
  const today = Math.floor(Date.now() / dayMs)
  const clock = new TrialClock((today - days) * dayMs)
  const log = openLog(folder, clock)
  log.trustTime('gnss', clock.wall())
  log.record({ context: 'vessels.self', path: recordedPath, source: 'sounder', at: clock.wall(), value: 3 })
  clock.advance(120_000)
  log.tick()
  log.close()
  using database = new DatabaseSync(join(folder, 'history.db'))
  const minute = Array.from({ length: 1_440 }, (_, at) => at)
  const column = (spread: number): number[] => minute.map((at) => (at * 7) % spread)
  const columns = { minute, n: column(60), mean: column(150_000), up: column(3_000), down: column(3_000) }
  const blob = encodeSheet({ lastSegment: 1, isUncertain: false, isFloat: false, ...columns })
  const insert = database.prepare('INSERT OR IGNORE INTO sheet SELECT ?, id, ? FROM series WHERE path = ?')
  database.exec('BEGIN')
  for (let day = today - days + 1; day < today; day++) insert.run(day, blob, recordedPath)
  database.exec('COMMIT')
  return { from: (today - days + 1) * dayMs, to: today * dayMs - 1 }
}
