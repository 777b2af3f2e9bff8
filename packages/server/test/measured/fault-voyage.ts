import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startCli } from '../start-cli.ts'
import { tell, valueDelta } from '../stream-listener.ts'
import { collectable, collectedMb } from './collected-memory.ts'
import { rogue, type FaultCase } from './fault-cases.ts'
import { excessesOf, meetFault, tryFault, type FaultFigures, type Scene } from './fault-trial.ts'
import { Neighbours } from './neighbours.ts'
import { PluginsOverRest } from './plugins-over-rest.ts'
import { RequestLoad } from './request-load.ts'
import { SteadyWatch } from './steady-watch.ts'

const fixture = (name: string): string => new URL(`../plugins/${name}.ts`, import.meta.url).pathname
const limits = { memoryMb: 16 }
const patienceMs = 130_000
const load = {
  perSecond: 400,
  paths: [
    '/marinedata/v1/api/vessels/self/navigation/speedOverGround',
    '/marinedata/v1/api/vessels/self/navigation',
    '/marinedata/v1/api/vessels/self/environment/depth/belowKeel/value',
  ],
}

const heading =
  'a plugin that …                 | seen ms (limit) | p99 ms, before | worst ms | MB up | steady gap ms'

const rowOf = (figures: FaultFigures, memoryUpMb: number): string => {
  const { fault, seenMs, p99BeforeMs, p99Ms, worstMs, gapMs } = figures
  return [
    fault.title.padEnd(31),
    `${Math.round(seenMs)} (${fault.withinMs})`.padStart(15),
    `${p99Ms.toFixed(1)}, ${p99BeforeMs.toFixed(1)}`.padStart(14),
    worstMs.toFixed(1).padStart(8),
    memoryUpMb.toFixed(1).padStart(5),
    gapMs.toFixed(0).padStart(13),
  ].join(' | ')
}

/** Each fault in a test of its own, and then the table of all. */
const meetAll = async (context: TestContext, scene: Scene, faults: readonly FaultCase[]): Promise<void> => {
  let memoryMb = await collectedMb(scene.server, 'collect gently')
  const rows: string[] = []
  for (const fault of faults)
    await context.test(`a plugin that ${fault.title} is seen, told of and harms nobody`, async (inner) => {
      const figures = await tryFault(scene, fault, (repeated) => inner.diagnostic(repeated))
      const memoryUpMb = figures.memoryMb - memoryMb
      memoryMb = figures.memoryMb
      rows.push(rowOf(figures, memoryUpMb))
      assert.deepEqual(excessesOf(figures, figures), [])
      assert.ok(memoryUpMb <= limits.memoryMb, `${memoryUpMb} MB more`)
    })
  for (const line of [heading, ...rows]) context.diagnostic(line)
}

const makeKnown = (url: string): Promise<void> =>
  tell(url, [
    valueDelta('navigation.speedOverGround', 3.1),
    valueDelta('navigation.courseOverGroundTrue', 1.2),
    valueDelta('environment.depth.belowKeel', 7),
  ])

/** Sails a boat with two plugins, of which one goes wrong in all these ways, five times each. */
export const sailWith = async (context: TestContext, faults: readonly FaultCase[]): Promise<void> => {
  await using server = await startCli({
    settings: { logLevel: 'info' },
    nodeOptions: collectable,
    words: ['--plugin', fixture('steady'), '--plugin', fixture('rogue')],
  })
  const { url } = server
  await makeKnown(url)
  const plugins = new PluginsOverRest(url)
  await plugins.running(rogue)
  const { pid } = (await plugins.running('steady')).report
  await using requests = new RequestLoad(url, load)
  await using steady = await SteadyWatch.open(url)
  const startedAt = performance.now()
  const isLate = (): boolean => performance.now() - startedAt > patienceMs
  const scene = { server, plugins, load: requests, steady, neighbours: new Neighbours(), isLate }
  const memoryBeforeMb = await collectedMb(server)
  // The first fault finds everything cold; that is not what is measured.
  for (const fault of faults.slice(0, 2)) await meetFault(scene, fault)
  await meetAll(context, scene, faults)
  const memoryUpMb = (await collectedMb(server)) - memoryBeforeMb
  context.diagnostic(`${memoryUpMb.toFixed(1)} MB up in all, from ${memoryBeforeMb.toFixed(1)} MB`)
  assert.ok(memoryUpMb <= limits.memoryMb, `${memoryUpMb} MB more after all of it`)
  const unhurt = await plugins.report('steady')
  assert.deepEqual([unhurt.state, unhurt.pid, unhurt.faults, unhurt.restarts], ['running', pid, {}, 0])
}
