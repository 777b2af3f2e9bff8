import type { Condition, SentDelta } from '@marinedata/model'
import type { Boat, Subscription } from '@marinedata/plugin-api'
import { mapOf } from '@marinedata/ais'
import { DistressWatch } from '../../plugins/distress/src/watch/distress-watch.ts'

/** The boat of all vectors. */
export const ownMmsi = '235099999'
const ownPosition = { latitude: 50.333333, longitude: -4.166667 }
const self = `vessels.urn:mrn:imo:mmsi:${ownMmsi}`

const settings = { ownBeacons: [], emergencyWithin: 9_260, dscWithin: 46_300 }

type Values = Readonly<Record<string, unknown>>
type OnDelta = (delta: SentDelta) => void | Promise<void>

interface Listener {
  readonly subscription: Subscription
  readonly onDelta: OnDelta
}

const isInContext = ({ context = 'vessels.self' }: Subscription, from: string): boolean => {
  if (context === '*') return true
  return context.endsWith('.*')
    ? from !== 'vessels.self' && from.startsWith(context.slice(0, -1))
    : context === from
}

/** The rules of the plugin `distress` aboard a boat without a server. */
export class TrialBoat implements AsyncDisposable {
  /** Active alerts by path. */
  readonly alerts = new Map<string, Condition>()
  /** How often an alert began to sound. */
  sounds = 0
  readonly #listeners = new Set<Listener>()
  readonly #storage = new Map<string, unknown>()
  readonly #watch: DistressWatch

  private constructor() {
    this.#watch = new DistressWatch(this.#boat(), settings)
  }

  static async start(): Promise<TrialBoat> {
    const boat = new TrialBoat()
    await boat.#watch.start()
    return boat
  }

  /** Publishes values of a station as a decoder does. */
  publish(context: string, values: Values): void {
    const paths = Object.keys(values)
    const timestamp = new Date().toISOString()
    const update = {
      $source: 'trial',
      timestamp,
      values: Object.entries(values).map(([path, value]) => ({ path, value })),
    }
    for (const { subscription, onDelta } of this.#listeners)
      if (isInContext(subscription, context) && paths.some((path) => isSubscribed(subscription, path)))
        void onDelta({ context, updates: [update] })
  }

  raise(path: string, condition: Condition): void {
    const before = this.alerts.get(path)
    const wasSounding = before?.method.includes('sound') === true && before.episode === condition.episode
    if (condition.method.includes('sound') && !wasSounding) this.sounds++
    this.alerts.set(path, condition)
  }

  /** The context of a station. */
  static contextOf(mmsi: string): string {
    return `${mapOf(mmsi)}.urn:mrn:imo:mmsi:${mmsi}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watch[Symbol.asyncDispose]()
  }

  #boat(): Boat {
    const boat: Pick<Boat, 'self' | 'clear' | 'status'> & Record<string, unknown> = {
      self,
      raise: async (path: string, condition: Condition) => this.raise(path, condition),
      clear: async (path: string) => void this.alerts.delete(path),
      subscribe: async (subscription: Subscription, onDelta: OnDelta) =>
        this.#subscribe(subscription, onDelta),
      storage: {
        get: async (key: string) => this.#storage.get(key),
        set: async (values: Values) => {
          for (const [key, value] of Object.entries(values)) this.#storage.set(key, value)
        },
      },
      status: () => undefined,
      log: { warn: (message: string) => console.error(message), info: () => undefined },
    }
    // The members that the plugin uses.
    return boat as unknown as Boat
  }

  #subscribe(subscription: Subscription, onDelta: OnDelta): AsyncDisposable {
    const listener = { subscription, onDelta }
    this.#listeners.add(listener)
    if (isSubscribed(subscription, 'navigation.position') && subscription.context === undefined)
      this.publish('vessels.self', { 'navigation.position': ownPosition })
    return { [Symbol.asyncDispose]: async () => void this.#listeners.delete(listener) }
  }
}

const isSubscribed = ({ subscribe }: Subscription, path: string): boolean =>
  subscribe.some((pattern) => pattern.path === path || isBelow(pattern.path, path))

const isBelow = (pattern: string, path: string): boolean =>
  pattern.endsWith('.*') && path.startsWith(pattern.slice(0, -1))
