import type { DeltaStream, StreamState } from '@marinedata/client'
import { computed, signal, type ReadonlySignal } from '@preact/signals'

/** `connecting` lasts until the first message. After that the connection is live, slow or lost. */
export type LinkState = 'connecting' | 'live' | 'slow' | 'lost'

/** The server sends a message at least every second. */
const linkLimits = { slowMs: 2_000, lostMs: 5_000 } as const

interface LinkFacts {
  readonly stream: StreamState
  /** Whether this page has ever received a message. */
  readonly hasSpoken: boolean
  readonly silenceMs: number
}

export const linkStateOf = ({ stream, hasSpoken, silenceMs }: LinkFacts): LinkState => {
  if (!hasSpoken) return silenceMs < linkLimits.lostMs ? 'connecting' : 'lost'
  if (stream !== 'open' || silenceMs > linkLimits.lostMs) return 'lost'
  return silenceMs > linkLimits.slowMs ? 'slow' : 'live'
}

/**
 * Age of the last message from the server. While the connection is lost, nothing is shown as live and no command is
 * sent.
 */
export class Link {
  readonly #stream: DeltaStream
  readonly #openedAt: number
  readonly #silenceMs = signal(0)
  readonly #streamState = signal<StreamState>('connecting')
  readonly #hasReceived = signal(false)
  readonly #listening: Disposable

  readonly state: ReadonlySignal<LinkState>
  /** Whole seconds since the last message. */
  readonly seconds: ReadonlySignal<number>
  readonly isLost: ReadonlySignal<boolean>
  /** Whether this page has ever received a message. */
  readonly hasSpoken: ReadonlySignal<boolean>

  /** @param isKnown whether the server has confirmed who is signed in; messages before that are ignored */
  constructor(stream: DeltaStream, now: number, isKnown: ReadonlySignal<boolean> = signal(true)) {
    this.#stream = stream
    this.#openedAt = now
    this.#listening = stream.onState((state) => {
      this.#streamState.value = state
      this.#hasReceived.value = stream.lastReceivedAt !== undefined
    })
    this.hasSpoken = computed(() => isKnown.value && this.#hasReceived.value)
    this.state = computed(() => {
      if (!isKnown.value) return 'lost'
      return linkStateOf({
        stream: this.#streamState.value,
        hasSpoken: this.#hasReceived.value,
        silenceMs: this.#silenceMs.value,
      })
    })
    this.seconds = computed(() => Math.floor(this.#silenceMs.value / 1_000))
    this.isLost = computed(() => this.state.value === 'lost')
  }

  /** Seconds since the last message, with tenths. Not a signal: read it when needed. */
  get age(): number {
    return Math.round(this.#silenceMs.peek() / 100) / 10
  }

  tick(now: number): void {
    this.#hasReceived.value = this.#stream.lastReceivedAt !== undefined
    this.#silenceMs.value = now - (this.#stream.lastReceivedAt ?? this.#openedAt)
  }

  retry(): void {
    this.#stream.retry()
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]()
  }
}

/** Whether the connection is private: encrypted, or within this machine. */
export const isPrivateConnection = ({
  protocol,
  hostname,
}: Pick<Location, 'protocol' | 'hostname'> = location): boolean =>
  protocol === 'https:' || /^(?:localhost|127\.[0-9.]+|\[::1\])$/.test(hostname)

/** A page of this boat over https. */
export const secureAddress = (path = location.pathname): string => `https://${location.host}${path}`

/** Reads the fragment and removes it from the address immediately: addresses are shown, stored and shared. */
export const takeFragment = (): URLSearchParams => {
  const given = new URLSearchParams(location.hash.slice(1))
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)
  return given
}
