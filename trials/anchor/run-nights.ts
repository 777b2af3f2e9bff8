import { straightReach } from '../../plugins/simulator/src/anchored/rode.ts'
import {
  lengthOverall,
  nightKinds,
  planNight,
  talkerKinds,
  type NightKind,
  type NightPlan,
} from './night-kinds.ts'
import { runNight, type Verdict } from './run-night.ts'
import { OtherMargin, OurWatch, Sightings, SimpleRule, type Watcher } from './watchers.ts'

/** Names of the watches. */
export const names = {
  ours: 'this watch',
  atOnce: 'distance > radius',
  wide: 'distance > 1.6 × radius',
  byHand: 'this watch, set to 1.6 × radius by hand',
} as const

/** Metres of additional margin, for the trade-off. */
export const extras: readonly number[] = [-12, -8, -4, 0, 4, 8, 12]
export const nameOfExtra = (extra: number): string => `margin ${extra}`

/** Results of all watches for the nights of one kind, by name of the watch. */
export interface KindResult {
  readonly kind: NightKind
  readonly nights: number
  readonly verdictsByName: ReadonlyMap<string, readonly Verdict[]>
}

const watchersOf = (plan: NightPlan): Watcher[] => {
  const { chain, fromBow } = plan.settings
  const swing = straightReach(chain) + fromBow
  const ours = new OurWatch(names.ours, plan)
  if (plan.kind.talker !== undefined) return [ours]
  const sightings = new Sightings()
  return [
    ours,
    // The commonly recommended radius: rode plus boat.
    new SimpleRule(names.atOnce, ours, chain.length + lengthOverall),
    new SimpleRule(names.wide, ours, 1.6 * swing),
    ...(plan.kind.drag > 0 ? [new OurWatch(names.byHand, plan, 1.6 * swing)] : []),
    ...extras.map((extra) => new OtherMargin(nameOfExtra(extra), ours, { extra, sightings })),
  ]
}

/** Number of nights of each kind, and the number of the first: other numbers give other nights. */
export interface Nights {
  readonly count: number
  readonly first: number
}

const runKind = (kind: NightKind, { count, first }: Nights, tell: (done: number) => void): KindResult => {
  const verdicts = Array.from({ length: count }, (_, number) => {
    const plan = planNight(kind, first + number)
    tell(number)
    return runNight(plan, watchersOf(plan))
  }).flat()
  return { kind, nights: count, verdictsByName: Map.groupBy(verdicts, ({ name }) => name) }
}

/** Runs this many nights of every kind with one receiver. */
export const runNights = (nights: Nights, tell: (words: string) => void): KindResult[] =>
  runKinds(nightKinds, nights, tell)

/** Runs this many nights of every kind with a second talker. */
export const runTalkerNights = (nights: Nights, tell: (words: string) => void): KindResult[] =>
  runKinds(talkerKinds, nights, tell)

const runKinds = (kinds: readonly NightKind[], nights: Nights, tell: (words: string) => void): KindResult[] =>
  kinds.map((kind) =>
    runKind(kind, nights, (done) => tell(`${kind.name}: ${done + 1} of ${nights.count} nights`)),
  )
