import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { AutopilotDescription, AutopilotOperation, ModeKind, SentDelta } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { reportAfter, isOffline, type PilotReport } from './pilot-report.ts'
import { kindOf } from './steering-kind.ts'

export type PilotAction = NonNullable<AutopilotDescription['options']['actions']>[number]

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

/** The autopilots aboard as reported by the stream, and the selected one. */
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
  #asked = 0

  readonly all: ReadonlySignal<readonly PilotReport[]>
  /** The one selected here, otherwise the default; undefined if there is none. */
  readonly chosen: ReadonlySignal<PilotReport | undefined>
  /** Capabilities of the selected one; undefined while unknown. */
  readonly description: ReadonlySignal<AutopilotDescription | undefined>
  /** What its target means now. */
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
    const hearing = boat.onDelta((delta) => this.#hear(delta))
    const refreshing = setInterval(() => this.refresh(), refreshMs)
    this.#ending.push(
      () => hearing[Symbol.dispose](),
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
    const number = ++this.#asked
    const description = await this.#boat.client
      .call<AutopilotDescription>('GET', ['vessels', 'self', 'autopilots', id])
      // It is requested again soon; until then the last response stays.
      .catch(() => undefined)
    if (description !== undefined && number === this.#asked) this.#described.value = { id, description }
  }

  #hear({ context, updates }: SentDelta): void {
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
