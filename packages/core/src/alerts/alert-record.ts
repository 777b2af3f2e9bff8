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

/** Alerts that people raise stand under this name. */
export const crewSource = 'crew'
export const overboardPath = 'notifications.mob'

/** A condition of the own vessel, where and by whom it was told. */
export interface Hearing {
  readonly path: string
  readonly source: string
  readonly condition: Condition
}

/** An alert as it is kept: what its source said last of what is wrong, and what became of it aboard. */
export interface AlertRecord {
  readonly id: string
  readonly path: string
  readonly source: string
  readonly status: AlertStatus
  readonly condition: Condition
  /** Worse than its source says, because nobody acknowledged it. */
  readonly escalatedTo?: Severity
  readonly raisedAt: string
  readonly raisedBy?: string
  /** Seconds; of a call, which is over when someone has heard it, or after so long. */
  readonly lasts?: number
  readonly acknowledgedBy?: string
  readonly acknowledgedAt?: string
  readonly silencedUntil?: string
  readonly position?: Position | null
}

/** An alert that is over, as it last stood. */
export interface EndedRecord extends AlertRecord {
  /** By the wall clock, as it was set then. */
  readonly endedAt: string
  readonly ending: AlertEnding
}

export const isEnded = (record: AlertRecord | EndedRecord): record is EndedRecord => 'endedAt' in record

/** Each source speaks for itself: two pilots, two alarms at one path. */
export const keyOf = ({ path, source }: Pick<AlertRecord, 'path' | 'source'>): string => `${path} ${source}`

/** How bad it is taken to be. */
export const shownState = ({ condition, escalatedTo }: AlertRecord): Severity =>
  escalatedTo !== undefined && severityOf(escalatedTo) > severityOf(condition.state)
    ? escalatedTo
    : condition.state

/** What is to be done now. */
const methodNow = ({ status, condition, escalatedTo }: AlertRecord): AlertMethod[] => {
  const method: AlertMethod[] = escalatedTo === undefined ? condition.method : ['visual', 'sound']
  return status === 'active' ? method : method.filter((each) => each !== 'sound')
}

/** The condition without its noise. */
export const quietly = (condition: Condition): Condition =>
  condition.method.includes('sound')
    ? { ...condition, method: condition.method.filter((method) => method !== 'sound') }
    : condition

/** A record without some of its members. */
export const without = <Whole extends AlertRecord, Name extends keyof AlertRecord>(
  record: Whole,
  ...names: readonly Name[]
): Omit<Whole, Name> => {
  const left = Object.entries(record).filter(([name]) => !(names as readonly string[]).includes(name))
  // What is left is what was not named.
  return Object.fromEntries(left) as unknown as Omit<Whole, Name>
}

/** The alert as everyone sees it at its path. */
export const notificationOf = (record: AlertRecord, isSaved = true): Notification => ({
  ...record.condition,
  state: record.status === 'rectified' ? 'normal' : shownState(record),
  method: methodNow(record),
  ...without(record, 'condition', 'escalatedTo', 'path', 'source'),
  ...(!isSaved && { saved: false }),
})

export const alertOf = (record: AlertRecord, isSaved = true): Alert => {
  const { path, source, id, status, raisedAt } = record
  return { path, source, ...notificationOf(record, isSaved), id, status, raisedAt }
}

/** As bad as it was when it last stood. */
export const pastAlertOf = (record: EndedRecord): PastAlert => ({
  path: record.path,
  source: record.source,
  state: shownState(record),
  message: record.condition.message,
  ...without(record, 'condition', 'escalatedTo', 'status', 'lasts', 'silencedUntil', 'path', 'source'),
})

/** What is told when it is over: no status any more. */
export const endOf = ({ id }: AlertRecord): Notification => ({ state: 'normal', method: [], message: '', id })

/** From alarm on it sounds, unless said otherwise. */
export const usualMethod = (state: Severity): AlertMethod[] =>
  severityOf(state) >= severityOf('alarm') ? ['visual', 'sound'] : ['visual']

/** Sounding ones first in a list: the worst, then the newest. */
export const byUrgency = (one: AlertRecord, other: AlertRecord): number => {
  const [a, b] = [one, other].map((record) =>
    record.status === 'rectified' ? -1 : severityOf(shownState(record)),
  )
  return (b ?? 0) - (a ?? 0) || (one.raisedAt < other.raisedAt ? 1 : -1)
}
