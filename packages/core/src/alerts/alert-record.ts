import {
  severityOf,
  type Alert,
  type AlertMethod,
  type AlertStatus,
  type Condition,
  type Notification,
  type Position,
  type Severity,
} from '@marinedata/model'

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
  readonly acknowledgedBy?: string
  readonly acknowledgedAt?: string
  readonly silencedUntil?: string
  readonly position?: Position | null
}

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

/** A record without some of its members. */
export const without = <Name extends keyof AlertRecord>(
  record: AlertRecord,
  ...names: readonly Name[]
): Omit<AlertRecord, Name> => {
  const left = Object.entries(record).filter(([name]) => !(names as readonly string[]).includes(name))
  // What is left is what was not named.
  return Object.fromEntries(left) as unknown as Omit<AlertRecord, Name>
}

/** The alert as everyone sees it at its path. */
export const notificationOf = (record: AlertRecord): Notification => ({
  ...record.condition,
  state: record.status === 'rectified' ? 'normal' : shownState(record),
  method: methodNow(record),
  ...without(record, 'condition', 'escalatedTo', 'path', 'source'),
})

export const alertOf = (record: AlertRecord): Alert => {
  const { path, source, id, status, raisedAt } = record
  return { path, source, ...notificationOf(record), id, status, raisedAt }
}

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
