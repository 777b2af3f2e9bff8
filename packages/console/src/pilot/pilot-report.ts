import type { AutopilotReport, SentDelta } from '@marinedata/model'

type Update = SentDelta['updates'][number]
export type Manoeuvre = NonNullable<AutopilotReport['manoeuvre']>

/** A dodge whose start this page has seen. */
export interface Dodge {
  /** On the clock of `performance.now()`. */
  readonly since: number
  /** The heading held at its start. */
  readonly from: number | null
}

/** The reported state of one autopilot, and what this page remembers of it. Angles in radians. */
export interface PilotReport {
  readonly id: string
  readonly state: string | null
  readonly mode: string | null
  readonly target: number | null
  readonly isEngaged: boolean
  /** The only station that may command; null if any may. */
  readonly helm: string | null
  readonly isDefault: boolean
  readonly manoeuvre: Manoeuvre | null
  /** The target before the manoeuvre; null if this page did not see it. */
  readonly targetBefore: number | null
  readonly dodge: Dodge | undefined
}

export const offlineState = 'off-line'
export const dodgeMode = 'dodge'
const prefix = 'steering.autopilot.'

export const isOffline = ({ state }: PilotReport): boolean => state === offlineState
export const isDodging = ({ mode }: PilotReport): boolean => mode === dodgeMode

const emptyReport = (id: string): PilotReport => ({
  id,
  state: null,
  mode: null,
  target: null,
  isEngaged: false,
  helm: null,
  isDefault: false,
  manoeuvre: null,
  targetBefore: null,
  dodge: undefined,
})

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const manoeuvreOf = (value: unknown): Manoeuvre | null =>
  typeof value === 'object' && value !== null ? (value as Manoeuvre) : null

/** Maps each path to a member of the report. */
const members: Readonly<Record<string, (value: unknown) => Partial<PilotReport>>> = {
  state: (value) => ({ state: textOf(value) }),
  mode: (value) => ({ mode: textOf(value) }),
  target: (value) => ({ target: typeof value === 'number' ? value : null }),
  engaged: (value) => ({ isEngaged: value === true }),
  helm: (value) => ({ helm: textOf(value) }),
  defaultPilot: (value) => ({ isDefault: value !== null }),
  manoeuvre: (value) => ({ manoeuvre: manoeuvreOf(value) }),
}

const dodgeOf = (before: PilotReport, after: PilotReport, now: number): Dodge | undefined => {
  if (!isDodging(after)) return undefined
  if (isDodging(before)) return before.dodge
  // A page opened during a dodge cannot know its start.
  return before.mode === null ? undefined : { since: now, from: after.target }
}

const targetBeforeOf = (before: PilotReport, after: PilotReport): number | null => {
  if (after.manoeuvre === null) return null
  return before.manoeuvre === null ? before.target : before.targetBefore
}

const isSame = (a: PilotReport, b: PilotReport): boolean =>
  JSON.stringify({ ...a, dodge: a.dodge?.since }) === JSON.stringify({ ...b, dodge: b.dodge?.since })

/** The report after an update; the same object if nothing changed, undefined if it is of no autopilot. */
export const reportAfter = (
  before: PilotReport | undefined,
  { $source: id = '', values = [] }: Pick<Update, '$source' | 'values'>,
  now: number,
): PilotReport | undefined => {
  const changes = values.flatMap(({ path, value }) => {
    const member = path.startsWith(prefix) ? members[path.slice(prefix.length)] : undefined
    return member === undefined ? [] : [member(value)]
  })
  if (changes.length === 0) return before
  const known = before ?? emptyReport(id)
  const merged: PilotReport = { ...known }
  for (const part of changes) Object.assign(merged, part)
  const next = { ...merged, dodge: dodgeOf(known, merged, now), targetBefore: targetBeforeOf(known, merged) }
  return before !== undefined && isSame(before, next) ? before : next
}
