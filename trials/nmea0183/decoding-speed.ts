import { parseSentence, SentenceDecoder } from '@marinedata/nmea0183'
import { missingPeer, type MissingPeer } from '../oracle/peer.ts'
import { fastestOf } from '../oracle/processor-time.ts'
import { loadParser, type PeerParser } from './peer-parser.ts'

interface Speed {
  /** Lines that gave values. */
  readonly readings: number
  readonly sentencesPerSecond: number
}

const speedOf = (lines: number, runs: number, run: () => number): Speed => {
  const { result, seconds } = fastestOf(runs, run)
  return { readings: result, sentencesPerSecond: Math.round(lines / seconds) }
}

const readAll = (lines: readonly string[]): number => {
  let now = 0
  const decoder = new SentenceDecoder({ now: () => now })
  let readings = 0
  for (const line of lines) {
    now += 1
    const sentence = parseSentence(line)
    if (!('fault' in sentence)) readings += decoder.decode(sentence).length
  }
  return readings
}

/** Lines that give values. It throws for some sentences, which count as read. */
const countReadings = (parser: PeerParser, lines: readonly string[]): number =>
  lines.reduce((readings, line) => {
    try {
      return parser.parse(line) === null ? readings : readings + 1
    } catch {
      return readings
    }
  }, 0)

const peerSpeed = async (lines: readonly string[], runs: number): Promise<Speed | MissingPeer> => {
  try {
    const Parser = await loadParser()
    return speedOf(lines.length, runs, () => countReadings(new Parser(), lines))
  } catch (error) {
    return missingPeer(error)
  }
}

export interface DecodingSpeed {
  readonly lines: number
  readonly ours: Speed
  readonly peer?: Speed | MissingPeer
}

/** Sentences per second of processor time, from lines to values, beside the peer. */
export const measureDecoding = async (
  lines: readonly string[],
  { runs, hasPeer }: { readonly runs: number; readonly hasPeer: boolean },
): Promise<DecodingSpeed> => {
  // Lines from a socket are new strings, not those of the program.
  const received = Buffer.from(lines.join('\n'), 'latin1').toString('latin1').split('\n')
  const ours = speedOf(lines.length, runs, () => readAll(received))
  return { lines: lines.length, ours, ...(hasPeer && { peer: await peerSpeed(received, runs) }) }
}
