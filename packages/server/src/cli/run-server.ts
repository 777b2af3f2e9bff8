import { homedir } from 'node:os'
import { join } from 'node:path'
import { destination, pino, type Logger } from 'pino'
import { startServer } from '../compose.ts'
import { checkedSettings, loadSettings, settingDefaults } from '../settings/settings.ts'
import type { StartCommand } from './command.ts'
import { boundYoungSpace } from './young-space.ts'

/** A shutdown that takes longer than this is ended. */
const shutdownMs = 5_000

/** Starts the server and keeps it until the machine asks it to end. */
export const runServer = async ({
  folder = join(homedir(), '.marinedata'),
  overrides,
  plugins,
  isSafe,
}: StartCommand): Promise<void> => {
  boundYoungSpace()
  const settings = checkedSettings({ ...loadSettings(folder), ...overrides }, 'The command line')
  const log = pino(
    { level: settings.logLevel ?? settingDefaults.logLevel },
    destination({ dest: 2, sync: true }),
  )
  const server = await startServer({ settings, folder, log, plugins: { given: plugins, isSafe } })
  endOnSignal(server, log)
  process.stdout.write(`marinedata is listening on ${server.url} for ${server.self}\n`)
  log.info({ url: server.url, self: server.self, data: folder }, 'started')
}

/** Ends what runs, in order, when the machine asks; and ends it all the same when that takes too long. */
export const endOnSignal = (running: AsyncDisposable, log: Logger): void => {
  const end = (signal: NodeJS.Signals): void => {
    log.info({ signal }, 'ending')
    const deadline = setTimeout(() => process.exit(1), shutdownMs)
    running[Symbol.asyncDispose]().then(
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
