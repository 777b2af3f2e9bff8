import {
  isNormal,
  severityOf,
  type LogbookEntryKind,
  type Notification,
  type Severity,
} from '@marinedata/model'
import type { SentDelta } from '@marinedata/plugin-api'

/** A change that becomes an entry. */
export interface LoggedEvent {
  readonly kind: LogbookEntryKind
  readonly text?: string
}

/**
 * The conditions that were on at the last save, with their texts. After a restart only what has changed since then is
 * an event.
 */
export type SavedConditions = Readonly<Record<string, string>>

const anchorPath = 'navigation.anchor.state'
const markPath = 'navigation.courseGreatCircle.nextPoint.position'
const engagedPath = 'steering.autopilot.engaged'
const overboardPath = 'notifications.mob'
const enginePattern = /^propulsion\.([A-Za-z0-9_-]+)\.(?:revolutions|state)$/

/** Patterns of all paths whose changes are events. */
export const eventPaths = [
  anchorPath,
  markPath,
  engagedPath,
  'propulsion.*.revolutions',
  'propulsion.*.state',
  'notifications.*',
] as const

/** At most this many engines, autopilots and alarms are remembered together: they fit into one value of the storage. */
const maxConditions = 32
const longestText = 100

/** A condition as it is compared. Unknown is undefined, and changes nothing. */
interface Observed {
  readonly key: string
  readonly isOn: boolean | undefined
  readonly kinds: { readonly on: LogbookEntryKind; readonly off: LogbookEntryKind }
  readonly text?: string
}

type Update = SentDelta['updates'][number]
type SentValue = NonNullable<Update['values']>[number]

interface Received {
  readonly path: string
  readonly source: string
  /** Undefined when it is stale. */
  readonly value: unknown
}

const observedAnchor = ({ value }: Received): Observed => ({
  key: 'anchor',
  isOn: typeof value === 'string' ? value !== 'raised' : undefined,
  kinds: { on: 'anchor-down', off: 'anchor-up' },
})

const observedCourse = ({ value }: Received): Observed => ({
  key: 'course',
  isOn: value === undefined ? undefined : value !== null,
  kinds: { on: 'course-started', off: 'course-ended' },
})

const observedPilot = ({ value, source }: Received): Observed => ({
  key: `pilot ${source}`,
  isOn: typeof value === 'boolean' ? value : undefined,
  kinds: { on: 'pilot-engaged', off: 'pilot-disengaged' },
  text: source,
})

const isEngineOn = (path: string, value: unknown): boolean | undefined => {
  if (path.endsWith('.revolutions')) return typeof value === 'number' ? value > 0 : undefined
  return value === 'started' || value === 'stopped' ? value === 'started' : undefined
}

const observedEngine = ({ path, value }: Received): Observed | undefined => {
  const engine = enginePattern.exec(path)?.[1]
  return engine === undefined
    ? undefined
    : {
        key: `engine ${engine}`,
        isOn: isEngineOn(path, value),
        kinds: { on: 'engine-started', off: 'engine-stopped' },
        text: engine,
      }
}

const isAlarm = (state: Severity): boolean => severityOf(state) >= severityOf('alarm')

const isOverboard = (path: string): boolean => path === overboardPath || path.startsWith(`${overboardPath}.`)

const observedAlarm = ({ path, source, value }: Received): Observed | undefined => {
  const { state = 'normal', message = '' } = Object(value) as Partial<Notification>
  // A lower severity neither begins nor ends an alarm.
  if (!isNormal(state) && !isAlarm(state)) return undefined
  return {
    key: `alarm ${source} ${path}`,
    isOn: isAlarm(state),
    kinds: { on: isOverboard(path) ? 'man-overboard' : 'alarm-raised', off: 'alarm-cleared' },
    text: (message || path.slice('notifications.'.length)).slice(0, longestText),
  }
}

const observerByPath = new Map([
  [anchorPath, observedAnchor],
  [markPath, observedCourse],
  [engagedPath, observedPilot],
])

const observed = (received: Received): Observed | undefined => {
  const { path } = received
  if (path.startsWith('notifications.')) return observedAlarm(received)
  return observerByPath.get(path)?.(received) ?? observedEngine(received)
}

const receivedOf = (
  { $source: source = '' }: Update,
  { path, value, stale: isStale }: SentValue,
): Received => ({
  path,
  source,
  value: isStale === true ? undefined : value,
})

/** Compares engines, anchor, alarms, course and autopilots with what they were. */
export class Conditions {
  /** The text of each condition that is on. */
  readonly #textByKey: Map<string, string>
  readonly #runningEngines = new Set<string>()

  constructor(saved: SavedConditions) {
    this.#textByKey = new Map(Object.entries(saved).slice(-maxConditions))
  }

  get saved(): SavedConditions {
    return Object.fromEntries(this.#textByKey)
  }

  get isAnchored(): boolean {
    return this.#textByKey.has('anchor')
  }

  /** Whether an engine is known to run now. */
  get isEngineRunning(): boolean {
    return this.#runningEngines.size > 0
  }

  /** What has changed. An unknown value changes nothing. */
  take({ updates }: SentDelta): LoggedEvent[] {
    return updates.flatMap((update) =>
      (update.values ?? []).flatMap((sent) => {
        const seen = observed(receivedOf(update, sent))
        if (seen?.key.startsWith('engine ') === true) this.#noteEngine(seen)
        return seen === undefined ? [] : this.#compare(seen)
      }),
    )
  }

  #noteEngine({ key, isOn }: Observed): void {
    if (isOn === true) this.#runningEngines.add(key)
    else this.#runningEngines.delete(key)
  }

  #compare({ key, isOn, kinds, text = '' }: Observed): LoggedEvent[] {
    const before = this.#textByKey.get(key)
    if (isOn === undefined || isOn === (before !== undefined)) return []
    if (isOn) this.#remember(key, text)
    else this.#textByKey.delete(key)
    // An alarm ends without its message.
    const shown = isOn ? text : (before ?? text)
    return [{ kind: isOn ? kinds.on : kinds.off, ...(shown !== '' && { text: shown }) }]
  }

  #remember(key: string, text: string): void {
    const [oldest] = this.#textByKey.keys()
    if (this.#textByKey.size >= maxConditions && oldest !== undefined) this.#textByKey.delete(oldest)
    this.#textByKey.set(key, text)
  }
}
