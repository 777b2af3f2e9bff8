import { destination, pino, type Logger } from 'pino'
import { startServer, type RunningServer } from '../compose.ts'
import { checkedSettings, settingDefaults } from '../settings/settings.ts'
import { loadSettings } from '../settings/settings-file.ts'
import { linksOf, printLinks } from './access/access-links.ts'
import type { StartCommand } from './command.ts'
import { usualFolder } from './data-folder.ts'
import { FoundInputs } from './inputs/found-inputs.ts'
import { usualPlugins } from './usual-plugins.ts'
import { boundYoungSpace } from './young-space.ts'

/** A shutdown that takes longer than this is ended. */
const shutdownMs = 5_000

/** Starts the server and keeps it until the machine asks it to end. */
export const runServer = async ({
  folder = usualFolder(),
  overrides,
  plugins,
  isSafe,
  isOpen,
}: StartCommand): Promise<void> => {
  boundYoungSpace()
  const { settings: loaded, repairs } = loadSettings(folder)
  const settings = checkedSettings({ ...loaded, ...overrides }, 'The command line')
  const log = pino(
    { level: settings.logLevel ?? settingDefaults.logLevel },
    destination({ dest: 2, sync: true }),
  )
  const server = await startServer({
    settings,
    folder,
    log,
    isOpen,
    repairs,
    plotters: 'wired',
    plugins: { given: plugins, usual: usualPlugins, isSafe },
  })
  const running = new AsyncDisposableStack()
  running.use(server)
  const inputs = running.use(new FoundInputs(server.plugins))
  endOnSignal(running, log)
  process.stdout.write(`marinedata is listening on ${server.url} for ${server.self}\n`)
  await welcome(server, isOpen)
  if (!running.disposed) inputs.begin()
  log.info({ url: server.url, self: server.self, data: folder }, 'started')
}

/** Says how to come in: to the first owner, and on an open boat to everyone on the machine. */
const welcome = async ({ url, claimCode, addresses, pin }: RunningServer, isOpen: boolean): Promise<void> => {
  if (isOpen)
    process.stdout.write(
      'OPEN: everyone on this machine may do everything, without signing in. Nobody else is served.\n',
    )
  if (claimCode === undefined) return
  process.stdout.write('Nobody owns this boat yet. Whoever opens this link first becomes its owner:\n')
  await printLinks(linksOf('claim', claimCode, { port: Number(new URL(url).port), addresses, pin }))
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
