import {
  type AutopilotReport,
  type SentDelta,
  degree,
  turnBetween,
  wrapFull,
  wrapHalf,
  type AutopilotDescription,
  type ModeKind,
  type AutopilotOperation,
  radians,
} from '@marinedata/model'
import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { bearingText, sideText } from '#units/quantities.ts'

type Update = SentDelta['updates'][number]
type Manoeuvre = NonNullable<AutopilotReport['manoeuvre']>

/** A dodge whose start this page has seen. */
interface Dodge {
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

const offlineState = 'off-line'
const dodgeMode = 'dodge'
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

export type Side = 'port' | 'starboard'

/** The kind of target that a mode steers by. A dodging autopilot holds a heading. */
export const kindOf = (
  mode: string | null,
  description: Pick<AutopilotDescription, 'options'> | undefined,
): ModeKind | undefined => {
  if (mode === dodgeMode) return 'heading'
  // Kinds of the server's table. A newer kind is unknown here, and shown as such.
  return description?.options.modeKinds?.find(({ name }) => name === mode)?.kind as ModeKind | undefined
}

/** A target in the notation of its kind: `250`, or the side of the wind, `P38`. */
export const targetText = (target: number, kind: ModeKind | undefined): string => {
  if (kind === 'wind') return sideText(0 - target)
  return kind === 'rudder' ? sideText(target) : bearingText(target)
}

/** The target within a sentence: `250°`, `38° P`. */
export const targetInWords = (target: number, kind: ModeKind | undefined): string => {
  const text = targetText(target, kind)
  return text.includes('°') ? text : `${text}°`
}

/** Adds degrees to a target: positive turns the bow to starboard in every mode. */
export const turned = (target: number, byDegrees: number, kind: ModeKind | undefined): number => {
  const sum = target + byDegrees * degree
  if (kind === 'wind') return wrapHalf(radians(sum))
  return kind === 'rudder' ? sum : wrapFull(radians(sum))
}

/** The present heading and wind. It is what an engaging autopilot would hold. */
export interface Present {
  readonly heading: number | undefined
  readonly course: number | undefined
  /** The apparent wind, positive to starboard. */
  readonly windAngle: number | undefined
}

export const presentOf = (
  kind: ModeKind | undefined,
  { heading, course, windAngle }: Present,
): number | undefined => {
  switch (kind) {
    case 'heading':
      return heading
    case 'course':
      return course
    case 'wind':
      return windAngle === undefined ? undefined : wrapHalf(radians(0 - windAngle))
    default:
      return undefined
  }
}

/** Degrees left to turn to that side; never negative. */
export const leftToTurn = (present: number, target: number, direction: Side): number => {
  const way = turnBetween(radians(present), radians(target)) / degree
  const towards = direction === 'starboard' ? way : -way
  // A slight overshoot counts as arrived, not as a whole turn.
  if (towards < -90) return towards + 360
  return Math.max(0, towards)
}

type PilotAction = NonNullable<AutopilotDescription['options']['actions']>[number]

const quietMs = 150
/** Delay of the first request: the first load comes first. */
const firstQuietMs = 300
/** Available operations also depend on the device's sensors, which the stream does not report. */
const refreshMs = 5_000
const none: ReadonlyMap<string, PilotReport> = new Map()

/** An autopilot whose plugin is gone has no state; an offline one has. */
const isThere = ({ state }: PilotReport): boolean => state !== null

/** The default one first, then by name. */
const inOrder = (reports: Iterable<PilotReport>): readonly PilotReport[] =>
  [...reports].toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.id.localeCompare(b.id))

/** The boat's autopilots as reported by the stream, and the selected one. */
export class Pilots implements Disposable {
  readonly #boat: Pick<Boat, 'client' | 'link' | 'onDelta'>
  readonly #reports = signal(none)
  readonly #choice = signal<string | undefined>(undefined)
  readonly #described = signal<
    { readonly id: string; readonly description: AutopilotDescription } | undefined
  >(undefined)
  readonly #ending: (() => void)[] = []
  #asking: ReturnType<typeof setTimeout> | undefined
  /** Counts requests, to discard the response of an outdated one. */
  #descriptionRequests = 0

  readonly all: ReadonlySignal<readonly PilotReport[]>
  /** The autopilot selected here, otherwise the default, if there is any. */
  readonly chosen: ReadonlySignal<PilotReport | undefined>
  /** Capabilities of the selected one; undefined while unknown. */
  readonly description: ReadonlySignal<AutopilotDescription | undefined>
  /** The present meaning of its target. */
  readonly kind: ReadonlySignal<ModeKind | undefined>

  constructor(boat: Pick<Boat, 'client' | 'link' | 'onDelta'>) {
    this.#boat = boat
    this.all = computed(() => inOrder([...this.#reports.value.values()].filter(isThere)))
    this.chosen = computed(() => {
      const choice = this.#choice.value
      return this.all.value.find(({ id }) => id === choice) ?? this.all.value[0]
    })
    this.description = computed(() => {
      const described = this.#described.value
      return described?.id === this.chosen.value?.id ? described?.description : undefined
    })
    this.kind = computed(() => kindOf(this.chosen.value?.mode ?? null, this.description.value))
    const listening = boat.onDelta((delta) => this.#receive(delta))
    const refreshing = setInterval(() => this.refresh(), refreshMs)
    this.#ending.push(
      () => listening[Symbol.dispose](),
      () => clearInterval(refreshing),
      () => clearTimeout(this.#asking),
      this.#describing(),
    )
  }

  choose(id: string): void {
    this.#choice.value = id
  }

  /** Whether an operation is available, with the reason if not; undefined while unknown. */
  action(id: AutopilotOperation): PilotAction | undefined {
    return this.description.value?.options.actions?.find((action) => action.id === id)
  }

  /** Reloads the capabilities of the selected one. */
  refresh(): void {
    clearTimeout(this.#asking)
    const waitMs = this.#described.peek() === undefined ? firstQuietMs : quietMs
    this.#asking = setTimeout(() => void this.#describe(), waitMs)
  }

  [Symbol.dispose](): void {
    for (const end of this.#ending) end()
  }

  /** Loads the capabilities when an autopilot is selected, and again after each of its reports. */
  #describing(): () => void {
    const gist = computed(() => {
      const { id, state, mode, isEngaged, manoeuvre } = this.chosen.value ?? {}
      return JSON.stringify([id, state, mode, isEngaged, manoeuvre])
    })
    return effect(() => {
      if (gist.value !== '[null,null,null,null,null]') this.refresh()
    })
  }

  async #describe(): Promise<void> {
    const id = this.chosen.peek()?.id
    if (id === undefined || document.hidden || this.#boat.link.isLost.peek()) return
    const number = ++this.#descriptionRequests
    const description = await this.#boat.client
      .call('GET vessels/self/autopilots/{id}', { params: { id } })
      // It is requested again soon; until then the last response stays.
      .catch(() => undefined)
    if (description !== undefined && number === this.#descriptionRequests)
      this.#described.value = { id, description }
  }

  #receive({ context, updates }: SentDelta): void {
    if (context !== 'vessels.self') return
    batch(() => {
      for (const update of updates) this.#note(update)
    })
  }

  #note(update: SentDelta['updates'][number]): void {
    const { $source: id } = update
    if (id === undefined) return
    const before = this.#reports.peek().get(id)
    const next = reportAfter(before, update, performance.now())
    if (next === undefined || next === before) return
    this.#reports.value = new Map(this.#reports.peek()).set(id, next)
  }
}

/** Whether the autopilot is present and online. */
export const isReachable = (report: PilotReport | undefined): report is PilotReport =>
  report !== undefined && !isOffline(report)
