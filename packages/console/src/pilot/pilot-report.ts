import type { AutopilotReport, SentDelta } from '@marinedata/model'

type Update = SentDelta['updates'][number]
export type Manoeuvre = NonNullable<AutopilotReport['manoeuvre']>

/** What a dodge left behind, as far as this page saw it begin. */
export interface Dodge {
  /** On the clock of `performance.now()`. */
  readonly since: number
  /** The heading that it held at first. */
  readonly from: number | null
}

/** What one autopilot says of itself, and what this page remembers of it. Angles in radians. */
export interface PilotReport {
  readonly id: string
  readonly state: string | null
  readonly mode: string | null
  readonly target: number | null
  readonly isEngaged: boolean
  /** Who alone may command it; null when anyone may. */
  readonly helm: string | null
  readonly isDefault: boolean
  readonly manoeuvre: Manoeuvre | null
  /** What it held before the manoeuvre began; null when this page did not see that. */
  readonly targetBefore: number | null
  readonly dodge: Dodge | undefined
}

export const offlineState = 'off-line'
export const dodgeMode = 'dodge'
const prefix = 'steering.autopilot.'

export const isOffline = ({ state }: PilotReport): boolean => state === offlineState
export const isDodging = ({ mode }: PilotReport): boolean => mode === dodgeMode

const unheard = (id: string): PilotReport => ({
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

/** What each path says, as a member of the report. */
const members: Readonly<Record<string, (value: unknown) => Partial<PilotReport>>> = {
  state: (value) => ({ state: textOf(value) }),
  mode: (value) => ({ mode: textOf(value) }),
  target: (value) => ({ target: typeof value === 'number' ? value : null }),
  engaged: (value) => ({ isEngaged: value === true }),
  helm: (value) => ({ helm: textOf(value) }),
  defaultPilot: (value) => ({ isDefault: value !== null }),
  manoeuvre: (value) => ({ manoeuvre: manoeuvreOf(value) }),
}

const dodgeOf = (before: PilotReport, told: PilotReport, now: number): Dodge | undefined => {
  if (!isDodging(told)) return undefined
  if (isDodging(before)) return before.dodge
  // Whoever opens the page in the middle of it cannot know since when.
  return before.mode === null ? undefined : { since: now, from: told.target }
}

const targetBeforeOf = (before: PilotReport, told: PilotReport): number | null => {
  if (told.manoeuvre === null) return null
  return before.manoeuvre === null ? before.target : before.targetBefore
}

const isSame = (a: PilotReport, b: PilotReport): boolean =>
  JSON.stringify({ ...a, dodge: a.dodge?.since }) === JSON.stringify({ ...b, dodge: b.dodge?.since })

/** What is known after an update; the same object when nothing of it is news, and undefined when it is of no autopilot. */
export const heard = (
  before: PilotReport | undefined,
  { $source: id = '', values = [] }: Pick<Update, '$source' | 'values'>,
  now: number,
): PilotReport | undefined => {
  const told = values.flatMap(({ path, value }) => {
    const member = path.startsWith(prefix) ? members[path.slice(prefix.length)] : undefined
    return member === undefined ? [] : [member(value)]
  })
  if (told.length === 0) return before
  const known = before ?? unheard(id)
  const said: PilotReport = { ...known }
  for (const part of told) Object.assign(said, part)
  const next = { ...said, dodge: dodgeOf(known, said, now), targetBefore: targetBeforeOf(known, said) }
  return before !== undefined && isSame(before, next) ? before : next
}
