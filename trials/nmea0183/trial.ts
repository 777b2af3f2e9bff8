/** NMEA 0183 and AIS in both directions, attacked, and measured beside the peer. */
import { aisVectors } from '../../packages/ais/testing/distress-vectors.ts'
import { findChangedAis } from '../../packages/ais/testing/round-trip.ts'
import { busyCoast } from '../../packages/nmea0183/testing/busy-coast.ts'
import { alertVectors, dscVectors } from '../../packages/nmea0183/testing/distress-vectors.ts'
import { feedHostileLines } from '../../packages/nmea0183/testing/hostile-lines.ts'
import { findChangedSentences } from '../../packages/nmea0183/testing/round-trip.ts'
import { Random } from '../../packages/nmea2000/testing/random.ts'
import { measureDecoding } from './decoding-speed.ts'
import { compareWithPeer } from './peer-values.ts'
import { heapMb } from '../oracle/heap.ts'
import { runCases, type CaseRuns } from '../runner/run-cases.ts'
import type { Trial, TrialContext } from '../runner/trial.ts'

const seed = 1
const shortSizes = { hostile: 100_000, distress: 100_000, values: 500, lines: 50_000 }
const fullSizes = { hostile: 1_000_000, distress: 100_000, values: 10_000, lines: 200_000 }
const limits = { heapMb: 8, sentencesPerSecond: 350_000 }

const valueRuns = ({ isQuick }: TrialContext, corpus: Corpus): CaseRuns => ({
  speed: async (report) => {
    const speed = await measureDecoding(corpus, { runs: 7, hasPeer: !isQuick })
    // An absolute speed is for a machine that does nothing else: the short form reports it.
    const isFast = speed.ours.sentencesPerSecond >= limits.sentencesPerSecond
    report(isFast || isQuick, { ...speed, goal: limits.sentencesPerSecond })
  },
  'encode-decode': (report) => {
    const { values } = isQuick ? shortSizes : fullSizes
    const changed = [...findChangedSentences(values, seed), ...findChangedAis(values, seed)]
    const figures = { seed, runsPerSentence: values, changed: changed.length, examples: changed.slice(0, 5) }
    report(changed.length === 0, figures)
  },
  // The peer is another reading of the same standard.
  'peer-values': async (report) => {
    const { compared, different } = await compareWithPeer(corpus.slice(0, 20_000), new Random(seed))
    const figures = { compared, different: different.length, examples: different.slice(0, 5) }
    report(compared > 20_000 && different.length === 0, figures)
  },
})

const distressLines = [
  ...aisVectors.flatMap(({ sentences }) => sentences),
  ...dscVectors.flatMap(({ sentences }) => sentences),
  ...alertVectors.map(({ sentence }) => sentence),
]

const hostileRuns = ({ isQuick }: TrialContext, corpus: Corpus): CaseRuns => ({
  hostile: (report) => {
    const before = heapMb()
    const count = (isQuick ? shortSizes : fullSizes).hostile
    const hostile = feedHostileLines(count, new Random(seed), corpus)
    const grownMb = heapMb() - before
    const pass = hostile.notFinite === 0 && grownMb <= limits.heapMb
    report(pass, { seed, ...hostile, heapGrownMb: Number(grownMb.toFixed(2)) })
  },
  'hostile-distress': (report) => {
    const distress = feedHostileLines(fullSizes.distress, new Random(seed), distressLines)
    report(distress.notFinite === 0, { seed, ...distress })
  },
})

type Corpus = ReturnType<typeof busyCoast>

export const trial: Trial = {
  name: 'nmea0183',
  sentence:
    'Encodes and decodes NMEA 0183 and AIS, feeds the parser with wrong lines, and compares it with its peer.',
  covers: ['packages/nmea0183', 'packages/ais'],
  needs: [],
  cases: {
    speed: { short: 60, full: 300 },
    'encode-decode': { short: 60, full: 600 },
    'peer-values': { full: 300 },
    hostile: { short: 60, full: 300 },
    'hostile-distress': { short: 60, full: 60 },
  },
  run: (context) => {
    const corpus = busyCoast((context.isQuick ? shortSizes : fullSizes).lines, new Random(seed))
    return runCases(context, { ...valueRuns(context, corpus), ...hostileRuns(context, corpus) })
  },
}
