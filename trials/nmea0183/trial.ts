/**
 * Checks NMEA 0183 and AIS in both directions, tries to break them, and measures them beside the peer. Prints one JSON
 * line per comparison, and fails when one of them fails. `--quick` runs the same with fewer lines.
 */
import { aisVectors } from '../../packages/ais/testing/distress-vectors.ts'
import { findChangedAis } from '../../packages/ais/testing/round-trip.ts'
import { busyCoast } from '../../packages/nmea0183/testing/busy-coast.ts'
import { alertVectors, dscVectors } from '../../packages/nmea0183/testing/distress-vectors.ts'
import { feedHostileLines } from '../../packages/nmea0183/testing/hostile-lines.ts'
import { findChangedSentences } from '../../packages/nmea0183/testing/round-trip.ts'
import { Random } from '../../packages/nmea2000/testing/random.ts'
import { measureDecoding } from './decoding-speed.ts'
import { compareWithPeer } from './peer-values.ts'
import { heapMb, isQuick, report } from '../oracle/report.ts'

const seed = 1
const sizes = isQuick
  ? { hostile: 100_000, distress: 100_000, values: 500, lines: 50_000 }
  : { hostile: 1_000_000, distress: 100_000, values: 10_000, lines: 200_000 }
const limits = { heapMb: 8, sentencesPerSecond: 350_000 }

const corpus = busyCoast(sizes.lines, new Random(seed))

const speed = await measureDecoding(corpus, { runs: 7, hasPeer: !isQuick })
// An absolute speed is for a machine that does nothing else: the quick form reports it.
const isFast = speed.ours.sentencesPerSecond >= limits.sentencesPerSecond
report('speed', isFast || isQuick, { ...speed, goal: limits.sentencesPerSecond })

const changed = [...findChangedSentences(sizes.values, seed), ...findChangedAis(sizes.values, seed)]
report('encode-decode', changed.length === 0, {
  seed,
  runsPerSentence: sizes.values,
  changed: changed.length,
  examples: changed.slice(0, 5),
})

if (!isQuick) {
  // The peer is another reading of the same standard.
  const { compared, different } = await compareWithPeer(corpus.slice(0, 20_000), new Random(seed))
  const figures = { compared, different: different.length, examples: different.slice(0, 5) }
  report('peer-values', compared > 20_000 && different.length === 0, figures)
}

const before = heapMb()
const hostile = feedHostileLines(sizes.hostile, new Random(seed), corpus)
const grownMb = heapMb() - before
report('hostile', hostile.notFinite === 0 && grownMb <= limits.heapMb, {
  seed,
  ...hostile,
  heapGrownMb: Number(grownMb.toFixed(2)),
})

const distressLines = [
  ...aisVectors.flatMap(({ sentences }) => sentences),
  ...dscVectors.flatMap(({ sentences }) => sentences),
  ...alertVectors.map(({ sentence }) => sentence),
]
const distress = feedHostileLines(sizes.distress, new Random(seed), distressLines)
report('hostile-distress', distress.notFinite === 0, { seed, ...distress })
