import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningCli } from '../start-cli.ts'
import { collectedMb } from './collected-memory.ts'
import { rogue, type FaultCase, type LogLine } from './fault-cases.ts'
import { quantile } from './latency-readers.ts'
import type { Neighbours } from './neighbours.ts'
import type { PluginsOverRest } from './plugins-over-rest.ts'
import type { RequestLoad } from './request-load.ts'
import { metric } from './server-vitals.ts'
import type { SteadyWatch } from './steady-watch.ts'

/** All that is at hand while plugins go wrong. */
export interface Scene {
  readonly server: RunningCli
  readonly plugins: PluginsOverRest
  readonly load: RequestLoad
  readonly steady: SteadyWatch
  readonly neighbours: Neighbours
  /** Whether no time is left to try again what a noisy neighbour may have spoilt. */
  readonly isLate: () => boolean
}

/** What one fault did. */
export interface Trial {
  /** Another fault for which it was taken. */
  readonly takenFor: string | undefined
  readonly seenMs: number
  /** How long requests of others took, 99 of 100 and all. */
  readonly p99Ms: number
  readonly worstMs: number
  /** The longest time in which nothing was heard of the steady plugin. */
  readonly gapMs: number
}

/** What one kind of fault did, the worst of all times. */
export interface FaultFigures extends Trial {
  readonly fault: FaultCase
  readonly p99BeforeMs: number
  /** The server's resident memory afterwards, without garbage. */
  readonly memoryMb: number
}

const limits = { p99WorseMs: 5, worstMs: 50, gapMs: 500 }
const times = 5
const attempts = 3
const baselineMs = 1_200
/** Processors' worth of time that others may take before it counts as noise. */
const noise = 0.15

/** In what a fault was beyond the limits. */
export const excessesOf = (
  { takenFor, seenMs, p99Ms, worstMs, gapMs }: Trial,
  { fault, p99BeforeMs }: Pick<FaultFigures, 'fault' | 'p99BeforeMs'>,
): string[] => {
  const isWithin: Readonly<Record<string, boolean>> = {
    [`taken for ${takenFor}`]: takenFor === undefined,
    [`seen after ${seenMs} ms`]: seenMs <= fault.withinMs,
    [`p99 ${p99Ms.toFixed(1)} ms, ${p99BeforeMs.toFixed(1)} ms before`]:
      p99Ms - p99BeforeMs <= limits.p99WorseMs,
    [`an answer took ${worstMs.toFixed(1)} ms`]: worstMs <= limits.worstMs,
    [`nothing heard of the steady plugin for ${gapMs.toFixed(0)} ms`]: gapMs <= limits.gapMs,
  }
  return Object.entries(isWithin).flatMap(([excess, isGood]) => (isGood ? [] : [excess]))
}

const logLines = (text: string): LogLine[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)

/** The fault is told in all three places, and the others did not notice. */
const checkTold = async ({ server, plugins }: Scene, fault: FaultCase, logMark: number): Promise<void> => {
  const report = await plugins.report(rogue)
  assert.equal(await metric(server.url, fault.metric), fault.count(report), fault.metric)
  const restarts = await metric(server.url, `marinedata_plugin_restarts_total{plugin="${rogue}"}`)
  assert.equal(restarts, report.restarts)
  const lines = logLines(server.stderr().slice(logMark))
  assert.ok(
    lines.some((line) => line.plugin === rogue && fault.isLogged(line)),
    `the log does not tell that it ${fault.title}: ${JSON.stringify(lines)}`,
  )
}

const askSteady = async ({ plugins }: Scene): Promise<void> => {
  const { status, text } = await plugins.post('steady', 'actions/answer', { word: 'aye' })
  assert.equal(status, 200, text)
  assert.equal((JSON.parse(text) as { result: unknown }).result, 'aye')
}

const faultsIn = ({ faults }: PluginReport): number =>
  Object.values(faults).reduce((sum, count) => sum + count, 0)

/** Something is known of it, be it the right thing or not. */
const isSeen = (fault: FaultCase, before: PluginReport, now: PluginReport): boolean =>
  fault.count(now) > fault.count(before) || faultsIn(now) > faultsIn(before)

const isOver = (fault: FaultCase, before: PluginReport, now: PluginReport): boolean =>
  fault.isOver?.(now) ?? (now.state === 'running' && (now.pid !== before.pid || !fault.isEnded))

/** Lets the fault happen once and follows it until the plugin is well again. */
export const meetFault = async (scene: Scene, fault: FaultCase): Promise<Trial> => {
  const { server, plugins, load, steady } = scene
  const before = await plugins.report(rogue)
  const logMark = server.stderr().length
  steady.take()
  await load.take()
  const startedAt = performance.now()
  const begun = await fault.begin(plugins)
  // Looked at below; until then it may fail unheard.
  begun.answered?.catch(() => undefined)
  const sighting = plugins.until(rogue, (report) => isSeen(fault, before, report))
  await Promise.all([sighting, askSteady(scene)])
  const seen = await sighting
  await begun.answered
  await plugins.until(rogue, (report) => isOver(fault, before, report))
  // As long as the time before, or longer.
  await sleep(Math.max(0, baselineMs - (performance.now() - startedAt)))
  const { taken, failures } = await load.take()
  const { longestGapMs, missed } = steady.take()
  assert.deepEqual({ failures, missed }, { failures: 0, missed: 0 })
  await fault.mend?.(plugins)
  await plugins.running(rogue)
  const takenFor = fault.count(seen.report) > fault.count(before) ? undefined : seen.report.lastFault?.kind
  if (takenFor === undefined) await checkTold(scene, fault, logMark)
  // Whoever enables a plugin forgives it.
  assert.equal((await plugins.post(rogue, 'enable')).status, 200)
  return {
    takenFor,
    seenMs: seen.at - (fault.since?.(seen) ?? begun.at),
    p99Ms: quantile(taken, 0.99),
    worstMs: Math.max(...taken),
    gapMs: longestGapMs,
  }
}

const worstOf = (trials: readonly Trial[]): Trial => {
  const worst = (name: 'seenMs' | 'p99Ms' | 'worstMs' | 'gapMs'): number =>
    Math.max(...trials.map((trial) => trial[name]))
  return {
    takenFor: trials.find(({ takenFor }) => takenFor !== undefined)?.takenFor,
    seenMs: worst('seenMs'),
    p99Ms: worst('p99Ms'),
    worstMs: worst('worstMs'),
    gapMs: worst('gapMs'),
  }
}

/** The 99th percentile of requests while nothing happens, here and next door. */
const quietP99Ms = async ({ load, neighbours }: Scene): Promise<number> => {
  for (let attempt = 1; ; attempt++) {
    neighbours.take()
    await load.take()
    await sleep(baselineMs)
    const { taken } = await load.take()
    if (neighbours.take() <= noise || attempt === attempts) return quantile(taken, 0.99)
  }
}

/** Lets a fault happen five times, after a while in which nothing happens. */
export const tryFault = async (
  scene: Scene,
  fault: FaultCase,
  note: (repeated: string) => void,
): Promise<FaultFigures> => {
  const { server, neighbours, isLate } = scene
  const p99BeforeMs = await quietP99Ms(scene)
  const trials: Trial[] = []
  for (let attempt = 1; trials.length < times;) {
    neighbours.take()
    const trial = await meetFault(scene, fault)
    const foreign = neighbours.take()
    const excesses = excessesOf(trial, { fault, p99BeforeMs })
    const isNoisy = foreign > noise && !isLate()
    if (excesses.length === 0 || (attempt === attempts && !isNoisy)) {
      trials.push(trial)
      attempt = 1
    } else {
      note(`time ${trials.length + 1}: ${excesses.join(', ')}; others took ${foreign.toFixed(2)} processors`)
      // What others spoil is no attempt.
      if (!isNoisy) attempt++
    }
  }
  return { ...worstOf(trials), fault, p99BeforeMs, memoryMb: await collectedMb(server, 'collect gently') }
}
