import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { AutopilotDescription, AutopilotOperation, ModeKind, SentDelta } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { heard, isOffline, type PilotReport } from './pilot-report.ts'
import { kindOf } from './steering-kind.ts'

export type PilotAction = NonNullable<AutopilotDescription['options']['actions']>[number]

const quietMs = 150
/** The first load has other things to fetch first. */
const firstQuietMs = 300
/** What a device can do also depends on what it senses, of which the stream does not tell. */
const refreshMs = 5_000
const none: ReadonlyMap<string, PilotReport> = new Map()

/** One that is gone, with its plugin, has no state any more; off-line is one. */
const isThere = ({ state }: PilotReport): boolean => state !== null

/** The default one first, then by name. */
const inOrder = (reports: Iterable<PilotReport>): readonly PilotReport[] =>
  [...reports].toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.id.localeCompare(b.id))

/** The autopilots aboard as the stream tells of them, and the one of them that this page looks at. */
export class Pilots implements Disposable {
  readonly #boat: Pick<Boat, 'client' | 'link' | 'onDelta'>
  readonly #reports = signal(none)
  readonly #choice = signal<string | undefined>(undefined)
  readonly #described = signal<
    { readonly id: string; readonly description: AutopilotDescription } | undefined
  >(undefined)
  readonly #ending: (() => void)[] = []
  #asking: ReturnType<typeof setTimeout> | undefined
  /** Counts what was asked: an answer that was overtaken by a newer one is old. */
  #asked = 0

  readonly all: ReadonlySignal<readonly PilotReport[]>
  /** The one that was chosen here, else the default one; undefined while there is none. */
  readonly chosen: ReadonlySignal<PilotReport | undefined>
  /** What the chosen one can do; undefined until that is known. */
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

  /** Whether the chosen one can do something now, and if not, why; undefined until that is known. */
  action(id: AutopilotOperation): PilotAction | undefined {
    return this.description.value?.options.actions?.find((action) => action.id === id)
  }

  /** Asks again what the chosen one can do. */
  refresh(): void {
    clearTimeout(this.#asking)
    const waitMs = this.#described.peek() === undefined ? firstQuietMs : quietMs
    this.#asking = setTimeout(() => void this.#describe(), waitMs)
  }

  [Symbol.dispose](): void {
    for (const end of this.#ending) end()
  }

  /** Asked when the chosen one is known, and again whenever it says something new of itself. */
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
      // It is asked again before long; until then what was known stays.
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
    const next = heard(before, update, performance.now())
    if (next === undefined || next === before) return
    this.#reports.value = new Map(this.#reports.peek()).set(id, next)
  }
}

/** Whether there is anything to command: a pilot that is there and answers. */
export const isReachable = (report: PilotReport | undefined): report is PilotReport =>
  report !== undefined && !isOffline(report)
