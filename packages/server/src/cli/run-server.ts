import { destination, pino } from 'pino'
import { startServer, type RunningServer } from '../compose.ts'
import { checkedSettings, settingDefaults } from '../settings/settings.ts'
import { loadSettings } from '../settings/settings-file.ts'
import { linksOf, printLinks } from './access/access-links.ts'
import type { StartCommand } from './command.ts'
import { usualFolder } from './data-folder.ts'
import { letYoungSpaceFollowLoad } from './heap-settings.ts'
import { FoundInputs } from './inputs/found-inputs.ts'
import { runUntilSignal } from './server-process.ts'
import { usualPlugins } from './usual-plugins.ts'

/** Starts the server and keeps it until the machine asks it to end. */
export const runServer = async ({
  folder = usualFolder(),
  overrides,
  plugins,
  isSafe,
  isOpen,
}: StartCommand): Promise<void> => {
  const { settings: loaded, repairs } = loadSettings(folder)
  const settings = checkedSettings({ ...loaded, ...overrides }, 'The command line')
  const log = pino(
    { level: settings.logLevel ?? settingDefaults.logLevel },
    destination({ dest: 2, sync: true }),
  )
  await runUntilSignal(log, async (running, signal) => {
    const server = running.use(
      await startServer({
        settings,
        folder,
        log,
        isOpen,
        repairs,
        signal,
        plotters: 'wired',
        plugins: { given: plugins, usual: usualPlugins, isSafe },
      }),
    )
    letYoungSpaceFollowLoad()
    const inputs = running.use(new FoundInputs(server.plugins))
    process.stdout.write(`marinedata is listening on ${server.url} for ${server.self}\n`)
    printSandboxNotice(server)
    await welcome(server, isOpen)
    inputs.begin()
    log.info({ url: server.url, self: server.self, data: folder }, 'started')
  })
}

/** Says on the terminal that plugins run without a sandbox, where they do. */
export const printSandboxNotice = ({ plugins }: RunningServer): void => {
  if (plugins.walls.notice !== undefined) process.stdout.write(`${plugins.walls.notice}\n`)
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
