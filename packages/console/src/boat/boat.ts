import { signal, type ReadonlySignal } from '@preact/signals'
import { MarineDataClient, type DeltaStream } from '@marinedata/client'
import type { ProductWord, SentDelta, Visitor } from '@marinedata/model'
import { Following, type Wish } from './following.ts'
import { Link } from './link.ts'
import { Session } from './session.ts'
import { Values } from './values.ts'

export interface BoatOptions {
  readonly url: string
  readonly productWord: ProductWord
  /** Behind a claim or a sign-in the stream needs a ticket; in the open demo it does not. */
  readonly usesCookie: boolean
  readonly visitor: Visitor
  /** Whether the boat itself has said who sits here; until then nothing is live, and nothing is commanded. */
  readonly isKnown: ReadonlySignal<boolean>
  /** The boat no longer knows who sits here. */
  readonly onSignedOut: () => void
}

/** What every screen needs, on every screen. */
const alwaysFollowed: readonly Wish[] = [
  { paths: ['name', 'navigation.position', 'navigation.anchor.*', 'notifications.*'] },
  { paths: ['navigation.courseGreatCircle.nextLeg'] },
  { paths: ['steering.autopilot.*'], sources: 'all' },
]

const tickMs = 250

/** The boat as this page knows it: the line, the latest values, and whom it talks to. */
export class Boat implements AsyncDisposable {
  readonly client: MarineDataClient
  readonly link: Link
  readonly values: Values
  readonly session: Session
  readonly productWord: ProductWord

  readonly #stream: DeltaStream
  readonly #following: Following
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
    this.values = new Values({ heardAt: (timestamp) => this.heardAt(timestamp) })
    this.#following = new Following(this.#stream)
    for (const wish of alwaysFollowed) this.follow(wish)
    this.#stream.onState((state) => {
      if (state === 'open') this.#helloAt = performance.now()
    })
    this.#stream.onProblem(({ code }) => {
      if (code === 'unauthenticated') onSignedOut()
    })
    this.#ticking = setInterval(() => this.#tick(), tickMs)
    void this.#read()
  }

  /** Now, four times a second; what depends on it is drawn as often. */
  get now(): ReadonlySignal<number> {
    return this.#now
  }

  /** Asks for values until what is given back is disposed of. */
  follow(wish: Wish): Disposable {
    return this.#following.follow(wish)
  }

  /** Tells every delta as it comes, of all contexts that are followed. */
  onDelta(listener: (delta: SentDelta) => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  /**
   * When a moment of the boat's calendar was, on the clock of `performance.now()`: the two meet at the hello, so that a
   * clock that is set wrong on either side makes nothing older or younger.
   */
  heardAt(timestamp: string): number {
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
