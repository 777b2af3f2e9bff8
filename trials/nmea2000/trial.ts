/** The codec of NMEA 2000, compared with canboat and attacked. */
import { readAnalyzedMessages, readGoldenSamples } from '../../packages/nmea2000/testing/corpus.ts'
import {
  compareWithAnalyzer,
  compareWithGolden,
  findChangedByEncoding,
  type Comparison,
} from '../../packages/nmea2000/testing/decode-oracles.ts'
import { feedHostileCalls } from '../../packages/nmea2000/testing/hostile-calls.ts'
import { feedHostileFrames } from '../../packages/nmea2000/testing/hostile-frames.ts'
import { runInterleaved } from '../../packages/nmea2000/testing/interleaved.ts'
import { Random } from '../../packages/nmea2000/testing/random.ts'
import { measureDecoding, measureMapping } from './decoding-speed.ts'
import { heapMb } from '../oracle/heap.ts'
import { runCases, type CaseRuns, type Report } from '../runner/run-cases.ts'
import type { Trial, TrialContext } from '../runner/trial.ts'

const seed = 1
const shortSizes = { frames: 100_000, calls: 20_000, runs: 500 }
const fullSizes = { frames: 1_000_000, calls: 100_000, runs: 10_000 }
const limits = { heapMb: 8, open: 288, framesPerSecond: 250_000, mappedPerSecond: 100_000 }

type Corpus = ReturnType<typeof readAnalyzedMessages>

const reportComparison = (least: number, comparison: Comparison, report: Report): void => {
  const { different, ...figures } = comparison
  const pass = different.length === 0 && comparison.messages >= least
  report(pass, { ...figures, different: different.length, examples: different.slice(0, 5) })
}

const comparisonRuns = (corpus: Corpus): CaseRuns => ({
  golden: (report) => reportComparison(275, compareWithGolden(readGoldenSamples()), report),
  analyzer: (report) => reportComparison(160_000, compareWithAnalyzer(corpus), report),
  'encode-decode': (report) => {
    const { messages, changed } = findChangedByEncoding(corpus)
    // Values that mean "out of range" are encoded as "not available"; then another message with this PGN fits.
    const { simnetEvent = 0, ...unexpected } = changed
    const figures = { messages, changed: unexpected, excused: { simnetEvent } }
    report(Object.keys(unexpected).length === 0, figures)
  },
})

const feedFrames = (frames: number, given: Corpus | undefined, report: Report): void => {
  const before = heapMb()
  const result = feedHostileFrames(frames, new Random(seed), given)
  const grownMb = heapMb() - before
  const pass = result.notFinite === 0 && result.mostOpen <= limits.open && grownMb <= limits.heapMb
  report(pass, { seed, ...result, heapGrownMb: Number(grownMb.toFixed(2)) })
}

const hostileRuns = ({ isQuick }: TrialContext, corpus: Corpus): CaseRuns => {
  const sizes = isQuick ? shortSizes : fullSizes
  return {
    'random-frames': (report) => feedFrames(sizes.frames, undefined, report),
    'mutated-frames': (report) => feedFrames(sizes.frames, corpus, report),
    'mutated-distress': (report) => {
      const calls = feedHostileCalls(sizes.calls, new Random(seed))
      report(calls.faults === 0, { seed, ...calls })
    },
    interleaving: (report) => {
      const totals = { sent: 0, whole: 0, received: 0, wrong: 0, missed: 0 }
      for (let run = 0; run < sizes.runs; run++) {
        const result = runInterleaved(new Random(run))
        for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += result[key]
      }
      report(totals.wrong === 0 && totals.missed === 0, { runs: sizes.runs, ...totals })
    },
  }
}

/** Absolute speeds are for a machine that does nothing else: the short form reports them. */
const speedRuns = ({ isQuick }: TrialContext, corpus: Corpus): CaseRuns => ({
  speed: async (report) => {
    const speed = await measureDecoding(corpus, { runs: 3, hasPeer: !isQuick })
    const isFast = speed.ours.framesPerSecond >= limits.framesPerSecond
    report(isFast || isQuick, { ...speed, goal: limits.framesPerSecond })
  },
  'mapping-speed': (report) => {
    const mapping = measureMapping(corpus, 3)
    const isFast = mapping.framesPerSecond >= limits.mappedPerSecond
    report(isFast || isQuick, { ...mapping, goal: limits.mappedPerSecond })
  },
})

export const trial: Trial = {
  name: 'nmea2000',
  sentence:
    'Compares the NMEA 2000 codec with canboat over 166,000 recorded messages, and feeds it wrong frames.',
  covers: ['packages/nmea2000'],
  needs: [],
  cases: {
    golden: { short: 30, full: 60 },
    analyzer: { short: 60, full: 120 },
    'encode-decode': { short: 60, full: 120 },
    'random-frames': { short: 60, full: 300 },
    'mutated-frames': { short: 60, full: 300 },
    'mutated-distress': { short: 60, full: 300 },
    interleaving: { short: 60, full: 300 },
    speed: { short: 60, full: 600 },
    'mapping-speed': { short: 60, full: 300 },
  },
  run: (context) => {
    const corpus = readAnalyzedMessages()
    return runCases(context, {
      ...comparisonRuns(corpus),
      ...hostileRuns(context, corpus),
      ...speedRuns(context, corpus),
    })
  },
}
