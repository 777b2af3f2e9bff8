import { computed, signal, type ReadonlySignal, effect } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { isAlarm, type ShownAlert } from './alert.ts'
import type { Alerts } from './alerts.ts'

/** One tone of a pattern; times in seconds. */
interface Pulse {
  readonly at: number
  readonly seconds: number
  readonly hertz: number
}

interface Pattern {
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

/** Short enough for a pulse to sound without delay, long enough to avoid a click. */
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

export const warningEveryMs = 300_000

type Loop = Extract<PatternName, 'emergency' | 'alarm' | 'lost'>

/** The sound to repeat. An alarm keeps sounding when the connection is lost: an unknown state is not a safe one. */
export const loopFor = (alerts: readonly ShownAlert[], isLinkLost: boolean): Loop | undefined => {
  const sounding = alerts.filter((alert) => alert.status === 'active' && alert.hasSound && isAlarm(alert))
  if (sounding.some(({ priority }) => priority === 'emergency')) return 'emergency'
  if (sounding.length > 0) return 'alarm'
  return isLinkLost ? 'lost' : undefined
}

/** When each warning last sounded. A warning sounds at first, and repeats while unanswered. */
export class WarningTimes {
  readonly #receivedAt = new Map<string, number>()

  /** Whether a warning is due. Forgets warnings that are answered or have ended. */
  isDue(alerts: readonly ShownAlert[], now: number): boolean {
    const waiting = new Set(
      alerts.flatMap(({ priority, status, id }) => (priority === 'warning' && status === 'active' ? id : [])),
    )
    for (const id of this.#receivedAt.keys()) if (!waiting.has(id)) this.#receivedAt.delete(id)
    return [...waiting].some((id) => now - (this.#receivedAt.get(id) ?? -Infinity) >= warningEveryMs)
  }

  /** Records that all warnings sounded now. */
  note(alerts: readonly ShownAlert[], now: number): void {
    for (const { priority, id } of alerts) if (priority === 'warning') this.#receivedAt.set(id, now)
  }
}

/** `suspended`: a sound is due, and the browser blocks it. */
type SoundState = 'running' | 'suspended' | 'off'

/** Enough for a buzzer, and small. */
const sampleRate = 22_050

/**
 * The loudspeaker of this device. Browsers block it until someone touches the page. The audio clock plays the patterns,
 * so a page in the background, whose timers sleep, keeps sounding.
 */
export class Sound implements Disposable {
  #context: AudioContext | undefined
  #wanted: Loop | undefined
  #loop: { readonly name: Loop; readonly node: AudioBufferSourceNode } | undefined
  readonly #contextState = signal<string>('none')
  readonly #isOn = signal(true)
  readonly #isWanted = signal(false)
  readonly #sounding = signal(0)
  readonly #isTested = signal(false)

  /** Whether an alarm would sound. */
  readonly isArmed: ReadonlySignal<boolean> = computed(
    () => this.#isOn.value && this.#contextState.value === 'running',
  )
  /** Whether the test tone was requested here and played to its end. */
  readonly isTested: ReadonlySignal<boolean> = computed(() => this.isArmed.value && this.#isTested.value)
  /** Whether sound was muted on this page. */
  readonly isSwitchedOff: ReadonlySignal<boolean> = computed(() => !this.#isOn.value)
  readonly state: ReadonlySignal<SoundState> = computed(() => {
    if (this.#sounding.value > 0 && this.isArmed.value) return 'running'
    return this.#isWanted.value ? 'suspended' : 'off'
  })

  /** Opens the loudspeaker within a gesture, and plays a tone to prove that it works. */
  async arm(proof: Extract<PatternName, 'test' | 'pip'>): Promise<void> {
    this.#isOn.value = true
    const context = this.#contextMade()
    if (context === undefined) return
    await context.resume()
    // One touch may arrive as two events.
    const isSecond = this.isArmed.peek() && proof === 'pip'
    this.#follow(context)
    if (!isSecond) this.once(proof)
  }

  /** Mutes this page. */
  switchOff(): void {
    this.#isOn.value = false
    this.#isTested.value = false
    this.#renew()
  }

  /** Repeats this sound from now on; silence when undefined. */
  play(loop: Loop | undefined): void {
    this.#wanted = loop
    this.#isWanted.value = loop !== undefined
    this.#renew()
  }

  /** Plays a pattern once. Returns false if it could not sound. */
  once(name: PatternName): boolean {
    if (!this.isArmed.peek()) return false
    this.#start(name)
    return true
  }

  [Symbol.dispose](): void {
    void this.#context?.close()
  }

  #contextMade(): AudioContext | undefined {
    if (this.#context !== undefined || typeof AudioContext === 'undefined') return this.#context
    const context = new AudioContext({ latencyHint: 'interactive' })
    // A phone call or another app may take over the loudspeaker.
    context.addEventListener('statechange', () => this.#follow(context))
    this.#context = context
    return context
  }

  #follow(context: AudioContext): void {
    this.#contextState.value = context.state
    this.#renew()
  }

  #renew(): void {
    const next = this.isArmed.peek() ? this.#wanted : undefined
    if (this.#loop?.name === next) return
    this.#loop?.node.stop()
    const node = next === undefined ? undefined : this.#start(next)
    this.#loop = next === undefined || node === undefined ? undefined : { name: next, node }
  }

  #start(name: PatternName): AudioBufferSourceNode | undefined {
    const context = this.#context
    if (context === undefined) return undefined
    const pattern = patterns[name]
    const samples = samplesOf(pattern, sampleRate)
    const buffer = context.createBuffer(1, samples.length, sampleRate)
    buffer.copyToChannel(samples, 0)
    const node = new AudioBufferSourceNode(context, { buffer, loop: pattern.isLooped })
    node.addEventListener('ended', () => {
      this.#sounding.value--
      if (name === 'test' && this.isArmed.peek()) this.#isTested.value = true
    })
    node.connect(context.destination)
    node.start()
    this.#sounding.value++
    return node
  }
}

/** Plays the sounds of the alerts until disposed. */
export const startSounding = (
  alerts: Pick<Alerts, 'forHere'>,
  sound: Sound,
  { link, now }: Pick<Boat, 'link' | 'now'>,
): Disposable => {
  const times = new WarningTimes()
  const looping = effect(() =>
    sound.play(loopFor(alerts.forHere.value, link.isLost.value && link.hasSpoken.value)),
  )
  const warning = effect(() => {
    const list = alerts.forHere.value
    const isDrownedOut = loopFor(list, false) !== undefined
    if (isDrownedOut || !sound.isArmed.value || !times.isDue(list, now.value)) return
    if (sound.once('warning')) times.note(list, now.value)
  })
  return {
    [Symbol.dispose]: () => {
      looping()
      warning()
    },
  }
}

/** Events that browsers accept as a user gesture. */
const gestures = ['pointerup', 'touchend', 'keydown'] as const

/** Opens the loudspeaker at the first touch of the page. Controls that open it themselves are marked. */
export const armByFirstGesture = (sound: Sound, page: Window): Disposable => {
  const handle = (event: Event): void => {
    if (sound.isArmed.peek() || sound.isSwitchedOff.peek()) return
    if (event.target instanceof Element && event.target.closest('[data-arms]') !== null) return
    void sound.arm('pip')
  }
  for (const gesture of gestures) page.addEventListener(gesture, handle, { capture: true, passive: true })
  return {
    [Symbol.dispose]: () => {
      for (const gesture of gestures) page.removeEventListener(gesture, handle, { capture: true })
    },
  }
}
