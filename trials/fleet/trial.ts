/**
 * Tries the fleet ashore with a real NATS cluster, gateways in processes of their own, and simulated boats. Prints one
 * JSON line per trial, also for one that throws. `--quick` is the short form for CI, `--only F1,F2` runs some of them,
 * `--boats N` and `--seconds N` change their size. Trials that judge times run alone; the others run beside each other,
 * and beside what is left of a trial whose times are measured already.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inspect, parseArgs } from 'node:util'
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
import { trialOfThirtyDays } from './offline/thirty-days.ts'

interface Size {
  readonly boats: number
  readonly seconds: number
}

interface Trial {
  /** Trials of the same lane run one after the other. Without one, a trial judges times and runs alone. */
  readonly lane?: string
  /** It says when its times are measured, and has much to do after that. */
  readonly isMeasuredEarly?: true
  readonly full: Size
  /** Undefined: not a part of the short form. */
  readonly quick: Size | undefined
  readonly run: (size: Size, isQuick: boolean, measured: () => void) => Promise<{ readonly pass: boolean }>
}

const { values } = parseArgs({
  options: {
    boats: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})

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

const trials: Readonly<Record<string, Trial>> = {
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
    run: async (size, _isQuick, measured) => await trialOfThirtyDays(size, measured),
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

type Named = readonly [name: string, trial: Trial]

const sizeOf = ({ quick, full }: Trial): Size | undefined => (values.quick ? quick : full)

const named = (values.only?.split(',') ?? Object.keys(trials)).map((name): Named => {
  const trial = trials[name]
  if (trial === undefined) throw new Error(`There is no trial ${name}: ${Object.keys(trials).join(', ')}`)
  return [name, trial]
})
const chosen = named.filter(([, trial]) => sizeOf(trial) !== undefined)

const isPassed = async ([name, trial]: Named, measured: () => void = () => undefined): Promise<boolean> => {
  const size = sizeOf(trial)
  if (size === undefined) return true
  const boats = Number(values.boats ?? size.boats)
  const seconds = Number(values.seconds ?? size.seconds)
  const began = performance.now()
  // One that fails in another way than by its numbers must not end the others.
  const found = await trial
    .run({ boats, seconds }, values.quick, measured)
    .catch((error: unknown) => ({ pass: false, error: inspect(error) }))
  const tookSeconds = Math.round((performance.now() - began) / 1_000)
  console.log(JSON.stringify({ trial: name, ...found, tookSeconds }))
  return found.pass
}

const arePassed = async (some: readonly Named[]): Promise<boolean> => {
  let result = true
  for (const one of some) result = (await isPassed(one)) && result
  return result
}

// A trial in a process of its own ends with the one that has started it.
process.on('disconnect', () => process.exit(1))
// The first one would bring it for each lane.
natsProgram()
const [early = [], others = []] = [true, false].map((isEarly) =>
  chosen.filter(([, { isMeasuredEarly = false }]) => isMeasuredEarly === isEarly),
)
const byLane = Map.groupBy(others, ([, { lane }]) => lane)
const alone = byLane.get(undefined) ?? []
byLane.delete(undefined)

/** Of the same size, in a process of its own: what it compares would keep the others waiting. */
const isPassedElsewhere = async ([name]: Named, measured: () => void): Promise<boolean> => {
  const sizes = Object.entries({ boats: values.boats, seconds: values.seconds }).flatMap(([option, value]) =>
    value === undefined ? [] : [`--${option}`, value],
  )
  const child = fork(import.meta.filename, ['--only', name, ...sizes])
  child.on('message', measured)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

/** Starts trials, and resolves when their times are measured, with what they have left to do. */
const untilMeasured = async (some: readonly Named[]): Promise<Promise<boolean>[]> => {
  const running: Promise<boolean>[] = []
  const run = chosen.length === 1 ? isPassed : isPassedElsewhere
  for (const one of some) {
    const measured = Promise.withResolvers<void>()
    running.push(run(one, measured.resolve).finally(measured.resolve))
    await measured.promise
    process.send?.('measured')
  }
  return running
}

const areAlonePassed = await arePassed(alone)
const outcomes = await Promise.all([
  ...(await untilMeasured(early)),
  ...[...byLane.values()].map((some) => arePassed(some)),
])
process.exit(areAlonePassed && outcomes.every(Boolean) ? 0 : 1)
