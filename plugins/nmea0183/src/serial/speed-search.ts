import { parseSentence } from '@marinedata/nmea0183'
import { LineReader } from './line-reader.ts'
import { waitOrAbort } from './wait.ts'
import type { SerialPort } from './serial-port.ts'

/** By frequency of use: instruments, AIS and multiplexers, then the rest. */
export const speeds = [4_800, 38_400, 9_600, 115_200, 19_200, 57_600, 230_400] as const

/** Data right after a change of speed may have been sent before it. */
const settleMs = 30
/** One sentence may look valid by chance; two do not. */
const sentencesWanted = 2
/** How long a sending port is read at one speed. */
const listenMs = 700
/** Instruments send at least once a second: a port may be silent for this long between two bursts. */
const silenceMs = 1_100
/** A sending port gives something at every speed, if only noise. */
const silencesToGiveUp = 2

type ProbeResult = 'sentences' | 'noise' | 'nothing'

/** Counts valid sentences at the present speed. */
const probe = async (port: SerialPort, signal: AbortSignal): Promise<ProbeResult> => {
  await waitOrAbort(signal, settleMs)
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
  await waitOrAbort(AbortSignal.any([signal, spoken.signal]), silenceMs)
  if (bytes > 0) await waitOrAbort(AbortSignal.any([signal, understood.signal]), listenMs)
  port.listen(() => undefined)
  signal.throwIfAborted()
  if (sentences >= sentencesWanted) return 'sentences'
  return bytes > 0 ? 'noise' : 'nothing'
}

/**
 * Finds the speed of a port; undefined when no speed gives valid sentences.
 * @throws the signal's reason
 */
export const findSpeed = async (port: SerialPort, signal: AbortSignal): Promise<number | undefined> => {
  let silences = 0
  for (const speed of speeds) {
    await port.setSpeed(speed)
    const result = await probe(port, signal)
    if (result === 'sentences') return speed
    if (result === 'nothing' && ++silences >= silencesToGiveUp) return undefined
  }
  return undefined
}
