import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningCli } from '@marinedata/testing/boats/start-cli'
import { collectedMb, longestCallbackMs } from './collected-memory.ts'
import { rogue, type FaultCase, type LogLine } from './fault-cases.ts'
import {
  inForm,
  slownessExcesses,
  slownessOf,
  type Figure,
  type PairedTimes,
  type Slowness,
} from '@marinedata/testing/measured/judgement'
import { quantile } from '@marinedata/testing/measured/latency-readers'
import { processorShare } from './processor-share.ts'
import type { PluginsOverRest } from '@marinedata/testing/measured/plugins-over-rest'
import type { RequestLoad } from './request-load.ts'
import { metric } from './server-vitals.ts'
import type { SteadyWatch } from './steady-watch.ts'

/** Everything that a trial uses. */
export interface Scene {
  readonly server: RunningCli
  readonly plugins: PluginsOverRest
  readonly load: RequestLoad
  readonly steady: SteadyWatch
}

/** The result of one fault. */
export interface Trial {
  /** Another fault that was detected instead. */
  readonly takenFor: string | undefined
  readonly seenMs: number
  /** The durations of other requests, and of requests to the control at the same time. */
  readonly times: PairedTimes
  /** The longest gap in the values of the steady plugin. */
  readonly gapMs: number
  /** The longest callback of the server's event loop, in milliseconds of processor time. */
  readonly callbackMs: number
}

/** The results of one kind of fault. */
export interface FaultFigures {
  readonly fault: FaultCase
  readonly trials: readonly Trial[]
  readonly slowness: Slowness
  /** Whether other work on the machine starves plugins. */
  readonly isMachineBusy: boolean
  /** The 99th percentile of requests before, in milliseconds. */
  readonly p99BeforeMs: number
  /** The resident memory of the server afterwards, without garbage. */
  readonly memoryMb: number
}

const goals = { p99WorseMs: 5, worstMs: 50, gapMs: 500 }
/** Processor time, so other processes do not lengthen it. A callback usually takes a few milliseconds. */
const callbackLimitMs = 25
const times = inForm(5, 1)
const mostTimes = inForm(20, 12)
const baselineMs = 1_200
const fullShare = 0.8

const most = (trials: readonly Trial[], of: (trial: Trial) => number): number => Math.max(...trials.map(of))

/**
 * The longest callback of the trial in which it was shortest. A server that the fault blocks is blocked in every trial;
 * a garbage collection, or a stall of the virtual machine, lengthens some of them.
 */
export const longestCallbackOf = (trials: readonly Trial[]): number =>
  Math.min(...trials.map(({ callbackMs }) => callbackMs))

/** What the fault was taken for by mistake. A busy machine starves plugins. */
const mistakesOf = (trials: readonly Trial[], isMachineBusy: boolean): string[] =>
  trials.flatMap(({ takenFor }) =>
    takenFor === undefined || (takenFor === 'starved' && isMachineBusy) ? [] : [takenFor],
  )

/** On a starved machine a fault may be taken for another once, but not usually. */
const isUsual = (mistaken: readonly string[], trials: readonly Trial[]): boolean =>
  mistaken.length * 2 > trials.length

/** The effects of a fault on others, and whether it was mostly detected correctly. */
export const excessesOf = (figures: FaultFigures): string[] => {
  const { trials, slowness, isMachineBusy } = figures
  const callbackMs = longestCallbackOf(trials)
  const mistaken = mistakesOf(trials, isMachineBusy)
  return [
    ...(isUsual(mistaken, trials) ? [`taken for ${mistaken.join(', ')}`] : []),
    ...slownessExcesses(slowness),
    ...(callbackMs > callbackLimitMs
      ? [`a callback took ${callbackMs.toFixed(1)} ms of processor time`]
      : []),
  ]
}

/** The absolute times of all trials with their goals. */
export const figuresOf = ({ fault, trials, p99BeforeMs }: FaultFigures): Figure[] => {
  const answers = trials.flatMap(({ times: { server } }) => server)
  const name = (what: string): string => `a plugin that ${fault.title}, ${what}`
  return [
    {
      name: name('seen after'),
      value: most(trials, ({ seenMs }) => seenMs),
      goal: fault.withinMs,
      unit: 'ms',
    },
    {
      name: name('p99 more than before'),
      value: quantile(answers, 0.99) - p99BeforeMs,
      goal: goals.p99WorseMs,
      unit: 'ms',
    },
    { name: name('slowest answer'), value: Math.max(...answers), goal: goals.worstMs, unit: 'ms' },
    {
      name: name('steady plugin silent'),
      value: most(trials, ({ gapMs }) => gapMs),
      goal: goals.gapMs,
      unit: 'ms',
    },
  ]
}

const logLines = (text: string): LogLine[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)

/** Checks that the fault is reported in all three places, and that no other plugin was affected. */
const checkReported = async (
  { server, plugins }: Scene,
  fault: FaultCase,
  logMark: number,
): Promise<void> => {
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

/** Whether the fault is detected, correctly or not. */
const isSeen = (fault: FaultCase, before: PluginReport, now: PluginReport): boolean =>
  fault.count(now) > fault.count(before) || faultsIn(now) > faultsIn(before)

const isOver = (fault: FaultCase, before: PluginReport, now: PluginReport): boolean =>
  fault.isOver?.(now) ?? (now.state === 'running' && (now.pid !== before.pid || !fault.isEnded))

/** On a busy machine a plugin that does not stop may be starved: that is logged, and is no fault of the plugin. */
const isTakenForStarved = (server: RunningCli, logMark: number): boolean =>
  logLines(server.stderr().slice(logMark)).some(
    ({ plugin, msg }) => plugin === rogue && msg.endsWith('the machine is too busy'),
  )

/** Causes the fault once and waits until the plugin has recovered. */
export const meetFault = async (scene: Scene, fault: FaultCase): Promise<Trial> => {
  const { server, plugins, load, steady } = scene
  const before = await plugins.report(rogue)
  const logMark = server.stderr().length
  steady.take()
  await load.take()
  await longestCallbackMs(server)
  const startedAt = performance.now()
  const begun = await fault.begin(plugins)
  // Handled below; prevents an unhandled rejection until then.
  begun.answered?.catch(() => undefined)
  const sighting = plugins.until(
    rogue,
    (report) => isSeen(fault, before, report) || isTakenForStarved(server, logMark),
  )
  await Promise.all([sighting, askSteady(scene)])
  const seen = await sighting
  await begun.answered
  await plugins.until(rogue, (report) => isOver(fault, before, report))
  // At least as long as the time before.
  await sleep(Math.max(0, baselineMs - (performance.now() - startedAt)))
  const { failures, ...taken } = await load.take()
  const callbackMs = await longestCallbackMs(server)
  const { longestGapMs, missed } = steady.take()
  assert.deepEqual({ failures, missed }, { failures: 0, missed: 0 })
  await fault.mend?.(plugins)
  await plugins.running(rogue)
  const takenFor = isTakenForStarved(server, logMark)
    ? 'starved'
    : fault.count(seen.report) > fault.count(before)
      ? undefined
      : seen.report.lastFault?.kind
  if (takenFor === undefined) await checkReported(scene, fault, logMark)
  // Enabling a plugin clears its faults.
  assert.equal((await plugins.post(rogue, 'enable')).status, 200)
  return {
    takenFor,
    seenMs: seen.at - (fault.since?.(seen) ?? begun.at),
    times: taken,
    gapMs: longestGapMs,
    callbackMs,
  }
}

const isBeyond = (trials: readonly Trial[], slowness: Slowness): boolean =>
  slownessExcesses(slowness).length > 0 ||
  longestCallbackOf(trials) > callbackLimitMs ||
  isUsual(mistakesOf(trials, true), trials)

/** Causes a fault several times, after a quiet period. */
export const tryFault = async (scene: Scene, fault: FaultCase): Promise<FaultFigures> => {
  const { server, load } = scene
  await load.take()
  await sleep(baselineMs)
  const p99BeforeMs = quantile((await load.take()).server, 0.99)
  const trials: Trial[] = []
  let slowness: Slowness
  do {
    for (let left = times; left > 0; left--) trials.push(await meetFault(scene, fault))
    slowness = slownessOf(trials.map((trial) => trial.times))
    // A result beyond the limits is judged with more samples, because few can be decided by stalls of the machine.
  } while (isBeyond(trials, slowness) && trials.length < mostTimes)
  const isMachineBusy =
    trials.some(({ takenFor }) => takenFor === 'starved') && (await processorShare()) < fullShare
  return {
    fault,
    trials,
    slowness,
    isMachineBusy,
    p99BeforeMs,
    memoryMb: await collectedMb(server, 'collect gently'),
  }
}
