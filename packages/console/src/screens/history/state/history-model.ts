import { MarineDataError } from '@marinedata/client'
import {
  selfContext,
  type HistoryValuesAnswer,
  type PastAlertList,
  type SentDelta,
  type Track,
} from '@marinedata/model'
import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { askHistory, type HistoryQuery, type HistoryRoute } from '#boat/ask-history.ts'
import { errorText, type Boat } from '#boat/boat.ts'
import { columnsPerGraph, columnsText, graphsIn, type GraphRows } from '../graphs/graph-rows.ts'
import { LiveTail } from '../graphs/live-tail.ts'
import { RequestQueue } from './request-queue.ts'
import { resolutionFor, windowOf, type TimeWindow, type View } from './time-window.ts'

/** Columns of one question; the server allows 16. */
const mostColumns = 15
const graphsPerQuestion = mostColumns / columnsPerGraph
/** A view that moves quickly asks once. */
const gatherMs = 150
const retryMs = 5_000
/** A long time takes the recorder of a small computer a while. */
const answerMs = 30_000
/** How far back recorded paths are searched. */
const recordedMs = { first: 86_400_000, all: 365 * 86_400_000 } as const

const epoch = new Date(0).toISOString()

/** The present time by the clock of the boat, Unix milliseconds. */
export const boatTime = (boat: Pick<Boat, 'receivedAt' | 'link'>): number =>
  boat.link.hasSpoken.peek() ? performance.now() - boat.receivedAt(epoch) : Date.now()

/** The recorder's answer. */
interface Answer {
  readonly window: TimeWindow
  /** The time of the question: later values are live. */
  readonly answeredTo: number
  readonly resolution: number
  readonly tier: HistoryValuesAnswer['tier']
  readonly rowsByPath: ReadonlyMap<string, GraphRows>
}

/** The next question. */
interface Wanted extends Pick<Answer, 'window' | 'resolution'> {
  readonly graphs: readonly string[]
}

/** `none`: the boat is not recording. A text: why the last question failed. */
type Problem = { readonly kind: 'none' } | { readonly kind: 'failed'; readonly text: string }

const withoutRecorder: ReadonlySet<string> = new Set([
  'no-history-provider',
  'not-found',
  'plugin-not-running',
])

const problemOf = (error: unknown): Problem =>
  error instanceof MarineDataError && withoutRecorder.has(error.code)
    ? { kind: 'none' }
    : { kind: 'failed', text: errorText(error) }

/** Time between two questions while the view follows the time. The live values fill it. */
const refreshMs = (resolution: number): number => Math.min(600_000, Math.max(30_000, 20_000 * resolution))

const isoOf = (at: number): string => new Date(at).toISOString()

/** Rows for which a plot has room: one for each two pixels. In steps, so that a small change of size asks nothing. */
export const roomFor = (pixels: number): number => Math.min(700, Math.max(200, Math.ceil(pixels / 200) * 100))

/** Paths to subscribe to: the graphs, and the objects whose members they may be. */
const livePaths = (graphs: readonly string[]): readonly string[] => [
  ...new Set(graphs.flatMap((path) => [path, path.slice(0, path.lastIndexOf('.'))])),
]

/** The numbers of a value by path, as they are recorded: members of an object have separate paths. */
const numbersIn = (path: string, value: unknown): readonly (readonly [path: string, value: number])[] => {
  if (typeof value === 'number') return [[path, value]]
  return Object.entries(Object(value) as object).flatMap(([member, inner]: [string, unknown]) =>
    typeof inner === 'number' ? [[`${path}.${member}`, inner] as const] : [],
  )
}

interface ShownTrack extends Track {
  /** Metres that it may differ from the recorded one. */
  readonly tolerance: number
}

/** Metres that a track may differ from the recorded one, by the time it covers. */
const toleranceOf = (span: number): number => Math.min(2_000, Math.max(3, Math.round(span / 15_000_000)))

interface HistoryOptions {
  readonly boat: Boat
  /** The paths of the graphs. Undefined: they depend on what was recorded, which is not known yet. Reads signals. */
  readonly graphsFor: (recorded: readonly string[] | undefined) => readonly string[] | undefined
  readonly isAngle: (path: string) => boolean
  readonly view: View
  readonly hasTrack: boolean
}

/** The recorded time that is shown: its rows, its track, and the live values that continue them. */
export class HistoryModel implements Disposable {
  readonly #options: HistoryOptions
  readonly #queue = new RequestQueue()
  readonly #tail = new LiveTail()
  readonly #now: Signal<number>
  readonly #answer = signal<Answer | undefined>(undefined)
  readonly #track = signal<ShownTrack>({ points: [], tolerance: 0 })
  readonly #problem = signal<Problem | undefined>(undefined)
  readonly #isLoading = signal(false)
  readonly #recorded = signal<readonly string[] | undefined>(undefined)
  readonly #attempts = signal(0)
  readonly #ends: (() => void)[]
  #gathering: ReturnType<typeof setTimeout> | undefined
  #retrying: ReturnType<typeof setTimeout> | undefined

  readonly view: Signal<View>
  /** The moment of the scrubber; undefined: the end of what is shown. */
  readonly cursor = signal<number | undefined>(undefined)
  /** Rows for which there is room. */
  readonly room = signal(roomFor(innerWidth < 600 ? innerWidth / 2 : innerWidth * 0.55))
  readonly window: ReadonlySignal<TimeWindow>
  /** The moment whose values are shown. */
  readonly moment: ReadonlySignal<number>
  readonly answer: ReadonlySignal<Answer | undefined> = this.#answer
  readonly track: ReadonlySignal<ShownTrack> = this.#track
  readonly problem: ReadonlySignal<Problem | undefined> = this.#problem
  readonly isLoading: ReadonlySignal<boolean> = this.#isLoading
  readonly resolution: ReadonlySignal<number>
  /** Undefined until they are known. */
  readonly graphs: ReadonlySignal<readonly string[] | undefined>
  /** All recorded paths; undefined until they were asked for. */
  readonly recorded: ReadonlySignal<readonly string[] | undefined> = this.#recorded

  constructor(options: HistoryOptions) {
    const { boat, graphsFor } = options
    this.#options = options
    this.graphs = computed(() => graphsFor(this.#recorded.value))
    this.#now = signal(boatTime(boat))
    this.view = signal(options.view)
    this.window = computed(() => windowOf(this.view.value, this.#now.value))
    this.moment = computed(() => {
      const { from, to } = this.window.value
      const at = this.cursor.value
      return at === undefined || at < from || at > to ? to : at
    })
    this.resolution = computed(() => resolutionFor(this.view.value.span, this.room.value))
    const listening = boat.onDelta((delta) => this.#take(delta))
    const ticking = setInterval(() => this.#tick(), 1_000)
    this.#ends = [
      () => listening[Symbol.dispose](),
      () => clearInterval(ticking),
      () => clearTimeout(this.#gathering),
      () => clearTimeout(this.#retrying),
      () => this.#queue[Symbol.dispose](),
      effect(() => {
        const following = boat.follow({ paths: livePaths(this.graphs.value ?? []) })
        return () => following[Symbol.dispose]()
      }),
      effect(() => this.#askIfNeeded()),
      effect(() => {
        if (boat.link.isLost.value) this.#forgetAnswer()
      }),
    ]
  }

  get now(): ReadonlySignal<number> {
    return this.#now
  }

  /** The rows of a graph, up to now. Reads signals. */
  rowsOf(path: string): GraphRows | undefined {
    const answer = this.#answer.value
    const rows = answer?.rowsByPath.get(path)
    if (answer === undefined || rows === undefined) return undefined
    // The tail grows with the time.
    if (this.view.value.end === 'now') void this.#now.value
    const isAngle = this.#options.isAngle(path)
    return this.#tail.continued(path, rows, { ...answer, isAngle })
  }

  /** Reads which paths were recorded. A search of the last day is quick; without a result, more is searched. */
  async readRecorded(searchedMs: number = recordedMs.first): Promise<void> {
    const now = boatTime(this.#options.boat)
    const query = { context: selfContext, from: isoOf(now - searchedMs), to: isoOf(now) }
    try {
      const paths = await this.#call('paths', query)
      if (paths === undefined) return
      if (paths.length === 0 && searchedMs < recordedMs.all) return await this.readRecorded(recordedMs.all)
      batch(() => {
        this.#recorded.value = paths
        this.#problem.value = undefined
      })
    } catch (error) {
      this.#fail(problemOf(error))
    }
  }

  /** Reads all paths that were recorded. */
  async readAllRecorded(): Promise<void> {
    await this.readRecorded(recordedMs.all)
  }

  /** The alerts that ended in the last day; undefined if they cannot be read now. */
  async pastAlerts(): Promise<PastAlertList | undefined> {
    const { client } = this.#options.boat
    return await this.#queue
      .ask('alerts', (abort) => client.call('GET notifications/past', { signal: abort }))
      .catch(() => undefined)
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  #tick(): void {
    // A step is less than a pixel.
    const stepMs = Math.max(1_000, this.view.peek().span / 1_500)
    const now = boatTime(this.#options.boat)
    if (Math.abs(now - this.#now.peek()) >= stepMs - 500) this.#now.value = now
  }

  #take({ context, updates }: SentDelta): void {
    if (context !== selfContext) return
    const graphs = new Set(this.graphs.peek())
    for (const { timestamp, values = [] } of updates)
      for (const { path, value, stale } of values) {
        if (stale === true) continue
        for (const [graph, number] of numbersIn(path, value))
          if (graphs.has(graph))
            this.#tail.add(graph, {
              at: Date.parse(timestamp),
              value: number,
              isAngle: this.#options.isAngle(graph),
            })
      }
  }

  /** The live values may have holes, and the time may have changed. */
  #forgetAnswer(): void {
    this.#tail.clear()
    this.#answer.value = undefined
  }

  #call<Route extends HistoryRoute>(route: Route, query: HistoryQuery<Route>) {
    return this.#queue.ask(route, (abort) =>
      askHistory(this.#options.boat, route, { query, signal: abort, timeoutMs: answerMs }),
    )
  }

  #askIfNeeded(): void {
    void this.#attempts.value
    const graphs = this.graphs.value
    const [window, resolution] = [this.window.value, this.resolution.value]
    if (this.#options.boat.link.isLost.value || this.#retrying !== undefined) return
    if (graphs !== undefined && this.#isEnough({ window, resolution, graphs })) return
    clearTimeout(this.#gathering)
    this.#gathering = setTimeout(
      () => void (graphs === undefined ? this.readRecorded() : this.#ask()),
      gatherMs,
    )
  }

  #isEnough({ window, resolution, graphs }: Wanted): boolean {
    const answer = this.#answer.value
    if (answer === undefined || answer.resolution !== resolution) return false
    const { from, to } = answer.window
    const isAhead = window.to - to < (to >= answer.answeredTo ? refreshMs(resolution) : 1)
    return isAhead && from <= window.from && graphs.every((path) => answer.rowsByPath.has(path))
  }

  /** Asks for half a screen more on each side, so that a small move needs no question. */
  async #ask(): Promise<void> {
    const graphs = this.graphs.peek() ?? []
    const { from, to } = this.window.peek()
    const now = boatTime(this.#options.boat)
    const margin = (to - from) / 2
    const window = { from: Math.max(0, from - margin), to: Math.min(now, to + margin) }
    this.#isLoading.value = true
    try {
      const answer = await this.#askValues({ window, resolution: this.resolution.peek(), graphs }, now)
      // A newer question is on its way.
      if (answer === undefined) return
      batch(() => {
        this.#answer.value = answer
        this.#problem.value = undefined
      })
      if (this.#options.hasTrack) await this.#askTrack(window)
      this.#isLoading.value = false
    } catch (error) {
      this.#fail(problemOf(error))
    }
  }

  #fail(problem: Problem): void {
    batch(() => {
      this.#isLoading.value = false
      this.#problem.value = problem
    })
    this.#retrying = setTimeout(() => {
      this.#retrying = undefined
      this.#attempts.value++
    }, retryMs)
  }

  /** @returns undefined if a newer question has replaced this one */
  async #askValues({ window, resolution, graphs }: Wanted, answeredTo: number): Promise<Answer | undefined> {
    const rowsByPath = new Map<string, GraphRows>()
    let tier: Answer['tier'] = 'full'
    for (let first = 0; first < graphs.length; first += graphsPerQuestion) {
      const paths = graphs.slice(first, first + graphsPerQuestion)
      const answer = await this.#call('values', {
        paths: columnsText(paths),
        from: isoOf(window.from),
        to: isoOf(window.to),
        resolution: String(resolution),
      })
      if (answer === undefined) return undefined
      for (const [path, rows] of graphsIn(answer, paths)) rowsByPath.set(path, rows)
      if (answer.tier === 'minute') tier = 'minute'
    }
    return { window, answeredTo, resolution, tier, rowsByPath }
  }

  async #askTrack(window: TimeWindow): Promise<void> {
    const tolerance = toleranceOf(window.to - window.from)
    const track = await this.#call('track', {
      from: isoOf(window.from),
      to: isoOf(window.to),
      tolerance,
    })
    if (track !== undefined) this.#track.value = { points: track.points, tolerance }
  }
}
