import { pino } from 'pino'
import { finishRestore } from '../data-folder.ts'
import { startServer, type RunningServer } from '../start-server.ts'
import { checkedSettings, settingDefaults } from '../settings/settings.ts'
import { ignoredText, loadSettings } from '../settings/settings-file.ts'
import { linksOf, printAddresses, printLinks } from './access/access-links.ts'
import type { StartCommand } from './command.ts'
import { defaultDataFolder } from './data-folder.ts'
import { adaptYoungGeneration } from './heap-settings.ts'
import { FoundInputs } from './inputs/found-inputs.ts'
import { logDestination } from './readable-log.ts'
import { printable } from '../process/printable.ts'
import { runUntilSignal } from '../process/server-process.ts'
import { defaultPlugins } from './default-plugins.ts'

/** Runs the server until a signal stops it. */
export const runServer = async ({
  folder = defaultDataFolder(),
  overrides,
  plugins,
  isSafe,
  isOpen,
}: StartCommand): Promise<void> => {
  finishRestore(folder)
  const { settings: loaded, repairs, ignored } = loadSettings(folder)
  const settings = checkedSettings({ ...loaded, ...overrides }, 'The command line')
  const log = pino({ level: settings.logLevel ?? settingDefaults.logLevel }, logDestination())
  await runUntilSignal(log, async (running, signal) => {
    const server = running.use(
      await startServer({
        settings,
        folder,
        log,
        isOpen,
        repairs,
        ignoredSettings: ignored,
        signal,
        plotters: 'wired',
        mdns: 'all',
        plugins: { given: plugins, enabledByDefault: defaultPlugins, isSafe },
      }),
    )
    adaptYoungGeneration()
    const inputs = running.use(new FoundInputs(server.plugins))
    process.stdout.write(`marinedata is listening on ${server.url} for ${server.self}\n`)
    for (const path of ignored) process.stdout.write(`${printable(ignoredText(path))}\n`)
    printSandboxNotice(server)
    printAppsAddress(server)
    await printAccessHint(server, isOpen)
    inputs.begin()
    log.info({ event: 'server.started', url: server.url, self: server.self, data: folder }, 'server started')
  })
}

/** Prints a notice when plugins run without a sandbox. */
export const printSandboxNotice = ({ plugins }: RunningServer): void => {
  if (plugins.isolation.notice !== undefined) process.stdout.write(`${plugins.isolation.notice}\n`)
}

/** Prints where installed web apps are. */
export const printAppsAddress = ({ appsUrl }: RunningServer): void => {
  if (appsUrl !== undefined) process.stdout.write(`Web apps are at ${appsUrl}\n`)
}

/** Prints where to open the console: the link for the first owner, the addresses, or a warning in open mode. */
export const printAccessHint = async (
  { url, claimCode, addresses, pin }: RunningServer,
  isOpen: boolean,
): Promise<void> => {
  if (isOpen)
    process.stdout.write(
      'OPEN: every client on this machine has all rights without signing in. Other machines are rejected.\n',
    )
  const place = { port: Number(new URL(url).port), addresses, pin }
  if (claimCode === undefined) return isOpen ? undefined : await printAddresses(place)
  process.stdout.write('This boat has no owner yet. The first person to open this link becomes the owner:\n')
  await printLinks(linksOf('claim', claimCode, place))
}
