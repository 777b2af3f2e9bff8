import { destination, pino } from 'pino'
import { startServer } from '../compose.ts'
import { checkedSettings } from '../settings/settings.ts'
import type { Command } from './command.ts'
import { endOnSignal } from './run-server.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { boundYoungSpace } from './young-space.ts'

const simulator = 'simulator'

/** Runs a server with a simulated boat; without a data folder, nothing is kept. */
export const runDemo = async ({ folder, overrides }: Extract<Command, { kind: 'demo' }>): Promise<void> => {
  boundYoungSpace()
  await using started = new AsyncDisposableStack()
  const settings = checkedSettings({ name: 'Demo', ...overrides }, 'The command line')
  const log = pino({ level: 'warn' }, destination({ dest: 2, sync: true }))
  const data = folder ?? started.use(await temporaryFolder()).path
  const server = started.use(await startServer({ settings, folder: data, log, isOpen: true }))
  process.stdout.write(`marinedata is listening on ${server.url} for ${server.self}\n`)
  await server.plugins.enable(simulator)
  const pilots = `${server.url}/${settings.productWord ?? 'marinedata'}/v2/api/vessels/self/autopilots`
  process.stdout.write(`A simulated boat is under way. Anyone on this machine may steer it, and nobody else.

  curl -s ${pilots}
  curl -s -X POST ${pilots}/_default/engage
  curl -s -X PUT -H 'content-type: application/json' -d '{"value":10,"units":"deg"}' ${pilots}/_default/target/adjust
`)
  endOnSignal(started.move(), log)
}
