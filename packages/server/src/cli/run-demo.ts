import { destination, pino } from 'pino'
import { startServer } from '../compose.ts'
import { checkedSettings } from '../settings/settings.ts'
import type { DemoCommand } from './command.ts'
import { beginDemo, demoWords } from './demo-scenarios.ts'
import { FoundInputs } from './inputs/found-inputs.ts'
import { endOnSignal } from './run-server.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { usualPlugins } from './usual-plugins.ts'
import { boundYoungSpace } from './young-space.ts'

/** Runs a server with a simulated boat; without a data folder, nothing is kept. */
export const runDemo = async (command: DemoCommand): Promise<void> => {
  boundYoungSpace()
  await using started = new AsyncDisposableStack()
  const settings = checkedSettings({ name: 'Demo', ...command.overrides }, 'The command line')
  const log = pino({ level: 'warn' }, destination({ dest: 2, sync: true }))
  const folder = command.folder ?? started.use(await temporaryFolder()).path
  const plugins = { usual: usualPlugins }
  const server = started.use(await startServer({ settings, folder, log, isOpen: true, plugins }))
  process.stdout.write(`marinedata is listening on ${server.url} for ${server.self}\n`)
  await beginDemo(command, server.plugins)
  const vessel = `${server.url}/${settings.productWord ?? 'marinedata'}/v2/api/vessels/self`
  process.stdout.write(demoWords(command, vessel))
  const inputs = started.use(new FoundInputs(server.plugins))
  endOnSignal(started.move(), log)
  inputs.begin()
}
