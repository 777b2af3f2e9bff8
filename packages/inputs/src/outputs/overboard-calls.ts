import type { Overboard } from '@marinedata/model'
import type { Storage } from '@marinedata/plugin-api'
import type { LiveValues } from './live-state.ts'
import type { RepeatTimer } from './repeats.ts'
import type { SentAlert, WireAlertChange } from './wire-alerts.ts'

/** The values that are sent as they were when the button was pressed. */
export const motionPaths = {
  course: 'navigation.courseOverGroundTrue',
  speed: 'navigation.speedOverGround',
} as const

const storageKey = 'overboard'
/** The server sends all alerts at once after the start: one that it has not sent by then has ended. */
const firstAlertsMs = 5_000
/** The plugin `distress` writes this before the name of a beacon of the crew. */
const ownBeaconWords = 'Man overboard:'
const beaconPath = /^notifications\.distress\.([0-9]{9})$/

/** A call as it is saved, so that a restart neither loses its end nor changes its values. */
interface SavedCall {
  readonly id: string
  readonly overboard: Omit<Overboard, 'mmsi'>
}

/** A call, and the alert as it is now. */
interface Call extends SavedCall {
  readonly latest: () => SentAlert | undefined
}

export interface OverboardCallsOptions {
  readonly timer: RepeatTimer
  readonly storage: Storage
  /** Live values of the boat. */
  readonly values: Pick<LiveValues, 'get'>
  readonly mmsi: string | undefined
  readonly warn: (message: string) => void
  /** A person is overboard. @param overboard its latest position */
  readonly raise: (key: string, overboard: () => Overboard) => void
  readonly clear: (key: string, overboard: Overboard) => void
}

/** The emitter of a call: none for the button, the number of an own beacon; false for other alerts. */
const emitterOf = ({ kind, path, message, priority }: SentAlert): number | undefined | false => {
  if (kind === 'overboard') return undefined
  const [, number] = beaconPath.exec(path) ?? []
  const isActive = priority === 'emergency' || priority === 'alarm'
  return number !== undefined && isActive && message.startsWith(ownBeaconWords) && Number(number)
}

const isOver = ({ state }: WireAlertChange): boolean => state === 'ended' || state === 'rectified'

const savedCalls = (saved: unknown): Map<string, SavedCall> =>
  // Only this class writes the key.
  new Map(Array.isArray(saved) ? (saved as [string, SavedCall][]) : [])

/** The people overboard whom devices on a wire must know: the button of the crew, and beacons of the crew. */
export class OverboardCalls implements Disposable {
  readonly #options: OverboardCallsOptions
  readonly #calls = new Map<string, Call>()
  #saved = new Map<string, SavedCall>()
  #first: Disposable | undefined

  constructor(options: OverboardCallsOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    this.#saved = savedCalls(await this.#options.storage.get(storageKey))
    if (this.#saved.size > 0)
      this.#first = this.#options.timer.after(firstAlertsMs, () => this.#endForgotten())
  }

  /** @param latest the alert as it is now */
  changed(change: WireAlertChange, latest: Call['latest']): void {
    const { alert } = change
    const emitter = emitterOf(alert)
    const known = this.#calls.get(alert.key)
    if (emitter !== false && !isOver(change)) {
      if (known === undefined) this.#raise(alert, emitter, latest)
    } else if (known !== undefined) this.#clear(alert.key, known)
  }

  /** The calls that last: for a bus that is connected later. */
  get present(): readonly (readonly [key: string, overboard: () => Overboard])[] {
    return [...this.#calls].map(([key, call]) => [key, () => this.#overboardOf(call)] as const)
  }

  [Symbol.dispose](): void {
    this.#first?.[Symbol.dispose]()
  }

  #raise(alert: SentAlert, emitter: number | undefined, latest: Call['latest']): void {
    const { key, id, raisedAt, position } = alert
    const saved = this.#saved.get(key)
    const motion = emitter === undefined ? this.#motion() : { emitter }
    const fresh = { at: Date.parse(raisedAt), position, ...motion }
    const call = { id, latest, overboard: saved?.id === id ? saved.overboard : fresh }
    this.#saved.delete(key)
    this.#calls.set(key, call)
    this.#save()
    this.#options.raise(key, () => this.#overboardOf(call))
  }

  #clear(key: string, call: Call): void {
    this.#calls.delete(key)
    this.#save()
    this.#options.clear(key, this.#overboardOf(call))
  }

  /** A beacon moves; the place of the button stays. */
  #overboardOf({ overboard, latest }: Call): Overboard {
    const { mmsi } = this.#options
    const moved = overboard.emitter === undefined ? undefined : latest()?.position
    return { ...overboard, position: moved ?? overboard.position, mmsi }
  }

  #motion(): Pick<Overboard, 'course' | 'speed'> {
    const numberAt = (path: string): number | undefined => {
      const value = this.#options.values.get(path)
      return typeof value === 'number' ? value : undefined
    }
    return { course: numberAt(motionPaths.course), speed: numberAt(motionPaths.speed) }
  }

  #endForgotten(): void {
    const { mmsi, clear } = this.#options
    for (const [key, { overboard }] of this.#saved) clear(key, { ...overboard, mmsi })
    this.#saved.clear()
    this.#save()
  }

  #save(): void {
    const calls = [...this.#calls].map(([key, { id, overboard }]) => [key, { id, overboard }] as const)
    const all = [...this.#saved, ...calls]
    this.#options.storage
      .set({ [storageKey]: all.length === 0 ? null : all })
      .catch((error: unknown) =>
        this.#options.warn(`could not save who is overboard: ${(error as Error).message}`),
      )
  }
}
