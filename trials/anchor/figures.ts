import { extras, nameOfExtra, names, type KindResult } from './run-nights.ts'
import type { Heard, Verdict } from './run-night.ts'

/** Figures of one watch in nights with a dragging anchor. */
export interface DragFigures {
  readonly missed: number
  /** Metres that the anchor had dragged at the alarm, and seconds since it started. */
  readonly metres: Spread
  readonly seconds: Spread
  /** Metres at the first visual warning. */
  readonly warned: Spread
}

export interface Spread {
  readonly median: number
  readonly most: number
}

/** The percentile; NaN when there are no values. */
const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: quantile(values, 0.5),
  most: quantile(values, 0.95),
})

const receivedSpread = (
  received: readonly (Heard | undefined)[],
  value: (received: Heard) => number,
): Spread => spreadOf(received.filter((each) => each !== undefined).map(value))

export const verdictsOf = ({ verdictsByName }: KindResult, name: string): readonly Verdict[] =>
  verdictsByName.get(name) ?? []

/** Nights with a false alarm. */
export const falseNights = (result: KindResult, name: string): number =>
  verdictsOf(result, name).filter(({ falseAlarms }) => falseAlarms > 0).length

/** Nights with a silent warning while the anchor held. */
export const warnedNights = (result: KindResult, name: string): number =>
  verdictsOf(result, name).filter(({ hasWarned }) => hasWarned).length

export const dragFigures = (result: KindResult, name: string): DragFigures => {
  const verdicts = verdictsOf(result, name)
  const alarms = verdicts.map(({ alarm }) => alarm)
  return {
    missed: alarms.filter((alarm) => alarm === undefined).length,
    metres: receivedSpread(alarms, ({ dragged }) => dragged),
    seconds: receivedSpread(alarms, ({ time }) => time),
    warned: receivedSpread(
      verdicts.map(({ warning }) => warning),
      ({ dragged }) => dragged,
    ),
  }
}

export const resultOf = (results: readonly KindResult[], kind: string): KindResult => {
  const found = results.find((result) => result.kind.name === kind)
  if (found === undefined) throw new Error(`There are no nights of the kind "${kind}"`)
  return found
}

/** The effect of more or less margin. */
export interface TradeOff {
  readonly extra: number
  /** Shares of nights with a false alarm: good and poor reception. */
  readonly good: number
  readonly poor: number
  readonly slow: DragFigures
  readonly fast: DragFigures
}

/** Nights with good reception and nothing but weather. */
export const undisturbed: readonly string[] = ['quiet', 'gusty', 'wind shift']

export const tradeOffs = (results: readonly KindResult[]): TradeOff[] =>
  extras.map((extra) => {
    const name = nameOfExtra(extra)
    const good = undisturbed.map((kind) => resultOf(results, kind))
    const poor = resultOf(results, 'poor GNSS')
    const nights = good.reduce((sum, result) => sum + result.nights, 0)
    return {
      extra,
      good: good.reduce((sum, result) => sum + falseNights(result, name), 0) / nights,
      poor: falseNights(poor, name) / poor.nights,
      slow: dragFigures(resultOf(results, 'slow drag'), name),
      fast: dragFigures(resultOf(results, 'fast drag'), name),
    }
  })

/** Nights in which our watch said that one source says two places. */
export const twoPlacesNights = (result: KindResult): number =>
  verdictsOf(result, names.ours).filter(({ hasSaidTwoPlaces }) => hasSaidTwoPlaces).length

/** A target figure and its result. */
export interface Target {
  readonly words: string
  readonly value: number
  readonly limit: number
}

export const targetsOf = (results: readonly KindResult[], talkerResults: readonly KindResult[]): Target[] => {
  const share = (kind: string): number => {
    const result = resultOf(results, kind)
    return (100 * falseNights(result, names.ours)) / result.nights
  }
  const slow = dragFigures(resultOf(results, 'slow drag'), names.ours)
  const fast = dragFigures(resultOf(results, 'fast drag'), names.ours)
  return [
    ...undisturbed.map((kind) => ({
      words: `% of ${kind} nights with a false alarm`,
      value: share(kind),
      limit: 1,
    })),
    { words: '% of nights with poor GNSS with a false alarm', value: share('poor GNSS'), limit: 5 },
    { words: 'm of a slow drag, median', value: slow.metres.median, limit: 20 },
    { words: 'm of a slow drag, 95th percentile', value: slow.metres.most, limit: 30 },
    { words: 'm of a fast drag, median', value: fast.metres.median, limit: 25 },
    { words: 'drags missed', value: slow.missed + fast.missed, limit: 0 },
    {
      words: 'drags hidden by a second talker',
      value: sumOf(talkerResults, (result) => dragFigures(result, names.ours).missed),
      limit: 0,
    },
    {
      words: 'nights with one receiver, and an alert about two places',
      value: sumOf(results, twoPlacesNights),
      limit: 0,
    },
  ]
}

const sumOf = (results: readonly KindResult[], value: (result: KindResult) => number): number =>
  results.reduce((sum, result) => sum + value(result), 0)

/** NaN is not a success. */
export const isMet = ({ value, limit }: Target): boolean => value <= limit
