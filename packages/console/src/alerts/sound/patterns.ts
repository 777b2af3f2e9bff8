/** One tone of a pattern; times in seconds. */
interface Pulse {
  readonly at: number
  readonly seconds: number
  readonly hertz: number
}

export interface Pattern {
  readonly seconds: number
  /** Repeats until stopped. */
  readonly isLooped: boolean
  readonly pulses: readonly Pulse[]
}

const pulses = (count: number, every: number, pulse: Omit<Pulse, 'at'>): Pulse[] =>
  Array.from({ length: count }, (_, index) => ({ at: index * every, ...pulse }))

/** Distinguishable by ear below deck: two alternating tones, three pulses, two pulses, or a single one. */
export const patterns = {
  emergency: {
    seconds: 1,
    isLooped: true,
    pulses: [
      { at: 0, seconds: 0.5, hertz: 988 },
      { at: 0.5, seconds: 0.5, hertz: 740 },
    ],
  },
  alarm: { seconds: 2, isLooped: true, pulses: pulses(3, 0.32, { seconds: 0.2, hertz: 880 }) },
  /** The connection to the boat is lost. */
  lost: { seconds: 10, isLooped: true, pulses: pulses(1, 0, { seconds: 0.5, hertz: 440 }) },
  warning: { seconds: 0.6, isLooped: false, pulses: pulses(2, 0.3, { seconds: 0.16, hertz: 660 }) },
  /** Plays the sound of an alarm once. */
  test: { seconds: 1, isLooped: false, pulses: pulses(3, 0.32, { seconds: 0.2, hertz: 880 }) },
  /** Confirms that sound works. */
  pip: { seconds: 0.1, isLooped: false, pulses: pulses(1, 0, { seconds: 0.07, hertz: 880 }) },
} as const satisfies Record<string, Pattern>

export type PatternName = keyof typeof patterns

/** Short enough for a pulse to sound at once, long enough to avoid a click. */
const rampSeconds = 0.008

const envelope = (time: number, seconds: number): number =>
  Math.max(0, Math.min(1, time / rampSeconds, (seconds - time) / rampSeconds))

/** Harmonics of a buzzer: small loudspeakers carry them through a cabin door. */
const voice = (phase: number): number =>
  0.62 * Math.sin(phase) + 0.24 * Math.sin(3 * phase) + 0.12 * Math.sin(5 * phase)

/** Samples of a pattern, from -1 to 1. */
export const samplesOf = ({ seconds, pulses: tones }: Pattern, rate: number): Float32Array<ArrayBuffer> => {
  const samples = new Float32Array(Math.round(seconds * rate))
  for (const pulse of tones) {
    const first = Math.round(pulse.at * rate)
    const count = Math.round(pulse.seconds * rate)
    for (let index = 0; index < count; index++) {
      const time = index / rate
      samples[first + index] = envelope(time, pulse.seconds) * voice(2 * Math.PI * pulse.hertz * time)
    }
  }
  return samples
}
