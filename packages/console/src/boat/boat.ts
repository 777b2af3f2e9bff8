import { MarineDataClient, MarineDataError, type DeltaStream } from '@marinedata/client'
import type { Visitor, ProductWord, SentDelta } from '@marinedata/model'
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import { t } from '#words/words.ts'
import { Link } from './link.ts'
import { Subscriptions, type Subscription, Values, ageOf } from './values.ts'

/** The signed-in user and their scopes. */
class Session {
  readonly #client: MarineDataClient
  readonly #me: Signal<Visitor>

  readonly me: ReadonlySignal<Visitor>
  readonly maySteer: ReadonlySignal<boolean>
  readonly mayAnchor: ReadonlySignal<boolean>
  readonly mayAdminister: ReadonlySignal<boolean>

  constructor(client: MarineDataClient, me: Visitor) {
    this.#client = client
    this.#me = signal(me)
    this.me = this.#me
    this.maySteer = this.#may('autopilot.command')
    this.mayAnchor = this.#may('anchor.command')
    this.mayAdminister = computed(() => this.#me.value.mayAdminister)
  }

  /** Sets the user as confirmed by the server. */
  know(me: Visitor): void {
    this.#me.value = me
  }

  /** Reads the user again: a role may have been changed or revoked. */
  async refresh(): Promise<Visitor> {
    const me = await this.#client.call('GET access/me')
    this.know(me)
    return me
  }

  async signOut(): Promise<void> {
    await this.#client.call('POST access/sign-out')
  }

  #may(scope: Visitor['scopes'][number]): ReadonlySignal<boolean> {
    return computed(() => this.#me.value.scopes.includes(scope))
  }
}

/** Message of an error: the server's own text, or ours when the connection failed. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof MarineDataError)) return t('link.never')
  const faults = (error.details.errors ?? []).map(
    ({ path, message }) => `${path.replace('/', '')} ${message}`,
  )
  return [error.message, ...faults].join(': ')
}

interface BoatOptions {
  readonly url: string
  readonly productWord: ProductWord
  /** Whether the stream needs a ticket. The open demo does not. */
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

export const BoatContext = createContext<Boat | undefined>(undefined)

/** The boat of this console. */
export const useBoat = (): Boat => {
  const boat = useContext(BoatContext)
  if (boat === undefined) throw new TypeError('There is no boat around this part')
  return boat
}

/** Subscribes while the component is mounted. The subscription is read once. */
export const useSubscription = (subscription: Subscription): void => {
  const boat = useBoat()
  useEffect(() => {
    const following = boat.follow(subscription)
    return () => following[Symbol.dispose]()
  }, [boat])
}

/** Whether the data is real, simulated or replayed. */
type Origin = 'real' | 'simulated' | 'replayed'

/** Paths whose source decides. A sailing boat has at least one of them. */
const originPaths = [
  'navigation.position',
  'navigation.headingMagnetic',
  'navigation.speedOverGround',
] as const

/** A plugin can only write under its own name, so the source is reliable. */
const originOfSource = (source: string): Origin => {
  if (source.startsWith('simulator.')) return 'simulated'
  return source.startsWith('file-replay.') ? 'replayed' : 'real'
}

export const originOf = ({ values, now, link }: Pick<Boat, 'values' | 'now' | 'link'>): Origin => {
  for (const path of originPaths) {
    const reading = values.of(path).value
    if (reading === undefined || ageOf(reading, now.value, link.isLost.value) === 'dead') continue
    const origin = originOfSource(reading.source)
    if (origin !== 'real') return origin
  }
  return 'real'
}
