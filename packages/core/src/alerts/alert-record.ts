import {
  severityOf,
  type Alert,
  type AlertEnding,
  type AlertMethod,
  type AlertStatus,
  type Condition,
  type Notification,
  type PastAlert,
  type Position,
  type Severity,
} from '@marinedata/model'

/** The source of alerts that people raise. */
export const crewSource = 'crew'
export const overboardPath = 'notifications.mob'

/** A condition of own ship with its path and source. */
export interface SourceCondition {
  readonly path: string
  readonly source: string
  readonly condition: Condition
}

/** An alert in the registry: the last condition from its source, and its state on the boat. */
export interface AlertRecord {
  readonly id: string
  readonly path: string
  readonly source: string
  readonly status: AlertStatus
  readonly condition: Condition
  /** A higher severity than its source's, because the alert was not acknowledged in time. */
  readonly escalatedTo?: Severity
  readonly raisedAt: string
  readonly raisedBy?: string
  /** Set for a call: it ends when acknowledged, or after this number of seconds. */
  readonly lasts?: number
  readonly acknowledgedBy?: string
  readonly acknowledgedAt?: string
  readonly silencedUntil?: string
  readonly position?: Position | null
}

/** An ended alert in its last state. */
export interface EndedRecord extends AlertRecord {
  /** Wall clock time at the end. */
  readonly endedAt: string
  readonly ending: AlertEnding
  /** Set while the source may repeat the condition that a person has ended: the repetition raises no alert. */
  readonly ignoresRepeats?: true
}

export const isEnded = (record: AlertRecord | EndedRecord): record is EndedRecord => 'endedAt' in record

/** Alerts are per path and source: two autopilots can have two alarms at one path. */
export const keyOf = ({ path, source }: Pick<AlertRecord, 'path' | 'source'>): string => `${path} ${source}`

/** The effective severity: the escalated one if it is higher than the source's. */
export const effectiveSeverity = ({ condition, escalatedTo }: AlertRecord): Severity =>
  escalatedTo !== undefined && severityOf(escalatedTo) > severityOf(condition.state)
    ? escalatedTo
    : condition.state

/** The methods that apply now: only an active alert sounds. */
const currentMethods = ({ status, condition, escalatedTo }: AlertRecord): AlertMethod[] => {
  const method: AlertMethod[] = escalatedTo === undefined ? condition.method : ['visual', 'sound']
  return status === 'active' ? method : method.filter((each) => each !== 'sound')
}

/** The condition without the sound method. */
export const withoutSound = (condition: Condition): Condition =>
  condition.method.includes('sound')
    ? { ...condition, method: condition.method.filter((method) => method !== 'sound') }
    : condition

/** Copies a record without some of its members. */
export const without = <Whole extends AlertRecord, Name extends keyof Whole>(
  record: Whole,
  ...names: readonly Name[]
): Omit<Whole, Name> => {
  const remaining = Object.entries(record).filter(([name]) => !(names as readonly string[]).includes(name))
  // The remaining entries form Omit<Whole, Name>.
  return Object.fromEntries(remaining) as unknown as Omit<Whole, Name>
}

/** The notification value to publish at the alert's path. */
export const notificationOf = (record: AlertRecord, isSaved = true): Notification => ({
  ...record.condition,
  state: record.status === 'rectified' ? 'normal' : effectiveSeverity(record),
  method: currentMethods(record),
  ...without(record, 'condition', 'escalatedTo', 'path', 'source'),
  ...(!isSaved && { saved: false }),
})

export const alertOf = (record: AlertRecord, isSaved = true): Alert => {
  const { path, source, id, status, raisedAt } = record
  return { path, source, ...notificationOf(record, isSaved), id, status, raisedAt }
}

const hiddenOfPast = [
  'condition',
  'escalatedTo',
  'status',
  'lasts',
  'silencedUntil',
  'path',
  'source',
  'ignoresRepeats',
] as const satisfies readonly (keyof EndedRecord)[]

/** A past alert with the severity it had at its end. */
export const pastAlertOf = (record: EndedRecord): PastAlert => ({
  path: record.path,
  source: record.source,
  state: effectiveSeverity(record),
  message: record.condition.message,
  ...(record.condition.position !== undefined && { position: record.condition.position }),
  ...without(record, ...hiddenOfPast),
})

/** The notification value that ends an alert: without a status. */
export const endNotification = ({ id }: AlertRecord): Notification => ({
  state: 'normal',
  method: [],
  message: '',
  id,
})

/** The notification of an alert that lost its place: its condition still exists, and an acknowledged one is silent. */
export const evictedNotification = (record: AlertRecord): Notification => {
  if (record.status === 'rectified') return endNotification(record)
  const condition = { ...record.condition, state: effectiveSeverity(record) }
  return record.status === 'acknowledged' ? withoutSound(condition) : condition
}

/** The default methods: sound from severity alarm on. */
export const defaultMethod = (state: Severity): AlertMethod[] =>
  severityOf(state) >= severityOf('alarm') ? ['visual', 'sound'] : ['visual']

/** Sorts the highest severity first, then the newest; rectified alerts last. */
export const byUrgency = (one: AlertRecord, other: AlertRecord): number => {
  const [a, b] = [one, other].map((record) =>
    record.status === 'rectified' ? -1 : severityOf(effectiveSeverity(record)),
  )
  return (b ?? 0) - (a ?? 0) || (one.raisedAt < other.raisedAt ? 1 : -1)
}
