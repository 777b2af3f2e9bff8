import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeDays } from '../../packages/history/testing/written-days.ts'
import { PluginsOverRest } from '@marinedata/testing/measured/plugins-over-rest'
import { startCli, type RunningCli, type StartCliOptions } from '@marinedata/testing/boats/start-cli'

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

/** A log with days of minute rows before today. */
export const writeMinutes = (
  folder: string,
  days: number,
): { readonly from: number; readonly to: number } => {
  const end = Math.floor(Date.now() / dayMs)
  const first = end - days
  const valuesAt = (at: number) => ({ [recordedPath]: (((at % dayMs) / 60_000) * 7) / 1_000 })
  writeDays(folder, { first, end, valuesAt })
  return { from: (first + 1) * dayMs, to: end * dayMs - 1 }
}
