import {
  AisOutput,
  aisPeriods,
  CourseOutput,
  coursePeriod,
  craftPaths,
  outputSentences,
  type LiveValues,
  type Seconds,
} from '@marinedata/nmea0183'
import type { Boat } from '@marinedata/plugin-api'
import { LiveState, type MaySend } from './live-values.ts'
import { MadeAis } from './made-ais.ts'
import { courseTypes, madeContexts, madePaths } from './sentence-choices.ts'
import type { Multiplexer } from './multiplexer.ts'
import type { Output } from './output.ts'

/** Divides every period. */
const tickMs = 100
/** Faster values than this are not needed: no sentence is sent more often. */
const minPeriodMs = 100
const others = madeContexts.filter((context) => context !== 'vessels.self')
/** The least period of VDM. */
const craftPeriod: Seconds = 1

/** Something that is written once per period. */
interface Task {
  readonly period: Seconds
  readonly write: (now: number) => readonly (string | undefined)[]
}

interface DueTask extends Task {
  readonly output: Output
  dueAt: number
}

const ownMmsi = (context: string): string | undefined => /:mmsi:([0-9]{9})$/.exec(context)?.[1]

const courseTasks = (wanted: ReadonlySet<string>, values: LiveValues): Task[] => {
  if (!courseTypes.some((type) => wanted.has(type))) return []
  const course = new CourseOutput()
  const write = (): readonly string[] => course.write(values).filter((line) => wanted.has(line.slice(3, 6)))
  return [{ period: coursePeriod, write }]
}

/** What came by NMEA 0183 is passed on as received. */
const isFromElsewhere: MaySend = (source) => !source.startsWith('nmea0183.')

const aisTasks = (wanted: ReadonlySet<string>, state: LiveState): Task[] => {
  if (!wanted.has('VDM')) return []
  const ais = new MadeAis()
  return [{ period: craftPeriod, write: (now) => ais.write(state.craft(isFromElsewhere), now) }]
}

const ownAisTasks = (wanted: ReadonlySet<string>, values: LiveValues, self: string): Task[] => {
  const mmsi = ownMmsi(self)
  if (!wanted.has('VDO') || mmsi === undefined) return []
  const output = new AisOutput()
  return [{ period: aisPeriods.own, write: () => output.writeOwn(mmsi, values) }]
}

export interface MadeSentencesOptions {
  readonly boat: Boat
  readonly multiplexer: Multiplexer
  readonly outputs: readonly Output[]
}

/** Makes sentences from live values of the boat, and sends each at its period. Subscribes only when an output wants some. */
export class MadeSentences implements AsyncDisposable {
  readonly #options: MadeSentencesOptions
  readonly #state: LiveState
  readonly #tasks: readonly DueTask[]
  readonly #stack = new AsyncDisposableStack()

  constructor(options: MadeSentencesOptions) {
    this.#options = options
    this.#state = new LiveState(options.boat.self)
    this.#tasks = options.outputs.flatMap((output) =>
      this.#tasksOf(output).map((task) => ({ ...task, output, dueAt: 0 })),
    )
  }

  async start(): Promise<void> {
    if (this.#tasks.length === 0) return
    await this.#subscribe('vessels.self', madePaths)
    const isAisMade = this.#options.outputs.some(({ made }) => made.has('VDM'))
    if (isAisMade) for (const context of others) await this.#subscribe(context, craftPaths)
    const timer = setInterval(() => this.#tick(), tickMs)
    this.#stack.defer(() => clearInterval(timer))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  async #subscribe(context: string, paths: readonly string[]): Promise<void> {
    const subscribe = paths.map((path) => ({ path, minPeriod: minPeriodMs }))
    const subscription = await this.#options.boat.subscribe({ context, subscribe }, (delta) =>
      this.#state.handle(delta),
    )
    this.#stack.use(subscription)
  }

  #tasksOf({ made, maySend }: Output): Task[] {
    const values = this.#state.ownValues(maySend)
    const simple = outputSentences.filter(({ type }) => made.has(type))
    return [
      ...simple.map(({ period, write }) => ({ period, write: () => [write(values)] })),
      ...courseTasks(made, values),
      ...aisTasks(made, this.#state),
      ...ownAisTasks(made, values, this.#options.boat.self),
    ]
  }

  #tick(): void {
    const now = performance.now()
    for (const task of this.#tasks) {
      if (task.output.link === undefined || now < task.dueAt) continue
      // A late tick delays the following ones: sentences are never sent in a burst.
      task.dueAt = Math.max(task.dueAt + task.period * 1_000, now)
      for (const line of task.write(now))
        if (line !== undefined) this.#options.multiplexer.sendMade(task.output, line)
    }
  }
}
