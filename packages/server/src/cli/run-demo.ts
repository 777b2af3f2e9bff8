import { destination, pino } from 'pino'
import { startServer } from '../compose.ts'
import { checkedSettings } from '../settings/settings.ts'
import { loadSettings } from '../settings/settings-file.ts'
import type { DemoCommand } from './command.ts'
import { beginDemo, demoWords } from './demo-scenarios.ts'
import { letYoungSpaceFollowLoad } from './heap-settings.ts'
import { FoundInputs } from './inputs/found-inputs.ts'
import { printSandboxNotice } from './run-server.ts'
import { runUntilSignal } from './server-process.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { usualPlugins } from './usual-plugins.ts'

/** Runs a server with a simulated boat; without a data folder, nothing is kept and there are no settings to read. */
export const runDemo = async (command: DemoCommand): Promise<void> => {
  const { settings: loaded, repairs } =
    command.folder === undefined ? { settings: {}, repairs: [] } : loadSettings(command.folder)
  const settings = checkedSettings({ name: 'Demo', ...loaded, ...command.overrides }, 'The command line')
  const log = pino({ level: 'warn' }, destination({ dest: 2, sync: true }))
  await runUntilSignal(log, async (running, signal) => {
    const folder = command.folder ?? running.use(await temporaryFolder()).path
    const plugins = { usual: usualPlugins }
    const server = running.use(
      await startServer({ settings, folder, log, isOpen: true, repairs, plugins, signal }),
    )
    letYoungSpaceFollowLoad()
    process.stdout.write(`marinedata is listening on ${server.url} for ${server.self}\n`)
    printSandboxNotice(server)
    await beginDemo(command, server.plugins, signal)
    const vessel = `${server.url}/${settings.productWord ?? 'marinedata'}/v2/api/vessels/self`
    process.stdout.write(demoWords(command, vessel))
    running.use(new FoundInputs(server.plugins)).begin()
  })
}
