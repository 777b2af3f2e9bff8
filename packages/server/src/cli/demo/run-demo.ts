import { pino } from 'pino'
import { startServer } from '#start-server.ts'
import { checkedSettings } from '#settings/settings.ts'
import { loadSettings } from '#settings/settings-file.ts'
import type { DemoCommand } from '../command.ts'
import { startDemo, demoInstructions } from './scenarios.ts'
import { adaptYoungGeneration } from '../heap-settings.ts'
import { logDestination } from '../readable-log.ts'
import { FoundInputs } from '../inputs/found-inputs.ts'
import { printAccessHint, printAppsAddress, printSandboxNotice } from '../run-server.ts'
import { runUntilSignal } from '#process/server-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { defaultPlugins } from '../default-plugins.ts'

/** Without a data folder there is no settings file. */
const settingsOf = ({ folder, hasFamily = false, overrides }: DemoCommand) => {
  const loaded = folder === undefined ? { settings: {}, repairs: [], ignored: [] } : loadSettings(folder)
  const settings = { name: 'Demo', ...loaded.settings, ...(hasFamily && { family: true }), ...overrides }
  return { ...loaded, settings: checkedSettings(settings, 'The command line') }
}

/** Runs a server with a simulated boat. Without a data folder, it uses a temporary one and no settings file. */
export const runDemo = async (command: DemoCommand): Promise<void> => {
  const { isShared = false, atAnchor } = command
  const demo = atAnchor === undefined ? 'under-way' : 'at-anchor'
  const { settings, repairs, ignored } = settingsOf(command)
  const log = pino({ level: 'warn' }, logDestination())
  await runUntilSignal(log, async (running, signal) => {
    const folder = command.folder ?? running.use(await temporaryFolder()).path
    const plugins = { enabledByDefault: defaultPlugins }
    const server = running.use(
      await startServer({
        settings,
        folder,
        log,
        isOpen: !isShared,
        ...(isShared && { mdns: 'all' as const }),
        demo,
        repairs,
        ignoredSettings: ignored,
        plugins,
        signal,
      }),
    )
    adaptYoungGeneration()
    process.stdout.write(`marinedata is listening on ${server.url} for ${server.self}\n`)
    printSandboxNotice(server)
    await startDemo(command, server.plugins, signal)
    const vessel = `${server.url}/${settings.productWord ?? 'marinedata'}/v2/api/vessels/self`
    process.stdout.write(demoInstructions(command, vessel))
    printAppsAddress(server)
    if (isShared) await printAccessHint(server, false)
    else process.stdout.write(`\nOpen ${server.url} in a browser on this machine. Press Ctrl-C to end.\n`)
    running.use(new FoundInputs(server.plugins)).begin()
  })
}
