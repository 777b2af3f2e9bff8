import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Loop } from './due-sounds.ts'
import { patterns, samplesOf, type PatternName } from './patterns.ts'

/** `suspended`: a sound is due, and the browser blocks it. */
export type SoundState = 'running' | 'suspended' | 'off'

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
