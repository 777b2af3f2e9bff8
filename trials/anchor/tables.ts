import {
  dragFigures,
  falseNights,
  resultOf,
  tradeOffs,
  twoPlacesNights,
  verdictsOf,
  warnedNights,
  type Spread,
} from './figures.ts'
import { findAnchors } from './find-anchors.ts'
import { names, type KindResult } from './run-nights.ts'

type Row = readonly (string | number)[]

const table = (head: Row, rows: readonly Row[]): string => {
  const line = (cells: Row): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

const rounded = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(0))
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const both = ({ median, most }: Spread): string => `${rounded(median)}, ${rounded(most)}`

const simple = [names.ours, names.atOnce, names.wide]

const falseAlarms = (results: readonly KindResult[]): string =>
  table(
    ['while the anchor holds', 'nights', ...simple, `${names.ours}: warned without a sound`],
    results.map((result) => [
      result.kind.drag === 0 ? result.kind.words : `before the ${result.kind.words}`,
      result.nights,
      ...simple.map((name) => falseNights(result, name)),
      warnedNights(result, names.ours),
    ]),
  )

const drags = (results: readonly KindResult[]): string =>
  table(
    [
      'the anchor drags',
      'watch',
      'metres at the alarm: median, 95th',
      'seconds: median, 95th',
      'missed',
      'metres at the first warning: median, 95th',
    ],
    results
      .filter(({ kind }) => kind.drag > 0)
      .flatMap((result) =>
        [...simple, names.byHand].map((name) => {
          const { metres, seconds, missed, warned } = dragFigures(result, name)
          return [result.kind.words, name, both(metres), both(seconds), missed, both(warned)]
        }),
      ),
  )

const margins = (results: readonly KindResult[]): string =>
  table(
    [
      'margin',
      'false alarms, good reception',
      'false alarms, poor',
      'slow drag, m: median, 95th',
      'fast drag, m: median, 95th',
    ],
    tradeOffs(results).map(({ extra, good, poor, slow, fast }) => [
      extra === 0 ? '**as suggested**' : `${extra > 0 ? '+' : '−'}${Math.abs(extra)} m`,
      percent(good),
      percent(poor),
      both(slow.metres),
      both(fast.metres),
    ]),
  )

const outages = (results: readonly KindResult[]): string => {
  const result = resultOf(results, 'GNSS outage')
  const alarmed = verdictsOf(result, names.ours).filter(({ hasMissedPosition }) => hasMissedPosition).length
  return `In ${alarmed} of ${result.nights} nights with outages this watch sounded for the lack of positions, as it must; that is not counted as false.`
}

const talkers = (results: readonly KindResult[]): string =>
  table(
    [
      'the second talker, and the drag',
      'nights',
      'drags hidden',
      'metres at the alarm: median, 95th',
      'sounded before, for a place outside',
      'said that there are two places',
    ],
    results.map((result) => {
      const { metres, missed } = dragFigures(result, names.ours)
      const before = falseNights(result, names.ours)
      return [result.kind.words, result.nights, missed, both(metres), before, twoPlacesNights(result)]
    }),
  )

const oneReceiver = (results: readonly KindResult[], nights: number): string => {
  const said = results.reduce((sum, result) => sum + twoPlacesNights(result), 0)
  return `In ${said} of the ${nights} nights with one receiver this watch said that there are two places.`
}

const findings = (): string =>
  table(
    ['how far the anchor was from where it was taken to be, in metres', 'median', '95th'],
    findAnchors().map(({ name, off }) => [name, rounded(off.median), rounded(off.most)]),
  )

/** The score as text for the documentation. */
export const scoreTables = (results: readonly KindResult[], talkerResults: readonly KindResult[]): string => {
  const nights = results.reduce((sum, result) => sum + result.nights, 0)
  return [
    `${nights} nights of eight hours. Nights with a false alarm:`,
    falseAlarms(results),
    outages(results),
    'How far the anchor itself had come when the first alarm sounded:',
    drags(results),
    'A second receiver talks behind the source of the first, from up to ten minutes before the drag:',
    talkers(talkerResults),
    oneReceiver(results, nights),
    'What more or less margin in the circle would have done:',
    margins(results),
    'Where the anchor was taken to be, at the beginning of 300 gusty nights:',
    findings(),
  ].join('\n\n')
}
