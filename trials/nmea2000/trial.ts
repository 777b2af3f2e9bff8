/**
 * Compares the NMEA 2000 codec with canboat, and tries to break it. Prints one JSON line per comparison, and
 * fails when one of them fails. `--quick` runs the same with fewer random frames.
 */
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
import { heapMb, isQuick, report } from '../oracle/report.ts'

const seed = 1
const sizes = isQuick
  ? { frames: 100_000, calls: 20_000, runs: 500 }
  : { frames: 1_000_000, calls: 100_000, runs: 10_000 }
const limits = { heapMb: 8, open: 288, framesPerSecond: 250_000, mappedPerSecond: 100_000 }

const reportComparison = (oracle: string, least: number, comparison: Comparison): void => {
  const { different, ...figures } = comparison
  const pass = different.length === 0 && comparison.messages >= least
  report(oracle, pass, { ...figures, different: different.length, examples: different.slice(0, 5) })
}

const corpus = readAnalyzedMessages()
reportComparison('golden', 275, compareWithGolden(readGoldenSamples()))
reportComparison('analyzer', 160_000, compareWithAnalyzer(corpus))

const { messages, changed } = findChangedByEncoding(corpus)
// Values that mean "out of range" are encoded as "not available"; then another message with this PGN fits.
const { simnetEvent = 0, ...unexpected } = changed
report('encode-decode', Object.keys(unexpected).length === 0, {
  messages,
  changed: unexpected,
  excused: { simnetEvent },
})

for (const [oracle, given] of [['random-frames'], ['mutated-frames', corpus]] as const) {
  const before = heapMb()
  const result = feedHostileFrames(sizes.frames, new Random(seed), given)
  const grownMb = heapMb() - before
  const pass = result.notFinite === 0 && result.mostOpen <= limits.open && grownMb <= limits.heapMb
  report(oracle, pass, { seed, ...result, heapGrownMb: Number(grownMb.toFixed(2)) })
}

const calls = feedHostileCalls(sizes.calls, new Random(seed))
report('mutated-distress', calls.faults === 0, { seed, ...calls })

const totals = { sent: 0, whole: 0, received: 0, wrong: 0, missed: 0 }
for (let run = 0; run < sizes.runs; run++) {
  const result = runInterleaved(new Random(run))
  for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += result[key]
}
report('interleaving', totals.wrong === 0 && totals.missed === 0, { runs: sizes.runs, ...totals })

const speed = await measureDecoding(corpus, { runs: 3, hasPeer: !isQuick })
// An absolute speed is for a machine that does nothing else: the quick form reports it.
const isFast = speed.ours.framesPerSecond >= limits.framesPerSecond
report('speed', isFast || isQuick, { ...speed, goal: limits.framesPerSecond })

const mapping = measureMapping(corpus, 3)
report('mapping-speed', mapping.framesPerSecond >= limits.mappedPerSecond || isQuick, {
  ...mapping,
  goal: limits.mappedPerSecond,
})
