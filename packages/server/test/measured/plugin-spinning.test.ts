import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { plugin } from '../plugins/spinner.ts'
import { installPlugin } from './installed-plugin.ts'
import { Control } from '@marinedata/testing/measured/control'
import {
  reportFigures,
  slownessExcesses,
  slownessOf,
  type PairedTimes,
} from '@marinedata/testing/measured/judgement'
import { PairedReaders, probeMaker } from '@marinedata/testing/measured/latency-readers'
import { PacedLoad } from '@marinedata/testing/measured/paced-load'
import { PluginsOverRest } from '@marinedata/testing/measured/plugins-over-rest'
import { metric } from './server-vitals.ts'

const names = ['spinner-north', 'spinner-east', 'spinner-south', 'spinner-west']
const load = { perSecond: 500, readers: 5, paths: 10 }
const mostRounds = 3
const goals = { loopP99Ms: 10 }
const periods = 5
const periodMs = 1_000

interface Measurement {
  /** The 99th percentile of the event loop delay of the server. */
  readonly loopP99Ms: number
  /** The latency of deltas from one client to others, per second. */
  readonly deltas: readonly PairedTimes[]
}

const measure = async (url: string, readers: PairedReaders): Promise<Measurement> => {
  const deltas: PairedTimes[] = []
  readers.take()
  for (let period = 0; period < periods; period++) {
    await sleep(periodMs)
    deltas.push(readers.take())
  }
  return { loopP99Ms: (await metric(url, 'marinedata_loop_delay_seconds{quantile="0.99"}')) * 1_000, deltas }
}

/** The processor seconds that a process has used. */
const cpuSeconds = async (plugins: PluginsOverRest, name: string): Promise<number> =>
  (await plugins.report(name)).cpuSeconds ?? 0

const assertLowSession = (pid: number): void => {
  const file = `/proc/${pid}/autogroup`
  if (existsSync(file)) assert.match(readFileSync(file, 'latin1'), / nice 10\n$/)
}

test(
  'four plugins that use all available processor time do not delay the server',
  { timeout: 300_000 },
  async (context: TestContext) => {
    await using folder = await temporaryFolder()
    for (const name of names)
      await installPlugin(folder.path, { name, fixture: 'spinner', manifest: plugin.manifest })
    await using server = await startCli({
      settings: { logLevel: 'warn' },
      folder: folder.path,
      hasPlugins: true,
    })
    const { url } = server
    const plugins = new PluginsOverRest(url)
    await using control = await Control.start()
    await using readers = await PairedReaders.open(url, control, { count: load.readers })
    await using teller = await StreamListener.open(url, '?subscribe=none')
    await using controlTeller = await StreamListener.open(control.url)
    const sockets = [teller.socket, controlTeller.socket]
    using sending = new PacedLoad({ sockets, ...load, make: probeMaker(load.paths) })
    await sleep(1_500)
    context.diagnostic(`without them: ${slownessOf((await measure(url, readers)).deltas).text}`)
    const started = await Promise.all(names.map((name) => plugins.post(name, 'enable')))
    for (const { status, text } of started) assert.equal(status, 200, text)
    await sleep(1_000)
    const cpuBefore = await Promise.all(names.map((name) => cpuSeconds(plugins, name)))
    const { deltas: first, loopP99Ms } = await measure(url, readers)
    const deltas = [...first]
    // A result beyond the limits is judged with more samples, because few can be decided by stalls of the machine.
    for (let rounds = 1; slownessExcesses(slownessOf(deltas)).length > 0 && rounds < mostRounds; rounds++)
      deltas.push(...(await measure(url, readers)).deltas)
    const slowness = slownessOf(deltas)
    context.diagnostic(`with them: ${slowness.text}`)
    for (const [index, name] of names.entries()) {
      // Beside other busy processes each gets little time.
      const { report } = await plugins.until(name, (now) => (now.cpuSeconds ?? 0) > cpuBefore[index]!)
      const { state, pid, faults } = report
      assert.deepEqual([state, faults], ['running', {}])
      assertLowSession(pid!)
    }
    assert.deepEqual(slownessExcesses(slowness), [])
    assert.ok(sending.sent > 1_000)
    assert.equal(readers.server.outOfOrder, 0)
    reportFigures(context, [
      { name: 'loop delay p99 with them', value: loopP99Ms, goal: goals.loopP99Ms, unit: 'ms' },
    ])
  },
)
