/**
 * The fleet with a real NATS cluster, gateways in processes of their own, and simulated boats. Cases that judge times run
 * alone; the others run beside each other, and beside what is left of a case whose times are measured already.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inspect } from 'node:util'
import { reportedBy } from '../runner/run-cases.ts'
import { runTestFiles } from '../runner/test-files.ts'
import type { CaseResult, Trial, TrialContext } from '../runner/trial.ts'
import { trialOfCalm, type CalmFound } from './calm.ts'
import { trialOfConsoleAshore } from './visits/console-ashore.ts'
import { trialOfForgedMessages } from './forged-messages.ts'
import { trialOfKills, type KillsFound } from './kills.ts'
import { trialOfMapWindows } from './map/map-windows.ts'
import { natsProgram } from '../../scripts/fleet/nats-cluster.ts'
import { trialOfOneBoat } from './visits/one-boat.ts'
import { trialOfRestore } from './restore.ts'
import { trialOfReplacedLogs } from './replaced-logs.ts'
import { trialOfTariffs } from './offline/tariff-day.ts'

interface Size {
  readonly boats: number
  readonly seconds: number
}

interface Found {
  readonly pass: boolean
}

interface FleetCase {
  /** Cases of the same lane run one after the other. Without one, a case judges times and runs alone. */
  readonly lane?: string
  /** It says when its times are measured, and has much to do after that. */
  readonly isMeasuredEarly?: true
  readonly full: Size
  /** Undefined: not a part of the short form. */
  readonly quick: Size | undefined
  readonly run: (size: Size, isQuick: boolean, measured: () => void) => Promise<Found>
}

type ProcessMessage = 'measured' | { readonly found: Found }

/** What it compares would keep the others waiting, so it has a process. */
const inChildProcess = async (size: Size, _isQuick: boolean, measured: () => void): Promise<Found> => {
  const program = new URL('./offline/thirty-days-process.ts', import.meta.url).pathname
  const child = fork(program, [JSON.stringify(size)], { execArgv: ['--conditions=@marinedata/source'] })
  let found: Found | undefined
  child.on('message', (message: ProcessMessage) => {
    if (message === 'measured') measured()
    else found = message.found
  })
  await once(child, 'exit')
  if (found === undefined) throw new Error(`Its process ended with ${child.exitCode ?? child.signalCode}`)
  return found
}

const isExact = ({ recorded, lost, doubled, unordered, hanging }: KillsFound): boolean =>
  recorded > 0 && lost + doubled + unordered + hanging === 0

/** Times and costs are judged by the full form: CI runs the short one beside others. */
const isCalm = (
  { ackP99Ms, liveP99Ms, natsCores, gatewayCores, batches, liveLost }: CalmFound,
  isQuick: boolean,
): boolean =>
  batches > 0 &&
  liveLost === 0 &&
  (isQuick || (ackP99Ms <= 500 && liveP99Ms <= 250 && natsCores <= 0.05 && gatewayCores <= 0.03))

const fleetCases: Readonly<Record<string, FleetCase>> = {
  F1: {
    lane: 'kills',
    full: { boats: 5_000, seconds: 300 },
    quick: { boats: 500, seconds: 20 },
    run: async (size) => {
      const found = await trialOfKills({ ...size, isBlind: false })
      return { pass: isExact(found), ...found }
    },
  },
  // Without the comparison numbers are doubled: the trial can fail.
  'F1′': {
    lane: 'control',
    full: { boats: 500, seconds: 60 },
    quick: undefined,
    run: async (size) => {
      const found = await trialOfKills({ ...size, isBlind: true })
      return { pass: found.doubled > 0, ...found }
    },
  },
  F2: {
    full: { boats: 5_000, seconds: 60 },
    quick: { boats: 500, seconds: 10 },
    run: async ({ boats, seconds }, isQuick) => {
      const found = await trialOfCalm(boats, seconds)
      return { pass: isCalm(found, isQuick), ...found }
    },
  },
  F3: {
    isMeasuredEarly: true,
    full: { boats: 200, seconds: 2_592_000 },
    quick: undefined,
    run: inChildProcess,
  },
  F4: {
    lane: 'restore',
    full: { boats: 2_000, seconds: 120 },
    quick: { boats: 200, seconds: 20 },
    run: trialOfRestore,
  },
  F5: { full: { boats: 10_000, seconds: 30 }, quick: undefined, run: trialOfMapWindows },
  F6: { lane: 'control', full: { boats: 3, seconds: 86_400 }, quick: undefined, run: trialOfTariffs },
  F8: {
    lane: 'one',
    full: { boats: 2, seconds: 0 },
    quick: { boats: 2, seconds: 0 },
    run: trialOfForgedMessages,
  },
  F9: { lane: 'one', full: { boats: 1, seconds: 1 }, quick: undefined, run: trialOfReplacedLogs },
  F10: {
    lane: 'one',
    full: { boats: 1, seconds: 0 },
    quick: { boats: 1, seconds: 0 },
    run: trialOfConsoleAshore,
  },
  F7: { lane: 'boat', full: { boats: 1, seconds: 0 }, quick: { boats: 1, seconds: 0 }, run: trialOfOneBoat },
}

type Named = readonly [name: string, one: FleetCase]

/** Runs the chosen cases in their lanes. */
class Lanes {
  readonly #context: TrialContext
  readonly #report: (result: CaseResult) => void

  constructor(context: TrialContext, report: (result: CaseResult) => void) {
    this.#context = context
    this.#report = report
  }

  async #runOne([name, one]: Named, measured: () => void = () => undefined): Promise<void> {
    const { isQuick, options, note } = this.#context
    const size = (isQuick ? one.quick : one.full) ?? one.full
    const boats = Number(options['boats'] ?? size.boats)
    const seconds = Number(options['seconds'] ?? size.seconds)
    const began = performance.now()
    note(`${name} starts`)
    const found = await one
      .run({ boats, seconds }, isQuick, measured)
      // One that fails in another way than by its numbers must not end the others.
      .catch((error: unknown) => ({ pass: false, error: inspect(error) }))
    const tookSeconds = Math.round((performance.now() - began) / 1_000)
    this.#report({ case: name, ...found, tookSeconds })
  }

  async #runLane(some: readonly Named[]): Promise<void> {
    for (const one of some) await this.#runOne(one)
  }

  /** Starts cases, and resolves when their times are measured, with what they have left to do. */
  async #untilMeasured(some: readonly Named[]): Promise<Promise<void>[]> {
    const running: Promise<void>[] = []
    for (const one of some) {
      const measured = Promise.withResolvers<void>()
      running.push(this.#runOne(one, measured.resolve).finally(measured.resolve))
      await measured.promise
    }
    return running
  }

  async run(chosen: readonly Named[]): Promise<void> {
    const early = chosen.filter(([, { isMeasuredEarly }]) => isMeasuredEarly === true)
    const others = chosen.filter(([, { isMeasuredEarly }]) => isMeasuredEarly !== true)
    const byLane = Map.groupBy(others, ([, { lane }]) => lane)
    await this.#runLane(byLane.get(undefined) ?? [])
    byLane.delete(undefined)
    const left = await this.#untilMeasured(early)
    await Promise.all([...left, ...[...byLane.values()].map((some) => this.#runLane(some))])
  }
}

/** The tests of joining, writer, reader, deployment and metrics. */
const runTests = (report: (result: CaseResult) => void): Promise<void> =>
  runTestFiles({ files: ['scripts/fleet/*.test.ts'], timeoutMs: 300_000 }, (pass, figures) =>
    report({ case: 'tests', pass, ...figures }),
  )

export const trial: Trial = {
  name: 'fleet',
  sentence:
    'Runs a fleet of simulated boats against real NATS servers and gateways that are killed: nothing lost, nothing twice.',
  covers: ['packages/fleet', 'packages/uplink-protocol', 'packages/history', 'plugins/uplink'],
  needs: ['console'],
  cases: {
    tests: { full: 1_800 },
    F1: { short: 180, full: 1_200 },
    'F1′': { full: 600 },
    F2: { short: 120, full: 600 },
    F3: { full: 3_600 },
    F4: { short: 180, full: 900 },
    F5: { full: 900 },
    F6: { full: 1_200 },
    F8: { short: 400, full: 400 },
    F9: { full: 600 },
    F10: { short: 180, full: 600 },
    F7: { short: 180, full: 600 },
  },
  options: ['boats', 'seconds'],
  run: (context) =>
    reportedBy(async (report) => {
      // Otherwise each lane would fetch it.
      natsProgram()
      if (context.cases.includes('tests')) await runTests(report)
      const chosen = Object.entries(fleetCases).filter(([name]) => context.cases.includes(name))
      await new Lanes(context, report).run(chosen)
    }),
}
