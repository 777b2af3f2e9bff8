import { signal, type ReadonlySignal } from '@preact/signals'
import { MarineDataClient, type DeltaStream } from '@marinedata/client'
import type { ProductWord, SentDelta, Visitor } from '@marinedata/model'
import { Subscriptions, type Subscription } from './subscriptions.ts'
import { Link } from './link.ts'
import { Session } from './session.ts'
import { Values } from './values.ts'

export interface BoatOptions {
  readonly url: string
  readonly productWord: ProductWord
  /** Whether the stream needs a ticket. The open demo needs none. */
  readonly usesCookie: boolean
  readonly visitor: Visitor
  /** Whether the server has confirmed who is signed in. Until then nothing is live and no command is sent. */
  readonly isKnown: ReadonlySignal<boolean>
  /** Called when the server no longer accepts the session. */
  readonly onSignedOut: () => void
}

/** Paths that every screen needs. */
const alwaysFollowed: readonly Subscription[] = [
  { paths: ['name', 'navigation.position', 'navigation.anchor.*', 'notifications.*'] },
  { paths: ['navigation.courseGreatCircle.nextLeg'] },
  { paths: ['steering.autopilot.*'], sources: 'all' },
]

const tickMs = 250

/** The boat as this page sees it: the connection, the latest values, and the session. */
export class Boat implements AsyncDisposable {
  readonly client: MarineDataClient
  readonly link: Link
  readonly values: Values
  readonly session: Session
  readonly productWord: ProductWord

  readonly #stream: DeltaStream
  readonly #subscriptions: Subscriptions
  readonly #listeners = new Set<(delta: SentDelta) => void>()
  readonly #now = signal(performance.now())
  readonly #ticking: ReturnType<typeof setInterval>
  #helloAt = performance.now()

  constructor({ url, productWord, usesCookie, visitor, isKnown, onSignedOut }: BoatOptions) {
    this.productWord = productWord
    this.client = new MarineDataClient({ url, productWord, usesCookie })
    this.#stream = this.client.stream({
      subscribe: 'none',
      reconnect: { firstMs: 1_000, longestMs: 8_000 },
    })
    this.session = new Session(this.client, visitor)
    this.link = new Link(this.#stream, performance.now(), isKnown)
    this.values = new Values({ receivedAt: (timestamp) => this.receivedAt(timestamp) })
    this.#subscriptions = new Subscriptions(this.#stream)
    for (const subscription of alwaysFollowed) this.follow(subscription)
    this.#stream.onState((state) => {
      if (state === 'open') this.#helloAt = performance.now()
    })
    this.#stream.onProblem(({ code }) => {
      if (code === 'unauthenticated') onSignedOut()
    })
    this.#ticking = setInterval(() => this.#tick(), tickMs)
    void this.#read()
  }

  /** Present time, updated four times a second. Everything that depends on it renders as often. */
  get now(): ReadonlySignal<number> {
    return this.#now
  }

  /** Subscribes until the result is disposed. */
  follow(subscription: Subscription): Disposable {
    return this.#subscriptions.follow(subscription)
  }

  /** Passes on every delta of every subscribed context. */
  onDelta(listener: (delta: SentDelta) => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  /**
   * Converts a timestamp of the server to the clock of `performance.now()`. The two clocks are matched at the hello
   * message, so a wrong calendar on either side does not change the age of a value.
   */
  receivedAt(timestamp: string): number {
    const { hello } = this.#stream
    if (hello === undefined) return performance.now()
    return this.#helloAt + (Date.parse(timestamp) - Date.parse(hello.timestamp))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#ticking)
    this.link[Symbol.dispose]()
    await this.#stream.close()
  }

  #tick(): void {
    const now = performance.now()
    this.#now.value = now
    this.link.tick(now)
  }

  async #read(): Promise<void> {
    for await (const delta of this.#stream) {
      this.values.take(delta, performance.now())
      for (const listener of this.#listeners) listener(delta)
    }
  }
}
