import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { tell, valueDelta } from '@marinedata/testing/stream-listener'
import { collectable, collectedMb, withCallbackMeter } from './collected-memory.ts'
import { Control } from '@marinedata/testing/measured/control'
import { rogue, type FaultCase } from './fault-cases.ts'
import {
  excessesOf,
  figuresOf,
  meetFault,
  tryFault,
  longestCallbackOf,
  type FaultFigures,
  type Scene,
} from './fault-trial.ts'
import { reportFigures } from '@marinedata/testing/measured/judgement'
import { PluginsOverRest } from '@marinedata/testing/measured/plugins-over-rest'
import { RequestLoad } from './request-load.ts'
import { goFirst } from './server-vitals.ts'
import { SteadyWatch } from './steady-watch.ts'

const fixture = (name: string): string => new URL(`../plugins/${name}.ts`, import.meta.url).pathname
const limits = { memoryMb: 16 }
const load = {
  perSecond: 250,
  paths: [
    '/marinedata/v1/api/vessels/self/navigation/speedOverGround',
    '/marinedata/v1/api/vessels/self/navigation',
    '/marinedata/v1/api/vessels/self/environment/depth/belowKeel/value',
  ],
}

/** Runs each fault in a subtest. */
const meetAll = async (context: TestContext, scene: Scene, faults: readonly FaultCase[]): Promise<void> => {
  let memoryMb = await collectedMb(scene.server, 'collect gently')
  for (const fault of faults)
    await context.test(
      `a plugin that ${fault.title} is detected, reported and affects no other`,
      async (inner) => {
        const figures = await tryFault(scene, fault)
        const memoryUpMb = figures.memoryMb - memoryMb
        memoryMb = figures.memoryMb
        inner.diagnostic(
          `${figures.slowness.text}; longest callback ${longestCallbackOf(figures.trials).toFixed(1)} ms`,
        )
        assert.deepEqual(excessesOf(figures), [])
        assert.ok(memoryUpMb <= limits.memoryMb, `${memoryUpMb} MB more`)
        reportFigures(inner, figuresOf(figures))
      },
    )
}

const makeKnown = (url: string): Promise<void> =>
  tell(url, [
    valueDelta('navigation.speedOverGround', 3.1),
    valueDelta('navigation.courseOverGroundTrue', 1.2),
    valueDelta('environment.depth.belowKeel', 7),
  ])

interface RunningScene extends Scene, AsyncDisposable {
  /** The process of the steady plugin. */
  readonly steadyPid: number | null
}

/** A boat with two plugins, one of which fails on request, and the control. */
const startScene = async (nodeOptions: readonly string[] = []): Promise<RunningScene> => {
  await using stack = new AsyncDisposableStack()
  const control = stack.use(await Control.start())
  const server = stack.use(
    await startCli({
      settings: { logLevel: 'info' },
      nodeOptions: [...collectable, ...withCallbackMeter, ...nodeOptions],
      words: ['--plugin', fixture('steady'), '--plugin', fixture('rogue')],
    }),
  )
  const { url } = server
  goFirst(server.pid, control.pid)
  await makeKnown(url)
  const plugins = new PluginsOverRest(url)
  await plugins.running(rogue)
  const { pid: steadyPid } = (await plugins.running('steady')).report
  const requests = stack.use(new RequestLoad({ server: url, control: control.url }, load))
  const steady = stack.use(await SteadyWatch.open(url))
  const started = stack.move()
  const end = { [Symbol.asyncDispose]: () => started.disposeAsync() }
  return { server, plugins, load: requests, steady, steadyPid, ...end }
}

/** Causes all faults of a plugin, several times each. */
export const runFaults = async (context: TestContext, faults: readonly FaultCase[]): Promise<void> => {
  await using scene = await startScene()
  const { server, plugins, steadyPid } = scene
  const memoryBeforeMb = await collectedMb(server)
  // Warm-up: the first fault is slower and not measured.
  for (const fault of faults.slice(0, 2)) await meetFault(scene, fault)
  await meetAll(context, scene, faults)
  const memoryUpMb = (await collectedMb(server)) - memoryBeforeMb
  context.diagnostic(`${memoryUpMb.toFixed(1)} MB up in all, from ${memoryBeforeMb.toFixed(1)} MB`)
  assert.ok(memoryUpMb <= limits.memoryMb, `${memoryUpMb} MB more after all of it`)
  const unhurt = await plugins.report('steady')
  assert.deepEqual([unhurt.state, unhurt.pid, unhurt.faults, unhurt.restarts], ['running', steadyPid, {}, 0])
}

const blockingPreload = new URL('./block-at-exit.ts', import.meta.url).pathname

/** The same checks on a server that is busy for 50 ms whenever a plugin process exits. */
export const figuresWhenBlocked = async (fault: FaultCase): Promise<FaultFigures> => {
  await using scene = await startScene(['--import', blockingPreload])
  await meetFault(scene, fault)
  return await tryFault(scene, fault)
}
