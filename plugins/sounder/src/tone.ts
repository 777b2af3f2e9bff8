import type { CallState } from './alarm-sound.ts'

const rate = 22_050
/** Length of one sound file in seconds. It is played again and again. */
export const toneSeconds = 10
const bytesPerSample = 2
const headerBytes = 44
/** Seconds over which a pulse fades in and out, so that it does not click. */
const fade = 0.005

/** A pulse: pitch in hertz, start and length in seconds. */
interface Pulse {
  readonly pitch: number
  readonly at: number
  readonly length: number
}

interface Pattern {
  /** Seconds after which the pulses repeat. */
  readonly period: number
  readonly pulses: readonly Pulse[]
}

/** The same patterns as in the console: an alarm has three pulses every two seconds, an emergency two tones in turn. */
const patterns: Readonly<Record<CallState, Pattern>> = {
  alarm: {
    period: 2,
    pulses: [0, 0.35, 0.7].map((at) => ({ pitch: 880, at, length: 0.2 })),
  },
  emergency: {
    period: 1,
    pulses: [
      { pitch: 988, at: 0, length: 0.5 },
      { pitch: 740, at: 0.5, length: 0.5 },
    ],
  },
}

/** Between -1 and 1. A square-like tone carries further than a sine of the same amplitude. */
const sampleAt = (seconds: number, { period, pulses }: Pattern): number => {
  const at = seconds % period
  const pulse = pulses.find(({ at: start, length }) => at >= start && at < start + length)
  if (pulse === undefined) return 0
  const inside = at - pulse.at
  const envelope = Math.min(1, inside / fade, (pulse.length - inside) / fade)
  const phase = 2 * Math.PI * pulse.pitch * inside
  return envelope * (0.75 * Math.sin(phase) + 0.25 * Math.sin(3 * phase))
}

const headerOf = (dataBytes: number): Buffer => {
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(headerBytes - 8 + dataBytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * bytesPerSample, 28)
  header.writeUInt16LE(bytesPerSample, 32)
  header.writeUInt16LE(bytesPerSample * 8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(dataBytes, 40)
  return header
}

/**
 * A sound file (WAV, 16 bit, mono) with the tone of a severity.
 * @param volume 0 to 1
 */
export const toneOf = (state: CallState, volume: number): Buffer => {
  const samples = rate * toneSeconds
  const data = Buffer.alloc(samples * bytesPerSample)
  for (let index = 0; index < samples; index++) {
    const sample = sampleAt(index / rate, patterns[state]) * volume * 32_767
    data.writeInt16LE(Math.round(sample), index * bytesPerSample)
  }
  return Buffer.concat([headerOf(data.length), data])
}
