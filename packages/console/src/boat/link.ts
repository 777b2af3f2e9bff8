import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { DeltaStream, StreamState } from '@marinedata/client'

/** `connecting` stands only before the first word; after that a line is live, slow or lost. */
export type LinkState = 'connecting' | 'live' | 'slow' | 'lost'

/** The server speaks every second, whatever happens. */
export const linkLimits = { slowMs: 2_000, lostMs: 5_000 } as const

interface Heard {
  readonly stream: StreamState
  /** Whether the boat has ever spoken to this page. */
  readonly hasSpoken: boolean
  readonly silenceMs: number
}

export const linkStateOf = ({ stream, hasSpoken, silenceMs }: Heard): LinkState => {
  if (!hasSpoken) return silenceMs < linkLimits.lostMs ? 'connecting' : 'lost'
  if (stream !== 'open' || silenceMs > linkLimits.lostMs) return 'lost'
  return silenceMs > linkLimits.slowMs ? 'slow' : 'live'
}

/** How old the last word of the boat is. Nothing is shown as live, and nothing is commanded, on a line that is lost. */
export class Link {
  readonly #stream: DeltaStream
  readonly #openedAt: number
  readonly #silenceMs = signal(0)
  readonly #streamState = signal<StreamState>('connecting')
  readonly #isHeard = signal(false)
  readonly #listening: Disposable

  readonly state: ReadonlySignal<LinkState>
  /** Whole seconds without a word. */
  readonly seconds: ReadonlySignal<number>
  readonly isLost: ReadonlySignal<boolean>
  /** Whether the boat has ever spoken to this page. */
  readonly hasSpoken: ReadonlySignal<boolean>

  /** @param isKnown whether the boat has said who sits here: before that, whatever comes is not for this page */
  constructor(stream: DeltaStream, now: number, isKnown: ReadonlySignal<boolean> = signal(true)) {
    this.#stream = stream
    this.#openedAt = now
    this.#listening = stream.onState((state) => {
      this.#streamState.value = state
      this.#isHeard.value = stream.lastHeardAt !== undefined
    })
    this.hasSpoken = computed(() => isKnown.value && this.#isHeard.value)
    this.state = computed(() => {
      if (!isKnown.value) return 'lost'
      return linkStateOf({
        stream: this.#streamState.value,
        hasSpoken: this.#isHeard.value,
        silenceMs: this.#silenceMs.value,
      })
    })
    this.seconds = computed(() => Math.floor(this.#silenceMs.value / 1_000))
    this.isLost = computed(() => this.state.value === 'lost')
  }

  /** Seconds without a word, with a tenth; to be asked for, not followed. */
  get age(): number {
    return Math.round(this.#silenceMs.peek() / 100) / 10
  }

  tick(now: number): void {
    this.#isHeard.value = this.#stream.lastHeardAt !== undefined
    this.#silenceMs.value = now - (this.#stream.lastHeardAt ?? this.#openedAt)
  }

  retry(): void {
    this.#stream.retry()
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]()
  }
}
