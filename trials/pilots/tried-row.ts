import { tryAnswers } from './answers.ts'
import type { Cases } from './cases.ts'
import { tryKills, type KillFigures } from './kills.ts'
import { tryMoves, type MovedFigures } from './moved-name.ts'
import { pilots } from './pilots.ts'
import type { CommandFault, TriedPilot } from './wires/pilot-wire.ts'
import { tryStandby, type StandbyFigures } from './standby.ts'
import { runTestFiles } from './test-files.ts'
import { startTrial } from './trial-server.ts'

/** Parts of the trial of a pilot through a gateway, in the order in which one boat runs them. */
export const parts = ['suites', 'answers', 'standby', 'kills', 'moves'] as const
export type Part = (typeof parts)[number]

/** How often a part is repeated. */
export interface Sizes {
  readonly standbys: number
  /** Of each plugin, and of the gateway. */
  readonly kills: number
  readonly moves: number
}

/** Some parts of the trial of one pilot through one gateway. A boat of its own, in its own process, runs them. */
export interface Job {
  readonly pilot: string
  readonly gateway: string
  readonly parts: readonly Part[]
  readonly sizes: Sizes
  readonly testFiles: readonly string[]
  /** Only with faults that are answered at once. */
  readonly isShort: boolean
  readonly areTimesJudged: boolean
}

/** Figures of the parts that a job ran. */
export interface Figures {
  readonly standby?: StandbyFigures
  readonly killed?: Readonly<Record<string, KillFigures>>
  readonly moved?: MovedFigures
}

/** How far a part has come, in words. */
export type Progress = (words: string) => void

/** Milliseconds. The short form judges no times: a machine with other work must pass it. */
const limits = { standby: 1_000, offline: 2_000 }

/** Those that are answered at once. */
const quickFaults: ReadonlySet<CommandFault> = new Set(['no-ack', 'refuses'])

const tryOnBoat = async (
  pilot: TriedPilot,
  { gateway, parts: wanted, sizes, isShort, areTimesJudged }: Job,
  { cases, progress }: { readonly cases: Cases; readonly progress: Progress },
): Promise<Figures> => {
  const limitOf = (ms: number): number => (areTimesJudged ? ms : Infinity)
  const counted = (part: string) => (done: number, times: number) => progress(`${part} ${done}/${times}`)
  await using trial = await startTrial(pilot, gateway)
  const { wire, server } = trial
  const faults = isShort ? pilot.faults.filter((fault) => quickFaults.has(fault)) : pilot.faults
  if (wanted.includes('answers')) await tryAnswers({ pilot, wire, server }, faults, cases)
  let figures: Figures = {}
  if (wanted.includes('standby')) {
    const options = {
      times: sizes.standbys,
      limitMs: limitOf(limits.standby),
      progress: counted('standby'),
    }
    figures = { ...figures, standby: await tryStandby(trial, options, cases) }
  }
  if (wanted.includes('kills')) {
    const options = { times: sizes.kills, limitMs: limitOf(limits.offline), progress: counted('kills') }
    figures = { ...figures, killed: await tryKills(trial, options, cases) }
  }
  const { move } = wire
  // The last part: afterwards the pilot answers no questions about itself.
  if (move !== undefined && wanted.includes('moves')) {
    const options = { move: () => move.call(wire), times: sizes.moves, progress: counted('moves') }
    figures = { ...figures, moved: await tryMoves(trial, options, cases) }
  }
  return figures
}

/** Runs a job, and returns its figures. */
export const runJob = async (job: Job, cases: Cases, progress: Progress): Promise<Figures> => {
  const { pilot: name, gateway, testFiles, parts: wanted } = job
  if (wanted.includes('suites'))
    await cases.try('the suites end', () => runTestFiles(testFiles, { name, gateway }, cases))
  const pilot = pilots[name]
  let figures: Figures = {}
  if (pilot === undefined || wanted.every((part) => part === 'suites')) return figures
  await cases.try('the trial ends', async () => {
    figures = await tryOnBoat(pilot, job, { cases, progress })
  })
  return figures
}
