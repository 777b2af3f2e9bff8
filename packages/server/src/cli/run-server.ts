import { MarineDataError } from '@marinedata/model'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { destination, pino, type Logger } from 'pino'
import { startServer, type RunningServer } from '../compose.ts'
import { checkedSettings, loadSettings, settingDefaults, type Settings } from '../settings/settings.ts'
import type { StartCommand } from './command.ts'
import { boundYoungSpace } from './young-space.ts'

/** A shutdown that takes longer than this is ended. */
const shutdownMs = 5_000

/** Starts the server and keeps it until the machine asks it to end. */
export const runServer = async ({
  folder = join(homedir(), '.marinedata'),
  overrides,
}: StartCommand): Promise<void> => {
  boundYoungSpace()
  let settings: Settings
  try {
    settings = checkedSettings({ ...loadSettings(folder), ...overrides }, 'The command line')
  } catch (error) {
    return explain(error)
  }
  const log = pino(
    { level: settings.logLevel ?? settingDefaults.logLevel },
    destination({ dest: 2, sync: true }),
  )
  try {
    const server = await startServer({ settings, folder, log })
    endOnSignal(server, log)
    process.stdout.write(`marinedata is listening on ${server.url} for ${server.self}\n`)
    log.info({ url: server.url, self: server.self, data: folder }, 'started')
  } catch (error) {
    explain(error)
  }
}

// A folder that cannot be written, a port that is taken: the machine's own words are the best.
const isOfTheMachine = (error: unknown): boolean => error instanceof Error && 'syscall' in error

const explain = (error: unknown): void => {
  if (!(error instanceof MarineDataError) && !isOfTheMachine(error)) throw error
  process.stderr.write(`marinedata: ${(error as Error).message}\n`)
  process.exitCode = 1
}

const endOnSignal = (server: RunningServer, log: Logger): void => {
  const end = (signal: NodeJS.Signals): void => {
    log.info({ signal }, 'ending')
    const deadline = setTimeout(() => process.exit(1), shutdownMs)
    server[Symbol.asyncDispose]().then(
      () => clearTimeout(deadline),
      (error: unknown) => {
        log.error({ err: error }, 'the end was not clean')
        process.exit(1)
      },
    )
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}
