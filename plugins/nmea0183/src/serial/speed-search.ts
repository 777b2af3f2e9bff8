import { parseSentence } from '#sentences/sentence.ts'
import { LineReader } from './line-reader.ts'
import { resting } from './resting.ts'
import type { SerialPort } from './serial-port.ts'

/** As often as they are met: instruments, AIS and multiplexers, then the rest. */
export const speeds = [4_800, 38_400, 9_600, 115_200, 19_200, 57_600, 230_400] as const

/** What is heard right after a change may have come before it. */
const settleMs = 30
/** A sentence may look sound by chance; two do not. */
const sentencesWanted = 2
/** How long a port that speaks is listened to at one speed. */
const listenMs = 700
/** Instruments speak at least once a second: so long a port may be silent between two bursts. */
const silenceMs = 1_100
/** At any speed something is heard of a port that speaks, if only noise. */
const silencesToGiveUp = 2

type Heard = 'sentences' | 'noise' | 'nothing'

/** Listens at the speed that is set. */
const hear = async (port: SerialPort, signal: AbortSignal): Promise<Heard> => {
  await resting(signal, settleMs)
  let sentences = 0
  let bytes = 0
  const spoken = new AbortController()
  const understood = new AbortController()
  const lines = new LineReader((line) => {
    if (!('fault' in parseSentence(line)) && ++sentences >= sentencesWanted) understood.abort()
  })
  port.listen((chunk) => {
    bytes += chunk.length
    spoken.abort()
    lines.read(chunk)
  })
  await resting(AbortSignal.any([signal, spoken.signal]), silenceMs)
  if (bytes > 0) await resting(AbortSignal.any([signal, understood.signal]), listenMs)
  port.listen(() => undefined)
  signal.throwIfAborted()
  if (sentences >= sentencesWanted) return 'sentences'
  return bytes > 0 ? 'noise' : 'nothing'
}

/**
 * Finds the speed at which a port speaks; undefined when nothing that it says can be understood.
 * @throws the signal's reason
 */
export const findSpeed = async (port: SerialPort, signal: AbortSignal): Promise<number | undefined> => {
  let silences = 0
  for (const speed of speeds) {
    await port.setSpeed(speed)
    const heard = await hear(port, signal)
    if (heard === 'sentences') return speed
    if (heard === 'nothing' && ++silences >= silencesToGiveUp) return undefined
  }
  return undefined
}
