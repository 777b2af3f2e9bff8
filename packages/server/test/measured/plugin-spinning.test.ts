import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCli, temporaryFolder } from '../start-cli.ts'
import { StreamListener } from '../stream-listener.ts'
import { plugin } from '../plugins/spinner.ts'
import { installPlugin } from './installed-plugin.ts'
import { LatencyReaders, probeMaker, quantile } from './latency-readers.ts'
import { PacedLoad } from './paced-load.ts'
import { PluginsOverRest } from './plugins-over-rest.ts'
import { metric } from './server-vitals.ts'

const names = ['spinner-north', 'spinner-east', 'spinner-south', 'spinner-west']
const load = { perSecond: 500, readers: 5, paths: 10 }
const limits = { loopP99Ms: 10 }
const attempts = 3
const watchedMs = 3_000

interface Measurement {
  /** How late the core's event loop was, but for one time in a hundred. */
  readonly loopP99Ms: number
  /** The same of the way of a delta from one client through the server to others. */
  readonly deltaP99Ms: number
}

const measure = async (url: string, readers: LatencyReaders): Promise<Measurement> => {
  const name = 'marinedata_loop_delay_seconds{quantile="0.99"}'
  // What is told is since it was told last.
  await metric(url, name)
  readers.take()
  await sleep(watchedMs)
  const deltaP99Ms = quantile(readers.take(), 0.99)
  return { loopP99Ms: (await metric(url, name)) * 1_000, deltaP99Ms }
}

const textOf = ({ loopP99Ms, deltaP99Ms }: Measurement): string =>
  `the loop was late by ${loopP99Ms.toFixed(1)} ms, a delta took ${deltaP99Ms.toFixed(1)} ms (99 of 100)`

/** Seconds of processor time that a process has used. */
const cpuSeconds = async (plugins: PluginsOverRest, name: string): Promise<number> =>
  (await plugins.report(name)).cpuSeconds ?? 0

const assertLowSession = (pid: number): void => {
  const file = `/proc/${pid}/autogroup`
  if (existsSync(file)) assert.match(readFileSync(file, 'latin1'), / nice 10\n$/)
}

test(
  'four plugins that take all the processor they get do not hold up the core',
  { timeout: 60_000 },
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
    await using readers = await LatencyReaders.open(url, load.readers)
    await using teller = await StreamListener.open(url, '?subscribe=none')
    using sending = new PacedLoad({ socket: teller.socket, ...load, make: probeMaker(load.paths) })
    await sleep(1_500)
    context.diagnostic(`without them ${textOf(await measure(url, readers))}`)
    const started = await Promise.all(names.map((name) => plugins.post(name, 'enable')))
    for (const { status, text } of started) assert.equal(status, 200, text)
    await sleep(1_000)
    const cpuBefore = await Promise.all(names.map((name) => cpuSeconds(plugins, name)))
    let measurement = await measure(url, readers)
    context.diagnostic(`with them ${textOf(measurement)}`)
    for (let attempt = 1; attempt < attempts && measurement.loopP99Ms > limits.loopP99Ms; attempt++) {
      measurement = await measure(url, readers)
      context.diagnostic(`with them ${textOf(measurement)}`)
    }
    for (const [index, name] of names.entries()) {
      const { state, pid, faults, cpuSeconds: cpuAfter } = await plugins.report(name)
      assert.deepEqual([state, faults], ['running', {}])
      assert.ok((cpuAfter ?? 0) > cpuBefore[index]!, `${name} did not spin`)
      assertLowSession(pid!)
    }
    assert.ok(measurement.loopP99Ms <= limits.loopP99Ms, textOf(measurement))
    assert.ok(sending.sent > 1_000)
    assert.equal(readers.outOfOrder, 0)
  },
)
